package genetic

import (
	"os"
	"testing"

	"github.com/lanista/lanista/tools/racetest"
	_ "github.com/lanista/lanista/tools/raregc"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// exhaustive selects the measurements of regret.
var exhaustive = os.Getenv("LANISTA_EXHAUSTIVE") != ""

// regret runs the breeder with the config on nine benchmark problems and returns the geometric mean
// of the median regrets of 20 seeds, in Elo.
func regret(t *testing.T, config Config) float64 {
	t.Helper()
	if racetest.Enabled {
		t.Skip("a measurement, too slow with the race detector")
	}
	if !exhaustive {
		t.Skip("statistics over many searches: with LANISTA_EXHAUSTIVE=1")
	}
	entry := bench.Entry{Name: "genetic", New: func(p tuning.Problem) (tuning.Strategy, error) { return New(p, config) }}
	report, err := bench.Run(t.Context(), []bench.Entry{entry}, bench.Options{Seeds: 20, Budgets: []int{2000}, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return report.Strategies[0].GeometricMean
}

// The config of Paper have a regret of about 114 Elo with 2,000 games. An independent
// implementation measured this value with 20 seeds.
func TestPaperRegret(t *testing.T) {
	t.Parallel()
	if got := regret(t, Paper()); got < 100 || got > 130 {
		t.Errorf("the Risk procedure leaves %.1f Elo, about 114 expected", got)
	}
}

// The config of Bred have a regret of about 24 Elo. A common real-coded genetic algorithm (40
// genomes, BLX, Gaussian mutation, averaged elites) has one of 48 Elo.
func TestBredRegret(t *testing.T) {
	t.Parallel()
	if got := regret(t, Bred()); got > 36 {
		t.Errorf("the bred set leaves %.1f Elo, measured at 24", got)
	}
}

// The config of Adapted have a regret of about 15 Elo. The strategy cmaes, which uses the same
// distribution, has one of 14 Elo, and Bred one of 25.
func TestAdaptedRegret(t *testing.T) {
	t.Parallel()
	if got := regret(t, Adapted()); got > 22 {
		t.Errorf("the adapted set leaves %.1f Elo, measured at 15", got)
	}
}

// BenchmarkGeneration measures a generation without its games: breeding, scheduling, scoring
// and the snapshot.
func BenchmarkGeneration(b *testing.B) {
	for name, config := range map[string]Config{"paper": Paper(), "bred": Bred(), "adapted": Adapted()} {
		b.Run(name, func(b *testing.B) {
			config.Generations, config.Population = 1<<30, 100
			breeder := mustNew(b, tuning.Problem{Space: square(10), Seed: 1}, config)
			round(b, breeder, fakeArena{peak: 5})
			round(b, breeder, fakeArena{peak: 5})
			batch, err := breeder.Ask()
			if err != nil {
				b.Fatal(err)
			}
			results := play(b, batch, fakeArena{peak: 5})
			before := breeder.state
			b.ReportAllocs()
			for b.Loop() {
				breeder.state, breeder.asked = before, nil
				if _, err := breeder.Ask(); err != nil {
					b.Fatal(err)
				}
				if err := breeder.Tell(batch, results); err != nil {
					b.Fatal(err)
				}
				if _, err := breeder.Snapshot(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
