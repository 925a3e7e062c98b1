package runs

import (
	"context"
	"time"

	"github.com/lanista/lanista/results"
)

// concluded returns the record of a run as the store will have it once the run has finished
// with answer.
func concluded(ctx context.Context, run *results.Run, answer results.Answer) (results.Record, error) {
	rec, err := run.Record(ctx)
	if err != nil {
		return results.Record{}, err
	}
	rec.Answer, rec.Status, rec.Ended = &answer, results.Finished, time.Now().UTC().Truncate(time.Millisecond)
	if rec.Checkpoints == nil {
		rec.Checkpoints = answer.Checkpoints
	}
	return rec, nil
}
