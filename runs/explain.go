package runs

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// ExplainOptions state how the result of a run is explained. The zero value explains the newest
// run of the default store by the default number of games.
type ExplainOptions struct {
	Run   string // id, name, a unique part of the id, or "last", which "" stands for
	Store string // path of the store; the default is [DefaultStore]
	// Config is a file with the commands of the run's programs. The default "" is for runs
	// without programs.
	Config string
	// Games is the number of games of all weights together, in equal shares. The default 0 is
	// the number of a stored explanation, or without one [ExplainGames] for each weight, up to
	// [MostExplainGames].
	Games   int
	Workers int // games played at once; the default 0 is the number of cores
	// NewExecutor is as that of Options.
	NewExecutor func(ExecutorRequest) (tournament.Executor, error)
	Events      tuning.Events
}

// The default number of games of an explanation.
const (
	ExplainGames     = 1000   // for each weight
	MostExplainGames = 40_000 // for all weights
)

// ExplainPlan states what an explanation plays and what it can show.
type ExplainPlan struct {
	Run     string   `json:"run"`
	Weights []string `json:"weights" doc:"the weights that differ from the start"`
	Games   int      `json:"games" doc:"of all weights together"`
	Stored  int      `json:"stored_games,omitempty" doc:"games that an earlier explanation of the run has played"`
	// Difference is the smallest contribution of a weight, in Elo, that is shown with a
	// probability of one half.
	Difference float64 `json:"difference" doc:"smallest contribution in Elo that the games show with a probability of one half"`
	Seconds    float64 `json:"seconds,omitempty" doc:"expected time; absent if it is not known"`
}

// String returns the plan in a line.
func (p ExplainPlan) String() string {
	text := fmt.Sprintf("%d games for %s", p.Games, plural(len(p.Weights), "weight", "weights"))
	if p.Stored > 0 {
		text += fmt.Sprintf(", %d of them are stored", p.Stored)
	}
	if p.Seconds > 0 {
		text += ", " + RoughDuration(p.Seconds)
	}
	return text + fmt.Sprintf("; a contribution of %.0f Elo or more is likely to be shown", math.Ceil(p.Difference))
}

// ExplainResult is the explanation of a run.
type ExplainResult struct {
	Record      results.Record
	Explanation results.Explanation
	Stored      bool // no game was played: the store has the explanation
}

// explanation is an explanation of a run while it is prepared and played.
type explanation struct {
	r       *Resolved
	rec     results.Record
	back    []float64       // value that each weight is set back to
	changed []int           // weights that differ from the start
	agents  []engines.Agent // the result, then for every changed weight the result without it
	deals   *deals.Sequence // nil for deals derived from the seed
	opened  *OpenedGame     // the config with the programs; nil without one
}

// PlanExplanation returns what Explain would play. It plays for up to a second to measure how
// long a game takes.
func PlanExplanation(ctx context.Context, c Catalog, o ExplainOptions) (ExplainPlan, error) {
	store, err := OpenToRead(o.path())
	if err != nil {
		return ExplainPlan{}, err
	}
	defer func() { _ = store.Close() }()
	x, err := newExplanation(ctx, c, store, o)
	if err != nil {
		return ExplainPlan{}, err
	}
	defer x.close()
	plan := x.plan(o.Games)
	if plan.Games > plan.Stored {
		perSecond, err := gamesPerSecond(ctx, x.r, x.agents[:min(len(x.agents), max(2, x.r.Seats))], max(1, o.Workers))
		if err != nil {
			return ExplainPlan{}, err
		}
		plan.Seconds = secondsOf(float64(plan.Games-plan.Stored), perSecond)
	}
	return plan, nil
}

func (o ExplainOptions) path() string { return o.options().Store }

// options returns the options that resolve the game and make the executor.
func (o ExplainOptions) options() Options {
	return Options{Store: o.Store, Source: o.Config, Workers: o.Workers, NewExecutor: o.NewExecutor, Events: o.Events}.withDefaults()
}

