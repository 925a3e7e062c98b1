package evidence

import (
	"fmt"
	"math"
	"strconv"
)

// Percent formats v, a number of percent, with one decimal. It never returns -0.0%.
func Percent(v float64) string {
	if math.Abs(v) < 0.05 {
		v = 0
	}
	return fmt.Sprintf("%.1f%%", v)
}

// Brief formats a number with two significant digits, or as a whole number if it is 100 or more.
func Brief(v float64) string {
	if math.Abs(v) >= 99.5 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return fmt.Sprintf("%.2g", v)
}

// PValue formats the probability p of a test, with three decimals or as "<0.001".
func PValue(p float64) string {
	if p < 0.0005 {
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// Chance formats a probability p as a whole number of percent. It never rounds a probability to
// certainty: near 0 it returns "<1%", and near 1 ">99%".
func Chance(p float64) string {
	switch {
	case p <= 0.005:
		return "<1%"
	case p >= 0.995:
		return ">99%"
	}
	return fmt.Sprintf("%.0f%%", 100*p)
}

// WithError formats a value and its standard error, such as "59 ± 12" or "0.12 ± 0.03". If the
// error is at least 1, both are rounded to whole numbers. Otherwise both are rounded to the first
// significant digit of the error, but to at most three decimals.
func WithError(v, err float64) string {
	digits := 0
	if err < 1 {
		digits = 3
		if err > 0 {
			digits = int(min(math.Ceil(-math.Log10(err)), 3))
		}
	}
	return fmt.Sprintf("%.*f ± %.*f", digits, v, digits, err)
}
