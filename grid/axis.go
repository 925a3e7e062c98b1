package grid

import (
	"fmt"
	"math"

	"github.com/lanista/lanista/keys"
)

// Axis contains the values that a grid search tries for one weight: Count evenly spaced numbers,
// from At(0) to At(Count-1). They are decimal numbers without rounding errors, stored as integers:
// (from + i*step) / 10^digits. The range of the weight begins with the first value. It ends at
// [Axis.To], which is above the last value if the step does not divide the range.
type Axis struct {
	Name  string
	Count int // at least 1

	from, to, step int64 // ends of the range, and the step
	digits         int   // number of decimals of the unit
}

const (
	// maxCount is the largest accepted number of values of one weight.
	maxCount = 1 << 20
	// decimals is the largest accepted number of decimals in ranges and features.
	decimals = 9
	// maxScaled is the limit for scaled numbers: larger ones may not be exact in a float64.
	maxScaled = 1 << 52
)

// newAxis returns the axis of a weight. Its values are from, from + step, and so on, up to the
// limit to. It returns an error if the range is empty, the step is not positive, or there are more
// than 2^20 values. It also returns an error if a number has more than nine decimals or too many
// digits.
func newAxis(name string, from, to, step float64) (Axis, error) {
	switch {
	case !(step > 0) || math.IsInf(step, 0):
		return Axis{}, keys.Errorf("step", "%v is not a positive number", step)
	case !(from <= to) || math.IsInf(from, 0) || math.IsInf(to, 0):
		return Axis{}, keys.Errorf("", "from %v is above to %v", from, to)
	case (to-from)/step >= maxCount:
		return Axis{}, keys.Errorf("step", "%v makes more than %d values; use a larger step", step, maxCount)
	}
	digits := max(digitsOf(from), digitsOf(step), digitsOf(to))
	if digits > decimals {
		return Axis{}, keys.Errorf("", "from, to and step may have at most %d decimals", decimals)
	}
	if max(math.Abs(from), math.Abs(to))*pow10[digits] >= maxScaled {
		return Axis{}, keys.Errorf("", "from %v to %v has too many digits", from, to)
	}
	if step*pow10[digits] >= maxScaled {
		return Axis{}, keys.Errorf("step", "%v has too many digits", step)
	}
	a := Axis{Name: name, from: scaled(from, digits), to: scaled(to, digits), step: scaled(step, digits), digits: digits}
	a.Count = int((a.to-a.from)/a.step) + 1
	return a, nil
}

// At returns the i-th value of the weight, counted from 0, as the float64 nearest to the decimal
// number.
func (a Axis) At(i int) float64 { return float64(a.from+int64(i)*a.step) / pow10[a.digits] }

// From returns the lower end of the range, which is the first value of the weight.
func (a Axis) From() float64 { return a.At(0) }

// To returns the upper end of the range. The last value of the weight is less than a step below it.
func (a Axis) To() float64 { return float64(a.to) / pow10[a.digits] }

// Last returns the last value of the weight.
func (a Axis) Last() float64 { return a.At(a.Count - 1) }

// Step returns the distance between neighbouring values of the weight.
func (a Axis) Step() float64 { return float64(a.step) / pow10[a.digits] }

// width returns the length of the range in units of 10^-digits.
func (a Axis) width() int64 { return a.to - a.from }

// NewAxis returns the axis of a weight with count values: from, from + step, and so on. Its range
// ends at the last value. It returns an error if count or step is not positive, or if count exceeds
// 2^20. It also returns an error if a number has more than nine decimals or too many digits.
func NewAxis(name string, from, step float64, count int) (Axis, error) {
	digits := max(digitsOf(from), digitsOf(step))
	switch {
	case count < 1 || count > maxCount:
		return Axis{}, fmt.Errorf("axis %s: %d values", name, count)
	case !(step > 0) || digits > decimals:
		return Axis{}, fmt.Errorf("axis %s: from %v in steps of %v", name, from, step)
	case (math.Abs(from)+float64(float64(count)*step))*pow10[digits] >= maxScaled:
		return Axis{}, fmt.Errorf("axis %s: from %v in steps of %v has too many digits", name, from, step)
	}
	a := Axis{Name: name, Count: count, from: scaled(from, digits), step: scaled(step, digits), digits: digits}
	a.to = a.from + int64(count-1)*a.step
	return a, nil
}

var pow10 = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// scaled returns v in units of 10^-digits.
func scaled(v float64, digits int) int64 { return int64(math.Round(v * pow10[digits])) }

// digitsOf returns the number of digits of v after the decimal point. If v needs more than the
// constant decimals, digitsOf returns decimals+1.
func digitsOf(v float64) int {
	for d := range decimals + 1 {
		if math.Round(v*pow10[d])/pow10[d] == v {
			return d
		}
	}
	return decimals + 1
}
