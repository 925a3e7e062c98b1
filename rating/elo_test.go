package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestSingleGames(t *testing.T) {
	for _, row := range vectors(t, "trinomial.txt") {
		t.Run(row[0], func(t *testing.T) {
			v := counts(t, row[1:4]...)
			c := Trinomial(v[0], v[1], v[2])
			printed(t, "mean", c.Mean(), row[4])
			printed(t, "variance", c.Variance(), row[5])
			printed(t, "Elo", Elo(c.Mean()), row[6])
			printed(t, "error", c.Normal(Z()).Elo().Half(), row[7])
			printed(t, "lower end", c.Normal(Z()).Elo().Low, row[8])
			printed(t, "upper end", c.Normal(Z()).Elo().High, row[9])
			printed(t, "normalized Elo", c.NormalizedElo(), row[10])
			printed(t, "its error", c.NormalizedError(Z()), row[11])
			printed(t, "LOS", c.LOS(), row[12])
			printed(t, "exact LOS", LOSExact(float64(v[0]), float64(v[1])), row[13])
		})
	}
}

func TestPairsOfGames(t *testing.T) {
	for _, row := range vectors(t, "pentanomial.txt") {
		t.Run(row[0], func(t *testing.T) {
			c := counts(t, row[1:6]...)
			printed(t, "pairs", float64(c.Clusters()), row[6])
			printed(t, "mean", c.Mean(), row[7])
			printed(t, "variance", c.Variance(), row[8])
			printed(t, "Elo", Elo(c.Mean()), row[9])
			printed(t, "error", c.Normal(Z()).Elo().Half(), row[10])
			printed(t, "Student's upper arm", c.Student(0.95).Elo().High-Elo(c.Mean()), row[11])
			printed(t, "LOS", c.LOS(), row[12])
			printed(t, "normalized Elo", c.NormalizedElo(), row[13])
			printed(t, "its error", c.NormalizedError(Z()), row[14])
			// The row has the normal quantile and the variance of the population.
			known, _ := strconv.ParseFloat(row[14], 64)
			delta, _ := strconv.ParseFloat(row[15], 64)
			if n := float64(c.Clusters()); n > 1 {
				want := max(known, delta) * student(n-1).Quantile(0.975) / Z() * math.Sqrt(n/(n-1))
				near(t, "its error by the delta method", []float64{c.NormalizedErrorDelta(0.95)}, []float64{want}, 1e-4*want)
			}
			printed(t, "pairs ratio", c.PairsRatio(), row[16])
			if c.Games() != 2*c.Clusters() {
				t.Errorf("%d games in %d pairs", c.Games(), c.Clusters())
			}
		})
	}
}

func TestEloIsTheInverseOfScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elo := rapid.Float64Range(-2000, 2000).Draw(t, "elo")
		if got := Elo(Score(elo)); math.Abs(got-elo) > 1e-6 {
			t.Fatalf("Elo(Score(%v)) = %v", elo, got)
		}
	})
	for score, want := range map[float64]float64{0: -inf, math.Copysign(0, -1): -inf, -0.5: -inf, 1: inf, 1.5: inf, 0.5: 0} {
		if got := Elo(score); got != want {
			t.Errorf("Elo(%v) = %v, want %v", score, got, want)
		}
	}
}

// The logistic functions agree with each other, and are exact in the tails.
func TestLogistic(t *testing.T) {
	for _, elo := range []float64{-700, -30, 0, 1, 250} {
		near(t, "score", []float64{Logistic(Logit(elo))}, []float64{Score(elo)}, 1e-12)
	}
	for x, want := range map[float64]float64{
		0: -math.Ln2, math.Log(3): math.Log(0.75), -math.Log(3): math.Log(0.25),
		40: -math.Exp(-40), -40: -40 - math.Exp(-40), 800: 0, -800: -800,
	} {
		within(t, fmt.Sprintf("the logarithm of Logistic(%v)", x), LogLogistic(x), want, 1e-12)
	}
}

