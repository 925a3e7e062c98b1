package rating

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// MeanInterval returns the mean of a sample of independent measurements, and a confidence
// interval for the mean of the population. The interval is Student's with the default
// [Confidence]. For one measurement the interval is open; for none the mean is NaN.
func MeanInterval(sample []float64) (mean float64, interval Interval) {
	mean, deviation := stat.MeanStdDev(sample, nil)
	n := float64(len(sample))
	if n < 2 {
		return mean, Open()
	}
	half := student(n-1).Quantile((1+Confidence)/2) * stat.StdErr(deviation, n)
	return mean, Interval{Low: mean - half, High: mean + half}
}

// MeasuredMean returns the mean of independent measurements, and a confidence interval for the mean
// of the population. errs contains the standard errors of the measurements. The interval is the
// wider one of two: that of [MeanInterval], from the differences between the measurements, and one
// from errs. A few measurements may be nearly equal by chance, and the first interval is then too
// narrow.
func MeasuredMean(sample, errs []float64) (mean float64, interval Interval) {
	mean, interval = MeanInterval(sample)
	squares := 0.0
	for _, e := range errs {
		squares += e * e
	}
	if half := Z() * math.Sqrt(squares) / float64(len(sample)); half > interval.Half() {
		interval = Interval{Low: mean - half, High: mean + half}
	}
	return mean, interval
}

// Paired is the result of a paired t-test.
type Paired struct {
	Mean float64 // mean of the differences, first sample minus second
	// Interval is Student's t interval of Mean with the default [Confidence]. It is open for fewer
	// than two pairs, and if all differences are the same number other than 0: their spread is then
	// unknown.
	Interval Interval
	// P is the two-sided p-value of the hypothesis that the two samples have the same mean. It is
	// 1 for fewer than two pairs and for equal samples. If all differences are the same number, P
	// is the p-value of the sign test.
	P float64
}

// PairedT compares two samples by the paired t-test (Student, The probable error of a mean,
// Biometrika 6, 1908). Every measurement of one sample has a partner in the other. differences
// contains the first measurement of each pair minus the second. They are assumed to be normally
// distributed.
//
// If all n differences are the same number other than 0, the p-value is that of the sign test,
// 2^(1-n), and the interval is open. For fewer than two differences the p-value is 1.
func PairedT(differences []float64) Paired {
	out := Paired{P: 1}
	out.Mean, out.Interval = MeanInterval(differences)
	n := float64(len(differences))
	if n < 2 {
		return out
	}
	const rounding = 1e-9 // of the mean; differences of equal scores differ by less
	switch err := stat.StdErr(stat.StdDev(differences, nil), n); {
	case err > rounding*math.Abs(out.Mean):
		out.P = 2 * student(n-1).Survival(math.Abs(out.Mean)/err)
	case out.Mean != 0: // all differences are the same number
		out.P, out.Interval = math.Pow(2, 1-n), Open()
	}
	return out
}

// Holm returns the p-values of a family of tests, adjusted by Holm's step-down method, in the
// given order. The adjusted value of a test is the smallest significance level of the family at
// which the test is rejected. Holm, A simple sequentially rejective multiple test procedure,
// Scandinavian Journal of Statistics 6 (1979).
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out := make([]float64, len(p))
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, float64(len(p)-rank)*p[i]))
		out[i] = least
	}
	return out
}

// NoDifference returns the two-sided p-value of the hypothesis that the two sides of a match are
// equally strong, computed from LOS. The p-value is 1 if LOS is unknown, or for fewer than
// [LeastPairings] different pairings.
func (s Standing) NoDifference() float64 {
	pairings := s.Pairings
	if s.Known() {
		pairings = s.DistinctPairings
	}
	if pairings < LeastPairings || !s.LOS.Known() {
		return 1
	}
	return 2 * math.Min(float64(s.LOS), 1-float64(s.LOS))
}

func student(degrees float64) distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}
}
