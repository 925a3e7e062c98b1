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

// ExplainOptions control an explanation: games that measure how much each weight of a run's
// result contributes. The zero value explains the newest run of the default store with the
// default number of games.
type ExplainOptions struct {
	Run   string // id, name, or a unique beginning or end of the id; "last" or "" is the newest run that is not a tournament
	Store string // path of the store; the default is [DefaultStore]
	// Config is the path of a config with the commands of the run's external programs. It is ""
	// for runs without programs.
	Config string
	// Games is the total number of games, divided equally among the weights. The default 0 means
	// the number in the stored explanation of the run, if there is one. Otherwise it means
	// [ExplainGames] for each weight, but at most [MostExplainGames] in total.
	Games   int
	Workers int // games played at once; the default 0 is the number of cores
	// NewExecutor chooses where games are played; see [Options.NewExecutor].
	NewExecutor func(ExecutorRequest) (tournament.Executor, error)
	// Events receives the progress of the games. The zero value receives nothing.
	Events tuning.Events
}

// These constants determine the default number of games of an explanation, which measures the
// contribution of each weight to a result.
const (
	ExplainGames     = 1000   // games for each weight that has changed; repeated in docs/evidence.md and in a doc tag of serve/nextapi.go
	MostExplainGames = 40_000 // maximum for all weights together; repeated in docs/evidence.md
)

// ExplainPlan contains the number of games of an explanation, and how large the contribution of a
// weight must be for these games to detect it.
type ExplainPlan struct {
	Run        string   `json:"run"`
	Weights    []string `json:"weights" doc:"the weights that differ from the start"`
	Games      int      `json:"games" doc:"of all weights together"`
	Stored     int      `json:"stored_games,omitempty" doc:"games that an earlier explanation of the run has played"`
	Difference float64  `json:"difference" doc:"contribution in Elo that the games show with a probability of one half"`
	Seconds    float64  `json:"seconds,omitempty" doc:"expected time; absent if it is not known"`
}

// String returns the plan as one line of text.
func (p ExplainPlan) String() string {
	text := fmt.Sprintf("%d games for %s", p.Games, plural(len(p.Weights), "weight", "weights"))
	if p.Stored > 0 {
		text += fmt.Sprintf(", %d of them are stored", p.Stored)
	}
	if p.Seconds > 0 {
		text += ", " + RoughDuration(p.Seconds)
	}
	return text + fmt.Sprintf("; a contribution of %.0f Elo is shown with a probability of one half", math.Ceil(p.Difference))
}

// ExplainResult is the explanation of a run: how much each weight of its result contributes.
type ExplainResult struct {
	Record      results.Record
	Explanation results.Explanation
	Stored      bool // the explanation was read from the store and no game was played
}

// explanation holds the state of an explanation while it is prepared and played. An explanation
// measures how much each weight of a run's result contributes.
type explanation struct {
	r       *Resolved
	rec     results.Record
	back    []float64       // value to which each weight is set back
	changed []int           // indices of the weights that differ from their start values and can be set back
	agents  []engines.Agent // the result, followed by one agent for every changed weight, with that weight set back
	// constrained states for each weight whether constraints exclude the result with this weight set back.
	constrained []bool
	deals       *deals.Sequence // nil for deals derived from the seed
}

// PlanExplanation returns the plan of the games that [Explain] would play. It plays test games to
// measure the playing speed, like [ForecastTuning].
func PlanExplanation(ctx context.Context, c Catalog, o ExplainOptions) (ExplainPlan, error) {
	store, err := OpenReadOnly(o.options().Store)
	if err != nil {
		return ExplainPlan{}, err
	}
	defer func() { _ = store.Close() }()
	x, err := newExplanation(ctx, c, store, o)
	if err != nil {
		return ExplainPlan{}, err
	}
	defer x.r.Close()
	plan := x.plan(o.Games)
	if plan.Games > plan.Stored {
		field := make([]engines.Agent, max(2, x.r.Seats)) // a game can have more seats than there are agents
		for i := range field {
			field[i] = x.agents[i%len(x.agents)]
		}
		perSecond, err := gamesPerSecond(ctx, x.r, field, Options{Workers: max(1, o.Workers), Events: o.Events})
		if err != nil {
			return ExplainPlan{}, err
		}
		plan.Seconds = secondsOf(float64(plan.Games-plan.Stored), perSecond)
	}
	return plan, nil
}

// options returns the run options with which the game of an explanation is opened and its executor
// is created.
func (o ExplainOptions) options() Options {
	return Options{Store: o.Store, Source: o.Config, Workers: o.Workers, NewExecutor: o.NewExecutor, Events: o.Events}.withDefaults()
}

