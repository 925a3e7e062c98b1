package pages

import (
	"testing"

	"github.com/lanista/lanista/results"
)

// The elements of a list of values stand in one line.
func TestListsAreJoined(t *testing.T) {
	t.Parallel()
	got := joined([]results.Difference{
		{Key: "agents[0].weights[0]", Values: []string{"1", ""}}, {Key: "agents[0].name", Values: []string{"a", ""}}, {Key: "agents[0].weights[1]", Values: []string{"2", "3"}},
	})
	if len(got) != 2 || got[0].Key != "agents[0].weights" || got[0].Values[0] != "1, 2" || got[0].Values[1] != "3" || got[1].Key != "agents[0].name" {
		t.Errorf("%+v", got)
	}
}

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
