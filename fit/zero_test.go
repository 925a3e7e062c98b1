package fit_test

import (
	"testing"

	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/fit"
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
	do("Options", func() { _ = fit.Options{}.Validate(); fit.Options{}.Complete(); fit.Options{}.ByScore() })
	do("Data", func() {
		var d fit.Data
		_ = d.CheckTargets()
		d.Append(fit.Data{})
	})
	do("Table", func() {
		var table fit.Table
		table.Len()
		table.Columns()
		fit.NewTable(0).Add(nil)
		fit.NewTable(-1).Len()
	})
	do("Table.Add of too few values", func() { fit.NewTable(2).Add(nil) })
	do("Fit", func() {
		if _, err := fit.Fit(t.Context(), fit.Problem{}, fit.Options{}); err == nil {
			t.Error("a fit of nothing")
		}
	})
	do("FitTable", func() {
		if _, err := fit.FitTable(t.Context(), fit.Data{}, nil, 0, fit.Options{}); err == nil {
			t.Error("a fit of no table")
		}
	})
	do("Collect", func() {
		if _, err := fit.Collect(t.Context(), fit.Games{}, fit.Options{}); err == nil {
			t.Error("no games are collected")
		}
	})
	do("Judge", func() {
		if _, err := fit.Judge(fit.Games{}, nil, fit.Options{}); err == nil {
			t.Error("nothing is judged")
		}
		sample := func(each func(training.Sample) error) error { return each(training.Sample{}) }
		if _, err := fit.Judge(fit.Games{Engine: hare.New(), Seats: 2}, sample, fit.Options{}); err == nil {
			t.Error("a sample without a position is judged")
		}
	})
}
