package cmd

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

// evolveSeeds tunes from several seeds.
func (a *app) evolveSeeds(ctx context.Context, o evolveOptions) error {
	seeds, err := runs.ParseSeeds(o.seeds)
	if err != nil {
		return usagef("--seeds: %w", err)
	}
	p := a.progress("games")
	defer p.Finish()
	options := o.options()
	options.Events = a.events(p)
	crew, err := a.hire(ctx, o.crew, p)
	if err != nil {
		return err
	}
	defer crew.close()
	options.Elsewhere = crew.players()
	all, err := a.catalog.TuneSeeds(ctx, options, seeds, func(t runs.Tuned) {
		verdict := ""
		if t.Judged != nil {
			verdict = ", " + t.Judged.Text
		}
		p.Restart() // what is said next stays
		a.warn("seed %d: run %s%s", t.Seed, t.Run, verdict)
	})
	if err != nil {
		return a.resumable(err, p, "evolve", o.config, o.db)
	}
	p.Finish()
	if a.json {
		return a.writeJSON(documents.Repeated(all))
	}
	return a.printRepeated(all)
}

// printRepeated shows what several runs found, and what they say together.
func (a *app) printRepeated(r runs.Repeated) error {
	fmt.Fprintf(a.out, "%s by %s, %d seeds.\n", r.Runs[0].Engine.Name, r.Runs[0].Strategy, len(r.Runs))
	if r.Judged != nil {
		fmt.Fprintf(a.out, "\n%s (mean over the seeds)\n", r.Judged)
	}
	fmt.Fprintln(a.out)
	t := a.out.Table("seed", "run", "elo", "95%", "weights")
	for _, one := range r.Runs {
		elo, interval := "-", "-"
		if v := one.Judged; v != nil {
			elo, interval = fmt.Sprintf("%+.0f", v.Rating), fmt.Sprintf("[%+.0f, %+.0f]", v.Interval.Low, v.Interval.High)
		}
		t.Row(strconv.FormatUint(one.Seed, 10), one.Run, elo, interval, weightList(one.Space, one.Verdict.Answer.Weights))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	what := "mean"
	if r.Shares {
		what = "mean share"
	}
	t = a.out.Table("weight", what, "deviation")
	for i, w := range r.Space {
		t.Row(w.Name, spread(r.Mean[i], r.Shares), spread(r.Deviation[i], r.Shares))
	}
	return t.Flush()
}

// spread is a number of the weights, in per cent where it is a share; "-" where one
// run has none.
func spread(v float64, share bool) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case share:
		return fmt.Sprintf("%.1f%%", 100*v)
	}
	return number(v)
}
