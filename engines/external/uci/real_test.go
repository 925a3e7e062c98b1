package uci

import (
	"os/exec"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines/external/driver"
	"github.com/lanista/lanista/engines/external/proc"
)

// find looks an engine up in PATH and where Debian has games.
func find(t *testing.T, name string) string {
	t.Helper()
	for _, at := range []string{name, "/usr/games/" + name} {
		if path, err := exec.LookPath(at); err == nil {
			return path
		}
	}
	t.Skipf("%s is not installed: nothing is tested with it", name)
	return ""
}

// TestRealEngines plays the first plies of a game with the engines of Debian that
// are there, twice: the same moves.
func TestRealEngines(t *testing.T) {
	t.Parallel()
	for _, engine := range []struct {
		name    string
		args    []string
		limit   string
		tuned   []string
		options []driver.Option
	}{
		{"toga2", nil, "depth 2", []string{"Piece Activity", "king safety"}, []driver.Option{{Name: "Hash", Value: "4"}}},
		{"gnuchess", []string{"--uci"}, "depth 2", []string{"Piece Activity"}, nil},
		{"glaurung", nil, "depth 2", []string{"Space"}, []driver.Option{{Name: "Hash", Value: "8"}}},
		{"stockfish", nil, "nodes 500", nil, []driver.Option{{Name: "Hash", Value: "1"}}},
		{"ethereal-chess", nil, "depth 2", nil, []driver.Option{{Name: "Hash", Value: "2"}}},
	} {
		t.Run(engine.name, func(t *testing.T) {
			path := find(t, engine.name)
			s := openCommand(t, proc.Command{Args: append([]string{path}, engine.args...)}, driver.Options{Tuned: engine.tuned, Options: engine.options})
			d, err := s.Hello(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if engine.tuned != nil && len(d.Weights) != len(engine.tuned) || d.Name == "" {
				t.Errorf("it says %q and has the weights %v", d.Name, d.Weights)
			}
			first, again := opening(t, s, d, engine.limit), opening(t, s, d, engine.limit)
			if !slices.Equal(first, again) {
				t.Errorf("%s played %v, and then %v", d.Name, first, again)
			}
			s.Quit()
			if !s.Process.End(timeouts.Quit) {
				t.Errorf("%s did not quit", d.Name)
			}
		})
	}
}

// opening lets an engine play both sides for a few plies.
func opening(t *testing.T, s *Session, d driver.Description, limit string) (moves []string) {
	t.Helper()
	begin(t, s, d, limit)
	g := table(t, "e2e4", "e7e5", "g1f3")
	for range 8 {
		c, err := s.Choose(t.Context(), driver.Turn{Position: g})
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.ParseMove(c.Move)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, c.Move)
	}
	return moves
}
