package tournament

import (
	"context"
	"fmt"
	"iter"
	"strings"
)

// Executor plays the jobs of a schedule: on goroutines of this process ([Local]), in other
// processes or on other machines. A job is a pairing of agents with everything that its games
// need. [Run] restores the order of the results, limits how many jobs the executor may take
// before earlier results arrive, and handles errors.
type Executor interface {
	// Execute plays the jobs that [Jobs.Take] returns and yields their results as they
	// arrive, in any order. It may call Take from several goroutines, each time for as many
	// jobs as it chooses, until Take returns false. A result must belong to its job; [Jobs.Result]
	// builds one from the games that were played. Duplicate results are ignored.
	//
	// A player's failure is part of a result. A *[JobError] means that one job could not be played.
	// Execute yields one such error each time that a job was handed out and failed. Take hands the
	// job out once more after its first failure; its second failure ends the run. Any other error
	// means that the executor cannot continue, and ends the run.
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

// JobError reports that the games of one job could not be played. For example, a process could not
// be started or a machine was lost. The failure of a player is no such error: the player forfeits
// the game.
type JobError struct {
	Index int // index of the job
	Err   error
}

// Error returns the number of the pairing, counted from 1, and the cause.
func (e *JobError) Error() string { return fmt.Sprintf("pairing %d: %v", e.Index+1, e.Err) }

// Unwrap returns the cause of the failure.
func (e *JobError) Unwrap() error { return e.Err }

// DisputeError reports that workers played the same games and returned different results. The
// results of at least one worker are wrong, and its other results may be wrong too.
type DisputeError struct {
	What string // the pairings, as text
	// Workers contains the IDs of two workers with different results. The first has a wrong result
	// if Wrong is not empty. The second is "" if the results of the first cannot be used at all.
	Workers [2]string
	// Wrong contains the IDs of the workers whose result differs from the result that at least two
	// others returned. It is empty if no result has a majority.
	Wrong []string
}

// Error returns a message that names the pairings and the workers. If no result has a majority, it
// lists possible causes.
func (e *DisputeError) Error() string {
	switch {
	case len(e.Wrong) > 0 && e.Workers[1] == "":
		return fmt.Sprintf("workers: results of worker %s cannot be used", strings.Join(e.Wrong, ", "))
	case len(e.Wrong) > 0:
		return fmt.Sprintf("workers: %s gave other results on worker %s than on worker %s and another one", e.What, strings.Join(e.Wrong, ", "), e.Workers[1])
	}
	return fmt.Sprintf("workers: %s gave other results on worker %s than on worker %s: two builds, bad memory, or a game that is not deterministic",
		e.What, e.Workers[0], e.Workers[1])
}

// Confirmer is implemented by executors that can repeat the games of one worker on another worker,
// to confirm the results.
type Confirmer interface {
	// Confirm checks the latest results of workers whose results have been used since another
	// worker last agreed with them: another worker plays the same pairings. It returns a
	// *[DisputeError] if a result differs. Call it after the last game of a run and before its
	// final result is stored or returned, and not while Execute plays.
	Confirm(ctx context.Context) error
}

// Confirm lets other workers confirm results if the executor x implements [Confirmer], and
// otherwise does nothing.
func Confirm(ctx context.Context, x Executor) error {
	if c, ok := x.(Confirmer); ok {
		return c.Confirm(ctx)
	}
	return nil
}

// Quarantine describes a worker that receives no more jobs, because its results were wrong or
// unusable.
type Quarantine struct {
	Worker, Host string // ID of the worker, and the name of its machine
	Build        string
	Slots        int
	Reason       string
}

// Origin describes which worker played the games of a pairing of agents.
type Origin struct {
	Worker string // ID of the worker
	Host   string
	Build  string
	Slots  int // number of slots of the worker: the games that it plays at the same time
	Slot   int // the slot that played the pairing, from 0
	Task   int // number of the task: the worker counts the tasks that it plays, from 1
	// Agreed contains the workers that returned equal results for the pairing, the worker itself
	// included. It is empty if only this worker played it.
	Agreed []Agreement
}

// Agreement identifies a worker, and a task that it played with the same result as another worker.
type Agreement struct {
	Worker string // ID of the worker
	Task   int    // number of the task: the worker counts the tasks that it plays, from 1
}
