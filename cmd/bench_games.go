package cmd

import (
	"context"
	"fmt"
	"strconv"

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
		return usagef("--each %d: at least 2 games are needed", p.Games)
	}
	configs := o.configs
	if len(configs) == 0 {
		configs = []string{"hare", "risk", "minesweeper-linear", "othello-wpc10"}
	}
	crew, err := a.hire(ctx, o.crew, progress)
	if err != nil {
		return err
	}
	defer crew.close()
	var list []runs.Pool
	for _, config := range configs {
		pool, err := a.catalog.MeasurePool(ctx, runs.Options{Config: config, Workers: int(o.workers), Elsewhere: crew.players()}, p)
		if err != nil {
			return err
		}
		list = append(list, pool)
		if !a.json {
			if err := a.printPool(pool, p.Seeds); err != nil {
				return err
			}
		}
	}
	if a.json {
		return a.writeJSON(list)
	}
	return nil
}

func (a *app) printPool(p runs.Pool, seeds int) error {
	header := []string{p.Config, "games"}
	for _, name := range p.Opponents {
		header = append(header, "over "+name, "worst")
	}
	header = append(header, "mean", "worst", "least", "worst")
	t := a.out.Table(header...)
	for _, s := range p.Strategies {
		row := []string{s.Strategy, strconv.Itoa(s.Budget)}
		for _, f := range append(append([]bench.Few{}, s.Against...), s.Mean, s.Least) {
			row = append(row, fmt.Sprintf("%+.0f", f.Median), fmt.Sprintf("%+.0f", f.Worst))
		}
		t.Row(row...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(a.out, "\nElo over each of the pool, over their mean and over the hardest of them: the median and the worst of %d seeds, %d games each. The pool:\n\n", seeds, p.Games)
	t = a.out.Table(append(append([]string{"over"}, p.Opponents...), "nash")...)
	for i, name := range p.Opponents {
		row := []string{name}
		for j, v := range p.Matrix[i] {
			if i == j {
				row = append(row, "-")
			} else {
				row = append(row, fmt.Sprintf("%+.0f", v))
			}
		}
		t.Row(append(row, fmt.Sprintf("%.0f%%", 100*p.Nash[i]))...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprint(a.out, "\nnash is the share in a mixture that nobody of the pool beats: all of it the strongest's, unless results go round in a circle.\n\n")
	return nil
}
