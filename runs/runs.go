package runs

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/results"
)

// Resolve prepares a config for playing. It reads the config that the options give, or else the
// stored config of the run to resume. It starts the external programs and replaces every reference,
// such as the name of a file, by its contents. It may play a few games, for example to find out
// whether games repeat. A mistake in the config is a [MistakeError], which lists all mistakes with
// their keys and places. The caller must close the result.
func (c Catalog) Resolve(ctx context.Context, o Options) (*Resolved, error) {
	return resolve(ctx, c, request{options: o.withDefaults()})
}

// Tune searches weights with the config's strategy, verifies the result in games that the search
// did not use, and stores the run. With Options.Resume it continues a stored run. The result of a
// run does not depend on interruptions.
//
// report, if not nil, is called with the result before the run is marked as finished. If the
// process is killed in between, the resumed run calls report again. Tune returns an error of
// report, but the run is finished in any case.
//
// If the context ends, the error is an [InterruptedError], or the error of the context if no run has
// begun. A mistake in the config is a [MistakeError].
func (c Catalog) Tune(ctx context.Context, o Options, report func(TuneResult) error) (TuneResult, error) {
	return playRun(ctx, c, o, results.Evolve, func(rec *recorder) (TuneResult, error) { return tune(ctx, rec, report) })
}

// tune plays the unfinished part of a tuning run, which rec has opened, verifies the result and
// stores it. report, if not nil, is called with the result before the run is marked as finished.
func tune(ctx context.Context, rec *recorder, report func(TuneResult) error) (TuneResult, error) {
	if err := announceDuration(ctx, rec); err != nil {
		return TuneResult{}, rec.broken(ctx, 0, err)
	}
	s, err := newSearchRun(ctx, rec)
	if err != nil {
		return TuneResult{}, err
	}
	if err := rec.openGames(ctx); err != nil {
		return TuneResult{}, err
	}
	out, result, err := s.play(ctx)
	if err = rec.closeGames(err); err != nil {
		return TuneResult{}, rec.broken(ctx, s.round, err)
	}
	ctx = context.WithoutCancel(ctx) // everything is played; an interrupt comes too late
	closePrograms(rec.r, rec.options)
	if out.ForfeitsByKind, err = s.forfeits(ctx); err != nil {
		return TuneResult{}, err
	}
	if out.Record, err = concluded(ctx, rec.run, result); err != nil {
		return out, err
	}
	return out, finish(ctx, rec, out.Record, out, report)
}

// Tournament plays the agents of a config against each other and stores every pairing. It plays a
// fixed schedule, but stops when a sequential test decides, or shortly after all openings have been
// played (TournamentResult.Ended). With Options.Resume it continues a
// stored tournament.
//
// report, if not nil, is called with the standings before the tournament is marked as finished.
// Tournament returns an error of report, but the tournament is finished in any case.
//
// The errors and the use of ctx are the same as in [Catalog.Tune].
func (c Catalog) Tournament(ctx context.Context, o Options, report func(TournamentResult) error) (TournamentResult, error) {
	return playRun(ctx, c, o, results.Tournament, func(rec *recorder) (TournamentResult, error) { return playTournament(ctx, rec, report) })
}

func playTournament(ctx context.Context, rec *recorder, report func(TournamentResult) error) (TournamentResult, error) {
	r := rec.r
	warnTournament(rec)
	if err := rec.openGames(ctx); err != nil {
		return TournamentResult{}, err
	}
	start := time.Now()
	t := newTournamentRun(rec)
	if err := rec.closeGames(t.play(ctx)); err != nil {
		return TournamentResult{}, withStoredGames(ctx, rec, rec.broken(ctx, 0, err))
	}
	ctx = context.WithoutCancel(ctx) // everything is played; an interrupt comes too late
	closePrograms(r, rec.options)
	out := TournamentResult{
		Table: t.table(), Test: t.contest.test.state(), Elapsed: time.Since(start), Ended: t.ended,
		Caveats:        append(alikeSentences(&t.alike, r.Agents), mirrorSentences(&t.mirrors, r.Agents)...),
		Irreproducible: irreproducible(r, r.Agents),
	}
	result := storedTableResult(out.Table)
	result.Exhausted = t.ended != ""
	var err error
	if out.Record, err = concluded(ctx, rec.run, result); err != nil {
		return out, err
	}
	return out, finish(ctx, rec, out.Record, out, report)
}

// Grid evaluates every point of a grid of weights on labelled positions and stores the result. It
// cannot be resumed: if ctx ends first, nothing is stored. A grid with more points than the options
// allow is an error, which contains the expected duration.
func (c Catalog) Grid(ctx context.Context, o Options, g GridOptions) (GridResult, error) {
	o = o.withDefaults()
	if o.Resume != "" {
		return GridResult{}, mistakef("a grid search cannot be resumed; it is searched again from its config")
	}
	r, err := resolve(ctx, c, request{options: o, kind: results.Grid, grid: &g})
	if err != nil {
		return GridResult{}, err
	}
	defer r.Close()
	if r.grid.points > g.maxPoints() {
		return GridResult{}, gridTooLarge(ctx, r, g.maxPoints())
	}
	rec, err := openRecorder(ctx, r, o)
	if err != nil {
		return GridResult{}, err
	}
	defer rec.close()
	rec.warnNotes()
	start := time.Now()
	found, err := grid.Search(ctx, r.grid.problem, r.grid.options)
	if err != nil {
		if ctx.Err() != nil { // it cannot be resumed
			err = errors.Join(err, rec.run.Close(), rec.store.Delete(context.WithoutCancel(ctx), rec.run.ID()))
		}
		return GridResult{}, err
	}
	ctx = context.WithoutCancel(ctx) // the whole grid is searched; an interrupt comes too late
	out := GridResult{Etudes: r.Config.Etudes, Result: found, Elapsed: time.Since(start)}
	if found.Map != nil {
		if err := rec.run.SaveGrid(ctx, gridRecord(found, out.Elapsed)); err != nil {
			return out, err
		}
	}
	result := storedGridResult(r, found)
	if out.Record, err = concluded(ctx, rec.run, result); err != nil {
		return out, err
	}
	return out, rec.run.FinishAt(ctx, result, out.Record.Ended)
}

// Fit fits weights to positions with known outcomes, verifies the fitted weights by games, and
// stores the run. With Options.Resume it continues a stored run. It then replays games of stored
// rounds only if later rounds learn from them. See [Catalog.Tune] for report, the errors and the
// use of ctx.
func (c Catalog) Fit(ctx context.Context, o Options, report func(FitResult) error) (FitResult, error) {
	return playRun(ctx, c, o, results.Fit, func(rec *recorder) (FitResult, error) {
		f, err := newFitRun(rec)
		if err != nil {
			return FitResult{}, err
		}
		out, result, err := f.play(ctx)
		if err != nil {
			return FitResult{}, rec.broken(ctx, 0, err)
		}
		ctx := context.WithoutCancel(ctx) // everything is played; an interrupt comes too late
		if out.Record, err = concluded(ctx, rec.run, result); err != nil {
			return out, err
		}
		return out, finish(ctx, rec, out.Record, out, report)
	})
}
