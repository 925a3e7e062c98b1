package runs_test

import (
	"fmt"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/runs"
)

// resolved returns a config as the store keeps it.
func resolved(t *testing.T, catalog runs.Catalog, o runs.Options) string {
	t.Helper()
	r, err := catalog.Resolve(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := r.Text()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A stored config names every number that its strategy plays with, those that it chose by
// itself among them, and loads as the very same search.
func TestStoredOptionsAreThoseInUse(t *testing.T) {
	t.Parallel()
	const config = "engine: {name: hare, settings: {depth: 1}}\nbudget: {games: 3000%s}\nstrategy: {name: %s%s}\nseed: 4\n"
	catalog := runs.Catalog{Games: engines.Registry{hare.New()}}
	again := func(text string) string { return resolved(t, catalog, runs.Options{Text: text}) }
	for _, m := range catalog.AllStrategies() {
		for _, c := range []struct {
			rounds, more string
		}{{"", ""}, {", rounds: 7", ""}, {"", map[string]string{"rsm": ", independent: -1", "auto": ", rsm_share: -1"}[m.Name]}} {
			once := again(fmt.Sprintf(config, c.rounds, m.Name, c.more))
			if twice := again(once); twice != once {
				t.Errorf("%s%s: stored and loaded it is\n%s\nnot\n%s", m.Name, c.more, twice, once)
			}
		}
	}
}
