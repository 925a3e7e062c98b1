package pages

import (
	"testing"

	"github.com/lanista/lanista/results"
)

// Differences are grouped by meaning in a fixed order. The options of different strategies, and
// long groups, are folded.
func TestDifferencesByMeaning(t *testing.T) {
	t.Parallel()
	all := []results.Difference{{Key: "seed"}, {Key: "strategy.name"}, {Key: "strategy.a"}, {Key: "engine.settings.depth"}, {Key: "engine.weights.Ks.max"}, {Key: "budget.games"}}
	for range 9 {
		all = append(all, results.Difference{Key: "agents[0].weights[" + string(rune('0'+len(all)%10)) + "]"})
	}
	var titles string
	for _, g := range grouped(all) {
		titles += g.Title
		if g.Folded {
			titles += " folded"
		}
		titles += "; "
	}
	if want := "Ranges of weights; Game; Strategy; Options of the strategy folded; Budget; Agents folded; Other; "; titles != want {
		t.Errorf("%s", titles)
	}
	if same := grouped([]results.Difference{{Key: "strategy.a"}}); len(same) != 1 || same[0].Folded {
		t.Errorf("%+v", same)
	}
}
