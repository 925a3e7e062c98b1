package runs_test

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
)

// A plan reports the mistakes of all sections together: what cannot be decoded, what names a file
// or a program, and the options of the strategy.
func TestAPlanReportsAllMistakes(t *testing.T) {
	t.Parallel()
	_, err := runs.NewPlan(t.Context(), runs.Catalog{Games: engines.Registry{risk.New()}}, runs.Options{Text: `engine: {name: risk, settings: {map: nowhere}}
programs: {x: {command: y}}
budget: {games: -5}
strategy: {name: spsa, spread: -1}
opponents: [x]
foo: 1
`})
	if err == nil {
		t.Fatal("no mistake")
	}
	for _, want := range []string{"foo", "budget.games", "programs", "engine.settings.map", "strategy.spread"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s is missing in: %v", want, err)
		}
	}
}
