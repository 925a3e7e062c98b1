package protocol

import (
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines/external/process"
)

// findEngine finds an engine in PATH or in Debian's folder of games.
func findEngine(t *testing.T, name string) string {
	t.Helper()
	for _, at := range []string{name, "/usr/games/" + name} {
		if path, err := exec.LookPath(at); err == nil {
			return path
		}
	}
	t.Skipf("%s is not installed: nothing is tested with it", name)
	return ""
}

// TestUCIRealEngines plays the first plies of a game twice with every installed engine of
// Debian and compares the moves.
func TestUCIRealEngines(t *testing.T) {
	t.Parallel()
	for _, engine := range []struct {
		name    string
		args    []string
		limit   string
		tuned   []string
		options []Option
	}{
		{"toga2", nil, "depth 2", []string{"Piece Activity", "king safety"}, []Option{{Name: "Hash", Value: "4"}}},
		{"gnuchess", []string{"--uci"}, "depth 2", []string{"Piece Activity"}, nil},
		{"glaurung", nil, "depth 2", []string{"Space"}, []Option{{Name: "Hash", Value: "8"}}},
		{"stockfish", nil, "nodes 500", nil, []Option{{Name: "Hash", Value: "1"}}},
		{"ethereal-chess", nil, "depth 2", nil, []Option{{Name: "Hash", Value: "2"}}},
	} {
		t.Run(engine.name, func(t *testing.T) {
			if engine.name != "toga2" && engine.name != "stockfish" && os.Getenv("LANISTA_EXHAUSTIVE") == "" {
				t.Skip("one with tuned options and one with nodes are enough: with LANISTA_EXHAUSTIVE=1")
			}
			path := findEngine(t, engine.name)
			s := openCommand[*uciSession](t, process.Command{Args: append([]string{path}, engine.args...)}, Options{Tuned: engine.tuned, Options: engine.options})
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
			if !s.options.Process.End(timeouts.Quit) {
				t.Errorf("%s did not quit", d.Name)
			}
		})
	}
}

// opening returns the moves of an engine that plays both sides for a few plies.
func opening(t *testing.T, s *uciSession, d Description, limit string) (moves []string) {
	t.Helper()
	beginUCI(t, s, d, limit)
	g := chessGame(t, "e2e4", "e7e5", "g1f3")
	for range 8 {
		c, err := s.Choose(t.Context(), Turn{Position: g})
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
