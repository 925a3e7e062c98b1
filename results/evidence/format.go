package evidence

import (
	"fmt"
	"math"
)

// Percent writes a number of per cent to a tenth, never as -0.0%.
func Percent(v float64) string {
	if math.Abs(v) < 0.05 {
		v = 0
	}
	return fmt.Sprintf("%.1f%%", v)
}

// WithError writes a value and its standard error, both to the first digit of the
// error that counts: "59 ± 12", "0.12 ± 0.03". At most three digits follow the point.
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
