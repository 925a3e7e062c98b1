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
