package rating

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// If every cluster of games has equally many copies, the statistics equal those without copies.
func TestEqualCopiesSayNothing(t *testing.T) {
	t.Parallel()
	for _, once := range []Counts{{3, 9, 40, 12, 6}, {0, 0, 12, 3, 1}, {0, 0, 0, 0, 14}, {2, 0, 0, 0, 14}, {5, 2, 8}} {
		for _, copies := range []int{1, 2, 3, 24, 500} {
			r := NewRepeated(len(once))
			for i, n := range once {
				for range n {
					for nth := range copies {
						r.Add(i, nth+1)
					}
				}
			}
			var sample []float64
			for i, n := range once {
				sample = append(sample, slices.Repeat([]float64{float64(i) / float64(len(once)-1)}, n)...)
			}
			mean, deviation := stat.MeanStdDev(sample, nil)
			n := float64(len(sample))
			student, err := distuv.StudentsT{Sigma: 1, Nu: n - 1}, deviation/math.Sqrt(n)
			want, los, got := ScoreInterval(mean, err, n, student.Quantile(0.975)), once.LOS(), r.Interval(0.95)
			if err > 0 {
				los = student.CDF((mean - 0.5) / err)
			}
			near(t, "interval", []float64{got.Low, got.High, r.Mean(), r.LOS(), r.StdErr()}, []float64{want.Low, want.High, mean, los, err}, 1e-12)
		}
	}
	if r := NewRepeated(5); r.Mean() != 0.5 || r.StdErr() != 0 || r.Interval(Confidence) != (Interval{0, 1}) || r.LOS() != 0.5 {
		t.Errorf("nothing played: %v ± %v, %v", r.Mean(), r.StdErr(), r.Interval(Confidence))
	}
}

// Three clusters of which one was played three times are worth 25/11 clusters.
func TestCopiesByHand(t *testing.T) {
	t.Parallel()
	var c Copies
	r := NewRepeated(3)
	for _, add := range []struct{ score, nth int }{{2, 1}, {0, 1}, {2, 2}, {1, 1}, {2, 3}} {
		c.Add(add.nth)
		r.Add(add.score, add.nth)
	}
	if c.Clusters != 5 || c.Distinct != 3 || c.Effective() != 25./11 {
		t.Errorf("%+v, %v effective", c, c.Effective())
	}
	if !slices.Equal(r.Played, Counts{1, 1, 3}) || !slices.Equal(r.Distinct, Counts{1, 1, 1}) {
		t.Errorf("%v, different %v", r.Played, r.Distinct)
	}
	near(t, "mean and error", []float64{r.Mean(), r.StdErr()}, []float64{0.7, math.Sqrt(1. / 4 * 11 / 25)}, 1e-12)
}

// An interval needs [LeastPairings] different pairings, unless their number is unknown.
func TestVariety(t *testing.T) {
	t.Parallel()
	interval := Interval{-5, 7}
	for pairings, want := range map[int]struct {
		known, tooFew bool
		covers        Interval
	}{
		0: {false, false, interval}, 1: {true, true, open}, LeastPairings - 1: {true, true, open}, LeastPairings: {true, false, interval},
	} {
		v := Variety{Distinct: 99, DistinctPairings: pairings}
		if v.Known() != want.known || v.TooFew() != want.tooFew || v.Covers(interval) != want.covers {
			t.Errorf("%d pairings: known %v, too few %v, %v", pairings, v.Known(), v.TooFew(), v.Covers(interval))
		}
	}
}

// bookDraws simulates pairings that play random lines of a book, which is a random part of the lines
// in truth. It returns the number of copies of each line and its half points.
func bookDraws(rng *rand.Rand, truth []int, lines, pairings int) (copies, halves []int) {
	copies = make([]int, lines)
	for range pairings {
		copies[rng.IntN(lines)]++
	}
	for _, line := range rng.Perm(len(truth))[:lines] {
		halves = append(halves, truth[line])
	}
	return copies, halves
}

