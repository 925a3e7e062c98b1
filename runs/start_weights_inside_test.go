package runs

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// The start weights of a stored run are those of its config: numbers and choices by name, and defaults
// for the others.
func TestStartWeights(t *testing.T) {
	t.Parallel()
	rec := results.Record{Summary: results.Summary{}}
	rec.Space = engines.Space{
		{Name: "a", Max: 10, Default: 5}, {Name: "b", Max: 10, Default: 4}, engines.NewChoices("c", "", []string{"low", "high"}, "low"),
	}
	for config, want := range map[string]engines.Weights{
		"engine: {name: x}\n": {5, 4, 0},
		"engine: {name: x, weights: {b: {start: 7}, c: {start: high}}}\n": {5, 7, 1},
		"engine: {name: x, weights: {b: {min: 3, max: 8}}}\n":             {5, 4, 0},
		"engine: [\n": nil,
	} {
		rec.Config = config
		if got := StartWeights(rec); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", config, got, want)
		}
	}
}
