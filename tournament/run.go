package tournament

import (
	"context"
	"errors"
	"iter"

	"github.com/lanista/lanista/engines"
)

// Terms are what all games of a run have in common.
type Terms struct {
	// Game is the game under its settings, and Arena how its games are played.
	// Jobs carry both; an executor with an arena of its own needs neither.
	Game  engines.Ref
	Arena engines.ArenaOptions
	// Objective is what a game is worth by.
	Objective Objective
	// ForfeitLimit is the number of games in a row, in schedule order, that one
	// agent may forfeit before the run is stopped. The default value 0 is
	// 20; less than 0 is no limit.
	ForfeitLimit int
	// Programs are the players that are other programs, by name, with what each may
	// lose by failing before the run is stopped.
	Programs map[string]Tolerance
}

// Options says how a schedule is played. But for the Terms it never changes a
// result. The zero value plays the whole schedule by places.
type Options struct {
	Terms
	// Batch names what is played, for executors that must tell one schedule of a
	// run from another: "round 17".
	Batch string
	// Skip lists schedule indices that are known already and are not played;
	// nil plays all. It must give one answer for one index, whenever it is
	// asked and from whatever goroutine.
	Skip func(i int) bool
	// Forfeits, when set, watches over several schedules in place of ForfeitLimit.
	Forfeits *Forfeits
	// Finished, when set, is called for every result as soon as it is there, in
	// any order: for a journal, which must not wait for the games before it.
	Finished func(Result)
}

// Run plays a schedule, nil for none, and yields its results in schedule order, each as soon
// as it and all before it are finished. Leaving the loop stops the play; Run
// returns only when the executor has ended.
//
// A player that fails forfeits its game and the tournament goes on, unless an
// agent does nothing but fail: then the last value yielded is a *[ForfeitsError],
// or of a program a *[BrokenError].
// A job that
// fails for another reason, or that the executor loses, is tried once more; if
// it fails again the run ends with an error that says which it was. When ctx is
// done, no further pairing starts and the games in play are cancelled. Whenever
// the run ends early, what had finished out of order is still yielded (in order,
// with gaps), and the last value yielded is the error.
func Run(ctx context.Context, x Executor, field []engines.Agent, s Schedule, o Options) iter.Seq2[Result, error] {
	if s == nil {
		s = Pairings(nil)
	}
	return run(ctx, x, func() *Jobs {
		return &Jobs{batch: o.Batch, terms: o.Terms, field: field, schedule: s, skip: o.Skip, slots: 1}
	}, o)
}

// run plays jobs.
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
			d.forfeits = &Forfeits{Limit: o.ForfeitLimit, Programs: o.Programs}
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

// play lets the executor play until everything is delivered or the run must end.
// It returns false if the caller has left the loop.
func (d *delivery) play(ctx context.Context, cancel func(), x Executor) bool {
	for {
		before, _ := d.jobs.progress()
		for r, err := range x.Execute(ctx, d.jobs) {
			if err != nil {
				d.trouble(ctx, err)
			} else if !d.take(&r) {
				return false
			}
			if d.err != nil {
				cancel()
			}
		}
		if ctx.Err() != nil {
			return true
		}
		d.lost()
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
