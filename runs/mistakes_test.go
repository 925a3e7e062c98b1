package runs_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/runs"
)

// Mistakes of all kinds are told at once: one that hides the rest would have to be
// mended before the next is seen.
func TestMistakesOfAllKindsAreToldAtOnce(t *testing.T) {
	t.Parallel()
	for config, want := range map[string][]string{
		"engine: {name: trak}\nbudget: {game: 5}\nseed: x\nstrategy: {name: genetc}\n": {
			"budget.game: unknown key (did you mean games?)", "seed: ", "engine.name: unknown engine", "strategy.name: unknown strategy",
		},
		"engine: {name: track, settings: {mod: calm}}\nbudget: {game: 5}\nstrategy: {name: genetic, popul: 3}\n": {
			"budget.game: ", "engine.settings.mod: unknown setting", "strategy.popul: unknown key (did you mean population?)",
		},
		"engine: {name: trak}\nstrategy: {name: spsa, stride: 3}\n":        {"engine.name: ", "strategy.stride: unknown key"},
		"engine: {name: track}\nstrategy: {name: spsa, procedure: bred}\n": {"strategy.procedure: unknown key"},
		"engine: {name: track, weights: {gras: {min: 0, max: 1}}}\nseed: x\nverification: {games: -1, opponents: [defalt]}\nbudget: {rounds: -1, games: x}\n": {
			"engine.weights.gras: unknown weight", "seed: ", "verification.games: -1", "verification.opponents[0]: ", "budget.rounds: -1", "budget.games: a whole number",
		},
		"engine: {name: track, settings: {mod: calm}}\nbudget: {games: -5}\nstrategy: {name: genetic, population: -3, mutation: {rate: 4}}\n": {
			"engine.settings.mod: ", "budget.games: -5 ", "strategy.population: -3 ", "strategy.mutation.rate: 4 ",
		},
		"engine: {name: track, weights: {way: {min: 5, max: 1}}, constraints: [{order: [way, gras]}]}\nseed: 1\nseed: 2\nbudget: {games: -5}\n": {
			"engine.weights.way", "engine.constraints[0].order[1]: ", "seed: duplicate key (first on line 2)", "budget.games: -5 ",
		},
		"engine: {name: track}\nverification: {games: -1}\nstrategy: {name: spsa, alpha: 3}\n": {"verification.games: -1 ", "strategy.alpha: 3 "},
	} {
		_, err := both().Tune(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) {
			t.Errorf("%s: %v, want a mistake", config, err)
			continue
		}
		for _, text := range want {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v, want %q too", config, err, text)
			}
		}
	}
}

// Ranges that are refused are no mistake of the opponent that has the start weights.
func TestTheStartWeightsOfARefusedRange(t *testing.T) {
	t.Parallel()
	config := "engine: {name: track, weights: {way: {min: 5, max: 1}}}\nverification: {opponents: [start]}\n"
	_, err := both().Tune(t.Context(), runs.Options{Text: config, Store: inStore(t)}, nil)
	if err == nil || !strings.Contains(err.Error(), "engine.weights.way") || strings.Contains(err.Error(), "opponents") {
		t.Errorf("%v, want a mistake of the weight alone", err)
	}
}

// What is said of a part that could not be read is left out, and the mistakes come in the
// order of their lines.
func TestMistakesOfATournamentAreToldOnceAndByLines(t *testing.T) {
	t.Parallel()
	_, _, err := runs.CheckConfig(t.Context(), both(), runs.Options{Store: inStore(t), Text: `engine: {name: track, settings: {mod: calm}}
agents: [default, default, {name: x, weight: 3}, defalt]
schedule: {kind: cup, cycles: ten, sprt: [5, 1]}
openings: {random_plies: -2}
`})
	if err == nil {
		t.Fatal("no mistake is found")
	}
	var keys []string
	for line := range strings.Lines(err.Error()) {
		keys = append(keys, strings.Split(line, ": ")[1])
	}
	want := []string{"engine.settings.mod", "agents[2].weight", "agents[1]", "agents[3]", "schedule.cycles", "schedule.kind", "schedule.sprt", "openings.random_plies"}
	if !slices.Equal(keys, want) {
		t.Errorf("%v, want %v; %v", keys, want, err)
	}
}
