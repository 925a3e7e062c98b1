package runs_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// strategies returns the names of a catalog's strategies.
func strategies(c runs.Catalog) (names []string) {
	for _, s := range c.AllStrategies() {
		names = append(names, s.Name)
	}
	return names
}

// Every strategy is on the pages that list them.
func TestPagesListEveryStrategy(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"README.md", "docs/strategies.md", "docs/weights.md"} {
		text, err := os.ReadFile("../" + page)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range strategies(runs.Catalog{}) {
			if !regexp.MustCompile(`(?m)^(strategy:|\|).*\b` + name + `\b`).Match(text) {
				t.Errorf("no row of %s lists %s", page, name)
			}
		}
	}
}

// Every strategy has the benchmark results from which a dry run forecasts.
func TestEveryStrategyHasResults(t *testing.T) {
	t.Parallel()
	for _, name := range strategies(runs.Catalog{}) {
		if _, ok := bench.Reached(name, bench.Dims[0], 2000); !ok {
			t.Errorf("tuning/bench/reached.csv has no two budgets of %s", name)
		}
	}
}