// Explain measures what each weight of a run's result brought: it plays the result against
// copies of itself in which one weight has its start value, on deals that neither the search nor
// its verification has played. In games whose weights count by their directions alone, the weight
// is set back to its share of the start weights.
//
// The games are stored with the run. An explanation that was stopped goes on where it stopped, one
// with more games plays the missing ones, and one that is stored is returned without a game. If
// the context ends, the error is an [InterruptedError]. A run without a result, or whose result
// is its start, is a [MistakeError].
func Explain(ctx context.Context, c Catalog, o ExplainOptions) (ExplainResult, error) {
	store, err := openFor(Options{Store: o.path(), Resume: cmp.Or(o.Run, "last")})
	if err != nil {
		return ExplainResult{}, err
	}
	defer func() { _ = store.Close() }()
	x, err := newExplanation(ctx, c, store, o)
	if err != nil {
		return ExplainResult{}, err
	}
	defer x.close()
	if plan := x.plan(o.Games); plan.Stored >= plan.Games {
		return ExplainResult{Record: x.rec, Explanation: *x.rec.Explanation, Stored: true}, nil
	}
	if o.Events.RunBegun != nil {
		o.Events.RunBegun(x.rec.ID)
	}
	e, err := x.play(ctx, store, o)
	if err != nil {
		if ctx.Err() != nil {
			err = &InterruptedError{Run: x.rec.ID, Programs: x.r.Programs != nil, Err: err}
		}
		return ExplainResult{}, err
	}
	if err := store.SaveExplanation(ctx, x.rec.ID, e); err != nil {
		return ExplainResult{}, err
	}
	x.rec.Explanation = &e
	return ExplainResult{Record: x.rec, Explanation: e}, nil
}

// newExplanation reads a run and resolves its game.
func newExplanation(ctx context.Context, c Catalog, store *results.Store, o ExplainOptions) (*explanation, error) {
	run := cmp.Or(o.Run, "last")
	if run == "last" {
		run = results.LastWeights
	}
	rec, err := store.Get(ctx, run)
	if err != nil {
		return nil, err
	}
	switch {
	case rec.Kind != results.Evolve && rec.Kind != results.Fit:
		return nil, mistakef("run %s is of the verb %s: only the weights that evolve or fit found can be explained", rec.ID, rec.Kind)
	case rec.Result == nil || len(rec.Result.Weights) == 0:
		return nil, mistakef("run %s is %s and has no result yet; --resume %[1]s continues it", rec.ID, rec.Status)
	}
	x := &explanation{rec: rec}
	if err := x.resolve(ctx, c, store, o); err != nil {
		x.close()
		return nil, err
	}
	return x, nil
}

// close ends the programs.
func (x *explanation) close() {
	if x.r != nil {
		x.r.Close()
	}
	if x.opened != nil {
		x.opened.Close()
	}
}

// resolve resolves the game, the agents and the deals.
func (x *explanation) resolve(ctx context.Context, c Catalog, store *results.Store, o ExplainOptions) error {
	options := o.options()
	options.Source = "" // the config is that of the run
	stored := &storedRun{rec: x.rec}
	var err error
	var in input
	if o.Config != "" {
		if x.opened, err = c.Open(ctx, o.Config, nil, store.Path()); err != nil {
			return err
		}
		in, err = readRecord(c, stored, options, x.opened.resolved.Programs)
	} else {
		in, err = readRecord(c, stored, options, nil)
	}
	if err != nil {
		return err
	}
	in.resumed = nil
	r, m, err := resolveGame(ctx, c, in, options)
	if err != nil {
		return err
	}
	x.r = r
	// The openings are those of the run, so that its own can be left out.
	if err := chooseOpenings(ctx, r, m, demand{search: x.searchDeals(), verification: x.verificationDeals()}); err != nil {
		return err
	}
	x.setBack()
	if len(x.changed) == 0 {
		return mistakef("the result of run %s is its start: no weight has changed", x.rec.ID)
	}
	x.chooseDeals()
	return nil
}

