package cmd

import (
	"context"
	"fmt"
	"strconv"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// benchCalibrate measures the errors that a strategy gives its weights, on the duels
// or on configs.
func (a *app) benchCalibrate(ctx context.Context, o benchOptions, entry bench.Entry, options bench.Options) error {
	var list []bench.Calibration
	if len(o.configs) == 0 {
		var err error
		if list, err = bench.Calibrate(ctx, entry, options); err != nil {
			return err
		}
		return a.printCalibration(list)
	}
	seeds := options.Seeds
	if seeds == 0 {
		seeds = 20
	}
	for _, config := range o.configs {
		for _, budget := range o.budgets {
			c, err := a.catalog.Calibrate(ctx, runs.Options{
				Config: config, Set: []string{"strategy={name: " + entry.Name + "}"}, Workers: int(o.workers),
			}, seeds, budget)
			if err != nil {
				return err
			}
			list = append(list, c)
		}
	}
	return a.printCalibration(list)
}

func (a *app) printCalibration(list []bench.Calibration) error {
	if a.json {
		return a.writeJSON(list)
	}
	t := a.out.Table("problem", "games", "seeds", "within 1.96 errors", "not known", "error", "deviation")
	for _, c := range list {
		t.Row(c.Problem, strconv.Itoa(c.Budget), strconv.Itoa(c.Seeds), fmt.Sprintf("%.1f%%", 100*c.Within), fmt.Sprintf("%.0f%%", 100*c.Unknown),
			fmt.Sprintf("%.4f", c.Error), fmt.Sprintf("%.4f", c.Deviation))
	}
	return t.Flush()
}
