package runs

import (
	"context"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/tuning"
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

// A measurement of programs is announced before its first game. With a time limit there are no games:
// the context is canceled, so that a game would be an error.
func TestMeasurementIsAnnounced(t *testing.T) {
	t.Parallel()
	programs, err := external.NewPrograms(nil, external.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const announced = "measuring how long games take by test games, for at most 60 seconds"
	for _, c := range []struct {
		limit    string
		programs *external.Programs
		want     []string
		played   bool
	}{
		{"depth 4", programs, []string{announced}, true},
		{"clock 8s+80ms", programs, nil, false},
		{"depth 4", nil, nil, true},
	} {
		table, err := programs.Table(t.Context(), chess.New(), "")
		if err != nil {
			t.Fatal(err)
		}
		e, err := table.With(engines.Settings{"limit": c.limit})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		o := Options{Workers: 1, Events: tuning.Events{Warning: func(text string) { got = append(got, text) }}}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		rate, err := gamesPerSecond(ctx, &Resolved{Engine: e, Seats: 2, Programs: c.programs}, make([]engines.Agent, 2), o)
		if !slices.Equal(got, c.want) || (err != nil) != c.played || (rate > 0) == c.played {
			t.Errorf("%s, programs %v: announced %q, want %q; rate %v, %v", c.limit, c.programs != nil, got, c.want, rate, err)
		}
	}
}
