package runs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/arms"
)

// search is the part of a resolved config (type Resolved) that only a tuning run has: the strategy and
// the problem that it solves.
type search struct {
	name     string // name of the strategy
	options  any    // options of the strategy, with their defaults
	problem  tuning.Problem
	strategy tuning.Strategy
	maker    strategyMaker // made the strategy; it makes others for other problems
}

// planned returns the number of games that the search will play, or 0 if it is unknown.
func (s *search) planned() int {
	if p, ok := s.strategy.(tuning.Planner); ok {
		return p.PlannedGames()
	}
	return s.problem.Games
}

// checkWeights returns an error if the weights in a strategy's estimate do not fit the weight space
// of the search. what names the use of the weights in the error.
func (s *search) checkWeights(what string, e tuning.Estimate) error {
	if err := s.problem.Space.Check(e.Weights); err != nil {
		return fmt.Errorf("the strategy %s returned %s weights %q that are not weights of the game: %w", s.name, what, e.Name, err)
	}
	return nil
}

// resolveSearch makes the strategy that the config names; the default is auto. For a new run it
// also checks that the budget suffices, and plays test games to find out whether games repeat.
func resolveSearch(ctx context.Context, r *Resolved, m *mistakes, q request) error {
	fresh := !r.fromStore
	if fresh {
		refuseZeros(r, m, q.options)
		if len(r.Config.Agents) > 0 && r.Config.Strategy.IsZero() {
			return m.fail("agents", errors.New("this is the config of a tournament; the verb tournament plays it"))
		}
	}
	noteUnused(r, m, q, "evolve", "agents", "schedule", "etudes", "openings.repeat")
	if !fresh && r.Config.Budget.Games == 0 && m.doc.Has("budget.games") {
		return mistakef("budget.games: 0 is not allowed; a run goes on with a number of games that is larger than that of its budget")
	}
	if err := newSearch(ctx, r, m); err != nil || !fresh {
		return err
	}
	checkRounds(r, m)
	if !m.any() {
		checkBudget(r, m)
	}
	if !m.any() && r.Config.Objective.By == "score" && !q.stored() {
		scored, err := gamesHaveScores(ctx, r)
		if err != nil {
			return err
		}
		if !scored {
			m.add("objective", fmt.Errorf("the games of %s have no scores; use places", r.Config.Engine.Name))
		}
	}
	if !q.stored() {
		noteBudget(r, m)
		noteOperators(r, m, r.search.options)
		noteProcedure(r, m, r.search.options)
	}
	if err := m.err(); err != nil || q.dry {
		return err
	}
	if err := canLog(r, q.options.GamesFile); err != nil {
		return err
	}
	if q.options.Resume == "" {
		start := engines.Agent{Name: "start", Weights: r.startWeights()}
		if err := refuseUnrepeatable(ctx, r, m, start, q.options); err != nil {
			return err
		}
		if err := refuseAlike(ctx, r, m, start, q.options); err != nil {
			return err
		}
	}
	if q.forecast {
		return nil
	}
	return measureScale(ctx, r, m, q.options.Workers)
}

// newSearch makes the strategy, the opponents for training, and the opponents of the verification.
func newSearch(ctx context.Context, r *Resolved, m *mistakes) error {
	var problem tuning.Problem // as far as it is known before the opponents
	if r.Space != nil {
		problem = problemOf(r)
	}
	s, options, err := decodeStrategy(r.catalog, m.doc, problem)
	m.addDecoded(err)
	requireWeights(r, m)
	checkStart(r, m)
	if r.Space != nil {
		if err := r.playable(ctx, engines.Agent{Name: "start", Weights: r.startWeights()}); err != nil {
			m.add("engine.settings", err) // then no agent can play
			m.validate(options)
			return m.err()
		}
	}
	r.Opponents = resolveAgents(ctx, r, m, r.Config.Opponents, "opponents")
	if r.Seats == 1 && len(r.Opponents) > 0 {
		m.add("opponents", errors.New("a game of one seat has no opponents in training; name those to measure against under verification.opponents"))
	}
	r.Verify = resolveAgents(ctx, r, m, r.Config.Verification.Opponents, "verification.opponents")
	resolveVerifySettings(ctx, r, m)
	if r.Space == nil { // no strategy can be made without
		m.validate(options)
		return m.err()
	}
	if checkPool(r, m); m.any() || m.unread != nil {
		m.validate(options)
		return m.err()
	}
	apart := r.Seats == 1 || len(r.Opponents) > 0 && (s.Gauntlet == nil || !s.Gauntlet(options))
	found := &search{name: s.Name, problem: problemOf(r), maker: strategyMaker{s, options, r.Config.Objective, apart}}
	if found.strategy, found.options, err = found.maker.make(found.problem); err != nil {
		return m.fail("strategy", err)
	}
	if r.Config.Budget.Ahead > 0 && tuning.AheadOf(found.strategy) == 0 {
		m.add("budget.ahead", errors.New(notAheadError(r, s.Name)))
	}
	if err := m.err(); err != nil {
		return err
	}
	r.search = found
	return chooseOpenings(ctx, r, m, searchDemand(r))
}

