package rating

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

func closeTo(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > within {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

// minus returns the differences of two samples.
func minus(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}

// The data of Student's paper of 1908, additional hours of sleep by two drugs, with the results
// of R's t.test(paired = TRUE).
func TestPairedTOfStudentsSleep(t *testing.T) {
	t.Parallel()
	first := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	second := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	got := PairedT(minus(first, second))
	closeTo(t, "the mean", got.Mean, -1.58, 1e-12)
	closeTo(t, "the low end", got.Interval.Low, -2.4598858, 1e-6)
	closeTo(t, "the high end", got.Interval.High, -0.7001142, 1e-6)
	closeTo(t, "p", got.P, 0.002832890, 1e-8)
	if turned := PairedT(minus(second, first)); turned.P != got.P || turned.Mean != -got.Mean {
		t.Errorf("exchanged samples give %+v", turned)
	}
}

// The p-value is twice the integral of the density of Student's t beyond the statistic.
func TestPairedTByIntegration(t *testing.T) {
	t.Parallel()
	a, b := []float64{61, 48, 55, 70, 52}, []float64{40, 45, 38, 60, 55}
	n, sum, squares := 5.0, 0.0, 0.0
	for i := range a {
		sum += a[i] - b[i]
	}
	for i := range a {
		squares += math.Pow(a[i]-b[i]-sum/n, 2)
	}
	statistic := sum / n / math.Sqrt(squares/(n-1)/n)
	density := func(x float64) float64 {
		v := n - 1
		return math.Gamma((v+1)/2) / (math.Sqrt(v*math.Pi) * math.Gamma(v/2)) * math.Pow(1+x*x/v, -(v+1)/2)
	}
	want := 1 - 2*quad.Fixed(density, 0, statistic, 200, nil, 0)
	closeTo(t, "p", PairedT(minus(a, b)).P, want, 1e-10)
}

func TestPairedTOfLittle(t *testing.T) {
	t.Parallel()
	if got := PairedT([]float64{2}); got.P != 1 || got.Mean != 2 || got.Interval != Open() {
		t.Errorf("one pair: %+v", got)
	}
	if got := PairedT([]float64{0, 0, 0}); got.P != 1 || got.Interval != (Interval{}) {
		t.Errorf("equal samples: %+v", got)
	}
	// Three of three signs are equal in 2 of the 8 cases, and the spread of other differences is not known.
	if got := PairedT([]float64{2, 2, 2}); got.P != 0.25 || got.Mean != 2 || got.Interval != Open() {
		t.Errorf("a constant difference: %+v", got)
	}
	// Elo(0.5) - Elo(0.05) and Elo(0.95) - Elo(0.5) are equal, except for rounding.
	if got := PairedT([]float64{Elo(0.5) - Elo(0.05), Elo(0.95) - Elo(0.5), Elo(0.5) - Elo(0.05)}); got.P != 0.25 || got.Interval != Open() {
		t.Errorf("a constant difference of scores: %+v", got)
	}
	// With two pairs Student's distribution is the Cauchy distribution.
	got := PairedT([]float64{2, 6})
	arm := 2 * math.Tan(math.Pi*0.475)
	closeTo(t, "the low end of two pairs", got.Interval.Low, 4-arm, 1e-6)
	closeTo(t, "the high end of two pairs", got.Interval.High, 4+arm, 1e-6)
	closeTo(t, "p of two pairs", got.P, 1-2*math.Atan(2)/math.Pi, 1e-9)
	if mean, interval := MeanInterval(nil); !math.IsNaN(mean) || interval != Open() {
		t.Errorf("no measurement: %v %v", mean, interval)
	}
}

// The p-value of a match needs [LeastPairings] different pairings and no more.
func TestNoDifferenceOfFewPairings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		standing Standing
		known    bool
	}{
		{Standing{Pairings: LeastPairings, LOS: 0.99}, true},
		{Standing{Pairings: LeastPairings - 1, LOS: 0.99}, false},
		{Standing{Pairings: 50, LOS: 0.99, Variety: Variety{Distinct: 20, DistinctPairings: LeastPairings}}, true},
		{Standing{Pairings: 50, LOS: 0.99, Variety: Variety{Distinct: 18, DistinctPairings: LeastPairings - 1}}, false},
	} {
		if p := c.standing.NoDifference(); p <= 0 || (p < 0.1) != c.known || !c.known && p != 1 {
			t.Errorf("%+v: p = %v", c.standing, p)
		}
	}
}

// The p-value is twice the smaller one of the LOS and of its opposite.
func TestNoDifference(t *testing.T) {
	t.Parallel()
	for want, los := range map[float64][]float64{0.05: {0.025, 0.975}, 1: {0.5, nan}} {
		for _, los := range los {
			closeTo(t, "p", Standing{Pairings: 10, LOS: Float(los)}.NoDifference(), want, 1e-12)
		}
	}
}

// The values of R's p.adjust(method = "holm").
func TestHolm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.04, 0.03, 0.005}, []float64{0.03, 0.06, 0.06, 0.02}},
		{[]float64{0.5, 0.9, 0.01}, []float64{1, 1, 0.03}},
		{[]float64{0.6, 0.9, 0.01}, []float64{1, 1, 0.03}},
		{[]float64{0.2}, []float64{0.2}},
		{nil, nil},
	} {
		got := Holm(c.p)
		if len(got) != len(c.want) {
			t.Fatalf("%v: %v", c.p, got)
		}
		for i := range got {
			closeTo(t, "adjusted", got[i], c.want[i], 1e-12)
		}
	}
}

// The interval of measured values is the wider of Student's and the one by their errors.
func TestMeasuredMean(t *testing.T) {
	t.Parallel()
	mean, equal := MeasuredMean([]float64{19, 19}, []float64{20, 15})
	closeTo(t, "the mean", mean, 19, 1e-12)
	closeTo(t, "the low end of equal values", equal.Low, 19-1.959964*12.5, 1e-5)
	closeTo(t, "the high end of equal values", equal.High, 19+1.959964*12.5, 1e-5)
	values := []float64{10, 14, 30}
	mean, spread := MeasuredMean(values, []float64{1, 1, 1})
	if m, want := MeanInterval(values); mean != m || spread != want {
		t.Errorf("%v %v of small errors, want %v", mean, spread, want)
	}
	if _, open := MeasuredMean([]float64{19, 19}, []float64{20, math.Inf(1)}); open != Open() {
		t.Errorf("with an unknown error %v", open)
	}
	if _, one := MeasuredMean([]float64{19}, []float64{20}); one != Open() {
		t.Errorf("of one value %v", one)
	}
}
