package grid

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Options says which points are searched and what is reported.
type Options struct {
	// Weights gives ranges and steps by the weight's name. The default value of
	// a weight not named is its own range in steps of 0.1; a fixed weight stays
	// at its default.
	Weights map[string]Range `yaml:"weights"`
	// Top is the number of optimal points listed, the largest margin first. The
	// default value is 20.
	Top int `yaml:"top"`
	// Exact asks for the most hits that any weights within the ranges reach.
	Exact bool `yaml:"exact"`
	// LeaveOneOut asks how often the point chosen without an etude hits it.
	LeaveOneOut bool `yaml:"leave_one_out"`
	// Map asks for the hits of every point.
	Map bool `yaml:"-"`

	// Workers is the number of goroutines. The default value is 1. It changes
	// no result.
	Workers int `yaml:"-"`
	// Events are told now and then how many points are done.
	Events tuning.Events `yaml:"-"`
}

// Range is the values of one weight: From, From+Step, ... up to To. They are
// counted in whole steps of a decimal, so that 0.1 does not drift.
type Range struct {
	From *float64 `yaml:"from"` // the default value is the weight's minimum
	To   *float64 `yaml:"to"`   // the default value is the weight's maximum
	Step float64  `yaml:"step"` // the default value is 0.1
}

const (
	defaultStep = 0.1
	defaultTop  = 20
	// maxPoints is the largest grid that is searched.
	maxPoints = 1 << 40
	// maxLine is the largest number of values of one weight.
	maxLine = 1 << 20
	// decimals is the number of decimals that ranges and features may have.
	decimals = 9
)

// Validate refuses options that do not fit a space of weights, naming the
// option.
func (o Options) Validate(space engines.Space) error {
	_, err := o.axes(space)
	return err
}

// axis is the values of one weight: (from + i*step) / 10^digits for i below
// count.
type axis struct {
	from, step int64
	count      int
	digits     int
}

// value is the i-th value.
func (a axis) value(i int) float64 {
	return float64(a.from+int64(i)*a.step) / pow10[a.digits]
}

// width is the difference of the last value and the first, in units of
// 10^-digits.
func (a axis) width() int64 { return int64(a.count-1) * a.step }

// axes lists the axes of a space, in its order.
func (o Options) axes(space engines.Space) ([]axis, error) {
	if o.Top < 0 {
		return nil, fmt.Errorf("grid: top: %d is negative", o.Top)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Weights)) {
		if space.Index(name) < 0 {
			return nil, fmt.Errorf("grid: weights: unknown weight %q", name)
		}
	}
	out := make([]axis, len(space))
	points := 1.0
	for i, w := range space {
		r, named := o.Weights[w.Name]
		if w.Kind == engines.Fixed && !named {
			r = Range{From: &w.Default, To: &w.Default}
		}
		a, err := r.axis(w)
		if err != nil {
			return nil, fmt.Errorf("grid: weights: %s: %w", w.Name, err)
		}
		out[i] = a
		points *= float64(a.count)
	}
	if points > maxPoints {
		return nil, fmt.Errorf("grid: %.3g points, at most %.3g: use larger steps", points, float64(maxPoints))
	}
	return out, nil
}

func (r Range) axis(w engines.Weight) (axis, error) {
	from, to, step := w.Min, w.Max, r.Step
	if r.From != nil {
		from = *r.From
	}
	if r.To != nil {
		to = *r.To
	}
	if step == 0 {
		step = defaultStep
	}
	switch {
	case !(step > 0) || math.IsInf(step, 0):
		return axis{}, fmt.Errorf("step: %v is not a positive number", step)
	case !(from <= to) || math.IsInf(from, 0) || math.IsInf(to, 0):
		return axis{}, fmt.Errorf("from %v to %v is no range", from, to)
	case (to-from)/step >= maxLine:
		return axis{}, fmt.Errorf("step: %v makes more than %d values", step, maxLine)
	}
	digits := max(digitsOf(from), digitsOf(step), digitsOf(to))
	if digits > decimals {
		return axis{}, fmt.Errorf("from, to and step may have %d decimals at most", decimals)
	}
	a := axis{from: scaled(from, digits), step: scaled(step, digits), digits: digits}
	if math.Abs(from)*pow10[digits] >= 1<<52 || math.Abs(to)*pow10[digits] >= 1<<52 {
		return axis{}, fmt.Errorf("from %v to %v has too many digits", from, to)
	}
	a.count = int((scaled(to, digits)-a.from)/a.step) + 1
	return a, nil
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// scaled is v * 10^digits as the nearest whole number.
func scaled(v float64, digits int) int64 { return int64(math.Round(v * pow10[digits])) }

// digitsOf is the number of decimals that v is written with, or more than
// decimals if those do not suffice.
func digitsOf(v float64) int {
	for d := range decimals + 1 {
		if math.Round(v*pow10[d])/pow10[d] == v {
			return d
		}
	}
	return decimals + 1
}
