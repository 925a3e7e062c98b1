package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/fit"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tuning"
)

// FitResult is a fit at its end.
type FitResult struct {
	Record       results.Record // the run as the store has it once it has finished
	Run          string         // its id
	Engine       engines.Spec
	From         string // where the positions came from
	Seed         uint64
	Space        engines.Space
	Fit          results.FitEvidence
	Found        tuning.Estimate     // what was fitted, whatever became the answer
	Verification tuning.Verification // the answer, and what the verification found
	Verdict      *evidence.Verdict   // in one line; nil where nothing was verified
	Games        int                 // that were gone through to learn from
	Elapsed      time.Duration       // since this process began or resumed the run
	Caveats      []string            // what makes the evidence worth less than it says, in sentences
	// Refused is the fit if the verification replaced it by the start; otherwise nil.
	Refused *results.Refused
	// Disputed is the text of the error of two workers that disagreed; "" if none was noticed.
	Disputed string
}

// Fit finds weights from positions with results, verifies them by games, and
// keeps all of it in the store. Its report, errors and contexts are those of
// Tune. With Resume it goes on with a stored run: rounds that are stored are not
// fitted again, though their games are gone through where later rounds learn from
// them, and what is played of the verification is not played again.
func (c Catalog) Fit(ctx context.Context, o Options, report func(FitResult) error) (FitResult, error) {
	o = o.withDefaults()
	setup, err := c.setupOf(ctx, results.Fit, o)
	if err != nil {
		return FitResult{}, err
	}
	defer setup.close()
	f, err := setup.fitting(ctx, o) // its mistakes come first: they leave no store behind
	if err != nil {
		return FitResult{}, err
	}
	store, err := o.open()
	if err != nil {
		return FitResult{}, err
	}
	defer func() { _ = store.Close() }()
	f.store, f.started = store, time.Now()
	if err := f.begin(ctx); err != nil {
		return FitResult{}, err
	}
	defer func() { _ = f.run.Close() }()
	if err := f.warnDisputed(ctx, f.run); err != nil {
		return FitResult{}, err
	}
	if err := f.play(ctx); err != nil {
		return FitResult{}, interrupted(ctx, f.run.ID(), remember(f.run, err))
	}
	return f.finish(ctx, report)
}

const selfPlay = "self-play"

// defaultFitGames is the number of games that a fit plays where its budget has no
// number.
const defaultFitGames = 4000

// fitter is one fit being made. Its answer is verified like that of a search.
type fitter struct {
	tuner
	fit     fitOptions
	players []engines.Agent // of the games of the first round, nil for the start weights
	source  *source
	done    fitState

	table training.Tabulated // nil where what is fitted are weights with names
}

// fitState is what a fit has found so far, as its run keeps it.
type fitState struct {
	Version  int                 `json:"version"`
	Weights  []engines.Weights   `json:"weights"`            // after every round
	Games    int                 `json:"games"`              // gone through
	Error    []float64           `json:"error"`              // of the last weights
	Settings []engines.Settings  `json:"settings,omitempty"` // of players with the table of every round
	Evidence results.FitEvidence `json:"evidence"`           // of the last round
}

// fitting is the fit of a run that is about to be made.
func (s *setup) fitting(ctx context.Context, o Options) (*fitter, error) {
	if !o.fresh() {
		return newFitter(ctx, s, o)
	}
	s.alone()
	s.zeros()
	f, err := newFitter(ctx, s, o)
	if err != nil || o.Resume != "" {
		return f, err
	}
	return f, f.varied(ctx, engines.Agent{Name: "start", Weights: f.startWeights()}, o)
}

