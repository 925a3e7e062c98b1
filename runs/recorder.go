package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// recorder is a run that is open in the store, with its config and options. It reports the events
// of the run to the store, the file of games, and the event handler. All kinds of run use it. The
// caller must close it.
type recorder struct {
	r       *Resolved // config of the run
	options Options   // executor, file of games and event handlers of the run
	store   *results.Store
	run     *results.Run
	point   results.Point // place in the run where a resumed run continues; zero for a new run

	games    *gameLog // nil if no file of games is written
	counted  int      // number of games in all results
	unstored error    // first error of storing a game that a program lost by failing
}

// openRecorder opens the store. It begins a new run of the config, or opens the stored run to
// resume.
func openRecorder(ctx context.Context, r *Resolved, o Options) (*recorder, error) {
	store, err := openFor(o)
	if err != nil {
		return nil, err
	}
	rec := &recorder{r: r, options: o, store: store}
	if o.Resume == "" {
		err = rec.begin(ctx)
	} else {
		err = rec.resume(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	if o.Events.RunBegun != nil {
		o.Events.RunBegun(rec.run.ID())
	}
	if err := errors.Join(rec.settleDispute(ctx), rec.recheck(ctx)); err != nil {
		rec.close()
		return nil, err
	}
	return rec, nil
}

func (rec *recorder) close() {
	_ = rec.run.Close()
	_ = rec.store.Close()
}

// begin stores a new run. A run of a preset receives the preset's name as a tag.
func (rec *recorder) begin(ctx context.Context) error {
	r, o := rec.r, rec.options
	spec := r.Engine.Spec()
	info := results.Info{
		Kind: r.Kind, Name: o.Name, Engine: spec.Name, Seed: r.Config.Seed, Version: BuildInfo().Version,
		Rules: spec.Version, Space: r.Space, ScaleFree: spec.ScaleFree, Field: r.Agents,
	}
	info.Strategy, _ = r.strategy()
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

// resume opens the stored run to resume. A config from the caller must equal that of the run,
// except for the budget of a tuning run and the cycles of a tournament. See extend and
// extendSchedule.
func (rec *recorder) resume(ctx context.Context) error {
	r, o := rec.r, rec.options
	config := ""
	if o.configured() || len(o.Set) > 0 {
		text, err := r.Text()
		if err != nil {
			return err
		}
		switch same, extends := compareStored(r, text); {
		case same:
		case extends:
			change := rec.extend
			if r.Kind == results.Tournament {
				change = rec.extendSchedule
			}
			if err := change(ctx, text); err != nil {
				return err
			}
			config = text
		default:
			config = text // the store refuses it with the differences
		}
	}
	id := o.Resume
	if r.resumed != nil {
		id = r.resumed.rec.ID // by now, a text such as "last" may be another run
	}
	var err error
	if rec.run, rec.point, err = rec.store.Resume(ctx, id, config); errors.Is(err, results.ErrOtherConfig) {
		if set := storedValues(r, config); o.configured() && set != "" {
			err = fmt.Errorf("%w; to resume it as it began, add %s", err, set)
		}
		err = mistake(err)
	} else if errors.Is(err, results.ErrFinished) && r.resumed != nil {
		err = &FinishedError{Extends: canExtend(r), Err: err}
	}
	if err != nil || r.resumeNote == "" {
		return err
	}
	err = rec.store.Note(ctx, r.resumed.rec.ID, strings.TrimSpace(r.resumed.rec.Note+"\n"+r.resumeNote))
	if err != nil {
		err = errors.Join(err, rec.run.Close())
	}
	return err
}

// canExtend reports whether the stored run that r resumes can be played further than planned: a
// tournament with more cycles, or a search with a larger budget. It returns false for a tournament
// that ended before its whole schedule was played. It also returns false for a search that has
// ended by itself or whose strategy plans its whole budget ahead.
func canExtend(r *Resolved) bool {
	if r.Kind == results.Tournament {
		return r.resumed.rec.Pairings >= r.contest.schedule.Len()
	}
	run := r.resumed.rec.Summary
	return run.Kind == results.Evolve && !r.catalog.plansAhead(run.Info) && (run.Result == nil || !run.Result.Exhausted)
}

// compareStored compares the stored config of a run with text, a config for resuming the run. same
// reports whether they are equal. extends reports whether they differ only in values that a resumed
// run may change. These are the budget and the verification games of a search, and the cycles of a
// tournament.
func compareStored(r *Resolved, text string) (same, extends bool) {
	if r.resumed == nil { // it could not be read; the store reports why
		return false, false
	}
	stored := Resolved{Config: r.resumed.config}
	if own, err := stored.Text(); err == nil && own == text {
		return true, false
	}
	switch r.Kind {
	case results.Evolve:
		stored.Config.Budget, stored.Config.Verification.Games = r.Config.Budget, r.Config.Verification.Games
	case results.Tournament:
		var schedule ScheduleOptions
		if err := stored.Config.Schedule.Decode(&schedule); err != nil {
			return false, false
		}
		schedule.Cycles = r.contest.options.Cycles
		var err error
		if stored.Config.Schedule, err = configs.Map(schedule); err != nil {
			return false, false
		}
	default:
		return false, false
	}
	own, err := stored.Text()
	return false, err == nil && own == text
}

// storedValues returns the flags that change a config to the values of the stored run, such as
// "--set budget.games=600 --set seed=2". It returns "" if flags cannot do so: if an element of a
// list differs, or if the stored config lacks a key.
func storedValues(r *Resolved, config string) string {
	if r.resumed == nil {
		return ""
	}
	var flags []string
	for _, d := range results.Differences(r.resumed.rec.Config, config) {
		if was := d.Values[0]; was == "" || strings.ContainsAny(d.Key, "[]") {
			return ""
		}
		flags = append(flags, "--set "+ShellWord(d.Key+"="+d.Values[0]))
	}
	return strings.Join(flags, " ")
}

// extend reopens a stored tuning run with a new budget and a new number of verification games. The
// stored rounds stay, and the result is determined and verified again. extend returns an error if
// more than the new budget has been played, or if the strategy cannot continue with another budget.
func (rec *recorder) extend(ctx context.Context, config string) error {
	r := rec.r
	run, err := rec.store.Info(ctx, r.resumed.rec.ID) // another process may have continued it
	if err != nil {
		return err
	}
	b := r.Config.Budget
	if b.Games > 0 && b.Games < run.Games || b.Rounds > 0 && b.Rounds < run.Rounds {
		return mistakef("run %s has played %d games in %d rounds, which is more than the new budget; give at least as many", run.ID, run.Games, run.Rounds)
	}
	at, err := rec.store.ResumePoint(ctx, run.ID)
	if err != nil {
		return err
	}
	if at.Snapshot != nil {
		fresh, _, err := r.search.maker.make(r.search.problem)
		if err != nil {
			return err
		}
		if fresh.Restore(at.Snapshot) != nil {
			return mistakef("run %s: %s plans its whole budget from its first round on and cannot go on with another; engine.weights=run:%s starts a new run from its result",
				run.ID, r.search.name, run.ID)
		}
	}
	rec.warnChanges(run, config)
	return rec.store.Reopen(ctx, run.ID, config, budgetText(r.resumed.config.Budget), budgetText(b))
}

// warnChanges warns about every config key of an interrupted run whose value is different when the
// run continues. It does not warn about a finished run.
func (rec *recorder) warnChanges(run results.Summary, config string) {
	if run.Status != results.Interrupted {
		return
	}
	for _, d := range results.Differences(run.Config, config) {
		rec.warn("run %s: %s was %s and is %s now", run.ID, d.Key, cmp.Or(d.Values[0], "not set"), cmp.Or(d.Values[1], "not set"))
	}
}

// extendSchedule changes the number of cycles of a stored tournament and reopens it. The stored
// pairings remain valid. extendSchedule returns an error if the new schedule is shorter, or if the
// tournament ended before its whole schedule was played.
func (rec *recorder) extendSchedule(ctx context.Context, config string) error {
	r := rec.r
	run, err := rec.store.Info(ctx, r.resumed.rec.ID) // another process may have continued it
	if err != nil {
		return err
	}
	was, now := storedCycles(r.resumed.config), r.contest.options.Cycles
	switch planned := r.contest.schedule.Len() / now * was; {
	case now < was:
		return mistakef("run %s has a schedule of %s (in a match: rounds) and cannot continue with %d; give more, or leave the number out", run.ID, plural(was, "cycle", "cycles"), now)
	case run.Status == results.Finished && run.Pairings < planned:
		return mistakef("run %s ended after %d of its %d pairings, and more cycles would play no others", run.ID, run.Pairings, planned)
	}
	rec.warnChanges(run, config)
	return rec.store.Reopen(ctx, run.ID, config, "", "")
}

// openGames opens the file of games if the options name one. For a resumed run, it removes an
// incomplete game at the end of the file. It then warns if finished games of the run are missing in
// the file.
func (rec *recorder) openGames(ctx context.Context) error {
	o := rec.options
	var err error
	if rec.games, err = newGameLog(rec.r, o.GamesFile, o.Resume != ""); err != nil || rec.games == nil || o.Resume == "" {
		return err
	}
	finished, err := rec.finishedGames(ctx)
	if err != nil {
		return err
	}
	written, err := rec.games.truncate()
	if err != nil {
		return err
	}
	if written < finished {
		rec.warn("warning: %d of the %d finished games of the run are not in %s and are not added to it; the remaining games are",
			finished-written, finished, o.GamesFile)
	}
	return nil
}

// finishedGames returns the number of stored games: those of the finished rounds and those of the
// tournament or the verification.
func (rec *recorder) finishedGames(ctx context.Context) (int, error) {
	n := rec.point.Games
	for r, err := range rec.store.Journal(ctx, rec.run.ID(), 0) {
		if err != nil {
			return 0, err
		}
		n += len(r.Games)
	}
	return n, nil
}

// closeGames closes the file of games at the end of a run. played is the error of the run, or nil.
// If it is not nil, closeGames first writes the stored games that waited for an earlier pairing. It
// returns played joined with the error of closing, or else the first error of storing a failed
// game.
func (rec *recorder) closeGames(played error) error {
	if played != nil {
		played = errors.Join(played, rec.games.writeRest())
	}
	if err := errors.Join(played, rec.games.close()); err != nil {
		return err
	}
	return rec.unstored
}

// saveRound stores a finished round and writes its games to the file of games. It does so even if
// ctx has ended.
func (rec *recorder) saveRound(ctx context.Context, round tuning.Round, members []tuning.Member) error {
	if err := rec.run.SaveRound(context.WithoutCancel(ctx), round, members); err != nil {
		return err
	}
	for _, r := range round.Results {
		if err := rec.games.add(tuning.Search, round.Number, round.Batch.Field, r); err != nil {
			return err
		}
	}
	return rec.games.flush()
}

// savePairings stores finished pairings of a tournament or a verification, and the failures of
// programs in their games. It then writes to the file of games, in the order of the schedule, up to
// the first pairing that is not stored. If the process is killed between the two steps, the file
// lacks these games. They are formatted before they are stored, to keep this time short.
func (rec *recorder) savePairings(ctx context.Context, agents []engines.Agent, list []tournament.Result) error {
	var failed []results.Failure
	for _, r := range list {
		failed = append(failed, failures(0, agents, r)...)
	}
	err := rec.games.prepare(list)
	if err == nil {
		err = rec.run.SaveFailures(ctx, failed)
	}
	if err == nil {
		err = rec.run.SavePairings(ctx, list)
	}
	if err != nil {
		rec.games.stop()
		return err
	}
	return rec.games.flush()
}

func (rec *recorder) roundSaved(round tuning.Round) {
	if saved := rec.options.Events.RoundSaved; saved != nil {
		saved(round)
	}
}

// finish completes a run. It first passes out, the result for the caller, to report, unless report
// is nil. It then stores record.Result and marks the run as finished. The stored time of the end is
// record.Ended, however long report takes.
func finish[T any](ctx context.Context, rec *recorder, record results.Record, out T, report func(T) error) error {
	var err error
	if report != nil {
		err = report(out)
	}
	return errors.Join(err, rec.broken(ctx, 0, rec.run.FinishAt(ctx, *record.Result, record.Ended)))
}

func (rec *recorder) warn(format string, args ...any) { rec.options.warn(format, args...) }

// warnNotes passes the notes on the config to the event handler.
func (rec *recorder) warnNotes() {
	for _, note := range rec.r.Notes {
		rec.warn("%s", note)
	}
}

// warnVersion warns if a different version of the program or of the game's rules began the run,
// because it may play different games. It also warns if another kind of processor computed a part
// of the run.
func (rec *recorder) warnVersion() {
	if text := rulesChanged(rec.run.ID(), rec.run.Info(), rec.r.Engine.Spec()); text != "" {
		rec.warn("warning: %s; the games that follow may not be comparable with the stored ones", text)
	}
	if begun, now := rec.run.Info().Version, BuildInfo().Version; begun != now {
		rec.warn("warning: the run was begun by version %s, and this is %s; it may not end as it would have there", begun, now)
	}
	own := elementary.Processor()
	if others := slices.DeleteFunc(slices.Clone(rec.run.EarlierProcessors()), func(kind string) bool { return kind == own }); len(others) > 0 {
		rec.warn("warning: a part of the run was computed on %s, and this is %s; the result may differ from that of either. Statistics differ in their last digits, and a search by auto, rsm or gp may take another course.",
			strings.Join(others, " and "), own)
	}
}

// broken converts err, the error of a run that ends early. It returns a StoppedError if an agent
// failed too often or a program could not play. It returns an InterruptedError if the context
// ended, the run could not be written, or the system lacks files, processes or memory. If workers
// returned different results, broken removes those that may be wrong, or marks the run as disputed.
// rounds is the number of stored rounds.
func (rec *recorder) broken(ctx context.Context, rounds int, err error) error {
	id := rec.run.ID()
	if dispute, ok := errors.AsType[*tournament.DisputeError](err); ok {
		return rec.contradicted(dispute, err)
	}
	_, unplayed := errors.AsType[*tournament.JobError](err)
	unplayed = unplayed && rec.r.Programs != nil
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) || endsEarly(err) {
		unplayed = false
		err = &InterruptedError{Run: id, Rounds: rounds, Seed: rec.r.Config.Seed, Programs: rec.r.Programs != nil, Err: err}
	}
	broken, ok := errors.AsType[*tournament.BrokenError](err)
	_, forfeited := errors.AsType[*tournament.ForfeitsError](err)
	if !ok && !forfeited && !unplayed {
		return err
	}
	games := rec.point.Games + rec.counted
	if ok && broken.Round == 0 {
		games -= broken.Rest
	}
	return &StoppedError{id, rec.r.Config.Seed, games, err, rec.r.Programs != nil}
}

// concluded returns the record that the run will have when it is finished with the given result,
// without storing anything.
func concluded(ctx context.Context, run *results.Run, result results.Result) (results.Record, error) {
	rec, err := run.Record(ctx)
	if err != nil {
		return results.Record{}, err
	}
	rec.Result, rec.Status, rec.Ended = &result, results.Finished, time.Now().UTC().Truncate(time.Millisecond)
	if rec.Ended.Before(rec.Started) { // the clock was set back
		rec.Ended = rec.Started
	}
	if rec.Checkpoints == nil {
		rec.Checkpoints = result.Checkpoints
	}
	return rec, nil
}
