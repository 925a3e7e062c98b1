package summary

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/tuning/bench"
)

// Calibration shows how far the errors that a strategy gives its weights are right.
func (w Writer) Calibration(list []bench.Calibration) error {
	t := w.Table("problem", "games", "seeds", "within 1.96 errors", "not known", "error", "deviation")
	for _, c := range list {
		t.Row(c.Problem, strconv.Itoa(c.Budget), strconv.Itoa(c.Seeds), fmt.Sprintf("%.1f%%", 100*c.Within), fmt.Sprintf("%.0f%%", 100*c.Unknown),
			fmt.Sprintf("%.4f", c.Error), fmt.Sprintf("%.4f", c.Deviation))
	}
	return t.Flush()
}
