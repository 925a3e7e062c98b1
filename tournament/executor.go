package tournament

import (
	"context"
	"fmt"
	"iter"
)

// Executor plays the jobs of a schedule: on goroutines of this process
// ([Local]), in other processes or on other machines. [Run] stands above it and
// keeps the order of the schedule, the window, and the policy of errors; an
// executor only plays.
type Executor interface {
	// Execute plays what jobs hands out and yields the result of every job once
	// it is there, in any order. It takes stretches of jobs ([Jobs.Take]) of the
	// size that suits it, from as many goroutines as it likes, until Take says
	// that there are no more. Each result must be that of its job
	// ([Jobs.Result] makes one of the games that were played); a result that
	// comes twice is dropped.
	//
	// A player's failure is part of a result. An error means that something else
	// failed: a *[JobError] that one job could not be played, which is then
	// handed out once more, so that it must not be told twice; any other error
	// that the executor can play no longer, which ends the run.
	//
	// When ctx is done, Execute yields what is finished and ends. When yield
	// returns false it ends at once. Either way it returns only when all its
	// goroutines have ended. It may be called again afterwards, for jobs that
	// failed or were lost.
	//
	// Take waits while play is too far ahead of what has been yielded, and while a
	// schedule that grows ([Stream]) waits for results: an executor that takes and
	// yields on one goroutine must yield all it has before it takes more. Of a schedule
	// that grows it must not lose a job without a *[JobError], for what follows waits
	// for it.
	Execute(ctx context.Context, jobs *Jobs) iter.Seq2[Result, error]
}

// JobError says that one job could not be played, and that no player is to
// blame: the game broke, a process could not be started, a machine went away.
type JobError struct {
	Index int // of the job
	Err   error
}

func (e *JobError) Error() string { return fmt.Sprintf("pairing %d: %v", e.Index+1, e.Err) }

// Unwrap returns the cause.
func (e *JobError) Unwrap() error { return e.Err }

// DisputeError reports that two workers gave different results for the same pairings:
// the results of at least one of them are wrong, and others may be too.
type DisputeError struct {
	What    string    // the pairings
	Workers [2]string // the names of the two
}

// Error names the pairings and the workers, and lists the possible causes.
func (e *DisputeError) Error() string {
	return fmt.Sprintf("workers: %s gave other results on worker %s than on worker %s: two builds, bad memory, or a game that is not deterministic",
		e.What, e.Workers[0], e.Workers[1])
}