// Explain measures how much each weight of a run's result contributes. It plays the result against
// copies of itself in which one weight has its start value. If possible, it does so on deals (game
// starts) that neither the search nor its verification has played. If only the direction of a
// weight vector matters in the game, the weight is set back to its share of the start weights.
//
// The games are stored with the run. An explanation that was stopped continues where it stopped.
// One with more games plays only the missing games. A complete stored explanation is returned
// without playing. If the context ends, the error is an [InterruptedError]. A run without a result,
// or with its start weights as the result, is a [MistakeError].
func Explain(ctx context.Context, c Catalog, o ExplainOptions) (ExplainResult, error) {
	store, err := openFor(Options{Store: o.options().Store, Resume: cmp.Or(o.Run, "last")})
	if err != nil {
		return ExplainResult{}, err
	}
	defer func() { _ = store.Close() }()
	x, err := newExplanation(ctx, c, store, o)
	if err != nil {
		return ExplainResult{}, err
	}
	defer x.r.Close()
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

func newExplanation(ctx context.Context, c Catalog, store *results.Store, o ExplainOptions) (*explanation, error) {
	rec, err := store.Get(ctx, results.WithWeights(cmp.Or(o.Run, "last")))
	if err != nil {
		return nil, err
	}
	switch {
	case rec.Kind != results.Evolve && rec.Kind != results.Fit:
		return nil, mistakef("run %s is of the verb %s: only the weights that evolve or fit found can be explained", rec.ID, rec.Kind)
	case rec.Result == nil || len(rec.Result.Weights) == 0:
		return nil, mistakef("run %s is %s and has no result yet; --resume %[1]s continues it", rec.ID, rec.Status)
	}
	r, err := gameOfRun(ctx, c, rec, o.options())
	if err != nil {
		return nil, err
	}
	x := &explanation{r: r, rec: rec}
	if err := x.prepare(ctx); err != nil {
		r.Close()
		return nil, err
	}
	return x, nil
}

// prepare determines the agents and the deals (game starts) of the explanation.
func (x *explanation) prepare(ctx context.Context) error {
	// Choose openings as the run did, so that those that the run has played can be left out.
	if err := setOpenings(ctx, x.r, demand{search: x.searchDeals(), verification: x.verificationDeals()}); err != nil {
		return cmp.Or(ctx.Err(), mistake(err))
	}
	x.setBack()
	if slices.Contains(x.constrained, true) && len(x.changed) == 0 {
		return mistakef("the constraints between weights exclude the start value of each weight that has changed in run %s, beside the others of its result", x.rec.ID)
	}
	if len(x.changed) == 0 {
		return mistakef("the result of run %s is its start: no weight has changed", x.rec.ID)
	}
	x.chooseDeals()
	return nil
}

// setBack makes the agents that an explanation compares. The first agent has the weights of the
// run's result. For every changed weight, another agent has the same weights except this one, which
// has its start value. An agent that would violate the constraints is left out.
func (x *explanation) setBack() {
	result, start := x.rec.Result.Weights, x.r.startWeights()
	settings := fittedSettings(x.r, x.rec)
	x.agents = []engines.Agent{{Name: "the result", Weights: result, Settings: settings}}
	x.back, x.constrained = make([]float64, len(result)), make([]bool, len(result))
	for i, w := range x.r.Space {
		v := withBack(result, start, i, x.r.Engine.Spec().ScaleFree)
		x.back[i] = v[i]
		if !w.Free() || x.r.sameAs(v, result) {
			continue
		}
		if x.r.Engine.Spec().ScaleFree {
			v = within(x.r.Space, v)
		}
		if x.constrained[i] = !x.r.Constraints.Holds(v); x.constrained[i] {
			continue
		}
		x.changed = append(x.changed, i)
		x.agents = append(x.agents, engines.Agent{Name: "without " + w.Name, Weights: v, Settings: settings})
	}
}

// fittedSettings returns the settings with which the result of the run rec plays, such as a fitted
// table. It returns nil if they equal the settings in the run's config r.
func fittedSettings(r *Resolved, rec results.Record) engines.Settings {
	if settings := settingsOf(rec); !maps.Equal(settings, r.agentSettings()) {
		return settings
	}
	return nil
}

// withBack undoes the change of one weight, so that games can measure what this change has
// contributed. It returns a copy of the weights result in which weight i has its value in start.
//
// If scaleFree is true, only the ratios of the weights matter. Weight i then gets the same share of
// the sum of the absolute weights as in start, and the other weights do not change. There are two
// special cases. If all other weights are 0 in start, they become 0. If all other weights are 0 in
// result, weight i keeps its size and gets its sign in start.
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

// within scales the vector v down so that every value is within the range of its weight. The factor
// is at most 1 and the same for all weights. A value may remain below a positive minimum.
func within(space engines.Space, v engines.Weights) engines.Weights {
	scale := 1.0
	for i, w := range space {
		if size, most := math.Abs(v[i]), farthest(w, v[i]); size > most && most > 0 {
			scale = math.Min(scale, most/size)
		}
	}
	out := slices.Clone(v)
	for i, w := range space {
		out[i] = math.Copysign(math.Min(math.Abs(v[i])*scale, farthest(w, v[i])), v[i]) // the product may be rounded up
	}
	return out
}

// farthest returns the largest distance from 0 that the range of a weight allows in the direction
// of v: down to the minimum if v is negative, and up to the maximum otherwise. It returns 0 if the
// range has no value in this direction.
func farthest(w engines.Weight, v float64) float64 {
	if v < 0 {
		return math.Max(0, -w.Min)
	}
	return math.Max(0, w.Max)
}

// searchDeals returns an upper bound for the number of deals (game starts) that the run has played
// in its search.
func (x *explanation) searchDeals() int { return x.rec.Games / x.r.perDeal() }

func (x *explanation) verificationDeals() int {
	games := x.r.Config.Verification.Games
	if games == 0 {
		return 0
	}
	own := int(shareOfVerification * float64(games)) // and the checkpoints, which play fewer
	return tuning.VerificationDeals(games, x.r.perDeal()) + own/x.r.perDeal() + 1
}

// mostExcluded is the largest number of openings that an explanation avoids because the run has
// already played them.
const mostExcluded = 20_000

// chooseDeals determines the deals (game starts) of the explanation. In a game without chance, it
// prefers openings that the run has not played, then openings that only its verification has
// played. If all are used up, it repeats the deals of the verification.
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

// plan returns the plan of an explanation with games games in total; 0 means the default number.
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
	deal, compared := n*x.r.perDeal(), x.r.perDeal() // games of a deal, and comparisons of each weight on it
	if x.r.Seats == 1 {                              // a deal is played by the result and by each of the others
		deal, compared = n+(n+engines.MaxSeats-2)/(engines.MaxSeats-1), 1
	}
	p.Games = max(p.Games-p.Games%deal, deal)
	p.Difference = rating.EloResolved(float64(p.Games/deal*compared), 0, 1-(1-rating.Confidence)/float64(n), 0.5)
	return p
}

