package keys

import (
	"fmt"
	"math"
	"strconv"
)

// Range is a set of numbers that a key may take: from Min to Max, the ends
// included unless they are open. An infinite end is no limit.
type Range struct {
	Min, Max float64
	AboveMin bool // Min itself is not allowed
	BelowMax bool // Max itself is not allowed
	Whole    bool // whole numbers alone
	OrZero   bool // 0 is allowed too, and means that the value is chosen
	Unit     string
}

// AtLeast is the range of numbers from min upwards.
func AtLeast(min float64) Range { return Range{Min: min, Max: math.Inf(1)} }

// Above is the range of numbers greater than min.
func Above(min float64) Range { return Range{Min: min, Max: math.Inf(1), AboveMin: true} }

// Within is the range of numbers from min to max.
func Within(min, max float64) Range { return Range{Min: min, Max: max} }

// Check returns the mistake of a key whose number lies outside the range, nil
// otherwise. NaN lies outside every range.
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

// RangeError is a number that lies outside a range.
type RangeError struct {
	Value float64
	Range Range
}

// Error says number and range: "1.5 is not within [0, 1]", "-5 is too small: at least 0 is needed".
func (e *RangeError) Error() string {
	r, v := e.Range, number(e.Value)
	switch {
	case r.Whole && e.Value != math.Trunc(e.Value):
		return v + " is not a whole number"
	case math.IsInf(r.Max, 1) && !r.AboveMin && e.Value < r.Min:
		return v + " is too small: " + r.String() + " is needed"
	case math.IsInf(r.Min, -1) && !r.BelowMax && e.Value > r.Max:
		return v + " is too large: " + r.String() + " is allowed"
	}
	return v + " is not " + r.String()
}

// String says the range in words: "at least 4", "within [0, 1]", "above 0".
func (r Range) String() string {
	unit := ""
	if r.Unit != "" {
		unit = " " + r.Unit
	}
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

// number writes a number as a person would, without an exponent where it is
// not long.
func number(v float64) string {
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