// setBack makes the agents: the result, and for every weight that differs from the start the
// result with this weight set back.
func (x *explanation) setBack() {
	result, start := x.rec.Result.Weights, x.r.startWeights()
	settings := x.rec.Result.Settings
	if maps.Equal(settings, x.r.agentSettings()) {
		settings = nil // those of the config
	}
	x.agents = []engines.Agent{{Name: "the result", Weights: result, Settings: settings}}
	x.back = make([]float64, len(result))
	for i, w := range x.r.Space {
		v := withBack(result, start, i, x.r.Engine.Spec().ScaleFree)
		x.back[i] = v[i]
		if !w.Free() || x.r.sameAs(v, result) {
			continue
		}
		x.changed = append(x.changed, i)
		if x.r.Engine.Spec().ScaleFree {
			v = within(x.r.Space, v)
		}
		x.agents = append(x.agents, engines.Agent{Name: "without " + w.Name, Weights: v, Settings: settings})
	}
}

// withBack returns a vector with weight i set back to its start value. If only the directions of
// vectors count, weight i is set back to its share of the start vector, so that the other weights
// keep their ratios; if the others are all 0, the result is the vector of weight i alone.
func withBack(result, start engines.Weights, i int, scaleFree bool) engines.Weights {
	v := slices.Clone(result)
	v[i] = start[i]
	if !scaleFree {
		return v
	}
	share, rest := start[i]/total(start), total(result)-math.Abs(result[i])
	switch {
	case start[i] == 0: // 0 is 0 on every scale
	case rest == 0:
		v[i] = math.Copysign(math.Abs(result[i]), start[i])
	case math.Abs(share) == 1: // the start has this weight alone
		clear(v)
		v[i] = math.Copysign(total(result), start[i])
	default:
		v[i] = share / (1 - math.Abs(share)) * rest
	}
	if math.Abs(v[i]-result[i]) <= 1e-12*math.Abs(result[i]) { // by rounding alone
		v[i] = result[i]
	}
	return v
}

// within returns a vector of the same direction whose values are not above the ranges.
func within(space engines.Space, v engines.Weights) engines.Weights {
	scale := 1.0
	for i, w := range space {
		if most := math.Max(math.Abs(w.Min), math.Abs(w.Max)); math.Abs(v[i]) > most && most > 0 {
			scale = math.Min(scale, most/math.Abs(v[i]))
		}
	}
	out := slices.Clone(v)
	for i := range out {
		out[i] *= scale
	}
	return out
}

// searchDeals and verificationDeals return upper bounds for the deals of the run.
func (x *explanation) searchDeals() int { return x.rec.Games / x.r.perDeal() }

func (x *explanation) verificationDeals() int {
	games := x.r.Config.Verification.Games
	if games == 0 {
		return 0
	}
	own := int(selfGames * float64(games)) // and the checkpoints, which play fewer
	return tuning.VerificationDeals(games, x.r.perDeal()) + own/x.r.perDeal() + 1
}

// mostExcluded bounds the openings of a run that an explanation avoids.
const mostExcluded = 20_000

// chooseDeals determines the deals of the games. In a game without chance they are openings that
// the run has not played. If the run has played all openings, they are the openings that its
// search has not played.
func (x *explanation) chooseDeals() {
	r := x.r
	supply := r.dealing.plan.Different
	own := newRunDeals(r)
	if own.search == nil || r.dealing.numbered {
		x.deals = dealsOf(r, r.Config.Seed, "explain deals", deals.Options{Supply: supply})
		return
	}
	played := own.search.First(min(x.searchDeals(), mostExcluded))
	verified := own.verification.First(min(x.verificationDeals(), mostExcluded))
	all := maps.Clone(played)
	maps.Copy(all, verified)
	for _, except := range []deals.OpeningSet{all, played} {
		if rest := supply.Openings - len(except); supply.Openings == 0 || supply.More || rest > 0 {
			left := supply
			left.Openings = max(0, rest)
			x.deals = dealsOf(r, r.Config.Seed, "explain deals", deals.Options{Supply: left, Except: except, Scattered: true})
			return
		}
	}
	x.deals = own.verification
}

