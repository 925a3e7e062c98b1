package rating

import (
	"math"
	"math/rand/v2"
	"testing"
)

// seeded returns a random generator.
func seeded(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

// pairPlaces returns the places of two players in two games in which the first player scored the
// given number of half points, 0 to 4.
func pairPlaces(halves int) []int {
	return [][]int{{2, 1, 2, 1}, {2, 1, 1, 1}, {2, 1, 1, 2}, {1, 2, 1, 1}, {1, 2, 1, 2}}[halves]
}

// finite reports an error if a rating or an error is NaN or infinite, or if an interval does not
// contain its rating.
func finite(t testing.TB, e *Estimate) {
	t.Helper()
	for i := range e.at {
		l := e.Line(i, Mean)
		if !l.Interval.Contains(l.Elo) || math.IsInf(l.Interval.Half(), 0) || !(l.LOS >= 0 && l.LOS <= 1) || !(l.Error >= 0) {
			t.Errorf("player %d: %+v", i, l)
		}
	}
}

func TestEstimateAtTheEdges(t *testing.T) {
	for name, halves := range map[string][]int{
		"nothing":   {},
		"one pair":  {3},
		"all drawn": {2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
		"whitewash": {4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
		"lost all":  {0},
		"mixed":     {0, 4, 2, 1, 3, 4},
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClusters(3)
			for _, h := range halves {
				addTo(c, []int{0, 1}, pairPlaces(h))
			}
			e := c.Fit(FitOptions{})
			finite(t, e)
			for i := range 3 {
				if l := e.Line(i, Mean); l.Interval.Half() < 10 {
					t.Errorf("player %d: %v is too sure of %d pairs", i, l.Interval, len(halves))
				}
			}
		})
	}
}

// Ratings relative to an anchor are differences from the anchor's rating, which is 0 without an
// error.
func TestAnchor(t *testing.T) {
	c := NewClusters(4) // the last has no games
	for i, halves := range []int{3, 2, 3, 1, 4, 1} {
		pair := [][]int{{0, 1}, {1, 2}, {0, 2}}[i/2]
		addTo(c, pair, pairPlaces(halves))
	}
	e := c.Fit(FitOptions{})
	mean := 0.0
	for i := range 3 {
		free, held := e.Line(i, Mean), e.Line(i, 1)
		mean += free.Elo / 3
		near(t, "against the anchor", []float64{held.Elo}, []float64{free.Elo - e.Line(1, Mean).Elo}, 1e-9)
		if held.LOS != free.LOS {
			t.Errorf("LOS %v, without an anchor %v", held.LOS, free.LOS)
		}
	}
	near(t, "mean", []float64{mean}, []float64{0}, 1e-9)
	if l := e.Line(1, 1); l.Elo != 0 || l.Interval != (Interval{}) || l.Error != 0 {
		t.Errorf("the anchor: %+v", l)
	}
	if l := e.Line(3, Mean); l.Elo != 0 || l.LOS != 0.5 || l.Interval.Half() < 500 {
		t.Errorf("without games: %+v", l)
	}
}

func TestRecord(t *testing.T) {
	c := NewClusters(3)
	addTo(c, []int{2, 0, 1}, []int{1, 2, 2, 3, 1, 1})
	for _, want := range []struct{ i, j, wins, ties, losses int }{{2, 0, 1, 0, 1}, {0, 2, 1, 0, 1}, {0, 1, 0, 2, 0}} {
		if w, d, l := c.Record(want.i, want.j); w != want.wins || d != want.ties || l != want.losses {
			t.Errorf("%d against %d: %d-%d-%d", want.i, want.j, w, d, l)
		}
	}
	d := c.Duels()
	near(t, "weights", []float64{d.Wins(2, 0), d.Wins(2, 1), d.Ties(0, 1)}, []float64{0.5, 0.5, 1}, 1e-12)
}

func TestFitOptionsValidate(t *testing.T) {
	for _, o := range []FitOptions{{Prior: -1}, {Prior: math.NaN()}, {Prior: math.Inf(1)}, {Confidence: 1}, {Confidence: -0.1}, {Confidence: math.NaN()}} {
		if o.Validate() == nil {
			t.Errorf("%+v is allowed", o)
		}
	}
	if err := (FitOptions{Prior: 2, Confidence: 0.9}).Validate(); err != nil {
		t.Error(err)
	}
}

func BenchmarkClustersAdd(b *testing.B) {
	c := NewClusters(2)
	players, places := []int{0, 1}, pairPlaces(3)
	b.ReportAllocs()
	for b.Loop() {
		addTo(c, players, places)
	}
}

// addTo enters a cluster of games, and panics if it is invalid.
func addTo(c *Clusters, players, places []int) { addCopyTo(c, players, places, 1) }

func addCopyTo(c *Clusters, players, places []int, nth int) {
	if err := c.AddCopy(players, places, nth); err != nil {
		panic(err)
	}
}
