package cmd

import (
	"context"
	"slices"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/summary"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench/evidence"
)

// benchStored prints the evidence that ships with the program.
func (a *app) benchStored() error {
	t, err := evidence.Stored()
	if err != nil {
		return err
	}
	return answer(a, t, itself, summary.Writer.Evidence)
}

// benchConstants measures constants anew, all of them where the list is "all".
func (a *app) benchConstants(ctx context.Context, o benchOptions) error {
	names := o.constants
	if slices.Equal(names, []string{"all"}) {
		names = nil
	}
	list, err := evidence.Find(names...)
	if err != nil {
		return cli.Usagef("--constant: %w", err)
	}
	_, seeds, err := benchSeeds(o.seeds)
	if err != nil {
		return err
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
	return answer(a, evidence.NewTable(rows), itself, summary.Writer.Evidence)
}