// decodeStrategy returns the strategy that the config names, with its decoded options. The default
// strategy is auto. p is the tuning problem, on which defaults of options may depend. If the game
// could not be opened, p is zero, and the error contains all mistakes that can be found without it.
func decodeStrategy(c Catalog, doc *configs.Document, p tuning.Problem) (NamedStrategy, any, error) {
	name := "auto"
	if err := doc.Decode("strategy.name", &name); err != nil {
		return NamedStrategy{}, nil, err
	}
	s, err := findStrategy(c, name)
	if err != nil {
		return s, nil, doc.Locate("strategy.name", err)
	}
	options, err := s.defaults(doc, p)
	if err == nil {
		err = doc.Decode("strategy", options, append([]string{"name"}, s.read...)...)
	}
	return s, options, err
}

// problemOf returns the tuning problem that a config describes: game, weights, opponents, budget
// and seed.
func problemOf(r *Resolved) tuning.Problem {
	spec := r.Engine.Spec()
	return tuning.Problem{
		Space:       r.Space,
		Constraints: r.Constraints,
		ScaleFree:   spec.ScaleFree,
		Start:       r.Start,
		Steps:       r.Steps,
		Seats:       r.Seats,
		Symmetric:   spec.Symmetric,
		Graded:      r.Config.Objective.By == "score",
		Opponents:   r.Opponents,
		Shares:      r.Config.Objective.Shares,
		Worst:       r.Config.Objective.Worst,
		Games:       r.Config.Budget.Games,
		Rounds:      r.Config.Budget.Rounds,
		Ahead:       r.Config.Budget.Ahead,
		Seed:        r.Config.Seed,
	}
}

// unboundedDeals is the number of deals (game starts) for which openings are chosen in a search
// without a limit on its games.
const unboundedDeals = 10_000

// searchDemand returns upper bounds for the numbers of deals (game starts) that the search and its
// verification use.
func searchDemand(r *Resolved) demand {
	d := demand{search: unboundedDeals}
	if games := r.search.planned(); games > 0 {
		d.search = games / r.perDeal()
	}
	if r.Config.Verification.Games > 0 {
		d.verification = verificationDeals(r) + checkpointDeals(r)
	}
	return d
}

// notAheadError returns the error message for the key budget.ahead: why the strategy cannot request
// a round before the results of the previous one.
func notAheadError(r *Resolved, strategy string) string {
	if r.Config.Objective.Worst {
		return "with objective.worst the opponent of a game follows from the games before it"
	}
	return fmt.Sprintf("%s must learn from a round before it can ask for the next", strategy)
}

// checkStart adds a mistake to m for every constraint that the start weights violate. The mistake
// suggests start weights that satisfy all constraints.
func checkStart(r *Resolved, m *mistakes) {
	if r.Space == nil || m.any() {
		return
	}
	start := r.startWeights()
	near, _ := r.Constraints.Nearest(start)
	var instead []string
	for i, w := range r.Space {
		if near[i] != start[i] {
			instead = append(instead, fmt.Sprintf("engine.weights.%s.start=%v", w.Name, near[i]))
		}
	}
	for _, k := range keys.All(r.Constraints.Check(start)) {
		m.add("engine.constraints", keys.Errorf(k.Path, "the start weights violate it: %w; for example, set %s", k.Err, strings.Join(instead, ", ")))
	}
}

// requireWeights adds a mistake if the game has no weights to tune.
func requireWeights(r *Resolved, m *mistakes) {
	name, player := r.Config.Engine.Name, r.Config.Engine.Player
	switch {
	case len(r.Space) > 0 || m.any():
	case player != "":
		m.add("", noWeights(player))
	case r.Programs.Has(name) && r.Programs.Known(name).Role == protocol.Arena:
		m.add("engine.name", fmt.Errorf("the program %s declares no weights to tune: list them under weights in its answer to hello", name))
	case r.Programs.Has(name) && len(r.Engine.Spec().Weights) == 0:
		m.add("engine.player", fmt.Errorf("%s has no player of its own; name a program", name))
	case len(r.Engine.Spec().Weights) == 0:
		m.add("engine.settings", fmt.Errorf("the player of %s has no weights with these settings", name))
	}
}

// strategyMaker contains a named strategy and its options, from which it makes the
// [tuning.Strategy] for a problem.
type strategyMaker struct {
	named     NamedStrategy
	options   any // pointer to the options of the strategy
	objective configs.Objective
	// apart states that the strategy's agents play only against the opponents, not against each
	// other.
	apart bool
}