// play plays the games of the explanation that are not stored yet.
func (x *explanation) play(ctx context.Context, store *results.Store, o ExplainOptions) (results.Explanation, error) {
	r := x.r
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
	match := matchOptions(r, x.plan(o.Games).Games, engines.Seed(r.Config.Seed, engines.Purpose("explain")), x.deals)
	match.Openings, match.Journal = r.countOpenings, log
	if report := o.Events.Progress; report != nil {
		match.Events.Progress = func(p tuning.Progress) {
			p.Phase = tuning.Explaining
			report(p)
		}
	}
	e, err := x.contributions(ctx, executor, match)
	if failed := log.journal.close(); failed != nil {
		return results.Explanation{}, failed // the play was stopped because of it
	}
	return e, err
}

// contributions measures how much each weight contributes to the strength of the result. The first
// agent, with the result, plays against each of the others.
func (x *explanation) contributions(ctx context.Context, executor tournament.Executor, o tuning.VerifyOptions) (results.Explanation, error) {
	result := x.agents[0]
	v, err := playMatches(ctx, executor, result, x.agents[1:], o)
	if err != nil {
		return results.Explanation{}, err
	}
	matches := make([]*rating.Standing, len(x.r.Space))
	for k, i := range x.changed {
		matches[i] = &v.Matches[k]
	}
	return results.NewExplanation(x.r.Space, result.Weights, x.back, matches, x.constrained, v.Games), nil
}

// explanationLog stores the games of an explanation when they finish. It also returns the games
// that an earlier call has stored, so that they are not played again. An explanation measures the
// contribution of each weight.
type explanationLog struct {
	journal *journal
	played  map[int]tournament.Result // pairings that an earlier call has stored, by index
}

// newExplanationLog returns a log for the games of an explanation. It contains the stored pairings
// of an earlier explanation with the same agents. If games cannot be stored, the log calls the
// function fail.
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

// Begin does nothing, because newExplanationLog has already stored the agents.
func (*explanationLog) Begin(context.Context, []engines.Agent) error { return nil }

func (l *explanationLog) Played(index int) (tournament.Result, bool) {
	r, ok := l.played[index]
	return r, ok
}

// Drop makes the log ignore the stored pairings from the index from on. They are played again, and
// the new results replace the old ones in the store.
func (l *explanationLog) Drop(_ context.Context, from int) error {
	maps.DeleteFunc(l.played, func(i int, _ tournament.Result) bool { return i >= from })
	return nil
}

// Finished queues a pairing's result for the store.
func (l *explanationLog) Finished(r tournament.Result) { l.journal.add(r) }
