package grid

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// Options selects the points of the grid and the contents of the result. The zero value searches
// the ranges of the weights with their default steps.
type Options struct {
	// Weights contains ranges and steps by the names of weights. For other weights the default
	// is their own range, in steps of 0.1, or of 1 for whole numbers. A fixed weight keeps its
	// default and must not have a range.
	Weights map[string]Range `yaml:"weights"`
	// Top is the number of optimal points in the result, the largest margin first. The default
	// is 20.
	Top int `yaml:"top"`
	// Exact also computes how many positions any weights within the ranges evaluate correctly at
	// most, on the grid or between its points. Its time is not known beforehand and grows quickly
	// with the number of weights; it stops after searching 2^24 parts of the ranges. It is not
	// possible with constraints between weights. The default is false.
	Exact bool `yaml:"exact"`
	// LeaveOneOut also computes how often the point that is chosen without a position evaluates
	// it correctly. It searches the whole grid once more for every position. Copies of a position
	// are left out together. The default is false.
	LeaveOneOut bool `yaml:"leave_one_out"`
	// Map requests the number of hits (correctly evaluated positions) of every point as part of the
	// result.
	Map bool `yaml:"-"`

	// Workers is the number of goroutines; 0 means one. The number does not affect the result.
	Workers int `yaml:"-"`
	// Events receives the number of visited points as progress, and with Exact then the searched
	// parts of the ranges.
	Events tuning.Events `yaml:"-"`
}

// Range selects the values of one weight: From, From+Step, ... up to To, all within the
// weight's own range. If Step does not divide the range, the last value is below To.
type Range struct {
	// From is the smallest value. The default is the weight's own minimum.
	From *float64 `yaml:"from,omitempty"`
	// To is the upper end of the range, and the largest value if Step divides the range. The
	// default is the weight's own maximum.
	To *float64 `yaml:"to,omitempty"`
	// Step is the distance between two values. The default is 0.1, and 1 for a
	// whole-numbered weight.
	Step float64 `yaml:"step,omitempty"`
}

const (
	defaultStep = 0.1
	defaultTop  = 20
	// maxPoints is the largest number of grid points that Search accepts.
	maxPoints = 1 << 40
)

// Validate returns a [keys.KeyError] for every option that is invalid for the space.
func (o Options) Validate(space engines.Space) error {
	_, err := o.Axes(space)
	return err
}

// Complete returns the options with all defaults filled in. It returns the same errors as
// Validate.
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

// Points returns the number of points of the grid. It returns the same errors as Validate.
func (o Options) Points(space engines.Space) (int64, error) {
	axes, err := o.Axes(space)
	if err != nil {
		return 0, err
	}
	return (&lattice{axes: axes}).points(), nil
}

func (o Options) top() int {
	return cmp.Or(o.Top, defaultTop)
}

// Axes returns the axes of the grid, one for each weight in the order of the space. It returns the
// same errors as Validate.
func (o Options) Axes(space engines.Space) ([]Axis, error) {
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
		mistakes = append(mistakes, keys.Errorf("weights", "the grid has %s points; at most %d are possible: use larger steps, or fix weights (engine.weights.NAME.kind: fixed)", strconv.FormatFloat(points, 'g', 4, 64), int64(maxPoints)))
	}
	return out, errors.Join(mistakes...)
}

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

func (r Range) axis(w engines.Weight) (Axis, error) {
	if w.Kind.Has(engines.Fixed) && r != (Range{}) {
		return Axis{}, keys.Errorf("", "the weight is fixed at %v and has no range", w.Default)
	}
	r = r.complete(w)
	allowed := keys.Range{Min: w.Min, Max: w.Max, Whole: w.Kind.Has(engines.Integer)}
	if err := errors.Join(allowed.Check("from", *r.From), allowed.Check("to", *r.To)); err != nil {
		return Axis{}, err
	}
	a, err := newAxis(w.Name, *r.From, *r.To, r.Step)
	if err == nil && allowed.Whole && a.digits > 0 {
		err = keys.Errorf("step", "%v is not a whole number, but the weight is", r.Step)
	}
	return a, err
}
