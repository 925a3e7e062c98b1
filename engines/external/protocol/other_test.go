package protocol

import (
	"strings"
	"testing"
	"time"

	"github.com/lanista/lanista/engines/external/process"
)

// The error of a program that speaks another protocol than its config states suggests this protocol.
func TestAnotherProtocolIsSuggested(t *testing.T) {
	t.Parallel()
	scripts := map[string]string{
		"uci":    `while read -r word rest; do case $word in uci) echo uciok ;; *) echo "Unknown command: $word" ;; esac; done`,
		"xboard": `while read -r word rest; do case $word in protover) echo 'feature ping=1 done=1' ;; xboard) ;; *) echo "Error (unknown command): $word" ;; esac; done`,
		"gtp":    `while read -r word rest; do case $word in protocol_version) printf '= 2\n\n' ;; *) printf '? unknown command\n\n' ;; esac; done`,
		"none":   `while read -r word rest; do echo "unknown command $word"; done`,
	}
	short := Timeouts{Start: 200 * time.Millisecond, Reply: time.Minute, Move: time.Minute, Quit: time.Second}
	for speaks, script := range scripts {
		for own, hello := range map[string]func(*testing.T, process.Command, Options) error{
			"uci": func(t *testing.T, c process.Command, o Options) error {
				_, err := openCommand[*uciSession](t, c, o).Hello(t.Context())
				return err
			},
			"xboard": func(t *testing.T, c process.Command, o Options) error {
				_, err := openCommand[*xboardSession](t, c, o).Hello(t.Context())
				return err
			},
			"gtp": func(t *testing.T, c process.Command, o Options) error {
				_, err := openCommand[*gtpSession](t, c, o).Hello(t.Context())
				return err
			},
		} {
			if own == speaks {
				continue
			}
			err := hello(t, process.Command{Args: []string{"/bin/sh", "-c", script}}, Options{Timeouts: short})
			suggestion := "it answers " + speaks + ": use protocol: " + speaks + ", or --protocol " + speaks
			if err == nil || !strings.Contains(err.Error(), "within 200ms, the limit timeouts.start") || strings.HasSuffix(err.Error(), suggestion) != (speaks != "none") {
				t.Errorf("%s of a program that speaks %s: %v", own, speaks, err)
			}
		}
	}
}
