package runs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// ExperimentRun is a finished run of an experiment. An experiment compares tuning strategies by
// many runs.
type ExperimentRun struct {
	Run      string
	Variant  string // variant of the config; "" if the experiment has none
	Strategy string // label of the strategy
	Budget   int
	Seed     uint64
	Games    int           // games of the search
	Elapsed  time.Duration // duration of the search
	// Strengths are the differences in Elo between the result and each opponent, in the order of
	// ExperimentResult.Against. A positive difference means that the result is stronger. NaN
	// means unknown.
	Strengths []float64
	// Errors are the standard errors with which the games measured Strengths. They are 0 for
	// strengths that are known exactly.
	Errors []float64
	// Scores compare the points of the result with those of each opponent, in the order of
	// ExperimentResult.Against. It is nil unless the games count points: in games of one seat, and if
	// the config's objective is score.
	Scores []ExperimentScore
	// Extreme reports whether the result won all games against an opponent, or none. Its strength is
	// then finite only by a virtual draw.
	Extreme bool
	// Few reports whether at least one rating of the result has no confidence interval, because it
	// comes from too few different games.
	Few bool
	// KeptStart reports whether the result is the start weights because the same games that measure
	// its strength rejected the search's candidate. It is false if a common match measures the
	// strength.
	KeptStart bool
	// Disputed reports whether two workers returned different results for the same games of the run.
	Disputed bool
}

// ExperimentScore compares the points of a run's result with those of an opponent.
type ExperimentScore struct {
	// Mean is the mean number of points of the result in a game. It is NaN if the result plays like the
	// opponent, so that no games were played, or if it is unknown.
	Mean float64
	// Difference is Mean minus the mean of the opponent on the same deals: 0 if both play alike, NaN if
	// it is unknown.
	Difference float64
	Error      float64 // standard error of Difference
}

// ExperimentResult contains the finished runs of an experiment and the comparison of its tuning
// strategies.
type ExperimentResult struct {
	Name       string
	Version    string // version of the program that began the experiment
	Engine     engines.Spec
	Strategies []string // labels of the strategies
	Variants   []string // variants of the config; nil if the experiment has none
	Budgets    []int
	Seeds      Seeds
	// MatchGames is the number of games that each run's result plays against each opponent in the
	// common match, which uses the same game starts for all runs of a seed. It is 0 if the experiment
	// has no common match and uses the verifications of the runs.
	MatchGames int
	Against    []string        // names of the opponents
	Runs       []ExperimentRun // runs that are finished and measured
	Planned    int             // number of runs of the whole experiment
	// Cells holds a summary of the runs of each strategy. Comparisons holds a comparison of every
	// two strategies. Both are ordered by opponent, variant and budget.
	Cells       []ExperimentCell
	Comparisons []ExperimentComparison
	// Regrets has a row for each strategy and budget if the game's best weights are known, as in
	// benchmark problems; see [bench.Rated]. A regret is the distance in strength from the best
	// weights. Otherwise it is nil.
	Regrets []ExperimentRegret
	Caveats []string // limits of the evidence, as sentences
}

// ExperimentSize is the amount of work in an experiment: the number of runs and upper limits of the
// number of games.
type ExperimentSize struct {
	Name         string `json:"experiment"`
	Strategies   int    `json:"strategies" doc:"number of strategies"`
	Variants     int    `json:"variants" doc:"number of variants"`
	Budgets      []int  `json:"budgets" doc:"games of a search"`
	Seeds        int    `json:"seeds" doc:"seeds of each search"`
	Runs         int    `json:"runs" doc:"number of runs"`
	Finished     int    `json:"finished" doc:"runs that the store has already"`
	Search       int    `json:"search_games" doc:"games of all searches, at most"`
	Verification int    `json:"verification_games" doc:"games of all verifications, at most"`
	Checkpoints  int    `json:"checkpoint_games" doc:"games of all checkpoints and of the results against themselves, at most"`
	Match        int    `json:"match_games" doc:"games of the common match against each opponent, at most"`
}

// ExperimentInterruptedError reports that an experiment has stopped before its end but can be
// resumed. The context has ended, the store could not be written, or the system lacks open files,
// processes or memory; see [Unwritten] and [Exhausted]. Finished runs are in the store.
type ExperimentInterruptedError struct {
	Experiment   string
	Finished, Of int  // number of finished runs, and of all runs
	Programs     bool // external programs play, so that the file is needed to resume the experiment
	Err          error
}

