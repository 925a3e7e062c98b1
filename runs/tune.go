package runs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// TuneResult is a run of tuning at its end.
type TuneResult struct {
	Record       results.Record // the run as the store has it once it has finished
	Run          string         // its id
	Engine       engines.Spec
	Strategy     string
	Seed         uint64
	Space        engines.Space // the weights as they were searched
	Rounds       []results.Generation
	Verification tuning.Verification // the answer, and what the verification found
	Games        int                 // of the search
	Elapsed      time.Duration       // since this process began or resumed the run
	// ForfeitsByKind counts the games of the search and the verification that an agent
	// lost by failing, by kind; nil if there are none.
	ForfeitsByKind tournament.ForfeitCounts
	// Importance and ImportanceError are what the strategy's model says about the
	// weights, see tuning.Report; nil where it has none.
	Importance, ImportanceError []float64
	// Checkpoints are the strength of the best weights of some rounds and of the result.
	Checkpoints []results.Checkpoint
	// Verdict is the verdict in one line; nil where nothing was verified.
	Verdict *evidence.Verdict
	// Irreproducible says what the run depended on besides config and seed.
	Irreproducible []string
	// Refused is the candidate that the start replaced; nil if it replaced none.
	Refused *results.Refused
	// Candidates are the vectors that the verification chose among; nil for one alone.
	Candidates []results.Candidate
	// AgainstItself compares the answer with the best of earlier rounds.
	AgainstItself []results.SelfMatch
	// Earlier is a checkpoint that was better than the answer; nil if none was.
	Earlier *results.Checkpoint
	// Disputed is the text of the error of two workers that disagreed; "" if none was noticed.
	Disputed string
	Caveats  []string // reasons to trust the evidence less than its numbers, in sentences
	Unused   string   // which part of the budget was not used, and why, in a sentence; "" if little
}

// Tune searches weights by the method that the config names, verifies the answer
// on games that the search has not seen, and keeps all of it in the store. With
// Resume it goes on with a stored run, which ends as if it had never stopped.
//
// Report, when not nil, is called once the answer is known, and the run counts as
// finished after it: a process that is killed before resumes the run and reports
// again. An error of it is returned; the run is finished all the same.
//
// A context that ends is an [InterruptedError], a mistake in the config a
// [MistakeError].
func (c Catalog) Tune(ctx context.Context, o Options, report func(TuneResult) error) (TuneResult, error) {
	o = o.withDefaults()
	setup, err := c.setupOf(ctx, results.Evolve, o)
	if err != nil {
		return TuneResult{}, err
	}
	defer setup.close()
	s, err := setup.tuning(ctx, o) // its mistakes come first: they leave no store behind
	if err != nil {
		return TuneResult{}, err
	}
	store, err := o.open()
	if err != nil {
		return TuneResult{}, err
	}
	defer func() { _ = store.Close() }()
	t := &tuner{search: s, Options: o, store: store, started: time.Now()}
	if err := t.begin(ctx); err != nil {
		return TuneResult{}, err
	}
	defer func() { _ = t.run.Close() }()
	if err := t.warnDisputed(ctx, t.run); err != nil {
		return TuneResult{}, err
	}
	t.kept.run = t.run
	if t.log, err = t.newGameLog(o.Games, o.Resume != ""); err != nil {
		return TuneResult{}, err
	}
	err = errors.Join(t.play(ctx), t.log.close())
	if err == nil {
		err = t.kept.err
	}
	if err != nil {
		err = remember(t.run, err)
		return TuneResult{}, stopped(t.run.ID(), t.point.Games+t.kept.games, t.interrupted(ctx, t.run.ID(), t.round, err))
	}
	t.warnStray(t.Options)
	return t.finish(ctx, report)
}

// tuning is the search of a run that is about to be played.
func (s *setup) tuning(ctx context.Context, o Options) (*search, error) {
	if !o.fresh() {
		return s.search(ctx)
	}
	s.zeros()
	sr, err := s.tunable(ctx)
	if err != nil {
		return nil, err
	}
	if err := sr.canLog(o.Games); err != nil {
		return nil, err
	}
	if o.Resume == "" {
		if err := sr.varied(ctx, engines.Agent{Name: "start", Weights: sr.startWeights()}, o); err != nil {
			return nil, err
		}
	}
	return sr, sr.measureScale(ctx, o.Workers)
}

