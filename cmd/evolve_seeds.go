package cmd

import (
	"context"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
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
	return answer(a, all, documents.Repeated, summary.Writer.Repeated)
}
