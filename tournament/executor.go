package tournament

import (
	"context"
	"fmt"
	"iter"
)

// Executor plays the jobs of a schedule: on goroutines of this process ([Local]), in other
// processes or on other machines. A job is a pairing of agents with everything that its games
// need. [Run] restores the order of the results, limits how many jobs the executor may take
// before earlier results arrive, and handles errors.
type Executor interface {
	// Execute plays the jobs that [Jobs.Take] returns and yields their results as they
	// arrive, in any order. It may call Take from several goroutines, with stretch sizes of
	// its choice, until Take returns false. A result must belong to its job; [Jobs.Result]
	// builds one from the games that were played. Duplicate results are ignored.
	//
	// A player's failure is part of a result. A *[JobError] means that one job could not be
	// played; the job is then handed out once more, so the same failure must not be
	// reported twice. Any other error means that the executor cannot continue, and ends the
	// run.
	//
	// If ctx is cancelled, Execute yields what is finished and returns. If yield returns
	// false, it returns at once. In both cases all its goroutines have ended when it
	// returns. Execute may be called again for jobs that failed or were lost.
	//
	// Take waits if the executor is too far ahead of the delivered results, or while a
	// growing schedule ([Stream]) waits for results. An executor that takes and yields on
	// one goroutine must therefore yield everything it has before it takes more. If it
	// loses a job of a growing schedule it must yield a *[JobError], since the following
	// pairings depend on the result.
	Execute(ctx context.Context, jobs *Jobs) iter.Seq2[Result, error]
}

// JobError reports that the games of one job could not be played and that no player is to blame.
// For example, the game failed, a process could not be started, or a machine was lost.
type JobError struct {
	Index int // index of the job
	Err   error
}

// Error returns the number of the pairing, counted from 1, and the cause.
func (e *JobError) Error() string { return fmt.Sprintf("pairing %d: %v", e.Index+1, e.Err) }

// Unwrap returns the cause of the failure.
func (e *JobError) Unwrap() error { return e.Err }

// DisputeError reports that two workers played the same pairings and returned different results.
// The results of at least one worker are wrong, and its other results may be wrong too.
type DisputeError struct {
	What    string    // the pairings, as text
	Workers [2]string // names
}

// Error returns a message that names the pairings and the workers, and lists possible causes of
// the contradiction.
func (e *DisputeError) Error() string {
	return fmt.Sprintf("workers: %s gave other results on worker %s than on worker %s: two builds, bad memory, or a game that is not deterministic",
		e.What, e.Workers[0], e.Workers[1])
}