// plan returns what is played for a number of games, 0 for the default.
func (x *explanation) plan(games int) ExplainPlan {
	p := ExplainPlan{Run: x.rec.ID, Games: games}
	for _, i := range x.changed {
		p.Weights = append(p.Weights, x.r.Space[i].Name)
	}
	n := len(x.changed)
	if e := x.rec.Explanation; e != nil {
		p.Stored = e.Games
	}
	if p.Games == 0 {
		if p.Games = p.Stored; p.Games == 0 {
			p.Games = min(n*ExplainGames, MostExplainGames)
		}
	}
	deal := n * x.r.perDeal()
	if x.r.Seats == 1 { // a deal is played by the result and by each of the others
		deal = n + (n+engines.MaxSeats-2)/(engines.MaxSeats-1)
	}
	p.Games = max(p.Games-p.Games%deal, deal)
	p.Difference = rating.EloResolved(float64(p.Games)/float64(n), 0, 1-(1-rating.Confidence)/float64(n), 0.5)
	return p
}

// play plays the games that are not stored yet.
func (x *explanation) play(ctx context.Context, store *results.Store, o ExplainOptions) (results.Explanation, error) {
	r, spec := x.r, x.r.Engine.Spec()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	options := o.options()
	executor, err := r.executor(options, "explain-"+x.rec.ID)
	if err != nil {
		return results.Explanation{}, err
	}
	log, err := newExplanationLog(ctx, store, x.rec.ID, x.agents, cancel)
	if err != nil {
		return results.Explanation{}, err
	}
	events := tuning.Events{}
	if report := o.Events.Progress; report != nil {
		events.Progress = func(p tuning.Progress) {
			p.Phase = tuning.Explaining
			report(p)
		}
	}
	e, err := contributions(ctx, executor, x.r.Space, x.agents, x.changed, x.back, tuning.VerifyOptions{
		Terms: r.terms(), Games: x.plan(o.Games).Games, Seats: r.Seats, Symmetric: spec.Symmetric, ScaleFree: spec.ScaleFree,
		Seed: engines.Seed(r.Config.Seed, engines.Purpose("explain")), Deal: dealFrom(x.deals, 0),
		Openings: func(seeds []uint64) int { return countOpenings(r, seeds) }, Journal: log, Events: events,
	})
	if failed := log.journal.close(); failed != nil {
		return results.Explanation{}, failed // the play was stopped because of it
	}
	return e, err
}

// contributions plays the first agent, the result, against the others, which lack one changed
// weight each, and returns the explanation.
func contributions(
	ctx context.Context, executor tournament.Executor, space engines.Space, agents []engines.Agent, changed []int, back []float64, o tuning.VerifyOptions,
) (results.Explanation, error) {
	result := agents[0]
	o.Fixed, o.Settings = true, result.Settings
	v, err := tuning.Verify(ctx, executor, []tuning.Estimate{{Name: result.Name, Weights: result.Weights}}, agents[1:], o)
	if err != nil {
		return results.Explanation{}, err
	}
	matches := make([]*rating.Standing, len(space))
	for k, i := range changed {
		matches[i] = &v.Matches[k]
	}
	return results.NewExplanation(space, result.Weights, back, matches, v.Games), nil
}

// explanationLog stores the results of an explanation.
type explanationLog struct {
	journal *journal
	played  map[int]tournament.Result // by an earlier call
}

// newExplanationLog reads what an earlier call has stored for the same agents.
func newExplanationLog(ctx context.Context, store *results.Store, run string, agents []engines.Agent, fail context.CancelFunc) (*explanationLog, error) {
	played, err := store.BeginExplanation(ctx, run, agents)
	if err != nil {
		return nil, err
	}
	save := func(ctx context.Context, list []tournament.Result) error {
		return store.SaveExplanationPairings(ctx, run, list)
	}
	return &explanationLog{newJournal(save, fail), played}, nil
}

// Begin does nothing: the agents are stored.
func (*explanationLog) Begin(context.Context, []engines.Agent) error { return nil }

// Played returns what an earlier call has stored.
func (l *explanationLog) Played(index int) (tournament.Result, bool) {
	r, ok := l.played[index]
	return r, ok
}

// Finished takes a result for the store.
func (l *explanationLog) Finished(r tournament.Result) { l.journal.add(r) }
