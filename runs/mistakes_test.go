package runs_test

import (
	"errors"
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
		"engine: {name: trak}\nstrategy: {name: spsa, step: 3}\n": {"engine.name: ", "strategy.step: unknown key"},
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
