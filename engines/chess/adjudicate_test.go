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