// tunable is the search of a config that is about to be played for the first
// time.
func (s *setup) tunable(ctx context.Context) (*search, error) {
	if len(s.config.Agents) > 0 && s.config.Strategy.IsZero() {
		s.wrong("agents", errors.New("this is the config of a tournament; the verb tournament plays it"))
		return nil, s.checked()
	}
	sr, err := s.search(ctx)
	if err != nil {
		return nil, err
	}
	if sr.bounded(); len(s.mistakes) == 0 {
		sr.enough()
	}
	return sr, s.checked()
}

// tuner is one run of tuning being played.
type tuner struct {
	*search
	Options
	store         *results.Store
	run           *results.Run
	log           *gameLog      // nil if no file of games is written
	point         results.Point // from where a resumed run goes on
	started       time.Time
	games         int // of the search
	round         int // the last that is finished
	warned        bool
	verdict       tuning.Verification
	report        tuning.Report        // of the strategy, once the search is over
	found         string               // the name of the strategy's own answer
	reached       []reached            // the rounds that are finished
	checkpoints   []results.Checkpoint // that are stored
	againstItself []results.SelfMatch  // of the answer at a part of the search
	alike         tournament.Alike     // of the verification
	field         []engines.Agent      // of the verification
	kept          keeper
	deals         runDeals

	settings engines.Settings // of the answer, beyond those of the config
}

// begin opens a new run in the store, or the one to resume.
func (t *tuner) begin(ctx context.Context) error {
	if t.Resume != "" {
		if err := t.adopt(ctx, t.store, t.Options); err != nil {
			return err
		}
	}
	config, err := t.resolved()
	if err != nil {
		return err
	}
	if t.Resume == "" {
		t.run, err = t.enter(ctx, t.store, t.Options, results.Info{Kind: results.Evolve, Strategy: t.method, Config: config})
		return err
	}
	switch own := t.own(ctx); {
	case !t.configured() && len(t.Set) == 0, own != nil && own.text == config:
		config = "" // it is the run's own
	case own != nil && own.under(t.config) == config:
		if err := t.extend(ctx, config); err != nil {
			return err
		}
	}
	t.run, t.point, err = t.store.Resume(ctx, t.Resume, config)
	if errors.Is(err, results.ErrOtherConfig) {
		err = mistake(err)
	}
	if err == nil {
		t.begun(t.run)
	}
	if err != nil || t.point.Snapshot == nil {
		return err
	}
	if err := t.strategy.Restore(t.point.Snapshot); err != nil {
		return errors.Join(fmt.Errorf("run %s: %w", t.run.ID(), err), t.run.Close())
	}
	return nil
}

// play plays the rounds that are left, then the verification.
func (t *tuner) play(ctx context.Context) error {
	t.warnings()
	t.games, t.round = t.point.Games, t.point.Round
	budget := tuning.Budget{Rounds: t.config.Budget.Rounds, Games: t.problem.Games}
	if t.config.Budget.Time > 0 {
		budget.Time = max(time.Nanosecond, t.config.Budget.Time-t.point.Elapsed)
	}
	executor, err := t.players(t.Options, t.run.ID())
	if err != nil {
		return err
	}
	dealt, err := t.dealt(ctx)
	if err != nil {
		return err
	}
	if err := t.resumeCheckpoints(ctx); err != nil {
		return err
	}
	rounds := tuning.Run(ctx, t.strategy, executor, tuning.Options{
		Terms: t.terms(), Budget: budget, Round: t.point.Round, Games: t.point.Games, Events: t.events(),
		Deal: dealFrom(t.deals.search, 0), Dealt: dealt,
	})
	for round, err := range rounds {
		if err != nil {
			return err
		}
		var members []tuning.Member
		if p, ok := t.strategy.(tuning.Populated); ok {
			members = p.Population()
		}
		// A finished round is saved even if a signal has just arrived.
		if err := t.run.SaveRound(context.WithoutCancel(ctx), round, members); err != nil {
			return err
		}
		for _, r := range round.Results {
			if err := t.log.add(tuning.Search, round.Number, round.Batch.Field, r); err != nil {
				return err
			}
		}
		t.warnForfeits(round)
		t.games, t.round = round.Total, round.Number
		if t.Events.RoundSaved != nil {
			t.Events.RoundSaved(round)
		}
		if err := t.addRound(ctx, round); err != nil {
			return err
		}
	}
	if t.games == 0 && t.config.Budget.Time > 0 {
		return mistake(fmt.Errorf("the budget's time of %v ended before the first round did", t.config.Budget.Time))
	}
	if err := t.verify(ctx); err != nil {
		return err
	}
	return t.measure(ctx)
}

