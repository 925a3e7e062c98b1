package runs

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/results"
)

// Resolve reads the config that the options give, or else that of the run to resume, starts
// its programs, and replaces every reference by a value. To learn whether deals differ and
// what scores are like, it may play a few games. All mistakes of the config are returned as
// one [MistakeError], each with its key and place. The result must be closed.
func (c Catalog) Resolve(ctx context.Context, o Options) (*Resolved, error) {
	return resolve(ctx, c, request{options: o.withDefaults()})
}

// Tune searches weights with the strategy that the config names, verifies the result on
// games that the search has not seen, and stores all of it. With Resume it continues a
// stored run, which ends as if it had never stopped.
//
// Report, when not nil, is called once the result is known, and the run counts as finished
// after it: a process that is killed before resumes the run and reports again. An error of
// it is returned; the run is finished all the same.
//
// If the context ends, the error is an [InterruptedError]; a mistake in the config is a
// [MistakeError].
func (c Catalog) Tune(ctx context.Context, o Options, report func(TuneResult) error) (TuneResult, error) {
	o = o.withDefaults()
	r, err := resolve(ctx, c, request{options: o, kind: results.Evolve}) // its mistakes come first: they leave no store behind
	if err != nil {
		return TuneResult{}, err
	}
	defer r.Close()
	started := time.Now()
	rec, err := openRecorder(ctx, r, o, results.Info{Strategy: r.search.name})
	if err != nil {
		return TuneResult{}, err
	}
	defer rec.close()
	s, err := newSearchRun(r, rec, o)
	if err != nil {
		return TuneResult{}, err
	}
	if err := rec.openGames(r, o); err != nil {
		return TuneResult{}, err
	}
	out, result, err := s.play(ctx)
	if err = rec.closeGames(err); err != nil {
		return TuneResult{}, rec.broken(ctx, r, s.round, err)
	}
	warnStray(r, o)
	out.Elapsed = time.Since(started)
	if out.ForfeitsByKind, err = s.forfeits(ctx); err != nil {
		return TuneResult{}, err
	}
	if out.Record, err = concluded(ctx, rec.run, result); err != nil {
		return out, err
	}
	return out, rec.finish(ctx, result, func() error {
		if report == nil {
			return nil
		}
		return report(out)
	})
}

// Tournament plays the agents of a config against each other, by a schedule or until a
// sequential test decides, and stores every pairing. With Resume it continues a stored
// tournament.
//
// Report, when not nil, is called with the standings before the tournament counts as finished;
// an error of it is returned, and the tournament is finished all the same. If the context
// ends, the error is an [InterruptedError]; a mistake in the config is a [MistakeError].
func (c Catalog) Tournament(ctx context.Context, o Options, report func(TournamentResult) error) (TournamentResult, error) {
	o = o.withDefaults()
	r, err := resolve(ctx, c, request{options: o, kind: results.Tournament}) // its mistakes come first: they leave no store behind
	if err != nil {
		return TournamentResult{}, err
	}
	defer r.Close()
	rec, err := openRecorder(ctx, r, o, results.Info{Field: r.Agents})
	if err != nil {
		return TournamentResult{}, err
	}
	defer rec.close()
	warnTournament(r, rec, o)
	if err := rec.openGames(r, o); err != nil {
		return TournamentResult{}, err
	}
	start := time.Now()
	t := newTournamentRun(r, rec)
	if err := rec.closeGames(t.play(ctx, o)); err != nil {
		return TournamentResult{}, withStoredGames(ctx, rec, rec.broken(ctx, r, 0, err))
	}
	warnStray(r, o)
	out := TournamentResult{
		Run: rec.run.ID(), Engine: r.Engine.Spec(), Seed: r.Config.Seed, Table: t.table(),
		Test: t.contest.test.state(), Elapsed: time.Since(start), Ended: t.ended, Caveats: alikeSentences(&t.alike, r.Agents),
		Irreproducible: irreproducible(r, r.Agents), Disputed: rec.disputed,
	}
	result := storedTableResult(out.Table)
	if out.Record, err = concluded(ctx, rec.run, result); err != nil {
		return out, err
	}
	return out, rec.finish(ctx, result, func() error {
		if report == nil {
			return nil
		}
		return report(out)
	})
}

// Grid tries every point of a grid of weights on labelled positions and stores the result. It
// cannot be resumed: if ctx ends first, nothing is stored. A grid with more points than the
// options allow is refused with the time that it would take.
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
	rec, err := openRecorder(ctx, r, o, results.Info{Strategy: "grid"})
	if err != nil {
		return GridResult{}, err
	}
	defer rec.close()
	for _, note := range r.Notes {
		rec.warn("%s", note)
	}
	start := time.Now()
	found, err := grid.Search(ctx, r.grid.problem, r.grid.options)
	if err != nil {
		if ctx.Err() != nil { // it cannot be resumed
			err = errors.Join(err, rec.run.Close(), rec.store.Delete(context.WithoutCancel(ctx), rec.run.ID()))
		}
		return GridResult{}, err
	}
	out := GridResult{Run: rec.run.ID(), Engine: r.Engine.Spec(), Space: r.Space, Result: found, Elapsed: time.Since(start)}
	if found.Map != nil {
		if err := rec.run.SaveGrid(ctx, gridRecord(found, out.Elapsed)); err != nil {
			return out, err
		}
	}
	result := storedGridResult(r, found)
	if out.Record, err = concluded(ctx, rec.run, result); err != nil {
		return out, err
	}
	return out, rec.run.Finish(ctx, result)
}

// Fit finds weights from positions with results, verifies them by games, and stores all of it.
// Its report, errors and contexts are those of [Catalog.Tune]. With Resume it continues a
// stored run: rounds that are stored are not fitted again, though their games are gone through
// if later rounds learn from them, and what was played of the verification is not played
// again.
func (c Catalog) Fit(ctx context.Context, o Options, report func(FitResult) error) (FitResult, error) {
	o = o.withDefaults()
	r, err := resolve(ctx, c, request{options: o, kind: results.Fit}) // its mistakes come first: they leave no store behind
	if err != nil {
		return FitResult{}, err
	}
	defer r.Close()
	started := time.Now()
	rec, err := openRecorder(ctx, r, o, results.Info{Strategy: "fit"})
	if err != nil {
		return FitResult{}, err
	}
	defer rec.close()
	f, err := newFitRun(r, rec)
	if err != nil {
		return FitResult{}, err
	}
	out, result, err := f.play(ctx, o)
	if err != nil {
		return FitResult{}, rec.broken(ctx, r, 0, err)
	}
	out.Elapsed = time.Since(started)
	if out.Record, err = concluded(ctx, rec.run, result); err != nil {
		return out, err
	}
	return out, rec.finish(ctx, result, func() error {
		if report == nil {
			return nil
		}
		return report(out)
	})
}
