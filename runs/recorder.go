package runs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// recorder writes what happens in a run: to the store, to the file of games, and to the
// events. It does not depend on the strategy. openRecorder makes one; it must be closed.
type recorder struct {
	store  *results.Store
	run    *results.Run
	point  results.Point // where a resumed run continues; zero for a new run
	events tuning.Events
	// disputed is why the run is marked as disputed; "" if it is not.
	disputed string

	games    *gameLog   // nil if no file of games is written
	failures failureLog // nil fields if no programs play
}

// openRecorder opens the store and begins a run of the config there, or opens the run to
// resume. info has what belongs to the kind of run.
func openRecorder(ctx context.Context, r *Resolved, o Options, info results.Info) (*recorder, error) {
	store, err := openFor(o)
	if err != nil {
		return nil, err
	}
	rec := &recorder{store: store, events: o.Events}
	if o.Resume == "" {
		err = rec.begin(ctx, r, o, info)
	} else {
		err = rec.resume(ctx, r, o)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	rec.failures.run = rec.run
	if rec.events.RunBegun != nil {
		rec.events.RunBegun(rec.run.ID())
	}
	if err := rec.warnDisputed(ctx); err != nil {
		rec.close()
		return nil, err
	}
	return rec, nil
}

// close closes the run and the store.
func (rec *recorder) close() {
	_ = rec.run.Close()
	_ = rec.store.Close()
}

// begin stores a new run. A run of a preset is tagged with the preset's name.
func (rec *recorder) begin(ctx context.Context, r *Resolved, o Options, info results.Info) error {
	spec := r.Engine.Spec()
	info.Kind, info.Name, info.Engine, info.Seed, info.Version = r.Kind, o.Name, spec.Name, r.Config.Seed, BuildInfo().Version
	info.Space, info.ScaleFree = r.Space, spec.ScaleFree
	if r.preset != "" {
		info.Tags = []string{r.preset}
	}
	var err error
	if info.Config, err = r.Text(); err != nil {
		return err
	}
	if o.experiment != "" {
		rec.run, err = rec.store.BeginInExperiment(ctx, info, o.experiment, o.place)
	} else {
		rec.run, err = rec.store.Begin(ctx, info)
	}
	if errors.Is(err, results.ErrNameTaken) {
		err = mistake(err)
	}
	return err
}

// resume opens the run to resume. A config that is given must be that of the run; a run of
// evolve may be given a larger budget.
func (rec *recorder) resume(ctx context.Context, r *Resolved, o Options) error {
	config := ""
	if o.configured() || len(o.Set) > 0 {
		text, err := r.Text()
		if err != nil {
			return err
		}
		switch same, extends := compareStored(r, text); {
		case same:
		case extends:
			if err := extend(ctx, rec.store, r, o, text); err != nil {
				return err
			}
			config = text
		default:
			config = text // the store refuses it with the differences
		}
	}
	if r.resumeNote != "" {
		if err := rec.store.Note(ctx, r.resumed.rec.ID, strings.TrimSpace(r.resumed.rec.Note+"\n"+r.resumeNote)); err != nil {
			return err
		}
	}
	var err error
	if rec.run, rec.point, err = rec.store.Resume(ctx, o.Resume, config); errors.Is(err, results.ErrOtherConfig) {
		err = mistake(err)
	}
	return err
}

// compareStored compares the config of a resumed run with the stored one: whether they are
// the same, and otherwise whether they differ in the budget of a search alone.
func compareStored(r *Resolved, text string) (same, extends bool) {
	if r.resumed == nil { // it could not be read; the store reports why
		return false, false
	}
	stored := Resolved{Config: r.resumed.config}
	if own, err := stored.Text(); err == nil && own == text {
		return true, false
	}
	if r.Kind != results.Evolve {
		return false, false
	}
	stored.Config.Budget, stored.Config.Verification.Games = r.Config.Budget, r.Config.Verification.Games
	own, err := stored.Text()
	return false, err == nil && own == text
}

// extend gives a run another budget. Its rounds stay as they are; its result is found and
// verified anew. A strategy whose first rounds would have differed with that budget refuses.
func extend(ctx context.Context, store *results.Store, r *Resolved, o Options, config string) error {
	rec, err := store.Get(ctx, o.Resume)
	if err != nil {
		return err
	}
	b := r.Config.Budget
	if b.Games > 0 && b.Games < rec.Games || b.Rounds > 0 && b.Rounds < rec.Rounds {
		return mistakef("run %s has played %d games in %d rounds, which is more than the new budget", rec.ID, rec.Games, rec.Rounds)
	}
	at, err := store.Stands(ctx, rec.ID)
	if err != nil {
		return err
	}
	if at.Snapshot != nil {
		fresh, _, err := r.search.build(r.search.problem)
		if err != nil {
			return err
		}
		if fresh.Restore(at.Snapshot) != nil {
			return mistakef("run %s: %s plans its whole budget from its first round on and cannot go on with another; engine.weights=run:%s starts a new run from its result",
				rec.ID, r.search.name, rec.ID)
		}
	}
	return store.Reopen(ctx, rec.ID, config)
}

// openGames opens the file of games, if the options name one.
func (rec *recorder) openGames(r *Resolved, o Options) error {
	var err error
	rec.games, err = newGameLog(r, o.GamesFile, o.Resume != "")
	return err
}

// closeGames closes the file of games after the run was played with an error or nil. It
// returns that error with the one of the file; without both, the first error of storing a
// failure.
func (rec *recorder) closeGames(played error) error {
	if err := errors.Join(played, rec.games.close()); err != nil {
		return err
	}
	return rec.failures.err
}

// saveRound stores a finished round with its games. A signal does not keep it from being
// stored.
func (rec *recorder) saveRound(ctx context.Context, round tuning.Round, members []tuning.Member) error {
	if err := rec.run.SaveRound(context.WithoutCancel(ctx), round, members); err != nil {
		return err
	}
	for _, r := range round.Results {
		if err := rec.games.add(tuning.Search, round.Number, round.Batch.Field, r); err != nil {
			return err
		}
	}
	return nil
}

// roundSaved reports a stored round to the events.
func (rec *recorder) roundSaved(round tuning.Round) {
	if rec.events.RoundSaved != nil {
		rec.events.RoundSaved(round)
	}
}

// finish reports the result and then marks the run as finished.
func (rec *recorder) finish(ctx context.Context, result results.Result, report func() error) error {
	var err error
	if report != nil {
		err = report()
	}
	return errors.Join(err, rec.run.Finish(context.WithoutCancel(ctx), result))
}

// warn reports a warning to the events.
func (rec *recorder) warn(format string, args ...any) {
	if rec.events.Warning != nil {
		rec.events.Warning(fmt.Sprintf(format, args...))
	}
}

// warnVersion warns if the run was begun by another version of the program, which may have
// played other games.
func (rec *recorder) warnVersion() {
	if begun, now := rec.run.Info().Version, BuildInfo().Version; begun != now {
		rec.warn("warning: the run was begun by version %s, and this is %s; it may not end as it would have there", begun, now)
	}
}

// warnDisputed warns that a resumed run stays disputed.
func (rec *recorder) warnDisputed(ctx context.Context) error {
	reason, err := rec.run.Disputed(ctx)
	rec.disputed = reason
	if err == nil && reason != "" {
		rec.warn("warning: run %s is disputed, and stays so when it ends, because results that it keeps may be wrong: %s; start it again for results without this mark", rec.run.ID(), reason)
	}
	return err
}

// broken returns the error with which a run ends before its time: a StoppedError if a program
// is broken, an InterruptedError if the context ended. If two workers disagreed, it marks the
// run as disputed. rounds are the rounds that are stored.
func (rec *recorder) broken(ctx context.Context, r *Resolved, rounds int, err error) error {
	id := rec.run.ID()
	var dispute *tournament.DisputeError
	if errors.As(err, &dispute) {
		if failed := rec.run.Dispute(context.Background(), dispute.Error()); failed != nil {
			err = errors.Join(err, failed)
		} else {
			err = fmt.Errorf("%w; run %s is marked as disputed, because other results of it may be wrong too: find the cause, then start it again", err, id)
		}
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = &InterruptedError{Run: id, Rounds: rounds, Programs: r.Programs != nil, Err: err}
	}
	var broken *tournament.BrokenError
	if errors.As(err, &broken) {
		games := rec.point.Games + rec.failures.games
		if broken.Round == 0 {
			games -= broken.Rest
		}
		return &StoppedError{id, games, err}
	}
	return err
}

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
