package bench

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/auto"
)

func TestCalibrated(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	got := Calibrated("p", 10, []Assessed{
		{Result: []float64{1, 2, 3}, Error: []float64{1, nan, 0.5}},
		{Result: []float64{1, 2, 3}}, // a strategy that reports no errors
	}, [][]float64{{2.9, 0, 4}, {0, 0, 0}})
	want := Calibration{
		Problem: "p", Budget: 10, Seeds: 2, Within: 0.5, Unknown: 4.0 / 6,
		Error: math.Sqrt((1 + 0.25) / 2), Deviation: math.Sqrt((1.9*1.9 + 1) / 2),
	}
	if got.Local.Known() {
		t.Errorf("a local maximum is claimed: %+v", got)
	}
	if got.Within != want.Within || got.Seeds != 2 || math.Abs(got.Unknown-want.Unknown) > 1e-12 ||
		math.Abs(got.Error-want.Error) > 1e-12 || math.Abs(got.Deviation-want.Deviation) > 1e-12 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A whole number that is one step away from the result lies within an error of this step, although
// 0.4 - 0.3 is larger than 0.1.
func TestCalibratedWholeNumber(t *testing.T) {
	t.Parallel()
	c := Calibrated("p", 10, []Assessed{{Result: []float64{0.4, 0.5}, Error: []float64{0.1 / 1.96, 0.1 / 1.96}}}, [][]float64{{0.3, 0.3}})
	if c.Within != 0.5 {
		t.Errorf("%v of the values within their errors, want a half", c.Within)
	}
}

// The errors of auto are about right if strength is a quadratic, and do not depend on the
// number of workers.
func TestCalibrateAuto(t *testing.T) {
	t.Parallel()
	entry := With("auto", auto.New, auto.Options{})
	o := Options{Seeds: 3, Budgets: []int{1000}, Kinds: []Kind{Quad}, Dims: []int{4}}
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		o.Seeds = 6
	}
	one, err := Calibrate(t.Context(), entry, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Workers = 2
	two, err := Calibrate(t.Context(), entry, o)
	if err != nil || len(one) != 1 || one[0] != two[0] {
		t.Fatalf("%+v and %+v, %v", one, two, err)
	}
	if c := one[0]; c.Within != float64(c.Local) {
		t.Errorf("a quadratic has one maximum, and %.3f of the errors contain the best weights, %.3f a local maximum", c.Within, c.Local)
	}
	if c := one[0]; c.Within < 0.85 || c.Unknown > 0.3 || c.Error > 4*c.Deviation {
		t.Errorf("%+v", c)
	}
}

// doubtful is a strategy that found the weights 1 and 2 with errors of 0.1 but returns 0 and 0.
type doubtful struct{ tuning.Strategy }

func (doubtful) Ask() (tuning.Batch, error) { return tuning.Batch{}, tuning.Done }

func (doubtful) Best() tuning.Estimate { return tuning.Estimate{Weights: engines.Weights{0, 0}} }

func (doubtful) Candidates() []tuning.Estimate {
	return []tuning.Estimate{{Weights: engines.Weights{1, 2}}}
}

func (doubtful) Report() tuning.Report { return tuning.Report{Error: []float64{0.1, 0.1}} }

// The errors of a report belong to the first candidate, not to start weights that replace it.
func TestErrorsOfAReplacedResult(t *testing.T) {
	t.Parallel()
	duel, err := NewDuel(Quad, 2, 1, Variant{})
	if err != nil {
		t.Fatal(err)
	}
	got := assessed(doubtful{}, duel)
	if want := []float64{1 / Upper, 2 / Upper}; !slices.Equal(got.Result, want) || got.Error[0] != 0.1/Upper {
		t.Errorf("%+v, want the result %v with errors of %v", got, want, 0.1/Upper)
	}
	c, err := Calibrate(t.Context(), Entry{Name: "doubtful", New: func(tuning.Problem) (tuning.Strategy, error) { return doubtful{}, nil }},
		Options{Seeds: 1, Budgets: []int{10}, Kinds: []Kind{Quad}, Dims: []int{2}})
	if err != nil {
		t.Fatal(err)
	}
	best := duel.Optimum()
	if want := math.Hypot(1-best[0], 2-best[1]) / math.Sqrt2 / Upper; math.Abs(c[0].Deviation-want) > 1e-9 {
		t.Errorf("deviation %v, want %v", c[0].Deviation, want)
	}
}

// scaled is a strategy that found a multiple of the given weights, with errors of a tenth of their sum.
type scaled struct {
	doubtful
	weights engines.Weights
}

func (s scaled) Candidates() []tuning.Estimate { return []tuning.Estimate{{Weights: s.weights}} }

func (s scaled) Report() tuning.Report {
	e := (s.weights[0] + s.weights[1]) / 10
	return tuning.Report{Error: []float64{e, e}}
}

// If only the ratios of the weights matter, a multiple of the best weights is no error.
func TestCalibrateScaleFree(t *testing.T) {
	t.Parallel()
	o := Options{Seeds: 1, Budgets: []int{10}, Kinds: []Kind{Quad}, Dims: []int{2}, Variant: Variant{ScaleFree: true}}
	duel, err := NewDuel(Quad, 2, 1, o.Variant)
	if err != nil {
		t.Fatal(err)
	}
	found := engines.Weights(duel.Optimum())
	for i := range found {
		found[i] /= 2
	}
	c, err := Calibrate(t.Context(), Entry{Name: "scaled", New: func(tuning.Problem) (tuning.Strategy, error) { return scaled{weights: found}, nil }}, o)
	if err != nil {
		t.Fatal(err)
	}
	if c[0].Deviation > 1e-12 || math.Abs(c[0].Error-0.1) > 1e-12 || c[0].Within != 1 || c[0].Local != 1 {
		t.Errorf("%+v, want no deviation and errors of a tenth", c[0])
	}
}

func TestSeedsStopAtTheFirstError(t *testing.T) {
	t.Parallel()
	wrong := errors.New("wrong")
	err := Seeds(t.Context(), 100, 2, func(_ context.Context, k int) error {
		if k == 3 {
			return wrong
		}
		return nil
	})
	if !errors.Is(err, wrong) {
		t.Errorf("%v", err)
	}
}
