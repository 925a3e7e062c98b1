package engines

import (
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/keys"
)

// CheckSteps checks the initial step sizes of a search. steps is nil, or has one number per weight
// of the space; 0 means no step. Any other step must be positive and at most half of the weight's
// range. Fixed weights and weights with choices must have 0. The error contains a [keys.KeyError]
// for every weight with a mistake.
func (s Space) CheckSteps(steps []float64) error {
	if steps != nil && len(steps) != len(s) {
		return fmt.Errorf("%d steps for %d weights", len(steps), len(s))
	}
	var mistakes []error
	for i, step := range steps {
		mistakes = append(mistakes, s[i].checkStep(step))
	}
	return errors.Join(mistakes...)
}

func (w Weight) checkStep(step float64) error {
	switch {
	case step == 0:
		return nil
	case !(step > 0) || math.IsInf(step, 0):
		return keys.Errorf(w.Name+".step", "%v is not above 0", step)
	case w.Kind.Has(Choices):
		return keys.Errorf(w.Name+".step", "the weight is one of several choices, which have no distance; remove the step")
	case !w.Free():
		return keys.Errorf(w.Name+".step", "the weight is fixed and is not searched; remove the step")
	case step > (w.Max-w.Min)/2:
		return keys.Errorf(w.Name+".step", "%v is more than half of the range [%v, %v]", step, w.Min, w.Max)
	}
	return nil
}

// UnitStep converts a step size to the scale of [Weight.Unit], on which the whole range of the
// weight has the length 1. For a weight of kind Log the result depends on v: it is the distance
// from v to v + step on the logarithmic scale. A step of 0 gives 0, even if the range is empty.
func (w Weight) UnitStep(v, step float64) float64 {
	if step == 0 {
		return 0
	}
	if w.Kind.Has(Log) {
		return elementary.Log1p(step/v) / elementary.Log(w.Max/w.Min)
	}
	return step / (w.Max - w.Min)
}
