package grid

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// Options says which points are searched and what is reported. The zero value searches
// the ranges of the weights in their default steps.
type Options struct {
	// Weights gives ranges and steps by the weight's name. A weight not named
	// takes its own range in steps of 0.1, or of 1 if it is whole-numbered. A
	// fixed weight stays at its default and takes no range.
	Weights map[string]Range `yaml:"weights"`
	// Top is the number of optimal points listed, the largest margin first. The default
	// is 20.
	Top int `yaml:"top"`
	// Exact asks how many positions any weights within the ranges get right at most, on
	// the grid or between its points. The time that it takes grows with the number
	// of etudes to the power of the number of weights; after 2^24 cells it gives up.
	Exact bool `yaml:"exact"`
	// LeaveOneOut asks how often the point chosen without a position gets it right: a
	// search of the whole grid for every position.
	LeaveOneOut bool `yaml:"leave_one_out"`
	// Map asks for the hits of every point.
	Map bool `yaml:"-"`

	// Workers is the number of goroutines; 0 is one. It changes no result.
	Workers int `yaml:"-"`
	// Events are told now and then how many points are done.
	Events tuning.Events `yaml:"-"`
}

// Range is the values of one weight: From, From+Step, ... up to To, all within
// the weight's own range.
type Range struct {
	// From is the smallest value. The default is the weight's own minimum.
	From *float64 `yaml:"from,omitempty"`
	// To is the largest value. The default is the weight's own maximum.
	To *float64 `yaml:"to,omitempty"`
	// Step is the distance between two values. The default is 0.1, and 1 for a
	// whole-numbered weight.
	Step float64 `yaml:"step,omitempty"`
}

const (
	defaultStep = 0.1
	defaultTop  = 20
	// maxPoints is the largest grid that is searched.
	maxPoints = 1 << 40
)

// Validate refuses options that do not fit a space of weights, with a
// [keys.KeyError] for every mistake.
func (o Options) Validate(space engines.Space) error {
	_, err := o.axes(space)
	return err
}

// Complete returns the options with every number filled in that they leave to
// the space: what was searched, to be written down. It refuses what Validate
// refuses.
func (o Options) Complete(space engines.Space) (Options, error) {
	if err := o.Validate(space); err != nil {
		return Options{}, err
	}
	given := o.Weights
	o.Weights = make(map[string]Range, len(space))
	for _, w := range space {
		if !w.Kind.Has(engines.Fixed) {
			o.Weights[w.Name] = given[w.Name].complete(w)
		}
	}
	o.Top = o.top()
	return o, nil
}

// Points is the number of points of the grid that the options lay over a space. It
// refuses what Validate refuses.
func (o Options) Points(space engines.Space) (int64, error) {
	axes, err := o.axes(space)
	if err != nil {
		return 0, err
	}
	return (&lattice{axes: axes}).points(), nil
}

func (o Options) top() int {
	if o.Top == 0 {
		return defaultTop
	}
	return o.Top
}

// axes lists the axes of a space, in its order.
func (o Options) axes(space engines.Space) ([]Axis, error) {
	mistakes := []error{keys.AtLeast(0).Check("top", float64(o.Top))}
	for _, name := range slices.Sorted(maps.Keys(o.Weights)) {
		if space.Index(name) < 0 {
			mistakes = append(mistakes, keys.Errorf("weights."+name, "unknown weight (%s)", space.Suggest(name)))
		}
	}
	out := make([]Axis, len(space))
	points := 1.0
	for i, w := range space {
		a, err := o.Weights[w.Name].axis(w)
		mistakes = append(mistakes, keys.Under("weights."+w.Name, err))
		out[i] = a
		points *= float64(a.Count)
	}
	if points > maxPoints {
		mistakes = append(mistakes, keys.Errorf("weights", "%s points, at most %d: use larger steps", strconv.FormatFloat(points, 'g', 4, 64), int64(maxPoints)))
	}
	return out, errors.Join(mistakes...)
}

// complete fills in what a range leaves to its weight.
func (r Range) complete(w engines.Weight) Range {
	low, high, step := w.Min, w.Max, defaultStep
	switch {
	case w.Kind.Has(engines.Fixed):
		low, high = w.Default, w.Default
	case w.Kind.Has(engines.Integer):
		low, high, step = math.Ceil(low), math.Floor(high), 1
	}
	if r.From == nil {
		r.From = &low
	}
	if r.To == nil {
		r.To = &high
	}
	if r.Step == 0 {
		r.Step = step
	}
	return r
}

// axis is the axis of a weight.
func (r Range) axis(w engines.Weight) (Axis, error) {
	if w.Kind.Has(engines.Fixed) && r != (Range{}) {
		return Axis{}, keys.Errorf("", "the weight is fixed at %v", w.Default)
	}
	r = r.complete(w)
	allowed := keys.Range{Min: w.Min, Max: w.Max, Whole: w.Kind.Has(engines.Integer)}
	if err := errors.Join(allowed.Check("from", *r.From), allowed.Check("to", *r.To)); err != nil {
		return Axis{}, err
	}
	a, err := newAxis(w.Name, *r.From, *r.To, r.Step)
	if err == nil && allowed.Whole && a.digits > 0 {
		err = keys.Errorf("step", "%v is not a whole number", r.Step)
	}
	return a, err
}
