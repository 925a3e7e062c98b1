package runs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// A trace that cannot be written stops no game. Runs and checks warn about it once and name the first
// file.
func TestTraceOnAFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("bot.sh", firstMove, 0o700)
	config := write("config.yaml", "engine: {name: othello, settings: {random_plies: 2, limit: depth 1}}\n"+
		"agents: [default, {name: b, player: bot}]\nprograms: {bot: {command: [./bot.sh]}}\nschedule: {cycles: 2}\n", 0o600)
	trace := filepath.Join(dir, "trace")
	if err := os.Mkdir(trace, 0o700); err != nil {
		t.Fatal(err)
	}
	for n := range 20 {
		if err := os.Symlink("/dev/full", filepath.Join(trace, fmt.Sprintf("bot-%d.txt", n+1))); err != nil {
			t.Fatal(err)
		}
	}
	c := runs.Catalog{Games: engines.Registry{othello.New()}}
	var warnings []string
	warn := func(text string) { warnings = append(warnings, text) }
	for name, play := range map[string]func() error{
		"run": func() error {
			_, err := c.Tournament(t.Context(), runs.Options{Source: config, Store: inStore(t), Force: true, Trace: trace, Events: tuning.Events{Warning: warn}}, nil)
			return err
		},
		"check": func() error {
			found, err := runs.Check(t.Context(), c, runs.CheckOptions{Source: config, Trace: trace, Games: 2, Warning: warn})
			if err == nil && found.Verdict == external.Fail {
				err = fmt.Errorf("%+v", found)
			}
			return err
		},
	} {
		warnings = nil
		if err := play(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		warnings = slices.DeleteFunc(warnings, func(text string) bool { return !strings.Contains(text, "trace") })
		if len(warnings) != 1 || !strings.HasPrefix(warnings[0], "warning: the trace is incomplete: write "+trace) || !strings.HasSuffix(warnings[0], ": no space left on device") {
			t.Errorf("%s: %q", name, warnings)
		}
	}
}
