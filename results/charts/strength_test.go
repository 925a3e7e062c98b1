package charts

import (
	"math"
	"testing"

	"gonum.org/v1/plot/plotter"

	"github.com/lanista/lanista/rating"
)

// The bar of an open end reaches beyond the axis, which has the finite ends alone.
func TestBarsOfOpenEnds(t *testing.T) {
	t.Parallel()
	at := plotter.XYs{{X: 100, Y: 50}, {X: 200, Y: 60}}
	errs := plotter.YErrors{barsOf(50, rating.Interval{Low: math.Inf(-1), High: 170}), barsOf(60, rating.Open())}
	p := newPlot("", "", "")
	if err := growth(p, 0, "run", at, errs); err != nil {
		t.Fatal(err)
	}
	if p.Y.Min != 50 || p.Y.Max != 170 {
		t.Errorf("the axis is from %v to %v, want 50 to 170", p.Y.Min, p.Y.Max)
	}
	if errs[0].High != 120 || at[0].Y-errs[0].Low > -1e5 || at[1].Y-errs[1].Low > -1e5 || at[1].Y+errs[1].High < 1e5 {
		t.Errorf("bars %v", errs)
	}
}