// dealt prepares the deals of the run and returns the number of deals of the rounds that are
// stored.
func (t *tuner) dealt(ctx context.Context) (int, error) {
	t.deals = t.runDeals()
	if t.deals.search == nil {
		return 0, nil
	}
	for round := t.point.Round; round > 0; round-- {
		dealt := 0
		for r, err := range t.store.Pairings(ctx, t.run.ID(), round) {
			if err != nil {
				return 0, err
			}
			dealt = max(dealt, t.deals.search.After(r.Pairing.Seed))
		}
		if dealt > 0 {
			return dealt, nil
		}
	}
	return 0, nil
}

// events are those of the search, its progress counted in the games of the whole
// run.
func (t *tuner) events() tuning.Events {
	total := int64(t.planned())
	if total > 0 {
		total += int64(t.config.Verification.Games)
	}
	e := tuning.Events{ResultFinished: t.Events.ResultFinished, RoundFinished: t.Events.RoundFinished}
	if t.programs != nil {
		e = tuning.Tee(e, tuning.Events{ResultFinished: func(_ tuning.Phase, r tournament.Result) { t.kept.add(t.round+1, nil, r) }})
	}
	if t.Events.Progress != nil {
		e.Progress = func(p tuning.Progress) {
			p.Of, p.Space = total, t.space
			t.Events.Progress(p)
		}
	}
	return e
}

// unguarded is the doubt about an answer that was not compared with the start.
const unguarded = "the answer was not compared with the start weights: no opponent of the verification plays like them, and verification.games is too small for one more opponent"

// finish reports the answer and closes the run.
func (t *tuner) finish(ctx context.Context, report func(TuneResult) error) (TuneResult, error) {
	rec, err := t.run.Record(ctx)
	if err != nil {
		return TuneResult{}, err
	}
	out := TuneResult{
		Run: rec.ID, Engine: t.engine.Spec(), Strategy: t.method, Seed: t.config.Seed, Space: t.space,
		Rounds: rec.Generations, Verification: t.verdict, Games: t.games, Elapsed: time.Since(t.started),
	}
	forfeits := 0
	for _, g := range rec.Generations {
		forfeits += g.Forfeits
	}
	if forfeits > 0 || t.programs != nil {
		if out.ForfeitsByKind, err = t.store.ForfeitCounts(ctx, rec.ID); err != nil {
			return TuneResult{}, err
		}
	}
	out.Caveats = doubts(&t.alike, t.field)
	if t.verdict.Unguarded {
		out.Caveats = append(out.Caveats, unguarded)
	}
	out.Irreproducible = t.irreproducible(t.problem.Opponents, t.opponents)
	answer := t.answer()
	out.Importance, out.ImportanceError = answer.Importance, answer.ImportanceError
	out.Checkpoints = answer.Checkpoints
	out.Refused, out.Candidates, out.AgainstItself, out.Earlier = answer.Refused, answer.Candidates, answer.AgainstItself, answer.Earlier()
	out.Verdict, out.Unused = answer.Verdict(), t.unused(len(rec.Generations))
	if out.Disputed = rec.Disputed; out.Disputed != "" && out.Verdict != nil {
		*out.Verdict = out.Verdict.Dispute()
	}
	if out.Record, err = concluded(ctx, t.run, answer); err != nil {
		return TuneResult{}, err
	}
	if report != nil {
		err = report(out)
	}
	return out, errors.Join(err, t.run.Finish(context.WithoutCancel(ctx), answer))
}
