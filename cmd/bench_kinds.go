package cmd

import (
	"cmp"
	"context"
	"slices"

	"github.com/lanista/lanista/runs"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/bench/evidence"
)

// benchGames measures strategies by real games against a pool of opponents.
func (a *app) benchGames(ctx context.Context, o benchOptions, entries []bench.Entry, options bench.Options, progress *term.Progress) error {
	p := runs.PoolOptions{Budgets: o.budgets, FirstSeed: options.FirstSeed, Seeds: cmp.Or(options.Seeds, 10), Opponents: o.opponents, Games: o.each}
	for _, e := range entries {
		if e.Name != "risk-paper" { // a procedure of genetic, not a strategy of a config
			p.Strategies = append(p.Strategies, e.Name)
		}
	}
	if p.Games < 2 {
		return usageErrorf("--each %d: at least 2 games are needed", p.Games)
	}
	configs := o.configs
	if len(configs) == 0 {
		configs = []string{"hare", "risk", "minesweeper-linear", "othello-wpc10"}
	}
	others, err := a.startRemote(ctx, o.remote, progress)
	if err != nil {
		return err
	}
	defer others.close()
	var list []runs.PoolResult
	for _, config := range configs {
		pool, err := a.catalog.MeasurePool(ctx, runs.Options{Source: config, Workers: o.workers, NewExecutor: others.newExecutor()}, p)
		if err != nil {
			return err
		}
		list = append(list, pool)
		if !a.json {
			if err := a.text().poolReport(pool, p.Seeds); err != nil {
				return err
			}
		}
	}
	if a.json {
		return a.writeJSON(list)
	}
	return nil
}

// benchCalibrate measures the errors that a strategy gives its weights, on the duels
// or on configs.
func (a *app) benchCalibrate(ctx context.Context, o benchOptions, entry bench.Entry, options bench.Options) error {
	if len(o.configs) == 0 {
		list, err := bench.Calibrate(ctx, entry, options)
		if err != nil {
			return err
		}
		return answer(a, list, itself, textWriter.calibration)
	}
	var list []bench.Calibration
	for _, config := range o.configs {
		for _, budget := range o.budgets {
			by := runs.Options{Source: config, Set: []string{"strategy={name: " + entry.Name + "}"}, Workers: o.workers}
			c, err := a.catalog.Calibrate(ctx, by, cmp.Or(options.FirstSeed, 1), cmp.Or(options.Seeds, 20), budget)
			if err != nil {
				return err
			}
			list = append(list, c)
		}
	}
	return answer(a, list, itself, textWriter.calibration)
}

// benchConstants measures constants anew, all of them where the list is "all".
func (a *app) benchConstants(ctx context.Context, o benchOptions) error {
	names := o.constants
	if slices.Equal(names, []string{"all"}) {
		names = nil
	}
	list, err := evidence.Find(names...)
	if err != nil {
		return usageErrorf("--constant: %w", err)
	}
	_, seeds, err := runs.BenchSeeds(o.seeds)
	if err != nil {
		return usageErrorf("--seeds: %w", err)
	}
	options := evidence.Options{Seeds: seeds, Workers: o.workers}
	p := a.progress("constants")
	defer p.Finish()
	events := a.events(p)
	var rows []evidence.Row
	for row, err := range evidence.Measure(ctx, list, options) {
		if err != nil {
			return err
		}
		rows = append(rows, row)
		events.Progress(tuning.Progress{Phase: tuning.Bench, Done: int64(len(rows)), Of: int64(len(list)), Unit: "constants"})
	}
	p.Finish()
	return answer(a, evidence.NewTable(rows), itself, textWriter.constantsTable)
}
