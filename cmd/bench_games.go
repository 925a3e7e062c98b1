package cmd

import (
	"context"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tuning/bench"
)

// benchGames measures strategies by real games against a pool of opponents.
func (a *app) benchGames(ctx context.Context, o benchOptions, entries []bench.Entry, options bench.Options, progress *terminal.Progress) error {
	p := runs.PoolOptions{Budgets: o.budgets, FirstSeed: options.FirstSeed, Seeds: options.Seeds, Opponents: o.opponents, Games: o.each}
	for _, e := range entries {
		if e.Name != "risk-paper" { // a procedure of genetic, not a strategy of a config
			p.Strategies = append(p.Strategies, e.Name)
		}
	}
	if p.Seeds == 0 {
		p.Seeds = 10
	}
	if p.Games < 2 {
		return cli.Usagef("--each %d: at least 2 games are needed", p.Games)
	}
	configs := o.configs
	if len(configs) == 0 {
		configs = []string{"hare", "risk", "minesweeper-linear", "othello-wpc10"}
	}
	others, err := a.hire(ctx, o.crew, progress)
	if err != nil {
		return err
	}
	defer others.Close()
	var list []runs.Pool
	for _, config := range configs {
		pool, err := a.catalog.MeasurePool(ctx, runs.Options{Config: config, Workers: o.workers, Elsewhere: others.Players()}, p)
		if err != nil {
			return err
		}
		list = append(list, pool)
		if !a.json {
			if err := a.summary().Pool(pool, p.Seeds); err != nil {
				return err
			}
		}
	}
	if a.json {
		return a.writeJSON(list)
	}
	return nil
}
