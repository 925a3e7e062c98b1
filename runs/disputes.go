package runs

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// remember marks a run as disputed if an error reports that two workers disagreed. It
// returns the error with the consequence.
func remember(run *results.Run, err error) error {
	var dispute *tournament.DisputeError
	if !errors.As(err, &dispute) {
		return err
	}
	if failed := run.Dispute(context.Background(), dispute.Error()); failed != nil {
		return errors.Join(err, failed)
	}
	return fmt.Errorf("%w; run %s is marked as disputed, because other results of it may be wrong too: find the cause, then start it again", err, run.ID())
}

// warnDisputed warns that a run that goes on stays disputed.
func (o Options) warnDisputed(ctx context.Context, run *results.Run) error {
	reason, err := run.Disputed(ctx)
	if err == nil && reason != "" {
		o.warn("warning: run %s is disputed, and stays so when it ends, because results that it keeps may be wrong: %s; start it again for results without this mark", run.ID(), reason)
	}
	return err
}
