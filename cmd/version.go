package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// build identifies the program.
type build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func buildInfo() build {
	b := build{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// warnVersion warns that a run which is resumed was begun by another version of
// the program, which may have played other games.
func (a *app) warnVersion(begun string) {
	if now := buildInfo().Version; begun != now {
		a.warn("warning: the run was begun by version %s, and this is %s; it may not end as it would have there", begun, now)
	}
}

func newVersion(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := buildInfo()
			if a.json {
				return a.writeJSON(b)
			}
			fmt.Fprintf(a.out, "lanista %s %s %s\n", b.Version, b.Go, b.Platform)
			if b.Revision != "" {
				fmt.Fprintf(a.out, "revision %s\n", b.Revision)
			}
			return nil
		},
	}
	a.jsonFlag(c)
	return c
}
