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
		r := &Resolved{Engine: e, Seats: 2}
		if got := timedRate(r, engines.Agent{}, 4); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v games a second, want %v", limit, got, want)
		}
		slow := engines.Agent{Settings: engines.Settings{"limit": "movetime 1s"}} // 50 seconds per game and agent
		both := 0.0
		if want > 0 {
			both = 4 / (4/want/2 + 50)
		}
		if got := timedRateAmong(r, []engines.Agent{{}, slow}, 4); math.Abs(got-both) > 1e-12 {
			t.Errorf("%s against movetime 1s: %v games a second, want %v", limit, got, both)
		}
	}
	for games, want := range map[float64]string{43.7: "44 games", 0.25: "0.2 games", 1234: "1200 games", 7.04: "7 games"} {
		if got := roughGames(games); got != want {
			t.Errorf("%v: %s, want %s", games, got, want)
		}
	}
}

// The sentence before a tune adds the times of its parts. A program whose games are longer than the
// measurement gives a bound.
func TestDescribeTime(t *testing.T) {
	t.Parallel()
	search := playingTime{games: 6000, rate: 40.0 / 60}
	for want, parts := range map[string][]playingTime{
		"about 40 games a minute: this tune takes about 2 hours":                                             {search},
		"about 40 games a minute, about 10 games a minute with limit depth 9: this tune takes about 4 hours": {search, {games: 900, rate: 10.0 / 60, with: "limit depth 9"}},
		"fewer than 6 games a minute: this tune takes more than 17 hours":                                    {{games: 6000, rate: 0.1, below: true}},
		"": {{games: 300, rate: 10}},
	} {
		if got := describeTime(parts); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
