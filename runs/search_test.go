package runs

import (
	"fmt"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
)

const config = "engine: {name: hare, settings: {depth: 1}}\nbudget: {games: 3000, rounds: %d}\nstrategy: {name: %s%s}\nseed: 4\n"

// resolved is a config as a run of it is stored.
func resolved(t *testing.T, catalog Catalog, text string) string {
	t.Helper()
	s, err := catalog.setup(t.Context(), Options{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	sr, err := s.search(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stored, err := sr.resolved()
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

// A stored config names every number that its strategy plays with, those that it
// chose by itself among them, and loads as the very same search.
func TestStoredOptionsAreThoseInUse(t *testing.T) {
	catalog := Catalog{Games: engines.Registry{hare.New()}}
	again := func(text string) string { return resolved(t, catalog, text) }
	for _, m := range catalog.AllStrategies() {
		for _, c := range []struct {
			rounds int
			more   string
		}{{0, ""}, {7, ""}, {0, map[string]string{"rsm": ", spread: 0.2", "auto": ", rsm_share: -1"}[m.Name]}} {
			once := again(fmt.Sprintf(config, c.rounds, m.Name, c.more))
			if twice := again(once); twice != once {
				t.Errorf("%s%s: stored and loaded it is\n%s\nnot\n%s", m.Name, c.more, twice, once)
			}
		}
	}
}

// A dry run of games that do not end names what makes them long.
func TestRaisedSettings(t *testing.T) {
	t.Parallel()
	catalog := Catalog{Games: engines.Registry{hare.New()}}
	for settings, want := range map[string]string{
		"{depth: 6}": "engine.settings.depth (6, 4 unless it is set)",
		"{depth: 1}": "",
		"{}":         "",
	} {
		s, err := catalog.setup(t.Context(), Options{Text: "engine: {name: hare, settings: " + settings + "}\nbudget: {games: 10}\n"})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.raised(); got != want {
			t.Errorf("%s: %q, want %q", settings, got, want)
		}
		s.close()
	}
}
