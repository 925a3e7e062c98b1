package tournament

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/lanista/lanista/engines"
)

// Terms contains the properties that all games of a run share, such as the game and its settings.
type Terms struct {
	// Game identifies the game and its settings, and Arena contains the options with which games
	// are played. Every job contains copies of both, for executors that play in other processes. An
	// executor that has an arena already ignores them.
	Game  engines.EngineRef
	Arena engines.ArenaOptions
	// Objective defines the value of a game to an agent.
	Objective Objective
	// ForfeitLimit is the number of games in a row, in the order of the schedule, that an agent
	// other than those of Programs may forfeit before the run is stopped. 0 means 20; a negative
	// number means no limit. A resumed run counts from 0 again, and so does each schedule unless
	// Options.Forfeits is set.
	ForfeitLimit int
	// Programs contains, for each external program by its player name, how many games it may
	// forfeit before the run is stopped.
	Programs map[string]Tolerance
}

// Options defines how [Run] plays a schedule. Only Terms affects results. The zero value plays
// the whole schedule.
type Options struct {
	// Terms are the game and the rules by which its results count. The zero value has no game, so
	// it requires an executor with an arena of its own.
	Terms Terms
	// Batch is a name for the schedule, such as "round 17". Executors use it to distinguish the
	// schedules of a run.
	Batch string
	// Skip reports whether the pairing with index i should not be played, because its result is
	// known already. nil plays all pairings. Skip must be a pure function and may be called from
	// several goroutines.
	Skip func(i int) bool
	// Forfeits counts forfeited games over several schedules, and replaces ForfeitLimit and
	// Programs of the Terms. nil means that each schedule is counted separately.
	Forfeits *Forfeits
	// Finished is called for every result as soon as it arrives, in any order. For instance, it
	// can save the result before the results of earlier pairings arrive. nil means no callback.
	Finished func(Result)
}

// Run plays a schedule; nil means an empty one. It yields the results in the order of the schedule,
// each as soon as it and all results before it are finished. Leaving the loop stops the games; Run
// returns after the executor has ended.
//
// A player that fails forfeits its game, and the run continues. A job that cannot be played for
// another reason, or that the executor loses, is tried once more.
//
// The run ends early if ctx is cancelled, if a job fails twice, if an agent forfeits ForfeitLimit
// games in a row, or if an external program forfeits more games than its [Tolerance]. The last
// value yielded is then the error: that of ctx, one that names the job, a *[ForfeitsError], or a
// *[BrokenError]. Before it, Run yields the results that are finished, in the order of the schedule
// but with gaps.
func Run(ctx context.Context, x Executor, field []engines.Agent, s Schedule, o Options) iter.Seq2[Result, error] {
	if s == nil {
		s = Pairings(nil)
	}
	return run(ctx, x, func() *Jobs {
		return &Jobs{batch: o.Batch, terms: o.Terms, field: field, schedule: s, skip: o.Skip, slots: 1}
	}, o)
}

// run plays the jobs that the function jobs returns and yields their results in order. [Run] and
// [RunStream] call it.
func run(ctx context.Context, x Executor, jobs func() *Jobs, o Options) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		if x == nil {
			yield(Result{}, errors.New("tournament: no executor to play the games"))
			return
		}
		if err := o.Terms.Objective.Validate(); err != nil {
			yield(Result{}, fmt.Errorf("tournament: objective: %w", err))
			return
		}
		inner, cancel := context.WithCancel(ctx)
		defer cancel()
		d := &delivery{jobs: jobs(), finished: o.Finished, yield: yield, forfeits: o.Forfeits}
		_, d.trusted = x.(Local)
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

// play calls the executor until every result is delivered or the run must end. It returns false
// if the caller of Run has left the loop.
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
