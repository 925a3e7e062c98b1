package runs

import (
	"context"
	"time"

	"github.com/lanista/lanista/results"
)

// concluded returns the record of a run as the store will have it once the run has finished
// with result.
func concluded(ctx context.Context, run *results.Run, result results.Result) (results.Record, error) {
	rec, err := run.Record(ctx)
	if err != nil {
		return results.Record{}, err
	}
	rec.Result, rec.Status, rec.Ended = &result, results.Finished, time.Now().UTC().Truncate(time.Millisecond)
	if rec.Checkpoints == nil {
		rec.Checkpoints = result.Checkpoints
	}
	return rec, nil
}
