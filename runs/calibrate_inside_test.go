package runs

import (
	"math"
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

// The error of a weight with a logarithmic range is a fraction of the logarithms: from 8 to 9 in a
// range from 1 to 81.
func TestCalibrationOfALogarithmicRange(t *testing.T) {
	t.Parallel()
	r := &Resolved{Engine: plainSpec{}, Space: engines.Space{{Name: "a", Min: 1, Max: 81, Kind: engines.Log}}, search: &search{strategy: keptStart{}}}
	got := assessed(r)
	at, to := math.Log(8)/math.Log(81), 0.5
	if math.Abs(got.Result[0]-at) > 1e-12 || math.Abs(got.Error[0]-(to-at)) > 1e-12 {
		t.Errorf("%+v, want %v with an error of %v", got, at, to-at)
	}
}
