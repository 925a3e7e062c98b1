package external

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/external/protocol"
)

// findDebian returns the path of a program in PATH or in Debian's folder of games. It skips the
// test if the program is not installed.
func findDebian(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if path, err = exec.LookPath("/usr/games/" + name); err != nil {
			t.Skipf("%s is not installed: %v", name, err)
		}
	}
	return path
}

// The findings for engines of Debian under limits of nodes. The test needs
// LANISTA_EXHAUSTIVE=1 and skips engines that are not installed.
func TestCheckOfRealEngines(t *testing.T) {
	t.Parallel()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("it takes seconds to see that an engine does not answer: with LANISTA_EXHAUSTIVE=1")
	}
	for name, c := range map[string]struct {
		arguments []string
		tuned     string
		want      map[string]Verdict // what is not passed; "" is any
	}{
		"toga2":           {nil, "King Safety", map[string]Verdict{"limit": Fail}},
		"gnuchess":        {[]string{"--uci"}, "King Safety", map[string]Verdict{"limit": Fail, "end": Warn}},
		"glaurung":        {nil, "Space", map[string]Verdict{"legal": Fail, "limit": "", "effect": Fail}},
		"stockfish":       {nil, "", nil},
		"fairy-stockfish": {nil, "", nil},
		"ethereal-chess":  {nil, "", map[string]Verdict{"limit": Warn}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := Program{
				Name: name, Command: append([]string{findDebian(t, name)}, c.arguments...), Protocol: "uci", Tuned: []string{},
				Timeouts: protocol.Timeouts{Start: patient, Reply: patient, Move: patient, Quit: 2 * time.Second},
			}
			if c.tuned != "" {
				p.Tuned = []string{c.tuned}
			}
			ps := newTestPrograms(t, p)
			table, err := ps.Table(t.Context(), chess.New(), name)
			if err != nil {
				t.Fatal(err)
			}
			e, err := table.With(engines.Settings{"limit": "nodes 2000"})
			if err != nil {
				t.Fatal(err)
			}
			wrong := func(r CheckResult) (list []string) {
				for _, f := range r.Checks {
					want, listed := c.want[f.ID]
					if !listed {
						want = Pass
					}
					if want != "" && f.Verdict != want {
						list = append(list, fmt.Sprintf("%s: %s: %s, want %s", f.ID, f.Verdict, f.Detail, want))
					}
				}
				return list
			}
			got := checked(t, ps, e, name, CheckOptions{Games: 20, Seats: 2, Seed: 1}, func(r CheckResult) bool { return len(wrong(r)) == 0 })
			for _, text := range wrong(got) {
				t.Error(text)
			}
		})
	}
}
