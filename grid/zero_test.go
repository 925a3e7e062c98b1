package grid_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/grid"
)

// Nil and empty arguments result in errors or empty results, not in panics.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	do := func(name string, f func()) {
		t.Helper()
		defer func() {
			if cause := recover(); cause != nil {
				t.Errorf("%s: panic: %v", name, cause)
			}
		}()
		f()
	}
	do("Axis", func() {
		var a grid.Axis
		a.At(0)
		a.From()
		a.To()
		a.Last()
		a.Step()
	})
	do("Options", func() {
		var o grid.Options
		_, _ = o.Axes(nil)
		_, _ = o.Complete(nil)
		_, _ = o.Points(nil)
		_ = o.Validate(nil)
		space := engines.Space{{Name: "x", Max: 1}}
		_, _ = o.Complete(space)
		_, _ = o.Points(space)
		_ = o.Validate(space)
	})
	do("Search", func() {
		if _, err := grid.Search(t.Context(), grid.Problem{}, grid.Options{}); err == nil {
			t.Error("nothing is searched")
		}
	})
	do("Forecast", func() {
		if _, err := grid.Forecast(t.Context(), grid.Problem{}, grid.Options{}, 0); err == nil {
			t.Error("nothing is forecast")
		}
	})
	do("NewProblem", func() {
		if _, err := grid.NewProblem(nil, nil); err == nil {
			t.Error("a problem without an engine")
		}
	})
}