// If two deterministic players play lines from a book, some of them repeatedly, intervals that count
// every line once contain the score of all possible lines as often as stated. Intervals that count
// every copy do not.
func TestCopiesCover(t *testing.T) {
	t.Parallel()
	repetitions := 300
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		repetitions = 10_000
	}
	truth := make([]int, 5000)
	whole := make(Counts, 5)
	rng := seeded(31, 0)
	for i := range truth {
		truth[i] = []int{0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4}[rng.IntN(11)]
		whole[truth[i]]++
	}
	for _, lines := range []int{16, 32, 64} {
		var table, match, copied share
		for run := range repetitions {
			rng := seeded(uint64(lines), uint64(run))
			copies, halves := bookDraws(rng, truth, lines, 1500)
			c, counts := NewClusters(2), NewRepeated(5)
			for i, m := range copies {
				for nth := range m {
					addCopyTo(c, []int{0, 1}, pairPlaces(halves[i]), nth+1)
					counts.Add(halves[i], nth+1)
				}
			}
			_, interval, _ := c.Fit(FitOptions{}).Against(0, 1)
			table.count(interval.Contains(Elo(whole.Mean())))
			match.count(counts.Interval(Confidence).Contains(whole.Mean()))
			copied.count(counts.Played.Interval(Z()).Contains(whole.Mean()))
		}
		t.Logf("%d lines: tables %.3f, matches %.3f, every copy counted %.3f", lines, table.rate(), match.rate(), copied.rate())
		if table.rate() < 0.92 || table.rate() > 0.98 || match.rate() < 0.9 || match.rate() > 0.98 {
			t.Errorf("%d lines: the intervals cover %.3f (tables) and %.3f (matches)", lines, table.rate(), match.rate())
		}
		if copied.rate() > 0.5 {
			t.Errorf("%d lines: intervals that count every copy cover %.3f: the test has no power", lines, copied.rate())
		}
	}
}

// Intervals contain the true score as often as stated if some games are more likely than others, as
// after random plies, and are therefore repeated more often.
func TestUnevenCopiesCover(t *testing.T) {
	t.Parallel()
	repetitions := 300
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		repetitions = 10_000
	}
	var match, table share
	for run := range repetitions {
		rng := seeded(41, uint64(run))
		c, counts := NewClusters(2), NewRepeated(5)
		truth := 0.0
		weights := make([]float64, 40)
		for i := range weights {
			weights[i] = rng.ExpFloat64()
		}
		for _, w := range weights {
			halves := []int{0, 1, 2, 2, 3, 4}[rng.IntN(6)]
			for nth := range int(math.Ceil(20 * w)) {
				addCopyTo(c, []int{1, 0}, pairPlaces(halves), nth+1)
				counts.Add(halves, nth+1)
			}
		}
		_, interval, _ := c.Fit(FitOptions{}).Against(1, 0)
		table.count(interval.Contains(truth))
		match.count(counts.Interval(Confidence).Contains(0.5))
	}
	t.Logf("tables %.3f, matches %.3f", table.rate(), match.rate())
	if table.rate() < 0.9 || table.rate() > 0.98 || match.rate() < 0.9 || match.rate() > 0.98 {
		t.Errorf("the intervals cover %.3f (tables) and %.3f (matches)", table.rate(), match.rate())
	}
}

// Intervals of ten and more clusters contain the true score as often as stated.
func TestFewClustersCover(t *testing.T) {
	t.Parallel()
	runs := 2000 / effort
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		runs = 4000 / effort
	}
	for name, chances := range map[string][]float64{
		"equal players":  {0.05, 0.25, 0.75, 0.95, 1}, // of at most 0, 1, ... half points
		"only decided":   {0.25, 0.25, 0.75, 0.75, 1},
		"a strong one":   {0.02, 0.12, 0.5, 0.8, 1},
		"mostly decided": {0.3, 0.3, 0.4, 0.4, 1},
	} {
		truth := 1.0
		for _, below := range chances[:4] {
			truth -= below / 4
		}
		for _, n := range []int{LeastPairings, 20} {
			var covered share
			for run := range runs {
				rng, r := seeded(uint64(n), uint64(run)), NewRepeated(5)
				for range n {
					u, halves := rng.Float64(), 0
					for u >= chances[halves] {
						halves++
					}
					r.Add(halves, 1)
				}
				covered.count(r.Interval(Confidence).Contains(truth))
			}
			if rate := covered.rate(); rate < 0.935 || rate > 0.985 {
				t.Errorf("%s: the intervals of %d clusters cover %.3f", name, n, rate)
			}
		}
	}
}
