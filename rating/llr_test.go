package rating

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestLLR(t *testing.T) {
	for _, row := range vectors(t, "llr.txt") {
		t.Run(row[0]+" "+row[4], func(t *testing.T) {
			model := NormalizedModel
			if row[1] == "logistic" {
				model = LogisticModel
			}
			elo0, elo1 := number(t, row[2]), number(t, row[3])
			c := counts(t, strings.Split(row[4], ",")...)
			printed(t, "LLR", LLR(c, model, elo0, elo1), row[5])
		})
	}
}

// The log-likelihood ratio favours the likelier hypothesis even if both hypotheses are extreme, and
// changes its sign if wins and losses are exchanged.
func TestLLRFarOff(t *testing.T) {
	for _, model := range []Model{NormalizedModel, LogisticModel} {
		for _, most := range []float64{50, 500, 1500} {
			for _, c := range []Counts{{0, 0, 0, 0, 9}, {0, 1, 2, 3, 4}, {1, 1, 9}, {0, 0, 5}} {
				mirror := make(Counts, len(c))
				for i, v := range c {
					mirror[len(c)-1-i] = v
				}
				got, other := LLR(c, model, -most, most), LLR(mirror, model, -most, most)
				if !(got > 0) || math.IsInf(got, 0) || math.Abs(got+other) > 1e-6*got {
					t.Errorf("model %d, ±%v, %v: %v, mirrored %v", model, most, c, got, other)
				}
			}
		}
	}
}

// Under extreme hypotheses and with many draws the likelihood has several local maxima. The ratio is that
// of the global ones: the values come from maximising the likelihood for every mean score, whose standard
// deviation the hypothesis determines, in another program.
func TestLLRWithSeveralMaxima(t *testing.T) {
	for _, c := range []struct {
		counts     Counts
		elo0, elo1 float64
		want       float64
	}{
		{Counts{0, 20, 100, 3, 0}, -800, 700, -75.261767752},
		{Counts{3, 20, 0, 100, 20}, 0, 1500, -72.392319635},
		{Counts{1, 3, 3, 0, 0}, -800, 700, -14.036559935},
		{Counts{3, 100, 0, 100, 1}, -2000, -1995, 0.513181351},
		{Counts{20, 100, 0, 100, 3}, 0, 700, -297.375738786},
		{Counts{0, 0, 2000, 1, 0}, 0, 20, -9.237832722},
		{Counts{0, 0, 2000, 1, 0}, 0, 50, -75.400831078},
		{Counts{0, 3, 2000, 20, 3}, 0, 70, -91.544544154},
		{Counts{0, 0, 2000, 100, 1}, 0, 200, -666.115736831},
		{Counts{0, 0, 20, 3, 0}, 0, 800, -39.193129167},
		{Counts{1, 2000, 3}, 0, 100, -145.306512351},
		{Counts{3, 20, 0}, -50, 900, -50.066725583},
		{Counts{10, 20, 30, 20, 9}, 0, 400, -81.238794916},
		{Counts{0, 0, 100, 0, 0}, 0, 60, -5.784871704},
	} {
		name := fmt.Sprint(c.counts, c.elo0, c.elo1)
		near(t, name, []float64{LLR(c.counts, NormalizedModel, c.elo0, c.elo1)}, []float64{c.want}, 1e-6)
		mirror := slices.Clone(c.counts)
		slices.Reverse(mirror)
		near(t, name+" mirrored", []float64{LLR(mirror, NormalizedModel, -c.elo1, -c.elo0)}, []float64{-c.want}, 1e-6)
	}
}

// With two possible scores a hypothesis determines their probabilities, and the ratio is that of two
// Bernoulli distributions.
func TestLLROfTwoScores(t *testing.T) {
	p0, p1 := Score(-20), Score(35)
	want := 3*math.Log(p1/p0) + 2*math.Log((1-p1)/(1-p0))
	near(t, "LLR", []float64{LLR(Counts{2, 3}, LogisticModel, -20, 35)}, []float64{want}, 1e-9)
}

// tilt returns no distribution unless the linear form has both signs, and exponential returns one at
// the requested distance from 1/2.
func TestTilt(t *testing.T) {
	s := regularised(Counts{3, 5, 9})
	for _, c := range []struct {
		phi []float64
		ok  bool
	}{
		{[]float64{-0.5, 0, 0.5}, true},
		{[]float64{0, 0.5, 1}, false},
		{[]float64{0.1, 0.5, 0.9}, false},
		{[]float64{-1, -0.5, 0}, false},
		{[]float64{-1, -0.5, -0.1}, false},
		{[]float64{nan, nan, nan}, false},
	} {
		p, ok := s.tilt(c.phi)
		if ok != c.ok || ok == (p == nil) {
			t.Errorf("%v: %v, %v", c.phi, p, ok)
		}
	}
	for _, distance := range []float64{-2, -0.3, 0, 0.1, 1.5} {
		p := s.exponential(distance)
		mean, second, sum := 0.0, 0.0, 0.0
		for i, v := range p {
			mean += v * s.a[i]
			second += v * s.a[i] * s.a[i]
			sum += v
		}
		near(t, "sum and distance", []float64{sum, (mean - 0.5) / math.Sqrt(second-mean*mean)}, []float64{1, distance}, 1e-9)
	}
}

// The multiplier is found in a few steps of Newton's method. Bisection alone would need about fifty.
func TestMultiplierTakesFewSteps(t *testing.T) {
	for _, c := range []struct {
		counts Counts
		elo    float64
		most   int
	}{
		{Counts{414, 17173, 49076, 17308, 381}, 5, 12},
		{Counts{1, 4, 9, 7, 2}, 5, 12},
		{Counts{3, 5, 9}, 5, 12},
		{Counts{1, 1, 30}, 20, 12},
		{Counts{30, 1, 1}, 20, 40},
		{Counts{1, 4, 9, 7, 20}, 200, 40}, // far from the counts
	} {
		s := regularised(c.counts)
		phi := make([]float64, len(s.a))
		for i, a := range s.a {
			phi[i] = a - Score(c.elo)
		}
		theta, steps := s.multiplier(phi, -1/slices.Max(phi), -1/slices.Min(phi))
		sum := 0.0
		for i, f := range phi {
			sum += s.p[i] * f / (1 + theta*f)
		}
		if steps < 1 || steps > c.most || math.Abs(sum) > 1e-12 {
			t.Errorf("%v: %d steps, the tilted mean is %v", c.counts, steps, sum)
		}
	}
}

func BenchmarkLLR(b *testing.B) {
	c := Counts{414, 17173, 49076, 17308, 381}
	for b.Loop() {
		LLR(c, NormalizedModel, 0, 5)
	}
}

// Hypotheses so far apart that the expected score is rounded to 0 or 1 have a finite ratio, which is
// antisymmetric.
func TestLLROfImpossibleScores(t *testing.T) {
	t.Parallel()
	for _, elo := range []float64{6000, 6500, 1e6, math.Inf(1)} {
		got, mirrored := LLR(Counts{3, 4, 5}, LogisticModel, 0, elo), LLR(Counts{5, 4, 3}, LogisticModel, -elo, 0)
		if !(got < -200 && got > -400) || math.Abs(got+mirrored) > 1 { // 1 - Score has few digits
			t.Errorf("%v Elo: %v and %v", elo, got, mirrored)
		}
	}
}