// make makes the strategy for the problem p. used are the options that it uses, including values that
// it has chosen itself.
func (m strategyMaker) make(p tuning.Problem) (made tuning.Strategy, used any, err error) {
	plain := func(p tuning.Problem) (tuning.Strategy, error) {
		made, own, err := m.named.build(p, m.options)
		if err == nil {
			used = own
		}
		return made, err
	}
	choices := !m.named.Choices && len(p.Space.Chosen()) > 0
	if choices {
		used = m.options // of a strategy that is not made, because there is no number to tune
		numbers := plain
		plain = func(p tuning.Problem) (tuning.Strategy, error) { return tuneChoices(p, m.options, numbers) }
	}
	switch {
	case !m.apart && (m.objective.Worst || m.objective.Shares != nil):
		err = errors.New("it seats the opponents itself: objective.shares and objective.worst are for strategies that compare pairs")
	case m.apart:
		made, err = tuning.NewIndependentPairings(p, plain)
	default:
		made, err = plain(p)
	}
	if choices { // a mistake may be one of the race
		err = underName(m.named.Name, err)
	}
	return made, used, err
}

// using returns a maker of the same strategy with other options. These can be options that a
// strategy has used, as in the stored config of a run. They need not be a pointer.
func (m strategyMaker) using(options any) strategyMaker {
	if v := reflect.ValueOf(options); v.Kind() != reflect.Pointer {
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		options = p.Interface()
	}
	m.options = options
	return m
}

// tuneChoices makes a strategy for a space that includes weights whose values are choices. Choices
// are tuned by a race, which drops worse choices early, and numbers by the strategy that build
// makes. If all numbers are fixed, build is not called.
func tuneChoices(p tuning.Problem, options any, build func(tuning.Problem) (tuning.Strategy, error)) (tuning.Strategy, error) {
	if validate := validator(options); validate != nil {
		if err := validate(); err != nil {
			return nil, err
		}
	}
	made, err := arms.New(p, build)
	if err != nil {
		return nil, err
	}
	return made, nil
}

// underName assigns mistakes in err that have no config key to the key "name", with the strategy's
// name in front of their messages. Other mistakes remain unchanged.
func underName(strategy string, err error) error {
	var mistakes []error
	for _, e := range keys.All(err) {
		if e.Path == "" {
			e = &keys.KeyError{Path: "name", Err: fmt.Errorf("%s: %w", strategy, e.Err)}
		}
		mistakes = append(mistakes, e)
	}
	return errors.Join(mistakes...)
}

// checkPool adds a mistake to m if the keys shares and worst of the section "objective" contradict
// each other or do not fit the opponents.
func checkPool(r *Resolved, m *mistakes) {
	o, opponents := r.Config.Objective, len(r.Opponents)
	switch {
	case !o.Worst && o.Shares == nil, m.about("opponents"):
	case opponents < 2:
		m.add("objective", errors.New("shares and the worst of a pool need two opponents at least"))
	case o.Worst && o.Shares != nil:
		m.add("objective.shares", errors.New("the worst of a pool has no shares: they follow from the games"))
	case o.Shares != nil && len(o.Shares) != opponents:
		m.add("objective.shares", fmt.Errorf("%d shares for %d opponents", len(o.Shares), opponents))
	case o.Shares != nil && slices.Max(o.Shares) == 0:
		m.add("objective.shares", errors.New("at least one share must be above 0"))
	case o.Shares != nil && slices.Max(o.Shares) > math.MaxFloat64/float64(opponents):
		m.add("objective.shares", errors.New("their sum is too large"))
	}
}

// scaleDeals is the number of deals (game starts) from which the spread of scores is measured.
const scaleDeals = 64

// measureScale measures the spread of scores in games of the start agent. It writes the spread to
// the config, as the unit in which the objective counts scores. The spread is 0 if the objective
// counts places.
func measureScale(ctx context.Context, r *Resolved, m *mistakes, workers int) error {
	err := setScale(ctx, r, workers)
	if err == nil || ctx.Err() != nil {
		return err
	}
	return m.fail("objective", err)
}

// setScale measures the spread of scores and writes it to the config, as [measureScale] describes.
func setScale(ctx context.Context, r *Resolved, workers int) error {
	o := &r.Config.Objective
	if o.By != "score" {
		o.Scale = 0
		return nil
	}
	if o.Scale > 0 {
		return nil
	}
	executor, err := r.local(workers)
	if err != nil {
		return err
	}
	start := engines.Agent{Name: "the start agent", Weights: r.startWeights()}
	seed := engines.Seed(r.Config.Seed, engines.Purpose("objective"))
	scale, err := tournament.ScoreScale(ctx, executor, start, r.Seats, scaleDeals, seed, r.terms())
	if err != nil {
		return err
	}
	o.Scale = scale
	return nil
}
