package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// search is a setup with its strategy: all that a run of evolve needs.
type search struct {
	*setup
	name      string // of the strategy
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
	return full.resolved(s.name, s.options)
}

// arena is where the search plays.
func (s *search) arena() (engines.Arena, error) {
	a, err := engines.NewArena(s.engine, engines.ArenaOptions{})
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

func methodNames() []string {
	var names []string
	for _, m := range methods {
		names = append(names, m.name)
	}
	return names
}

// newSearch makes the strategy that a config names; auto where it names none.
func (a *app) newSearch(ctx context.Context, s *setup, db string) (*search, error) {
	name := "auto"
	if err := s.doc.Decode("strategy.name", &name); err != nil {
		return nil, usage(err)
	}
	i := slices.IndexFunc(methods, func(m method) bool { return m.name == name })
	if i < 0 {
		err := fmt.Errorf("name: unknown strategy %q (%s)", name, otherVerb(name, configs.Suggest(methodNames(), name)))
		return nil, usage(s.doc.Locate("strategy", err))
	}
	m := methods[i]
	options, err := m.options(s.doc)
	if err != nil {
		return nil, usage(err)
	}
	if err := s.doc.Decode("strategy", options, "name", "procedure"); err != nil {
		return nil, usage(err)
	}
	if err := s.playable(ctx, engines.Agent{Name: "start", Weights: s.startEstimate().Weights}); err != nil {
		return nil, usage(s.doc.Locate("engine.settings", keyed(err)))
	}
	training, err := s.agents(ctx, s.config.Opponents, "opponents", db)
	if err != nil {
		return nil, err
	}
	sr := &search{setup: s, name: m.name, options: options, problem: s.problem(training)}
	sr.pooled = len(training) > 0 && (m.gauntlet == nil || !m.gauntlet(options))
	if sr.pooled && s.seats != 2 {
		return nil, usage(s.doc.Locate("", fmt.Errorf("opponents: %s trains against opponents at tables of two seats, not %d", name, s.seats)))
	}
	sr.problem.Games = sr.duels(sr.problem.Games)
	if sr.strategy, err = m.make(sr.problem, options); err != nil {
		return nil, usage(s.doc.Locate("strategy", unprefixed(m.name, err)))
	}
	sr.options = m.used(sr.strategy)
	sr.opponents, err = s.agents(ctx, s.config.Verification.Opponents, "verification.opponents", db)
	return sr, err
}

// otherVerb says which verb a strategy belongs to that evolve does not have.
func otherVerb(strategy, otherwise string) string {
	if strategy == "grid" {
		return "a grid is searched by 'lanista grid'"
	}
	return otherwise
}

// unprefixed drops a room's name from its error, so that the error begins with
// the key that it is about.
func unprefixed(room string, err error) error {
	if rest, ok := strings.CutPrefix(err.Error(), room+": "); ok {
		return fmt.Errorf("%s", rest)
	}
	return err
}
