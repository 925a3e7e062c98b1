package minesweeper_test

import (
	"context"
	"math"
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/tools/racetest"
)

// agents of the anchor matches.
var (
	maxP   = engines.Agent{Name: "max-p", Settings: engines.Settings{"agent": "max-p"}}
	pwqb   = engines.Agent{Name: "p-wqb", Settings: engines.Settings{"agent": "p-wqb"}}
	gemini = engines.Agent{Name: "gemini A", Settings: engines.Settings{"agent": "gemini", "zero_mode": "A"}}
	source = engines.Agent{Name: "gemini B", Settings: engines.Settings{"agent": "gemini", "zero_mode": "B"}}
	random = engines.Agent{Name: "random", Settings: engines.Settings{"agent": "random"}}
	lucky  = engines.Agent{Name: "certain-else-random", Settings: engines.Settings{"agent": "certain-else-random"}}
	linear = engines.Agent{
		Name: "linear", Settings: engines.Settings{"agent": "linear"},
		Weights: engines.Weights{1, -1.065, -0.100, -0.638, -0.825, -0.232, 0.223, -0.106, -0.074, -0.038, 0},
	}
	// The same two forms with weights found by searching them.
	linearFound = engines.Agent{
		Name: "linear found", Settings: engines.Settings{"agent": "linear"},
		Weights: engines.Weights{1, -1.1101, 0.11418, -0.61436, -0.5061, -0.081661, 0.38299, 0.11142, 0.054384, -0.22294, -0.023523},
	}
	geminiFound = engines.Agent{
		Name: "gemini found", Settings: engines.Settings{"agent": "gemini", "blank_mode": "exact"},
		Weights: engines.Weights{
			0.99, 0.55, 0.49, 10000, 10000, 30000, 10000, 10000, 15000, 150, 150, 150, 300, 150, 0.033, 0.99, 2.2, 1.91,
		},
	}
	ev = engines.Agent{Name: "ev", Settings: engines.Settings{"agent": "ev"}}
)

// match plays pairs of games with seats swapped on the same field and returns
// a's share of the points.
func match(t testing.TB, a, b engines.Agent, games int, seed uint64) float64 {
	t.Helper()
	base, err := engines.NewArena(minesweeper.New(), engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	arena := base.(engines.PerGoroutine).Fork()
	points := 0.0
	for i := range games {
		seats := []engines.Agent{a, b}
		if i%2 == 1 {
			seats = []engines.Agent{b, a}
		}
		r, err := arena.Play(context.Background(), seats, engines.Seed(seed, uint64(i/2)))
		if err != nil || r.Forfeit != nil {
			t.Fatal(err, r.Forfeit)
		}
		points += r.Outcome.Points(i % 2)
	}
	return points / float64(games)
}

// TestAnchors plays the matches whose scores are known and expects them within
// four standard errors, those of the known score and of the match together. With
// LANISTA_EXHAUSTIVE=1 the matches are of eight times as many games.
func TestAnchors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b  engines.Agent
		score float64
		se    float64
		games int
	}{
		{random, maxP, 0, 0.001, 25},
		{lucky, maxP, 0.19, 0.03, 100},
		{lucky, pwqb, 0.040, 0.006, 100},
		{gemini, maxP, 0.627, 0.009, 200},
		{gemini, pwqb, 0.134, 0.008, 200},
		{source, maxP, 0.665, 0.009, 200},
		{source, pwqb, 0.148, 0.011, 200},
		{pwqb, maxP, 0.851, 0.007, 200},
		{maxP, gemini, 0.373, 0.009, 200},
		{linear, pwqb, 0.581, 0.009, 200},
		{linear, maxP, 0.854, 0.009, 200},
		{linearFound, pwqb, 0.602, 0.005, 200},
		{geminiFound, pwqb, 0.567, 0.005, 100},
		{ev, maxP, 0.900, 0.026, 30},
	} {
		games := max(25, c.games/4)
		switch {
		case racetest.Enabled:
			games = max(20, c.games/10)
		case os.Getenv("LANISTA_EXHAUSTIVE") != "":
			games = 8 * c.games
		}
		got := match(t, c.a, c.b, games, 11)
		se := math.Sqrt(c.se*c.se + 0.25/float64(games))
		t.Logf("%s against %s: %.4f, known %.3f, %d games, %+.1f standard errors", c.a.Name, c.b.Name, got, c.score, games, (got-c.score)/se)
		if math.Abs(got-c.score) > 4*se {
			t.Errorf("%s against %s: %.4f, want %.3f", c.a.Name, c.b.Name, got, c.score)
		}
	}
}
