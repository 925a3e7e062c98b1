package tournament

import (
	"context"
	"errors"
	"iter"

	"github.com/lanista/lanista/engines"
)

// Terms are the properties that all games of a run share.
type Terms struct {
	// Game identifies the game and its settings, and Arena defines how games are played.
	// Both are copied to the jobs; an executor with its own arena does not use them.
	Game  engines.EngineRef
	Arena engines.ArenaOptions
	// Objective defines the value of a game.
	Objective Objective
	// ForfeitLimit is the number of games in a row, in the order of the schedule, at which
	// an agent that forfeits them stops the run. 0 means 20; a negative number means no
	// limit.
	ForfeitLimit int
	// Programs are the players that are external programs, by name, with the failures that
	// each may have before the run is stopped.
	Programs map[string]Tolerance
}

// Options defines how a schedule is played. Apart from Terms it does not change results.
// The zero value plays the whole schedule.
type Options struct {
	Terms Terms
	// Batch is a name that distinguishes the schedules of a run for executors, such as
	// "round 17".
	Batch string
	// Skip reports whether the pairing with index i is known already and need not be
	// played; nil plays all. It must be a pure function and may be called from several
	// goroutines.
	Skip func(i int) bool
	// Forfeits, if not nil, counts forfeits over several schedules. ForfeitLimit and
	// Programs of the Terms are then not used.
	Forfeits *Forfeits
	// Finished, if not nil, is called for every result as soon as it arrives, in any order,
	// for instance to save it before the results of earlier pairings are there.
	Finished func(Result)
}

// Run plays a schedule, nil for an empty one, and yields its results in the order of the
// schedule, each as soon as it and all before it are finished. Leaving the loop stops the
// games; Run returns after the executor has ended.
//
// A player that fails forfeits its game, and the run continues. If an agent does nothing
// but fail, the last value yielded is a *[ForfeitsError], or a *[BrokenError] for a
// program. A job that fails for another reason, or that the executor loses, is tried once
// more; if it fails again the last value yielded is an error that names it. If ctx is
// cancelled, no further pairing starts and the current games are cancelled. Whenever the
// run ends early, results that finished out of order are still yielded, in order but with
// gaps, and the last value is the error.
func Run(ctx context.Context, x Executor, field []engines.Agent, s Schedule, o Options) iter.Seq2[Result, error] {
	if s == nil {
		s = Pairings(nil)
	}
	return run(ctx, x, func() *Jobs {
		return &Jobs{batch: o.Batch, terms: o.Terms, field: field, schedule: s, skip: o.Skip, slots: 1}
	}, o)
}

// run plays the jobs that a function returns.
func run(ctx context.Context, x Executor, jobs func() *Jobs, o Options) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		if x == nil {
			yield(Result{}, errors.New("tournament: no executor to play the games"))
			return
		}
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		d := &delivery{jobs: jobs(), finished: o.Finished, yield: yield, forfeits: o.Forfeits}
		if d.forfeits == nil {
			d.forfeits = &Forfeits{Limit: o.Terms.ForfeitLimit, Programs: o.Terms.Programs}
		}
		if !d.play(inner, cancel, x) || !d.flush() {
			return
		}
		switch {
		case ctx.Err() != nil:
			yield(Result{}, ctx.Err())
		case d.err != nil:
			yield(Result{}, d.err)
		}
	}
}

// play calls the executor until everything is delivered or the run must end. It returns
// false if the caller has left the loop.
func (d *delivery) play(ctx context.Context, cancel func(), x Executor) bool {
	for {
		before, _ := d.jobs.progress()
		for r, err := range x.Execute(ctx, d.jobs) {
			if err != nil {
				d.executorFailed(ctx, err)
			} else if !d.accept(&r) {
				return false
			}
			if d.err != nil {
				cancel()
			}
		}
		if ctx.Err() != nil {
			return true
		}
		d.retryLost()
		after, all := d.jobs.progress()
		switch {
		case d.err != nil, all:
			return true
		case after == before:
			d.fail(-1, errors.New("the executor ended before all pairings were played"))
			return true
		}
	}
}
