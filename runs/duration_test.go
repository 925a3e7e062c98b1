package runs

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/external"
)

// The time that games on a clock take follows from the clock.
func TestTimedRate(t *testing.T) {
	t.Parallel()
	ps, err := external.NewPrograms(nil, external.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[string]float64{
		"movetime 100ms": 4 / (2 * 50 * 0.1),
		"clock 8s+80ms":  4 / (2 * 0.8 * (8 + 50*0.08)),
		"clock 40/10s":   4 / (2 * 0.8 * 20), // two periods
		"depth 4":        0,
	} {
		table, err := ps.Table(t.Context(), chess.New(), "")
		if err != nil {
			t.Fatal(err)
		}
		e, err := table.With(engines.Settings{"limit": limit})
		if err != nil {
			t.Fatal(err)
		}
		if got := timedRate(&Resolved{Engine: e, Seats: 2}, engines.Agent{}, 4); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v games a second, want %v", limit, got, want)
		}
	}
	for games, want := range map[float64]string{43.7: "about 44 games", 0.25: "about 0.2 games", 1234: "about 1200 games", 7.04: "about 7 games"} {
		if got := roughGames(games); got != want {
			t.Errorf("%v: %s, want %s", games, got, want)
		}
	}
}