// Error returns a message with the name of the experiment.
func (e *ExperimentInterruptedError) Error() string {
	if endsEarly(e.Err) {
		return fmt.Sprintf("experiment %s was stopped: %v", e.Experiment, e.Err)
	}
	return fmt.Sprintf("experiment %s was interrupted; what is finished is saved, %d of %d runs", e.Experiment, e.Finished, e.Of)
}

// Unwrap returns the cause: the error of the context, of writing the store or of the system.
func (e *ExperimentInterruptedError) Unwrap() error { return e.Err }

// ForecastExperiment returns the amount of work in the experiment that the options select; see
// [Experiment]. It returns the same mistakes as Experiment and plays no games.
func ForecastExperiment(ctx context.Context, c Catalog, o Options) (ExperimentSize, error) {
	o = o.withDefaults()
	p, err := readExperiment(ctx, c, o)
	if err != nil {
		return ExperimentSize{}, err
	}
	if err := p.useStoredName(ctx, o); err != nil {
		return ExperimentSize{}, err
	}
	verification, checkpoints := 0, 0 // with the first seed
	err = p.check(ctx, c, o, func(r *Resolved) {
		verification += max(planVerification(r, usualCandidates).Games(), planVerification(r, manyCandidates).Games())
		checkpoints += checkpointTotal(r)
	})
	if err != nil {
		return ExperimentSize{}, err
	}
	places := p.places()
	out := ExperimentSize{Name: p.name, Strategies: len(p.strategies), Variants: len(p.variants), Runs: len(places), Match: len(places) * p.matchGames}
	out.Seeds = len(places) / (len(p.strategies) * len(p.variants) * len(p.budgets))
	for _, b := range p.budgets {
		out.Budgets = append(out.Budgets, b.games)
	}
	for _, a := range places {
		out.Search += a.budget.games
	}
	out.Verification, out.Checkpoints = out.Seeds*verification, out.Seeds*checkpoints
	store, err := OpenReadOnly(o.Store)
	if _, ok := errors.AsType[*NoStoreError](err); ok {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	defer func() { _ = store.Close() }()
	if err := p.refuseOtherConfig(ctx, store); err != nil {
		return ExperimentSize{}, err
	}
	list, err := store.ExperimentRuns(ctx, p.name)
	for _, r := range list {
		if info, failed := store.Info(ctx, r.Run); failed == nil && info.Status == results.Finished {
			out.Finished++
		}
	}
	return out, err
}

// useStoredName gives the plan the name of the stored experiment that the options resume. It does
// nothing if they resume none, or if the plan itself was read from the store.
func (p *experimentPlan) useStoredName(ctx context.Context, o Options) error {
	if o.Resume == "" || p.fromStore {
		return nil
	}
	stored, err := storedExperiment(ctx, o.Store, o.Resume)
	if err != nil {
		return err
	}
	p.name = stored.Name
	return nil
}

// refuseOtherConfig returns an error if the store has an experiment with the name of the plan and
// another config.
func (p *experimentPlan) refuseOtherConfig(ctx context.Context, store *results.Store) error {
	text, err := p.text()
	if err != nil {
		return err
	}
	list, err := store.Experiments(ctx)
	if slices.ContainsFunc(list, func(e results.Experiment) bool { return e.Name == p.name && e.Config != text }) {
		return otherConfig(fmt.Errorf("experiment %s: %w", p.name, results.ErrOtherConfig))
	}
	return err
}

// otherConfig adds advice to an error about a changed experiment: its config differs from the
// stored experiment with the same name ([results.ErrOtherConfig]).
func otherConfig(err error) error {
	return mistakef("%w; give the changed experiment another name", err)
}

// Experiment compares strategies on one game. It tunes with every combination of strategy, budget,
// seed and variant in a file, and stores each search as a separate run. It then measures every
// result in a match against the same opponents, called the common match. The runs of one seed play
// it on the same game starts. There is no common match if the game's best weights are known, or if
// the file selects the verifications of the runs as the measurement.
//
// The options give the file as Source, its text as Text, or the name of a stored experiment as
// Resume; Set overrides keys of the file. An experiment whose name is already stored is continued.
// Its result does not depend on interruptions.
//
// If the context ends, the error is an [ExperimentInterruptedError]; a mistake in the file is a
// [MistakeError].
func Experiment(ctx context.Context, c Catalog, o Options) (ExperimentResult, error) {
	o = o.withDefaults()
	p, err := readExperiment(ctx, c, o)
	if err != nil {
		return ExperimentResult{}, err
	}
	if err := p.useStoredName(ctx, o); err != nil {
		return ExperimentResult{}, err
	}
	if !p.fromStore { // a stored one was checked before
		if err := p.check(ctx, c, o, func(*Resolved) {}); err != nil {
			return ExperimentResult{}, err
		}
	}
	store, err := results.Open(o.Store)
	if err != nil {
		return ExperimentResult{}, err
	}
	defer func() { _ = store.Close() }()
	x := &experimentRun{plan: p, catalog: c, options: o, store: store}
	defer x.close()
	if err := x.begin(ctx); err != nil {
		return ExperimentResult{}, err
	}
	for _, a := range p.places() {
		if err := x.play(ctx, a); err != nil {
			return ExperimentResult{}, x.interrupted(ctx, err)
		}
	}
	return x.result(ctx)
}

// experimentRun holds the state of an experiment while it is played.
type experimentRun struct {
	plan    *experimentPlan
	catalog Catalog
	options Options
	store   *results.Store
	stored  map[string]results.ExperimentRun // runs in the store, by the key of their place in the experiment
	matches map[string]*Resolved             // configs of the common match with everything that they refer to, by variant, and by seed too if the game depends on it
	done    int                              // number of finished runs
}

// begin stores a new experiment, or reads which runs of a stored one have begun.
func (x *experimentRun) begin(ctx context.Context) error {
	text, err := x.plan.text()
	if err != nil {
		return err
	}
	source := x.plan.source
	if IsConfig(source) { // it may be resumed from another folder
		if source, err = filepath.Abs(source); err != nil {
			return err
		}
	}
	err = x.store.BeginExperiment(ctx, results.Experiment{Name: x.plan.name, Config: text, Source: source, Version: BuildInfo().Version})
	if errors.Is(err, results.ErrOtherConfig) {
		return otherConfig(err)
	}
	if err != nil {
		return err
	}
	x.matches = make(map[string]*Resolved)
	return x.read(ctx)
}

func (x *experimentRun) read(ctx context.Context) error {
	list, err := x.store.ExperimentRuns(ctx, x.plan.name)
	x.stored = make(map[string]results.ExperimentRun)
	for _, r := range list {
		x.stored[r.Key] = r
	}
	return err
}

// close stops the external programs that play the experiment's matches.
func (x *experimentRun) close() {
	for _, r := range x.matches {
		r.Close()
	}
}

// play finishes one run of the experiment and measures its result. a identifies the run by
// strategy, variant, budget and seed.
func (x *experimentRun) play(ctx context.Context, a experimentPlace) error {
	own, err := x.plan.options(x.options, a)
	if err != nil {
		return err
	}
	have, begun := x.stored[a.key()]
	finished := false
	if begun {
		info, err := x.store.Info(ctx, have.Run)
		if err != nil {
			return err
		}
		finished = info.Status == results.Finished
		own.Resume = have.Run
	}
	left := !finished || x.plan.measures() && have.Match == nil
	if left && x.plan.fromStore && x.plan.base.Has("programs") {
		return mistakef("experiment %s uses programs, which a store cannot start: give its file too", x.plan.name)
	}
	if !finished {
		if _, err := x.catalog.Tune(ctx, own, nil); err != nil {
			return fmt.Errorf("%s: %w", own.Name, err)
		}
		if err := x.read(ctx); err != nil {
			return err
		}
	}
	if err := x.measure(ctx, a, x.stored[a.key()]); err != nil {
		return err
	}
	x.done++
	return nil
}

// interrupted returns an ExperimentInterruptedError if err means that the experiment can be
// resumed; see there for the causes. Otherwise it returns err.
func (x *experimentRun) interrupted(ctx context.Context, err error) error {
	if (ctx.Err() == nil || !errors.Is(err, ctx.Err())) && !endsEarly(err) {
		return err
	}
	return &ExperimentInterruptedError{
		Experiment: x.plan.name, Finished: x.done, Of: len(x.plan.places()), Programs: x.plan.base.Has("programs"), Err: err,
	}
}

// ReadExperiment returns the tables of a stored experiment, which contain its finished and measured
// runs. The name "last" selects the newest experiment. ReadExperiment plays no games.
func ReadExperiment(ctx context.Context, c Catalog, store *results.Store, name string) (ExperimentResult, error) {
	stored, err := store.Experiment(ctx, name)
	if err != nil {
		return ExperimentResult{}, err
	}
	p, err := readExperiment(ctx, c, Options{Text: stored.Config, Name: stored.Name, Source: stored.Source})
	if err != nil {
		return ExperimentResult{}, err
	}
	return (&experimentRun{plan: p, catalog: c, store: store}).result(ctx)
}

// result reads the finished and measured runs and compares them.
func (x *experimentRun) result(ctx context.Context) (ExperimentResult, error) {
	p := x.plan
	stored, err := x.store.Experiment(ctx, p.name)
	if err != nil {
		return ExperimentResult{}, err
	}
	out := ExperimentResult{Name: p.name, Version: stored.Version, Seeds: p.seeds, MatchGames: p.matchGames, Planned: len(p.places())}
	for _, s := range p.strategies {
		out.Strategies = append(out.Strategies, s.name)
	}
	for _, v := range p.variants {
		if v.name != "" {
			out.Variants = append(out.Variants, v.name)
		}
	}
	for _, b := range p.budgets {
		out.Budgets = append(out.Budgets, b.games)
	}
	if err := x.read(ctx); err != nil {
		return out, err
	}
	scales := make(map[uint64]map[string]float64) // scale of the scores by seed and variant; 0 if places count
	for _, a := range p.places() {
		have, begun := x.stored[a.key()]
		if !begun || p.measures() && have.Match == nil {
			continue
		}
		rec, err := x.store.Get(ctx, have.Run)
		if err != nil {
			return out, err
		}
		if rec.Status != results.Finished {
			continue
		}
		if out.Engine.Name == "" {
			out.Engine = x.catalog.SpecOf(rec)
		}
		if _, known := scales[a.seed][a.variant.name]; !known {
			config, err := StoredConfig(rec.Summary)
			if err != nil {
				return out, err
			}
			if scales[a.seed] == nil {
				scales[a.seed] = make(map[string]float64)
			}
			scales[a.seed][a.variant.name] = config.Objective.Scale
		}
		run := ExperimentRun{
			Run: rec.ID, Variant: a.variant.name, Strategy: a.strategy.name, Budget: a.budget.games, Seed: a.seed,
			Games: rec.Games, Elapsed: rec.Elapsed, Disputed: rec.Disputed != "",
		}
		measured := have.Match
		if !p.measures() && rec.Result != nil {
			measured, run.KeptStart = verifiedStandings(rec), rec.Result.Refused != nil
		}
		out.add(run, measured)
	}
	out.fill()
	if !out.scored() {
		for i := range out.Runs {
			out.Runs[i].Scores = nil
		}
	}
	out.compare()
	if caveat := differentScales(scales); caveat != "" {
		out.Caveats = append(out.Caveats, caveat)
	}
	if p.rated {
		out.Regrets = out.regrets()
	}
	return out, nil
}

// differentScales returns a sentence if the objectives of some variants count scores on scales that
// differ by more than 2% with the same seed, so that equal differences of scores are different Elo.
// Otherwise it returns "". scales contains the scales by seed and by variant.
func differentScales(scales map[uint64]map[string]float64) string {
	for _, seed := range slices.Sorted(maps.Keys(scales)) {
		low, high := math.Inf(1), 0.0
		for _, scale := range scales[seed] {
			if scale > 0 {
				low, high = min(low, scale), max(high, scale)
			}
		}
		if high > 1.02*low {
			return fmt.Sprintf("the Elo of different variants cannot be compared: a clear win is a difference of %.3g points in one and of %.3g in another; compare the mean scores, or set objective.scale", low, high)
		}
	}
	return ""
}

// fill extends Strengths, Errors and Scores of every run to all opponents of the experiment.
// Numbers against an opponent that the run has not met are NaN.
func (r *ExperimentResult) fill() {
	nan := math.NaN()
	for i := range r.Runs {
		run := &r.Runs[i]
		for len(run.Strengths) < len(r.Against) {
			run.Strengths, run.Errors = append(run.Strengths, nan), append(run.Errors, nan)
			run.Scores = append(run.Scores, ExperimentScore{nan, nan, nan})
		}
	}
}

// add adds a finished run. measured contains the ratings of its result against its opponents. The
// run has numbers only for the opponents that are known so far; see [ExperimentResult.fill].
func (r *ExperimentResult) add(run ExperimentRun, measured []rating.Standing) {
	for _, s := range measured {
		if !slices.Contains(r.Against, s.Agent) {
			r.Against = append(r.Against, s.Agent)
		}
		run.Few = run.Few || !s.Same && s.TooFew()
		run.Extreme = run.Extreme || s.Games > 0 && (s.Score == 0 || s.Score == 1)
	}
	for _, opponent := range r.Against {
		strength, err := strengthAgainst(measured, opponent)
		run.Strengths, run.Errors = append(run.Strengths, strength), append(run.Errors, err)
		run.Scores = append(run.Scores, scoreAgainst(measured, opponent))
	}
	r.Runs = append(r.Runs, run)
}
