package runs

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
)

// A dry run of games that do not end names what makes them long.
func TestRaisedSettings(t *testing.T) {
	t.Parallel()
	catalog := Catalog{Games: engines.Registry{hare.New()}}
	for settings, want := range map[string]string{
		"{depth: 6}": "engine.settings.depth (6, 2 unless it is set)",
		"{depth: 1}": "",
		"{}":         "",
	} {
		r, err := gameOfOptions(t.Context(), catalog, Options{Text: "engine: {name: hare, settings: " + settings + "}\nbudget: {games: 10}\n"})
		if err != nil {
			t.Fatal(err)
		}
		if got := raisedSettings(r); got != want {
			t.Errorf("%s: %q, want %q", settings, got, want)
		}
		r.Close()
	}
}
