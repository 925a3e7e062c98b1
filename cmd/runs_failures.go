package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
)

// showFailures shows the games of a run that programs have lost by failing.
func (a *app) showFailures(ctx context.Context, db, id string) error {
	list, err := runs.Failures(ctx, db, id)
	if errors.Is(err, fs.ErrNotExist) {
		err = a.noStore(db)
	}
	if err != nil {
		return err
	}
	return answer(a, list, documents.Failures, summary.Writer.Failures)
}

// replayFailure plays a game that a program has lost by failing again.
func (a *app) replayFailure(ctx context.Context, o runsOptions) error {
	rec, err := a.record(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	if o.trace == "" {
		o.trace = fmt.Sprintf("%s-failure-%d", rec.ID, o.replay)
	}
	again, err := a.catalog.ReplayFailure(ctx, runs.Options{Config: o.config, Resume: rec.ID, Store: o.db, Trace: o.trace}, o.replay)
	if err != nil {
		return err
	}
	for _, name := range again.Changed {
		if !a.json { // where it stands
			a.warn("%s has changed since the run began", name)
		}
	}
	return answer(a, again, documents.ReplayedFailure, summary.Writer.ReplayedFailure)
}
