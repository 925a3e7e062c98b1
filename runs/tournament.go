package runs

import (
	"context"
	"errors"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// TournamentResult is the result of a tournament.
type TournamentResult struct {
	Record  results.Record // the run as the store has it once it has finished
	Run     string         // its id
	Engine  engines.Spec
	Seed    uint64
	Table   tournament.Table
	Test    *Test         // nil without a sequential test
	Elapsed time.Duration // since this process began or resumed it
	// Ended states why the tournament ended before its schedule did; "" if it did not.
	Ended   string
	Caveats []string // reasons to trust the evidence less than its numbers, in sentences
	// Irreproducible says what the games depended on besides config and seed.
	Irreproducible []string
	// Disputed is the text of the error of two workers that disagreed; "" if none was noticed.
	Disputed string
}

// Tournament plays the agents of a config against each other, by a schedule or
// until a sequential test decides, and keeps every pairing in the store. With
// Resume it goes on with a stored tournament.
//
// Report, when not nil, is called with the standings before the tournament counts
// as finished; an error of it is returned, and the tournament is finished all the
// same. A context that ends is an [InterruptedError], a mistake in the
// config a [MistakeError].
func (c Catalog) Tournament(ctx context.Context, o Options, report func(TournamentResult) error) (TournamentResult, error) {
	e := &event{Options: o.withDefaults()}
	var err error
	if e.setup, err = c.setupOf(ctx, results.Tournament, e.Options); err != nil {
		return TournamentResult{}, err
	}
	defer e.setup.close()
	if err := e.check(ctx); err != nil { // its mistakes come first: they leave no store behind
		return TournamentResult{}, err
	}
	if e.store, err = e.open(); err != nil {
		return TournamentResult{}, err
	}
	defer func() { _ = e.store.Close() }()
	if err := e.begin(ctx); err != nil {
		return TournamentResult{}, err
	}
	defer func() { _ = e.run.Close() }()
	if err := e.warnDisputed(ctx, e.run); err != nil {
		return TournamentResult{}, err
	}
	for _, note := range e.notes {
		e.warn("%s", note)
	}
	e.warnShort()
	e.sayPrograms(e.Options, e.field)
	e.kept.run = e.run
	if e.log, err = e.newGameLog(e.Games, e.Resume != ""); err != nil {
		return TournamentResult{}, err
	}
	start := time.Now()
	err = errors.Join(e.play(ctx), e.log.close())
	if err == nil {
		err = e.kept.err
	}
	if err != nil {
		return TournamentResult{}, e.interruption(ctx, remember(e.run, err))
	}
	e.warnStray(e.Options)
	table := e.standings.Table()
	e.countOpenings(&table)
	out := TournamentResult{
		Run: e.run.ID(), Engine: e.engine.Spec(), Seed: e.config.Seed, Table: table,
		Test: e.sprt.state(), Elapsed: time.Since(start), Ended: e.ended, Caveats: doubts(&e.alike, e.field),
		Irreproducible: e.irreproducible(e.field),
	}
	if out.Disputed, err = e.run.Disputed(ctx); err != nil {
		return TournamentResult{}, err
	}
	answer := tableAnswer(out.Table)
	if out.Record, err = concluded(ctx, e.run, answer); err != nil {
		return TournamentResult{}, err
	}
	if report != nil {
		err = report(out)
	}
	return out, errors.Join(err, e.run.Finish(context.WithoutCancel(ctx), answer))
}

// interruption returns the error that a tournament has ended with before its time. An
// interruption has the number of games in the store, which is that of all documents.
func (e *event) interruption(ctx context.Context, err error) error {
	err = stopped(e.run.ID(), e.kept.games, e.interrupted(ctx, e.run.ID(), 0, err))
	var i *InterruptedError
	if errors.As(err, &i) {
		info, failed := e.store.Info(context.WithoutCancel(ctx), i.Run)
		if failed != nil {
			return errors.Join(err, failed)
		}
		i.Games = info.Games
	}
	return err
}

// check refuses a config that cannot be played.
func (e *event) check(ctx context.Context) error {
	if !e.fresh() {
		return e.prepare(ctx)
	}
	e.zeros()
	if err := e.prepare(ctx); err != nil {
		return err
	}
	if err := e.canLog(e.Games); err != nil {
		return err
	}
	return e.varied(ctx, e.field[0], e.Options)
}

// event is one tournament being played.
type event struct {
	*setup
	Options
	field     []engines.Agent
	schedule  tournament.Schedule
	plan      scheduleOptions
	deal      func(n int) uint64 // the seeds of the deals; nil for those of the schedule
	sequence  *deals.Sequence    // of deal; nil if the schedule has its own
	ended     string             // why the tournament ended before its schedule did; "" if it did not
	standings *tournament.Standings
	store     *results.Store
	run       *results.Run
	sprt      *sequential // nil without a test
	log       *gameLog    // nil where nobody wants the games
	alike     tournament.Alike
	dealt     dealtSeeds
	kept      keeper
}

// Answer is what the store keeps of the tournament's end.
func (r TournamentResult) Answer() results.Answer { return tableAnswer(r.Table) }

// Circle says whether the results go round in a circle; nil where they do not.
func (r TournamentResult) Circle() *evidence.Circle {
	t := r.Table
	var names []string
	for _, s := range t.Standings {
		names = append(names, s.Agent)
	}
	return evidence.NewCircle(names, func(i, j int) (float64, int) {
		if cell := t.Crosstable[i][j]; cell != nil {
			return cell.Score, cell.Games
		}
		return 0, 0
	})
}

// tableAnswer is what the store keeps of a tournament's end.
func tableAnswer(t tournament.Table) results.Answer {
	a := results.Answer{Misfit: t.Misfit, Standings: t.Standings}
	if t.Known() {
		a.Played = &evidence.Played{Games: t.Games, Variety: t.Variety}
	}
	return a
}