// newFitter checks a config. Its error tells all mistakes.
func newFitter(ctx context.Context, s *setup, o Options) (*fitter, error) {
	f := &fitter{tuner: tuner{search: &search{setup: s, method: "fit"}, Options: o}, done: fitState{Version: 1}}
	name := "fit"
	if err := s.doc.Decode("strategy.name", &name); err != nil {
		return nil, mistake(err)
	}
	if name != "fit" {
		s.wrong("strategy.name", s.catalog.foreignStrategy("fit", name))
		return nil, s.checked()
	}
	f.fit.From = selfPlay
	s.misread(s.doc.Decode("strategy", &f.fit, "name"))
	s.wrong("strategy", f.fit.Validate())
	f.byScore()
	f.fit.Options = f.fit.Complete()
	f.fit.Workers, f.fit.Events = o.Workers, tuning.Events{Progress: o.Events.Progress}
	if s.config.Budget.Time > 0 {
		s.wrong("budget.time", errors.New("a fit plays a number of games, so that its result does not depend on the machine; set budget.games"))
	}
	if f.fit.Searched > 0 && f.fit.From != selfPlay && !strings.HasPrefix(f.fit.From, "run:") {
		s.wrong("strategy.searched", errors.New("a file of games does not say what its players expected"))
	}
	if f.fit.ofTable() && (f.fit.From == selfPlay || strings.HasPrefix(f.fit.From, "run:")) {
		s.wrong("strategy.from", fmt.Errorf("columns and perspective are of a file of positions, not of %s", f.fit.From))
	}
	if s.config.Budget.Ahead > 0 {
		s.wrong("budget.ahead", errors.New("a fit asks for no rounds; this is for searches"))
	}
	if s.config.Budget.Games == 0 && f.fit.From == selfPlay && !f.staged() {
		s.config.Budget.Games = defaultFitGames
	}
	s.config.Budget.Rounds = max(s.config.Budget.Rounds, 1)
	f.players = s.agents(ctx, s.config.Opponents, "opponents")
	f.opponents = s.agents(ctx, s.config.Verification.Opponents, "verification.opponents")
	if s.space == nil {
		return nil, s.checked()
	}
	f.checkStages()
	if t, ok := engines.AsHeuristic[training.Tabulated](s.engine); ok && t.Collector() != nil {
		f.table = t
	}
	f.problem = s.problem(f.players)
	if err := s.playable(ctx, engines.Agent{Name: "start", Weights: s.startWeights()}); err != nil {
		s.wrong("engine.settings", err)
	}
	f.options = f.fit
	if err := s.checked(); err != nil {
		return nil, err
	}
	var err error
	if f.source, err = f.newSource(ctx); err != nil {
		return f, err
	}
	return f, s.chooseOpenings(ctx, demand{search: s.config.Budget.Games + tuning.VerificationDeals(s.config.Verification.Games, s.perDeal())})
}

// byScore chooses the target of a game of one seat, which has no winner, of an engine
// whose weights compare moves (a move is seen in the points sooner than in the result),
// and of a table with a column of scores alone.
func (f *fitter) byScore() {
	_, moves := engines.AsHeuristic[training.MoveComparer](f.engine)
	scores := f.fit.Columns.Score != "" && f.fit.Columns.Result == ""
	switch {
	case f.fit.Target == "" && (f.seats == 1 || moves || scores):
		f.fit.Target = fit.ByScore
	case f.fit.Target == fit.ByResult && f.seats == 1:
		f.wrong("strategy.target", fmt.Errorf("a game of one seat has a score and no winner: %s, not %s", fit.ByScore, f.fit.Target))
	}
}

// begin opens a new run in the store, or the one to resume.
func (f *fitter) begin(ctx context.Context) error {
	config, err := f.resolved()
	if err != nil {
		return err
	}
	if f.Resume == "" {
		f.run, err = f.enter(ctx, f.store, f.Options, results.Info{Kind: results.Fit, Strategy: f.method, Config: config})
		return err
	}
	if !f.configured() && len(f.Set) == 0 {
		config = "" // it is the run's own
	}
	f.run, f.point, err = f.store.Resume(ctx, f.Resume, config)
	if errors.Is(err, results.ErrOtherConfig) {
		err = mistake(err)
	}
	if err == nil {
		f.begun(f.run)
	}
	if err != nil || f.point.Snapshot == nil {
		return err
	}
	if err := json.Unmarshal(f.point.Snapshot, &f.done); err != nil || f.done.Version != 1 {
		return errors.Join(fmt.Errorf("run %s: its state cannot be read (version %d): %w", f.run.ID(), f.done.Version, err), f.run.Close())
	}
	return nil
}

// play makes the rounds that are left, then the verification.
func (f *fitter) play(ctx context.Context) error {
	f.warnVersion(f.run.Info().Version)
	f.warnUnmeasured(f.config.Verification)
	rounds := f.config.Budget.Rounds
	if f.source.fixed() {
		rounds = 1 // the positions stay the same
	}
	var data fit.Data
	for round := 1; round <= rounds && len(f.done.Weights) < rounds; round++ {
		if f.staged() && round <= len(f.done.Weights) {
			continue
		}
		start := time.Now()
		more, err := f.source.collect(ctx, round)
		if err != nil {
			return err
		}
		data = f.joined(data, more)
		if round <= len(f.done.Weights) {
			continue
		}
		if err := f.learn(ctx, round, data, time.Since(start)); err != nil {
			return err
		}
	}
	f.games, f.settings = f.done.Games, f.tableOf(len(f.done.Weights))
	f.deals = f.runDeals()
	return f.verifyFit(ctx)
}

// verifyFit plays the fitted weights against the start and the opponents. All games
// measure: there is one candidate, and it is refused as any other.
func (f *fitter) verifyFit(ctx context.Context) error {
	f.found = f.estimate().Name
	f.verdict = tuning.Verification{Answer: f.estimate()}
	f.done.Evidence.SameAsStart = f.table == nil && f.sameAs(f.estimate().Weights, f.startWeights())
	if f.config.Verification.Games == 0 {
		return nil
	}
	if err := f.verifyAmong(ctx, []tuning.Estimate{f.estimate()}, true); err != nil {
		return err
	}
	if m := f.verdict.AgainstStart; m != nil {
		f.done.Evidence.Strength = ratingOf(*m)
		f.done.Evidence.Strength.Against = tuning.StartName
	}
	return nil
}

