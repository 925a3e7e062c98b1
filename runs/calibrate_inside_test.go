package runs

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// plainSpec is an engine with an empty description.
type plainSpec struct{ engines.Engine }

func (plainSpec) Spec() engines.Spec { return engines.Spec{} }

// keptStart is a strategy that found 8 with an error of 1, and whose result is the start weight 0.
type keptStart struct{ tuning.Strategy }

func (keptStart) Best() tuning.Estimate { return tuning.Estimate{Weights: engines.Weights{0}} }

func (keptStart) Candidates() []tuning.Estimate {
	return []tuning.Estimate{{Weights: engines.Weights{8}}}
}

func (keptStart) Report() tuning.Report { return tuning.Report{Error: []float64{1}} }

// The errors that a calibration counts belong to the first candidate, even if the start weights are
// the result of the search.
func TestCalibrationOfAKeptStart(t *testing.T) {
	t.Parallel()
	r := &Resolved{Engine: plainSpec{}, Space: engines.Space{{Name: "a", Max: 10}}, search: &search{strategy: keptStart{}}}
	got := assessed(r)
	if !slices.Equal(got.Result, []float64{0.8}) || !slices.Equal(got.Error, []float64{0.1}) {
		t.Errorf("%+v, want 0.8 with an error of 0.1", got)
	}
}
