package runs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// search is a setup with its strategy: all that a run of evolve needs.
type search struct {
	*setup
	method    string // the name of the strategy
	options   any    // of the strategy, those in use
	problem   tuning.Problem
	strategy  tuning.Strategy
	opponents []engines.Agent // of the verification
	// build makes the strategy anew for a problem, and says which options it uses.
	build func(tuning.Problem) (made tuning.Strategy, used any, err error)
}

// resolved writes the config as it is played.
func (s *search) resolved() (string, error) {
	full := *s.setup
	full.config.Opponents = literal(s.problem.Opponents)
	full.config.Verification.Opponents = literal(s.opponents)
	return full.resolved(s.method, s.options)
}

// search makes the strategy that a config names; auto where it names none. Its
// error tells all mistakes of the config.
func (s *setup) search(ctx context.Context) (*search, error) {
	m, options, err := s.method()
	s.misread(err)
	s.weightless()
	if s.space != nil {
		if err := s.playable(ctx, engines.Agent{Name: "start", Weights: s.startWeights()}); err != nil {
			s.wrong("engine.settings", err) // then nobody else can play either
			s.invalid(options)
			return nil, s.checked()
		}
	}
	training := s.agents(ctx, s.config.Opponents, "opponents")
	if s.seats == 1 && len(training) > 0 {
		s.wrong("opponents", errors.New("a game of one seat has no opponents in training; name those to measure against under verification.opponents"))
	}
	sr := &search{setup: s, method: m.Name, options: options, opponents: s.agents(ctx, s.config.Verification.Opponents, "verification.opponents")}
	if s.space == nil { // no strategy can be made without
		s.invalid(options)
		return nil, s.checked()
	}
	sr.problem = s.problem(training)
	if s.pool(len(training)); len(s.mistakes) > 0 || s.unread != nil {
		s.invalid(options)
		return nil, s.checked()
	}
	sr.build = s.builder(m, options, s.seats == 1 || len(training) > 0 && (m.Gauntlet == nil || !m.Gauntlet(options)))
	if sr.strategy, sr.options, err = sr.build(sr.problem); err != nil {
		s.wrong("strategy", err)
		return nil, s.checked()
	}
	if s.config.Budget.Ahead > 0 && tuning.AheadOf(sr.strategy) == 0 {
		s.wrong("budget.ahead", errors.New(sr.cannotAhead()))
	}
	if err := s.checked(); err != nil {
		return nil, err
	}
	return sr, s.chooseOpenings(ctx, sr.demand())
}

// unboundedDeals is the number of deals that openings are chosen for if only time or rounds
// bound a search.
const unboundedDeals = 10_000

// demand is the number of deals that the search and its verification ask for at most.
func (s *search) demand() demand {
	d := demand{search: unboundedDeals}
	if games := s.planned(); games > 0 {
		d.search = games / s.perDeal()
	}
	if games := s.config.Verification.Games; games > 0 {
		d.verification = tuning.VerificationDeals(games, s.perDeal()) + s.checkpointDeals()
	}
	return d
}

// cannotAhead says why the strategy cannot ask ahead.
func (s *search) cannotAhead() string {
	if s.config.Objective.Worst {
		return "with objective.worst the opponent of a game follows from the games before it"
	}
	return fmt.Sprintf("%s must learn from a round before it can ask for the next", s.method)
}

// weightless notes that there is nothing to tune.
func (s *setup) weightless() {
	name, player := s.config.Engine.Name, s.config.Engine.Player
	switch {
	case len(s.space) > 0 || s.mistakes != nil:
	case player != "":
		s.wrong("engine.weights", fmt.Errorf("the program %s has no weights to tune: name options of it here, or declare weights under programs.%s.weights", player, player))
	case len(s.engine.Spec().Weights) == 0:
		s.wrong("engine.player", fmt.Errorf("%s has no player of its own; name a program", name))
	}
}

// builder makes the strategy of a method under some options for a problem; apart,
// its agents do not meet each other. It also says which options are in use.
func (s *setup) builder(m NamedStrategy, options any, apart bool) func(tuning.Problem) (tuning.Strategy, any, error) {
	return func(p tuning.Problem) (made tuning.Strategy, used any, err error) {
		plain := func(p tuning.Problem) (tuning.Strategy, error) {
			made, err := m.New(p, options)
			if err == nil {
				used = m.Used(made)
			}
			return made, err
		}
		if o := s.config.Objective; !apart && (o.Worst || o.Shares != nil) {
			return nil, nil, errors.New("it seats the opponents itself: objective.shares and objective.worst are for strategies that compare pairs")
		}
		if apart {
			made, err = tuning.NewIndependentPairings(p, plain)
		} else {
			made, err = plain(p)
		}
		return made, used, err
	}
}

// pool checks what the objective says of a pool of so many opponents.
func (s *setup) pool(opponents int) {
	o := s.config.Objective
	switch {
	case !o.Worst && o.Shares == nil:
	case opponents < 2:
		s.wrong("objective", errors.New("shares and the worst of a pool need two opponents at least"))
	case o.Worst && o.Shares != nil:
		s.wrong("objective.shares", errors.New("the worst of a pool has no shares: they follow from the games"))
	case o.Shares != nil && len(o.Shares) != opponents:
		s.wrong("objective.shares", fmt.Errorf("%d shares for %d opponents", len(o.Shares), opponents))
	case o.Shares != nil && slices.Max(o.Shares) == 0:
		s.wrong("objective.shares", errors.New("one of them must be above 0"))
	}
}

// planned is the number of games that the search will play, 0 if nobody can
// say.
func (s *search) planned() int {
	if p, ok := s.strategy.(tuning.Planner); ok {
		return p.PlannedGames()
	}
	return s.config.Budget.Games
}
