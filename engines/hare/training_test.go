package hare

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

// A game of three goes on after one player has finished. This player has the first place at the end.
func TestDecided(t *testing.T) {
	t.Parallel()
	e := New().(*engine)
	for seed := range uint64(3) {
		g, err := e.NewGame(3, seed)
		if err != nil {
			t.Fatal(err)
		}
		rng := engines.Rand(seed)
		winner, before, after := -1, 0, 0
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
			if w, ok := e.Decided(g); !ok {
				before++
			} else if after++; winner >= 0 && w != winner {
				t.Fatalf("seed %d: won by seat %d, and later by seat %d", seed, winner, w)
			} else {
				winner = w
			}
			if err := g.Apply(moves[rng.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		if winner < 0 || before < 10 {
			t.Fatalf("seed %d: won by seat %d after %d moves", seed, winner, before)
		}
		if o := g.Outcome(); after == 0 || o.Place(winner) != 1 {
			t.Errorf("seed %d: seat %d has place %d, and has won %d moves before the end", seed, winner, o.Place(winner), after)
		}
	}
}