// learn fits the weights of a round and stores them.
func (f *fitter) learn(ctx context.Context, round int, data fit.Data, playing time.Duration) error {
	start := time.Now()
	solve := f.fitWeights
	if f.table != nil {
		solve = f.fitTable
	}
	if err := solve(ctx, round, data); err != nil {
		return err
	}
	games := f.source.games(round)
	f.done.Games += games
	snapshot, err := json.Marshal(f.done)
	if err != nil {
		return err
	}
	saved := tuning.Round{
		Number: round, Games: games, Total: f.done.Games, Best: f.estimate(), Snapshot: snapshot, Elapsed: playing + time.Since(start),
	}
	if err := f.run.SaveRound(context.WithoutCancel(ctx), saved, nil); err != nil {
		return err
	}
	if f.Events.RoundSaved != nil {
		f.Events.RoundSaved(saved)
	}
	return nil
}

// fitWeights fits weights with names.
func (f *fitter) fitWeights(ctx context.Context, round int, data fit.Data) error {
	r, err := fit.Fit(ctx, fit.Problem{
		Space: f.source.space, Start: f.source.extend(f.startOf(round)), Data: data, Seed: f.config.Seed,
	}, f.fit.Options)
	if err != nil {
		return err
	}
	f.done.Weights = append(f.done.Weights, r.Weights[:len(f.space)])
	f.done.Error, f.done.Evidence = r.Error[:len(f.space)], fitEvidence(r)
	return nil
}

// fitTable fits a table, which becomes a setting. The weights with names stay.
func (f *fitter) fitTable(ctx context.Context, round int, data fit.Data) error {
	start, err := f.startTable(round)
	if err != nil {
		return err
	}
	r, err := fit.FitTable(ctx, data, start, f.config.Seed, f.fit.Options)
	if err != nil {
		return err
	}
	settings, err := f.table.Tabulate(r.Table)
	if err != nil {
		return err
	}
	f.done.Weights, f.done.Settings = append(f.done.Weights, f.startWeights()), append(f.done.Settings, settings)
	f.done.Evidence = fitEvidence(r.Result)
	return nil
}

// tableOf is the settings of players with the table of a round; nil where there is
// none.
func (f *fitter) tableOf(round int) engines.Settings {
	if round < 1 || len(f.done.Settings) < round {
		return nil
	}
	return f.done.Settings[round-1]
}

// estimate is what the last round has found.
func (f *fitter) estimate() tuning.Estimate {
	return tuning.Estimate{Name: "the weights fitted", Weights: f.done.Weights[len(f.done.Weights)-1], Error: f.done.Error, Games: f.done.Games, Fitness: math.NaN()}
}

// finish reports the answer and closes the run.
func (f *fitter) finish(ctx context.Context, report func(FitResult) error) (FitResult, error) {
	out := FitResult{
		Run: f.run.ID(), Engine: f.engine.Spec(), From: f.fit.From, Seed: f.config.Seed, Space: f.space, Fit: f.done.Evidence,
		Found: f.estimate(), Verification: f.verdict, Games: f.games, Elapsed: time.Since(f.started), Caveats: doubts(&f.alike, f.field),
	}
	answer := f.answer()
	answer.Fit = &f.done.Evidence
	if f.verdict.Unguarded {
		out.Caveats = append(out.Caveats, unguarded)
	}
	out.Refused, out.Verdict = answer.Refused, answer.Verdict()
	var err error
	if out.Disputed, err = f.run.Disputed(ctx); err != nil {
		return FitResult{}, err
	}
	if out.Disputed != "" && out.Verdict != nil {
		*out.Verdict = out.Verdict.Dispute()
	}
	if out.Record, err = concluded(ctx, f.run, answer); err != nil {
		return FitResult{}, err
	}
	if report != nil {
		err = report(out)
	}
	return out, errors.Join(err, f.run.Finish(context.WithoutCancel(ctx), answer))
}

// fitEvidence is what the store keeps of a fit.
func fitEvidence(r fit.Result) results.FitEvidence {
	return results.FitEvidence{
		Positions: r.Positions, Games: r.Games, Loss: rating.Float(r.Loss), HeldOut: rating.Float(r.HeldOut),
		StartLoss: rating.Float(r.StartLoss), StartHeldOut: rating.Float(r.StartHeldOut),
		Blocks: r.Blocks, HeldPositions: r.HeldPositions, HeldGames: r.HeldGames,
		Gain: rating.Float(r.Gain), GainError: rating.Float(r.GainError),
		Scale: rating.Float(r.Scale), Ridge: rating.Float(r.Ridge),
	}
}
