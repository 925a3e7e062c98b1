package risk

import (
	"context"
	"errors"
	"testing"

	"github.com/lanista/lanista/engines/analysis"
)

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		position string
		counts   []uint64
	}{
		// A attacks, which ends the game, or stops; B places its unit, and then
		// attacks, which ends the game, or stops.
		{"A2 B1 ; A attack 3", []uint64{1, 2, 1, 2, 1}},
		{"A1 A1 ; A draft", []uint64{1, 0}},
		// 0+1, 0+2, 1+1 or 1+2; then 2, 1, 2 and 3 ways to go on.
		{"A1 A1 B1 ; A draft", []uint64{1, 4, 8}},
		// An army of 2 or 3, then B places one unit; or stop, and B places two.
		{"A3 B1 B1 ; A attack 1", []uint64{1, 3, 6}},
		// An army of 2 leaves one unit on the target, an army of 3 or 4 two, which may attack again; or stop.
		{"A4 B1 B1 ; A attack 2", []uint64{1, 4, 1 + 2 + 2 + 4}},
	} {
		g := parsed(t, New(), c.position)
		for depth, want := range c.counts {
			nodes, _, err := New().(analysis.PerftCounter).Perft(context.Background(), g, depth)
			if err != nil || nodes != want {
				t.Errorf("%s: depth %d: %d, %v, want %d", c.position, depth, nodes, err, want)
			}
		}
	}
}

// slowPerft counts by copying games and making moves one by one.
func slowPerft(g game, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	nodes := uint64(0)
	for _, m := range g.Moves(nil) {
		next := g
		if next.legal(m) != nil {
			panic(formatMove(m))
		}
		applyCertain(&next, m)
		nodes += slowPerft(next, depth-1)
	}
	return nodes
}

func TestPerftAgainstCounting(t *testing.T) {
	for _, position := range []string{m1 + " ; A attack 2", "A3 B1 C2 / B4 A1 C1 ; B attack 3", "A1 B1 / B1 A1 ; A draft"} {
		g := parsed(t, New(), position)
		for depth := range 4 {
			nodes, _, err := New().(analysis.PerftCounter).Perft(context.Background(), g, depth)
			if want := slowPerft(*g, depth); err != nil || nodes != want {
				t.Errorf("%s: depth %d: %d, %v, want %d", position, depth, nodes, err, want)
			}
		}
		if got := g.String(); got != position {
			t.Errorf("perft changed %s to %s", position, got)
		}
	}
}

func TestPerftIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g, _ := New().NewGame(2, 1)
	if _, _, err := New().(analysis.PerftCounter).Perft(ctx, g, 9); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
