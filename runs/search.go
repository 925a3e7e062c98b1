package runs

import (
	"context"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// search is a setup with its strategy: all that a run of evolve needs.
type search struct {
	*setup
	method    string // the name of the strategy
	options   any    // its options in use
	problem   tuning.Problem
	strategy  tuning.Strategy
	opponents []engines.Agent // of the verification
	// pooled says that the strategy's duels are comparisons against a pool of
	// opponents, each of two games; see tuning.Pool.
	pooled bool
}

// resolved writes the config as it is played.
func (s *search) resolved() (string, error) {
	full := *s.setup
	full.config.Opponents = literal(s.problem.Opponents)
	full.config.Verification.Opponents = literal(s.opponents)
	return full.resolved(s.method, s.options)
}

// arena is where the search plays.
func (s *search) arena() (engines.Arena, error) {
	a, err := engines.NewArena(s.engine, s.terms().Arena)
	if err == nil && s.pooled {
		a = tuning.Pool(a, s.problem.Opponents)
	}
	return a, err
}

// duels turns a number of games into the number of duels that they make.
func (s *search) duels(games int) int {
	if s.pooled {
		return games / 2
	}
	return games
}

// played is the inverse of duels.
func (s *search) played(duels int) int {
	if s.pooled {
		return 2 * duels
	}
	return duels
}

// search makes the strategy that a config names; auto where it names none. Its
// error tells all mistakes of the config.
func (s *setup) search(ctx context.Context) (*search, error) {
	name := "auto"
	if err := s.doc.Decode("strategy.name", &name); err != nil {
		return nil, mistake(err)
	}
	m, err := s.catalog.method(name)
	if err != nil {
		s.wrong("strategy.name", err)
		return nil, s.checked()
	}
	options, err := m.Options(s.doc)
	if err == nil {
		err = s.doc.Decode("strategy", options, "name", "procedure")
	}
	if err != nil { // it knows its place
		s.mistakes = append(s.mistakes, err)
		return nil, s.checked()
	}
	if s.space != nil {
		if err := s.playable(ctx, engines.Agent{Name: "start", Weights: s.startWeights()}); err != nil {
			s.wrong("engine.settings", err) // then nobody else can play either
			return nil, s.checked()
		}
	}
	training := s.agents(ctx, s.config.Opponents, "opponents")
	sr := &search{setup: s, method: m.Name, options: options, opponents: s.agents(ctx, s.config.Verification.Opponents, "verification.opponents")}
	if s.space == nil { // no strategy can be made without
		return nil, s.checked()
	}
	sr.problem = s.problem(training)
	sr.pooled = len(training) > 0 && (m.Gauntlet == nil || !m.Gauntlet(options))
	if sr.pooled && s.seats != 2 {
		s.wrong("opponents", fmt.Errorf("%s trains against opponents at tables of two seats, not %d", name, s.seats))
	}
	sr.problem.Games = sr.duels(sr.problem.Games)
	if sr.strategy, err = m.New(sr.problem, options); err != nil {
		s.wrong("strategy", err)
		return nil, s.checked()
	}
	sr.options = m.Used(sr.strategy)
	return sr, s.checked()
}

// planned is the number of games that the search will play, 0 if nobody can
// say.
func (s *search) planned() int {
	if p, ok := s.strategy.(tuning.Planner); ok {
		return s.played(p.PlannedGames())
	}
	return s.config.Budget.Games
}

// unprefixed drops a room's name from its error, so that the error begins with
// the key that it is about.
func unprefixed(room string, err error) error {
	if err == nil {
		return nil
	}
	if rest, ok := strings.CutPrefix(err.Error(), room+": "); ok {
		return fmt.Errorf("%s", rest)
	}
	return err
}
