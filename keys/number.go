package keys

import (
	"fmt"
	"math"
	"strconv"
)

// MaxCount is the largest number of games or rounds that configs and strategies accept. A float64
// represents such numbers, their sums and their small multiples exactly.
const MaxCount = 1_000_000_000_000

// Range is the range of numbers that a config key accepts, from Min to Max. The ends are included
// unless AboveMin or BelowMax excludes them. An infinite end means no limit.
type Range struct {
	Min, Max float64
	AboveMin bool   // Min itself is not accepted
	BelowMax bool   // Max itself is not accepted
	Whole    bool   // only whole numbers are accepted
	OrZero   bool   // 0 is also accepted; it means a default
	Unit     string // unit for messages, such as "games"; may be empty
}

// AtLeast returns the range of all numbers that are at least min.
func AtLeast(min float64) Range { return Range{Min: min, Max: math.Inf(1)} }

// Above returns the range of all numbers greater than min.
func Above(min float64) Range { return Range{Min: min, Max: math.Inf(1), AboveMin: true} }

// Within returns the range from min to max, both included.
func Within(min, max float64) Range { return Range{Min: min, Max: max} }

// Check returns a [KeyError] that wraps a [RangeError] if v is outside the range, and nil
// otherwise. NaN is outside every range.
func (r Range) Check(path string, v float64) error {
	low, high := v >= r.Min, v <= r.Max
	if r.AboveMin {
		low = v > r.Min
	}
	if r.BelowMax {
		high = v < r.Max
	}
	switch {
	case v == 0 && r.OrZero, low && high && !(r.Whole && v != math.Trunc(v)):
		return nil
	}
	return &KeyError{path, &RangeError{v, r}}
}

// RangeError reports a number outside the range that a config key accepts. It contains both.
type RangeError struct {
	Value float64
	Range Range
}

// Error returns a message with the number and the range, such as "1.5 is not within [0, 1]" or "-5
// is below the minimum 0".
func (e *RangeError) Error() string {
	r, v := e.Range, number(e.Value)
	switch {
	case r.Whole && e.Value != math.Trunc(e.Value):
		return v + " is not a whole number"
	case math.IsInf(r.Max, 1) && !r.AboveMin && e.Value < r.Min:
		return v + " is below the minimum " + number(r.Min) + r.unit()
	case math.IsInf(r.Min, -1) && !r.BelowMax && e.Value > r.Max:
		return v + " is above the maximum " + number(r.Max) + r.unit()
	}
	return v + " is not " + r.String()
}

// String describes the range in words, such as "at least 4", "within [0, 1]" or "above 0".
func (r Range) String() string {
	unit := r.unit()
	low, high := "at least", "at most"
	if r.AboveMin {
		low = "above"
	}
	if r.BelowMax {
		high = "below"
	}
	switch {
	case math.IsInf(r.Min, -1) && math.IsInf(r.Max, 1):
		return "a finite number" + unit
	case math.IsInf(r.Max, 1):
		return fmt.Sprintf("%s %s%s", low, number(r.Min), unit)
	case math.IsInf(r.Min, -1):
		return fmt.Sprintf("%s %s%s", high, number(r.Max), unit)
	}
	opens, closes := "[", "]"
	if r.AboveMin {
		opens = "("
	}
	if r.BelowMax {
		closes = ")"
	}
	return fmt.Sprintf("within %s%s, %s%s%s", opens, number(r.Min), number(r.Max), closes, unit)
}

// unit returns the unit of the range for a message: a blank and its name, or "" if the range has
// none.
func (r Range) unit() string {
	if r.Unit == "" {
		return ""
	}
	return " " + r.Unit
}

// number formats a number. It uses an exponent only if the number is very large or small.
func number(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
