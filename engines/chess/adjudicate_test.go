package chess

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
)

// Games between players that know when they are lost end earlier, and hardly ever
// otherwise.
func TestAdjudicatedGames(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and of one goroutine")
	}
	t.Parallel()
	plies := map[bool]int{}
	for _, judged := range []bool{false, true} {
		settings := engines.Settings{"depth": "1"}
		if judged {
			settings["resign_moves"], settings["resign_score"] = "3", "300"
		}
		e, err := New().With(settings)
		if err != nil {
			t.Fatal(err)
		}
		arena, err := engines.NewArena(e, engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		adjudicated := 0
		for seed := range uint64(6) {
			r, err := arena.Play(context.Background(), make([]engines.Agent, 2), seed)
			if err != nil || r.Forfeit != nil {
				t.Fatal(err, r.Forfeit)
			}
			plies[judged] += r.Plies
			if r.Ending == engines.Adjudicated {
				adjudicated++
				if r.Outcome.Drawn() {
					t.Errorf("seed %d: drawn by resignation", seed)
				}
			}
		}
		if (adjudicated > 0) != judged {
			t.Errorf("judged %v: %d games were adjudicated", judged, adjudicated)
		}
	}
	if plies[true] >= plies[false] {
		t.Errorf("%d plies, and %d with adjudication", plies[false], plies[true])
	}
}

// By default a game ends when the scores of both players show a loss. With resign_sides: loser the
// scores of the losing player end it, and those of the winner do not count.
func TestResignSides(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		sides  string
		scores []float64 // of White and Black in turn, each from the view of its player
		winner int       // -1 if the game goes on
	}{
		{bothPlayers, []float64{-800, 900, -800, 900}, black},
		{bothPlayers, []float64{-800, 100, -800, 100}, -1},
		{bothPlayers, []float64{800, -900, 800, -900}, white},
		{loserAlone, []float64{-800, 100, -800}, black},
		{loserAlone, []float64{800, 100, 800, 100}, -1}, // a winner cannot end the game
		{loserAlone, []float64{100, -800, 100, -800}, white},
		{loserAlone, []float64{-800, 100, 0, 100, -800}, -1}, // not in a row
	} {
		e, err := New().With(engines.Settings{"resign_moves": "2", "resign_sides": test.sides, "random_plies": "0"})
		if err != nil {
			t.Fatal(err)
		}
		g, err := e.NewGame(2, 1)
		if err != nil {
			t.Fatal(err)
		}
		c := g.(*game)
		for i, score := range test.scores {
			if g.Over() {
				t.Errorf("%s %v: over after %d scores", test.sides, test.scores, i)
				break
			}
			c.Assessed(i%2, score, true)
			if err := g.Apply(g.Moves(nil)[0]); err != nil {
				t.Fatal(err)
			}
		}
		switch {
		case test.winner < 0 && !g.Over():
		case test.winner < 0 || !g.Over() || g.Outcome().Place(test.winner) != 1 || g.Outcome().Drawn():
			t.Errorf("%s %v: over %v, %v", test.sides, test.scores, g.Over(), g.Outcome())
		}
	}
}
