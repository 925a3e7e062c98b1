package runs

import (
	"context"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// scheduleOptions is the schedule section of a config.
type scheduleOptions struct {
	// Kind is who meets whom: round_robin, everybody with everybody; gauntlet, the first
	// of the list with all others; groups, round robins within groups drawn at random.
	Kind string `yaml:"kind"`
	// Cycles is how often the whole schedule is played. The default is 1, and with
	// a sequential test until it decides, ten times as long at the most as it takes
	// on average where the truth is half way between its hypotheses.
	Cycles int `yaml:"cycles"`
	// SeatOrders is in which orders of seats a table plays a deal: every agent once in every
	// seat (all), one drawn at random (drawn), or one that moves on by a seat from cycle to
	// cycle (turned). Of three agents and more only drawn changes who sits after whom, which
	// can be worth as much as a better agent. The default is all.
	SeatOrders tournament.SeatOrders `yaml:"seat_orders"`
	// Deals is whether all pairings of a cycle play the same deal (shared) or each one its
	// own (independent). The default is shared.
	Deals tournament.Deals `yaml:"deals"`
	// Candidates is the number of agents, from the top of the list, that run the
	// gauntlet of the others.
	Candidates int `yaml:"candidates,omitempty"`
	// Groups is the number of groups in a cycle. The default is 1.
	Groups int `yaml:"groups,omitempty"`
	// Size is the number of agents in a group; a schedule of groups needs it.
	Size int `yaml:"size,omitempty"`
	// Unbalanced draws every group anew; otherwise all agents are in as many groups, give
	// or take one.
	Unbalanced bool `yaml:"unbalanced,omitempty"`
	// Anchor is the agent whose rating is 0. The default is none: the ratings average 0.
	Anchor string `yaml:"anchor,omitempty"`
	// SPRT is a sequential test between the two agents: elo0 and elo1 in
	// normalised Elo, then alpha and beta, 0.05 each when they are left out. The default is
	// no test.
	SPRT []float64 `yaml:"sprt,omitempty,flow"`
}

// prepare makes a tournament ready but for its run in the store: the field, the
// schedule, the standings. Its error tells all mistakes of the config.
func (e *event) prepare(ctx context.Context) error {
	s := e.setup
	switch len(s.config.Agents) {
	case 0:
		s.wrong("agents", errors.New("missing: a tournament needs at least two"))
	case 1:
		s.wrong("agents", errors.New("only one: a tournament needs at least two"))
	}
	e.field = s.agents(ctx, s.config.Agents, "agents")
	if e.Resume == "" { // a stored config has every section
		s.idle("tournament", "strategy", "objective", "opponents", "budget", "verification")
	}
	if len(e.field) < 2 {
		s.misset()
		return s.checked()
	}
	if err := e.arrange(); err != nil {
		return err
	}
	return e.chooseDeals(ctx)
}

// chooseDeals chooses the openings of the tournament and arranges its schedule by them.
func (e *event) chooseDeals(ctx context.Context) error {
	if err := e.chooseOpenings(ctx, demand{search: e.deals(), tournament: true}); err != nil {
		return err
	}
	e.sequence = e.setup.deals(e.config.Seed, "deals", deals.Options{Supply: e.dealing.plan.Different})
	if e.sequence == nil {
		return nil
	}
	e.deal = e.sequence.Seed
	var err error
	e.schedule, err = e.newSchedule(e.plan)
	return err
}

// deals is the number of deals of the schedule.
func (e *event) deals() int {
	switch cycles := max(1, e.plan.Cycles); {
	case e.plan.Deals == tournament.IndependentDeals:
		return e.schedule.Len()
	case e.plan.Kind == "groups":
		return cycles * max(1, e.plan.Groups)
	default:
		return cycles
	}
}

// supplied returns the number of pairings of the schedule in which every opening of a finite
// supply is played once; 0 if the tournament goes on in any case.
func (e *event) supplied() int {
	if !e.dealing.plan.Ends {
		return 0
	}
	return e.schedule.Len() / e.deals() * e.dealing.plan.Different.Openings
}

// arrange makes the schedule, the standings and the test of a field.
func (e *event) arrange() error {
	s := e.setup
	var err error
	e.plan, err = s.schedule()
	s.misread(err)
	if e.plan.SPRT != nil {
		var wrong error
		e.sprt, wrong = newSequential(e.plan.SPRT, e.field)
		s.wrong("schedule", wrong)
	}
	switch spec := s.engine.Spec(); {
	case err != nil || s.seats > spec.MaxSeats:
		return s.checked()
	case len(e.field) < s.seats:
		s.wrong("agents", fmt.Errorf("%d, but the table has %d seats", len(e.field), s.seats))
		return s.checked()
	}
	if !s.doc.Has("schedule.cycles") {
		e.plan.Cycles = e.sprt.cycles(s.seats)
	}
	e.schedule, err = e.newSchedule(e.plan)
	s.wrong("schedule", err)
	names := make([]string, len(e.field))
	for i, agent := range e.field {
		names[i] = agent.Name
	}
	e.standings, err = tournament.NewStandings(names, tournament.StandingsOptions{Anchor: e.plan.Anchor, Seed: s.config.Seed})
	s.wrong("schedule", err)
	return s.checked()
}

// schedule reads the section of a tournament's schedule.
func (s *setup) schedule() (scheduleOptions, error) {
	o := scheduleOptions{Kind: "round_robin", Candidates: 1}
	err := s.doc.Decode("schedule", &o)
	return o, errors.Join(err, s.doc.Locate("schedule", keys.OneOf("kind", "schedule", o.Kind, "round_robin", "gauntlet", "groups")))
}

// newSchedule makes the schedule that the options describe.
func (e *event) newSchedule(o scheduleOptions) (tournament.Schedule, error) {
	play := tournament.Play{Cycles: o.Cycles, Orders: o.SeatOrders, Deals: o.Deals, Deal: e.deal, Seed: e.config.Seed, Symmetric: e.engine != nil && e.engine.Spec().Symmetric}
	switch o.Kind {
	case "round_robin":
		return tournament.RoundRobin(tournament.RoundRobinOptions{Agents: len(e.field), Seats: e.seats, Play: play})
	case "gauntlet":
		return tournament.Gauntlet(tournament.GauntletOptions{
			Candidates: o.Candidates, Opponents: len(e.field) - o.Candidates, Seats: e.seats, Play: play,
		})
	case "groups":
		if e.seats != 2 {
			return nil, keys.Errorf("kind", "groups play games of two seats, not of %d", e.seats)
		}
		return tournament.Groups(tournament.GroupsOptions{
			Agents: len(e.field), Groups: o.Groups, Size: o.Size, Balanced: !o.Unbalanced, Play: play,
		})
	}
	return nil, keys.OneOf("kind", "schedule", o.Kind, "round_robin", "gauntlet", "groups")
}

// resolvedTournament writes the config as it is played, every agent with its
// literal weights, so that a resumed tournament does not depend on files that
// may have changed.
func (e *event) resolvedTournament() (string, error) {
	s := *e.setup
	s.config.Agents = literal(e.field)
	var node yaml.Node
	if err := node.Encode(e.plan); err != nil {
		return "", err
	}
	s.config.Schedule = node
	return s.resolved("", nil)
}

// begin opens the run in the store, or the one to resume.
func (e *event) begin(ctx context.Context) error {
	if e.Resume != "" {
		if err := e.adopt(ctx, e.store, e.Options); err != nil {
			return err
		}
	}
	config, err := e.resolvedTournament()
	if err != nil {
		return err
	}
	if e.Resume == "" {
		e.run, err = e.enter(ctx, e.store, e.Options, results.Info{Kind: results.Tournament, Config: config, Field: e.field})
		return err
	}
	if own := e.ownConfig(ctx); !e.configured() && len(e.Set) == 0 || config == own {
		config = "" // it is the run's own
	}
	e.run, _, err = e.store.Resume(ctx, e.Resume, config)
	if errors.Is(err, results.ErrOtherConfig) {
		err = mistake(err)
	}
	if err == nil {
		e.begun(e.run)
	}
	return err
}

// ownConfig returns the config of the tournament to resume as it would be stored now, "" if
// the stored config cannot be read.
func (e *event) ownConfig(ctx context.Context) string {
	own := &event{Options: e.Options}
	own.Source, own.Text, own.Set, own.borrowed = "", "", nil, e.setup.programs
	var err error
	if own.setup, err = e.catalog.stored(ctx, e.store, results.Tournament, own.Options); err != nil {
		return ""
	}
	if err := own.prepare(ctx); err != nil {
		return ""
	}
	config, err := own.resolvedTournament()
	if err != nil {
		return ""
	}
	return config
}

// idle notes sections of the config that a verb does not read.
func (s *setup) idle(verb string, sections ...string) {
	for _, name := range sections {
		if s.doc.Has(name) {
			s.notes = append(s.notes, fmt.Sprintf("%s: not used by a %s", name, verb))
		}
	}
}
