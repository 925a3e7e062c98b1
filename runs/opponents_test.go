package runs_test

import (
	"testing"

	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs"
)

// A name stands for one opponent. Only champions share theirs: the game's settings say
// which of them it is.
func TestOpponentsHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	for _, game := range shipping().Games {
		list, err := runs.Opponents(shipping(), game)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, o := range list {
			if seen[o.Source] && o.Kind != runs.ChampionKind {
				t.Errorf("%s: %s is listed twice", game.Spec().Name, o.Source)
			}
			seen[o.Source] = true
		}
		seen = map[string]bool{}
		for _, name := range weights.AgentNames(game) {
			if seen[name] {
				t.Errorf("%s: %s is named twice", game.Spec().Name, name)
			}
			seen[name] = true
		}
	}
}
