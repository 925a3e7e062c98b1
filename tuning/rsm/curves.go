package rsm

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// curves computes how strength varies over the range of each tuned weight: the mean strength and an
// interval, from random surfaces drawn from the posterior. It leaves out values of a weight that the
// assessment does not cover, and weights without any other value.
func (a *assessment) curves() (out []tuning.Curve) {
	const wider = 1.5 // the drawn surfaces vary too little; evidence: TestCurvesCoverTheTruth
	for i, w := range a.view.box.Space() {
		if !a.view.tuned(i) {
			continue
		}
		c := tuning.Curve{Weight: i}
		for k := range tuning.CurvePoints {
			at := slices.Clone(a.view.result)
			at[i] = w.FromUnit(float64(k) / (tuning.CurvePoints - 1))
			x, ok := a.view.of(at)
			if !ok {
				continue
			}
			values := make([]float64, len(a.drawn))
			for n, d := range a.drawn {
				values[n] = a.model.value(d.theta, x) * rating.EloPerLogit // the result has value 0
			}
			mean := stat.Mean(values, nil)
			slices.Sort(values)
			quantile := func(p float64) float64 { return stat.Quantile(p, stat.LinInterp, values, nil) }
			c.Add(at[i], mean, rating.Interval{
				Low:  mean + wider*(quantile((1-rating.Confidence)/2)-mean),
				High: mean + wider*(quantile((1+rating.Confidence)/2)-mean),
			})
		}
		if len(c.X) > 1 {
			out = append(out, c)
		}
	}
	return out
}
