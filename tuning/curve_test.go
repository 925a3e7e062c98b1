package tuning_test

import (
	"testing"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// A weight has an effect if the interval of any point lies on one side of 0. An interval that ends at
// 0 contains it.
func TestCurveShowsAnEffect(t *testing.T) {
	for name, c := range map[string]struct {
		points []rating.Interval
		want   bool
	}{
		"empty":                {nil, false},
		"0 inside":             {[]rating.Interval{{Low: -1, High: 1}, {Low: -9, High: 3}}, false},
		"0 at both ends":       {[]rating.Interval{{Low: 0, High: 1}, {Low: -1, High: 0}}, false},
		"first point above 0":  {[]rating.Interval{{Low: 0.5, High: 1}, {Low: -1, High: 1}}, true},
		"last point below 0":   {[]rating.Interval{{Low: -1, High: 1}, {Low: -1, High: -0.5}}, true},
		"middle point above 0": {[]rating.Interval{{Low: -1, High: 1}, {Low: 1, High: 2}, {Low: -1, High: 1}}, true},
	} {
		var curve tuning.Curve
		for i, interval := range c.points {
			curve.Add(float64(i), float64(10*i), interval)
		}
		if got := curve.Effect(); got != c.want {
			t.Errorf("%s: effect %v, want %v", name, got, c.want)
		}
		for i, interval := range c.points {
			if curve.X[i] != float64(i) || curve.Elo[i] != float64(10*i) || curve.Low[i] != interval.Low || curve.High[i] != interval.High {
				t.Errorf("%s: point %d of %+v", name, i, curve)
			}
		}
	}
}
