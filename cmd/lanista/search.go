package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// search is a setup with its strategy: all that a run of evolve needs.
type search struct {
	*setup
	name      string // of the strategy
	options   any    // its options, defaults filled in
	problem   tuning.Problem
	strategy  tuning.Strategy
	opponents []engines.Agent // of the verification
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
	var named struct {
		Name string `yaml:"name"`
	}
	named.Name = "auto"
	if err := s.doc.Decode("strategy.name", &named.Name); err != nil {
		return nil, usage(err)
	}
	i := slices.IndexFunc(methods, func(m method) bool { return m.name == named.Name })
	if i < 0 {
		err := fmt.Errorf("name: unknown strategy %q (have %s)", named.Name, strings.Join(methodNames(), ", "))
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
	training, err := s.agents(ctx, s.config.Opponents, "opponents", db)
	if err != nil {
		return nil, err
	}
	sr := &search{setup: s, name: m.name, options: options, problem: s.problem(training)}
	if sr.strategy, err = m.make(sr.problem, options); err != nil {
		return nil, usage(s.doc.Locate("strategy", unprefixed(m.name, err)))
	}
	sr.opponents, err = s.agents(ctx, s.config.Verification.Opponents, "verification.opponents", db)
	return sr, err
}

// unprefixed drops a room's name from its error, so that the error begins with
// the key that it is about.
func unprefixed(room string, err error) error {
	if rest, ok := strings.CutPrefix(err.Error(), room+": "); ok {
		return fmt.Errorf("%s", rest)
	}
	return err
}
