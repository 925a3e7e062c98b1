package rsm

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// curves computes for each tuned weight how strength varies over its range while the other weights
// stay as in the result. A point of a curve is the mean strength, relative to the result, over
// random surfaces from the posterior. Its interval comes from the same surfaces. Values outside the
// region that the surfaces describe are left out. A weight with fewer than two remaining values
// gets no curve.
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