// With one half added to each number, no game gives a third of each result, for which the
// parameter is 200·log10(4).
func TestDrawElo(t *testing.T) {
	for _, c := range []struct {
		wins, draws, losses int
		want                float64
	}{
		{0, 0, 0, 200 * math.Log10(4)},
		{9, 1, 9, 400 * math.Log10(11/9.5)},
		{3, 4, 0, 200 * math.Log10(8/0.5*5/3.5)},
	} {
		near(t, "drawelo", []float64{DrawElo(c.wins, c.draws, c.losses)}, []float64{c.want}, 1e-9)
	}
}

// The statistics of few clusters or of equal ones, by hand. A cluster counts as one game if the
// clusters show no spread.
func TestCountsByHand(t *testing.T) {
	for _, c := range []struct {
		counts                             Counts
		mean, variance, err, los, eloError float64
	}{
		{Counts{}, 0.5, 0, 0, 0.5, 0},
		{Counts{7}, 0.5, 0, 0, 0.5, 0},
		{Counts{0, 0, 0}, 0.5, 0, 0, 0.5, 0},
		{Counts{1, 3}, 0.75, 0.1875, math.Sqrt(0.1875 / 4), 0.8759, EloPerLogit * 2 / math.Sqrt(3)},
		{Counts{5, 0, 0}, 0, 0, 0, 1. / 64, inf},
		{Counts{0, 0, 5}, 1, 0, 0, 63. / 64, inf},
		{Counts{0, 5, 0}, 0.5, 0, 0, 0.5, 0},
		{Counts{0, 3, 0, 0, 0}, 0.25, 0, 0, 1. / 16, 0},
		{Counts{0, 0, 0, 3, 0}, 0.75, 0, 0, 15. / 16, 0},
	} {
		got := []float64{c.counts.Mean(), c.counts.Variance(), c.counts.StdErr(), c.counts.LOS()}
		near(t, fmt.Sprint(c.counts), got, []float64{c.mean, c.variance, c.err, c.los}, 1e-4)
		if len(c.counts) < 2 {
			continue
		}
		if got := c.counts.EloError(); got != c.eloError && !(math.Abs(got-c.eloError) < 1e-9) {
			t.Errorf("%v: error %v Elo, want %v", c.counts, got, c.eloError)
		}
	}
}

// With two clusters Student's distribution is the Cauchy distribution, whose quantile is the tangent.
func TestStudentOfFewClusters(t *testing.T) {
	for _, c := range []Counts{{0, 0, 0}, {0, 1, 0}} {
		if got := c.Student(0.95); got != (Interval{0, 1}) {
			t.Errorf("%v: %v", c, got)
		}
	}
	got := Counts{1, 0, 1}.Student(0.9)
	arm := math.Tan(math.Pi*0.45) * math.Sqrt(0.125)
	near(t, "interval of two clusters", []float64{got.Low, got.High}, []float64{0.5 - arm, 0.5 + arm}, 1e-6)
}

// The ratio of won and lost clusters.
func TestPairsRatio(t *testing.T) {
	for _, c := range []struct {
		counts Counts
		want   float64
	}{
		{Counts{0, 0, 0, 0, 0}, 1},
		{Counts{0, 0, 9, 0, 0}, 1},
		{Counts{0, 0, 9, 1, 1}, inf},
		{Counts{2, 1, 9, 0, 0}, 0},
		{Counts{1, 3, 9, 0, 2}, 0.5},
		{Counts{1, 8, 3}, 3},
		{Counts{1, 2, 4, 8}, 4},
	} {
		if got := c.counts.PairsRatio(); got != c.want {
			t.Errorf("%v: %v, want %v", c.counts, got, c.want)
		}
	}
}

