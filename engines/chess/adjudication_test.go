package chess

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
)

// With adjudication some games end early, and games are shorter on average.
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

func TestAdjudication(t *testing.T) {
	t.Parallel()
	rules := []string{"resign_moves", "2", "resign_score", "500", "draw_moves", "2", "draw_score", "10", "draw_from", "6"}
	shuffle := []string{"g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "a1b1", "a8b8", "b1a1", "b8a8"}
	const none = 1e12 // no score
	tests := []struct {
		name   string
		moves  []string
		scores []float64 // of who is to move
		end    ending
		plies  int
		winner int
	}{
		{"Black resigns", shuffle, []float64{500, -500, 600, -500}, wonByScores, 4, white},
		{"White resigns, a mate in sight", shuffle, []float64{-500, 1e9, -600, 1e9}, wonByScores, 4, black},
		{"one is not sure", shuffle, []float64{500, -500, 499, -500, 500, -500, 500}, wonByScores, 7, white},
		{"both think that they win", shuffle, []float64{900, 900, 900, 900, 900, 900}, goesOn, 6, 0},
		{"one does not say", shuffle, []float64{500, none, 600, none, 600, none}, goesOn, 6, 0},
		{"they change their minds", shuffle, []float64{500, -500, -500, 500, 500, -500, 500, -500}, wonByScores, 8, white},
		{"drawn, but not before the sixth ply", shuffle, []float64{0, 10, -10, 0, 3, 1}, drawnByScores, 6, 0},
		{"a pawn's move counts anew", []string{"g1f3", "g8f6", "b1c3", "b8c6", "e2e4", "a8b8", "f3g1", "b8a8", "a1b1"}, make([]float64, 9), drawnByScores, 9, 0},
		{"too far from 0", shuffle, []float64{0, 11, 0, 11, 0, 11, 0, 11}, goesOn, 8, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := mustParse(t, "start", rules...)
			for i, s := range test.scores {
				if g.Over() {
					t.Fatalf("over after %d plies", i)
				}
				if s == none {
					g.Assessed(g.Turn(), 0, false)
				} else {
					g.Assessed(g.Turn(), s, true)
				}
				play(t, g, test.moves[i])
			}
			if g.end != test.end || len(g.moves) != test.plies {
				t.Fatalf("%q after %d plies, want %q", g.end, len(g.moves), test.end)
			}
			if g.end == wonByScores && g.Outcome() != engines.Winner(2, test.winner) {
				t.Errorf("outcome %v", g.Outcome())
			}
			if g.end != goesOn && g.Ending() != engines.Adjudicated {
				t.Errorf("ending %v", g.Ending())
			}
		})
	}
}
