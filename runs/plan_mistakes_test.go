package runs_test

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
)

// A plan reports the mistakes of all sections together: what cannot be decoded, what names a file
// or a program, the ranges of weights, and the options of the strategy.
func TestAPlanReportsAllMistakes(t *testing.T) {
	t.Parallel()
	for config, want := range map[string][]string{
		`engine: {name: risk, settings: {map: nowhere}, weights: {units: {min: 5, max: 2}, density: {max: 4000}}}
programs: {x: {command: y}}
budget: {games: -5}
strategy: {name: spsa, spread: -1}
opponents: [x]
foo: 1
`: {"foo", "budget.games", "programs: no program", "engine.settings.map", "strategy.spread", "engine.weights.units: min 5 is above max 2", "engine.weights.density: range"},
		`engine: {name: risk, settings: {map: grid, depth: x}, weights: {units: {min: 5, max: 2}, density: {max: 4000}}}
budget: {games: -5}
strategy: {name: spsa, spread: -1}
foo: 1
`: {"foo", "budget.games", "engine.settings.depth", "strategy.spread", "engine.weights.units: min 5 is above max 2", "engine.weights.density: range"},
		`engine: {name: risk, weights: {units: {min: 5, max: 2}, density: {max: 4000}, nothing: {max: 1}}}
budget: {games: -5}
strategy: {name: spsa, spread: -1}
opponents: [{weights: default, settings: {depth: x}}]
foo: 1
`: {"foo", "budget.games", "strategy.spread", "engine.weights.units: min 5 is above max 2", "engine.weights.density: range", "engine.weights.nothing: unknown weight", "opponents[0].settings.depth"},
		// The weights of Othello depend on its settings, so that a weight of another model is no mistake.
		`engine: {name: othello, settings: {model: wpd, depth: x}, weights: {a1: {min: 5, max: 2}, mobility: {max: 4000}}}
budget: {games: -5}
`: {"budget.games", "engine.settings.model", "engine.settings.depth", "engine.weights.a1: min 5 is above max 2"},
		// Go programs may leave names of operators empty; a config names each of them.
		`engine: {name: risk}
strategy: {name: genetic, procedure: adapted, grouping: "", mutation: {kind: ""}, result: ""}
`: {"strategy.grouping", "strategy.mutation.kind", "strategy.result"},
	} {
		_, err := runs.NewPlan(t.Context(), runs.Catalog{Games: engines.Registry{risk.New(), othello.New()}}, runs.Options{Text: config})
		if err == nil {
			t.Fatal("no mistake")
		}
		for _, text := range want {
			if strings.Count(err.Error(), text) != 1 {
				t.Errorf("%s is not once in: %v", text, err)
			}
		}
	}
}