// For any counts, even none or all equal, no value is NaN, and the reported interval has a
// width and contains the mean.
func TestCountsAtTheEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SampledFrom([]int{3, 5, 7}).Draw(t, "kinds")
		c := Counts(rapid.SliceOfN(rapid.SampledFrom([]int{0, 0, 0, 1, 2, 50}), kinds, kinds).Draw(t, "counts"))
		for name, v := range map[string]float64{
			"mean": c.Mean(), "error": c.StdErr(), "LOS": c.LOS(), "nElo": c.NormalizedElo(), "PairsRatio": c.PairsRatio(),
			"nElo error": c.NormalizedError(Z()), "delta": c.NormalizedErrorDelta(Confidence), "EloError": c.EloError(),
			"LLR": LLR(c, NormalizedModel, 0, 5), "logistic LLR": LLR(c, LogisticModel, 0, 5),
		} {
			if math.IsNaN(v) {
				t.Errorf("%v: %s is NaN", c, name)
			}
		}
		i := c.Interval(Z())
		if !i.Contains(c.Mean()) || i.Half() <= 0 || i.Low < 0 || i.High > 1 {
			t.Errorf("%v: interval %v around %v", c, i, c.Mean())
		}
	})
}

// The error of the normalized Elo is not too short where the terms of the delta method cancel. The
// standard deviation is that of simulated counts with the same probabilities.
func TestNormalizedErrorWhereTheTermsCancel(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	var sum, squares float64
	const samples = 2000
	for range samples {
		c := make(Counts, 5)
		for range 30 {
			if c[4]++; rng.IntN(3) > 0 {
				c[4]--
				c[3]++
			}
		}
		elo := c.NormalizedElo()
		sum, squares = sum+elo, squares+elo*elo
	}
	deviation := math.Sqrt(squares/samples - sum*sum/samples/samples)
	if arm := (Counts{0, 0, 0, 20, 10}).NormalizedErrorDelta(Confidence); arm < Z()*deviation || arm > 5*Z()*deviation {
		t.Errorf("± %v, the deviation is %v", arm, deviation)
	}
}

// The intervals of the normalized Elo contain the true value in 95% of matches of ten pairs and more:
// with many draws, one-sided, and with openings that favour a seat.
func TestNormalizedIntervalsCover(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]struct{ elo, draws, bias float64 }{
		"equals, drawish": {0, 0.9, 0}, "drawish": {20, 0.9, 0}, "one-sided": {-400, 0.3, 0}, "biased": {100, 0.5, 100},
	} {
		var results [2][3]float64 // the probabilities of loss, draw and win, by the seat that the opening favours
		for seat, bias := range []float64{w.bias, -w.bias} {
			score := Score(w.elo + bias)
			draw := w.draws * 2 * min(score, 1-score)
			results[seat] = [3]float64{1 - score - draw/2, draw, score - draw/2}
		}
		truly := make(Counts, 5) // the expected counts of many pairs
		for first, p := range results[0] {
			for second, q := range results[1] {
				truly[first+second] += int(math.Round(1e12 * p * q))
			}
		}
		truth := truly.NormalizedElo()
		play := func(rng *rand.Rand, pairs int) Counts {
			c := make(Counts, 5)
			for range pairs {
				halves := 0
				for _, p := range results {
					switch u := rng.Float64(); {
					case u < p[2]:
						halves += 2
					case u < p[2]+p[1]:
						halves++
					}
				}
				c[halves]++
			}
			return c
		}
		for _, pairs := range []int{10, 15, 30, 100} {
			var covered share
			for run := range 2000 / effort {
				if c := play(seeded(15, uint64(run)), pairs); c.Variance() > 0 {
					covered.count(math.Abs(c.NormalizedElo()-truth) <= c.NormalizedErrorDelta(0.95))
				}
			}
			t.Logf("%s: %.4f of %d pairs", name, covered.rate(), pairs)
			if covered.rate() < 0.925 {
				t.Errorf("%s: the intervals of %d pairs cover %.4f", name, pairs, covered.rate())
			}
		}
	}
}

func TestFormatElo(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{
		0: "+0", math.Copysign(0, -1): "+0", -0.4: "+0", -0.5: "-1", 0.5: "+1", 59.4: "+59", -12: "-12", 1234.6: "+1235",
		math.Inf(1): "open", math.Inf(-1): "open", math.NaN(): "open",
	} {
		if got := FormatElo(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
		if got := FormatElo(Float(v)); got != want {
			t.Errorf("the Float %v is %q, want %q", v, got, want)
		}
	}
}
