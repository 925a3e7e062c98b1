package cmd

import (
	"context"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/summary"
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
		return answer(a, list, itself, summary.Writer.Calibration)
	}
	seeds := options.Seeds
	if seeds == 0 {
		seeds = 20
	}
	for _, config := range o.configs {
		for _, budget := range o.budgets {
			c, err := a.catalog.Calibrate(ctx, runs.Options{
				Config: config, Set: []string{"strategy={name: " + entry.Name + "}"}, Workers: o.workers,
			}, seeds, budget)
			if err != nil {
				return err
			}
			list = append(list, c)
		}
	}
	return answer(a, list, itself, summary.Writer.Calibration)
}
