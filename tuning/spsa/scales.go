package spsa

import (
	"errors"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning/pairwise"
)

// scales contains two factors for every coordinate, which follow from the user's settings for
// single weights. spread multiplies Options.Spread, the distance of the tried points from the
// centre, and gain multiplies the steps of the centre. Without a setting both are 1. own is true for coordinates
// whose step the user has set.
type scales struct {
	spread, gain []float64
	own          []bool
}

// newScales returns the factors by which the options step and rate change the search along each
// tuned weight; see [scales]. If the problem sets a step for a weight, it has the same effect as a
// step in the options. newScales returns an error for a name that is not the name of a tuned
// weight, and for a step that the weight cannot have.
func newScales(box *pairwise.Box, o Options) (scales, error) {
	space := box.Space()
	var s scales
	var names []string
	for _, w := range space {
		if w.Free() {
			names = append(names, w.Name)
		}
	}
	mistakes := []error{unknown("step", o.Step, names), unknown("rate", o.Rate, names)}
	for _, w := range space {
		if !w.Free() {
			continue
		}
		own := box.Step(len(s.spread), 0)
		spread, gain := 1.0, 1.0
		if own > 0 {
			spread = own / o.Spread
		}
		if step, ok := o.Step[w.Name]; ok {
			if own > 0 {
				mistakes = append(mistakes, keys.Errorf("step."+w.Name, "the weight has a step of its own under engine.weights, too; remove one of them"))
			}
			spread = step / (w.Max - w.Min) / o.Spread
			switch {
			case w.Kind.Has(engines.Log):
				mistakes = append(mistakes, keys.Errorf("step."+w.Name, "the weight is searched by its logarithm, so that it has no step; remove it, or kind: log"))
			case step > (w.Max-w.Min)/2:
				mistakes = append(mistakes, keys.Errorf("step."+w.Name, "%v is more than half of the range [%v, %v]", step, w.Min, w.Max))
			}
		}
		if rate, ok := o.Rate[w.Name]; ok {
			gain = rate / o.Gain
		}
		_, given := o.Step[w.Name]
		s.spread, s.gain, s.own = append(s.spread, spread), append(s.gain, gain), append(s.own, own > 0 || given)
	}
	return s, errors.Join(mistakes...)
}

// unknown returns a [keys.KeyError] for every name that is not the name of a weight that is tuned.
func unknown(key string, of map[string]float64, names []string) error {
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if !slices.Contains(names, name) {
			mistakes = append(mistakes, keys.Errorf(key, "no weight %q is tuned (%s)", name, keys.Suggest(names, name)))
		}
	}
	return errors.Join(mistakes...)
}
