package rating

import (
	"math"
	"os"
	"strings"
	"testing"
)

func TestWilson(t *testing.T) {
	for _, row := range vectors(t, "wilson.txt") {
		t.Run(row[0], func(t *testing.T) {
			z := number(t, row[3])
			if z == 1.959964 {
				z = Z()
			}
			i := Wilson(number(t, row[1]), number(t, row[2]), z)
			printed(t, "lower end", i.Low, row[4])
			printed(t, "upper end", i.High, row[5])
			printed(t, "centre", (i.Low+i.High)/2, row[6])
		})
	}
	if i := Wilson(0, 0, Z()); i != (Interval{0, 1}) {
		t.Errorf("of nothing: %v", i)
	}
}

// The interval stays in [0, 1] in spite of rounding, begins at exactly 0 without a success and ends
// at exactly 1 without a failure. A number of successes outside [0, n] counts as the nearest end.
func TestWilsonEnds(t *testing.T) {
	for n := 1.0; n <= 300; n++ {
		none, all, almost := Wilson(0, n, Z()), Wilson(n, n, Z()), Wilson(n*(1-3e-16), n, Z())
		if none.Low != 0 || all.High != 1 || almost.High > 1 {
			t.Fatalf("of %v: %v, %v and %v", n, none, all, almost)
		}
		if low, high := Wilson(-0.5, n, Z()), Wilson(n+0.5, n, Z()); low != none || high != all {
			t.Fatalf("of %v: %v and %v outside, want %v and %v", n, low, high, none, all)
		}
	}
}

// The normal interval is used if it lies strictly between 0 and 1.
func TestScoreInterval(t *testing.T) {
	for _, c := range []struct {
		mean, err, z float64
		want         Interval
	}{
		{0.55, 0.02, 2, Interval{0.51, 0.59}},
		{0.25, 0.125 - 1e-9, 2, Interval{2e-9, 0.5 - 2e-9}},
		{0.25, 0.125, 2, Wilson(0.25*12, 12, 2)},
		{0.75, 0.125, 2, Wilson(0.75*12, 12, 2)},
		{0.75, 0, 2, Wilson(0.75*100, 100, 2)},
	} {
		got := ScoreInterval(c.mean, c.err, 100, c.z)
		near(t, "interval", []float64{got.Low, got.High}, []float64{c.want.Low, c.want.High}, 1e-9)
	}
}

// For a mean of 0 or 1 the standard error does not determine an effective number of games, so the
// interval uses the number of clusters.
func TestScoreIntervalAtTheEnds(t *testing.T) {
	for _, mean := range []float64{0, 1} {
		if got, want := ScoreInterval(mean, 0.1, 20, Z()), Wilson(mean*20, 20, Z()); got != want {
			t.Errorf("mean %v: %+v, want %+v", mean, got, want)
		}
	}
}

func TestEffectiveWilson(t *testing.T) {
	for _, row := range vectors(t, "wilson_effective.txt") {
		t.Run(row[0], func(t *testing.T) {
			c := counts(t, strings.Split(row[1], ",")...)
			i := c.Wilson(Z())
			printed(t, "mean", c.Mean(), row[2])
			printed(t, "n", c.EffectiveGames(), row[3])
			printed(t, "lower end", i.Low, row[4])
			printed(t, "upper end", i.High, row[5])
			printed(t, "lower end in Elo", i.Elo().Low, row[6])
			printed(t, "upper end in Elo", i.Elo().High, row[7])
		})
	}
}

// The normal, Student's and Wilson's 95% intervals contain the true mean in simulated matches as
// often as listed.
func TestScoreIntervalsCover(t *testing.T) {
	t.Parallel()
	matches := 2000 / effort
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		matches = 40_000
	}
	for _, c := range []struct {
		law      []float64
		clusters int
		want     [3]float64
	}{
		{[]float64{0.25, 0.5, 0.25}, 50, [3]float64{0.9413, 0.9454, 0.9454}},
		{[]float64{0.1, 0.2, 0.7}, 30, [3]float64{0.9232, 0.9311, 0.9442}},
		{[]float64{0.3, 0, 0.7}, 20, [3]float64{0.9480, 0.9480, 0.9761}},
		{[]float64{0.1, 0.2, 0.4, 0.2, 0.1}, 25, [3]float64{0.9314, 0.9453, 0.9374}},
		{[]float64{0, 0.05, 0.6, 0.3, 0.05}, 20, [3]float64{0.9295, 0.9475, 0.9315}},
		{[]float64{0.02, 0.08, 0.2, 0.3, 0.4}, 12, [3]float64{0.8931, 0.9276, 0.9236}},
	} {
		mean := 0.0
		for i, p := range c.law {
			mean += p * float64(i) / float64(len(c.law)-1)
		}
		rng := seeded(3, uint64(c.clusters))
		var covered [3]share
		for range matches {
			counts := make(Counts, len(c.law))
			for range c.clusters {
				u, kind := rng.Float64(), 0
				for ; kind < len(c.law)-1 && u >= c.law[kind]; kind++ {
					u -= c.law[kind]
				}
				counts[kind]++
			}
			for k, i := range []Interval{counts.Normal(Z()), counts.Student(0.95), counts.Wilson(Z())} {
				covered[k].count(i.Contains(mean))
			}
		}
		for k, s := range covered {
			// Four standard errors of a rate of so many matches.
			if math.Abs(s.rate()-c.want[k]) > 4*math.Sqrt(c.want[k]*(1-c.want[k])/float64(matches)) {
				t.Errorf("%v, %d clusters: interval %d covers %.4f, want %.4f", c.law, c.clusters, k, s.rate(), c.want[k])
			}
		}
	}
}
