package main

import (
	"context"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// scheduleOptions is the schedule section of a config.
type scheduleOptions struct {
	// Kind is round_robin or gauntlet.
	Kind string `yaml:"kind"`
	// Cycles is how often the whole schedule is played.
	Cycles int `yaml:"cycles"`
	// SeatOrders is all, drawn or turned.
	SeatOrders tournament.SeatOrders `yaml:"seat_orders"`
	// Deals is shared or independent.
	Deals tournament.Deals `yaml:"deals"`
	// Candidates is the number of agents, from the top of the list, that run the
	// gauntlet of the others.
	Candidates int `yaml:"candidates,omitempty"`
	// Anchor names the agent whose rating is 0; empty for the mean.
	Anchor string `yaml:"anchor,omitempty"`
	// SPRT is a sequential test between the two agents: elo0 and elo1 in
	// normalised Elo, then alpha and beta, 0.05 each when absent.
	SPRT []float64 `yaml:"sprt,omitempty,flow"`
}

// newEvent makes a tournament ready: the field, the schedule, the run in the
// store.
func (a *app) newEvent(ctx context.Context, o tournamentOptions, store *results.Store) (*event, error) {
	s, err := a.tournamentConfig(ctx, o, store)
	if err != nil {
		return nil, err
	}
	e := &event{app: a, setup: s, store: store}
	if e.field, err = s.agents(ctx, s.config.Agents, "agents", o.db); err != nil {
		return nil, err
	}
	options := scheduleOptions{Kind: "round_robin", Cycles: 1, Candidates: 1}
	if err := s.doc.Decode("schedule", &options); err != nil {
		return nil, usage(err)
	}
	if options.SPRT != nil {
		if e.sprt, err = newSequential(options.SPRT, e.field); err != nil {
			return nil, usage(s.doc.Locate("schedule", err))
		}
	}
	if e.schedule, err = e.newSchedule(options); err != nil {
		return nil, usage(s.doc.Locate("schedule", err))
	}
	names := make([]string, len(e.field))
	for i, agent := range e.field {
		names[i] = agent.Name
	}
	e.standings, err = tournament.NewStandings(names, tournament.StandingsOptions{Anchor: options.Anchor, Seed: s.config.Seed})
	if err != nil {
		return nil, usage(s.doc.Locate("schedule", err))
	}
	config, err := e.resolvedTournament(options)
	if err != nil {
		return nil, err
	}
	return e, e.begin(ctx, o, config)
}

// newSchedule makes the schedule that the options describe.
func (e *event) newSchedule(o scheduleOptions) (tournament.Schedule, error) {
	play := tournament.Play{Cycles: o.Cycles, Orders: o.SeatOrders, Deals: o.Deals, Seed: e.config.Seed}
	switch o.Kind {
	case "round_robin":
		return tournament.RoundRobin(tournament.RoundRobinOptions{Agents: len(e.field), Seats: e.seats, Play: play})
	case "gauntlet":
		return tournament.Gauntlet(tournament.GauntletOptions{
			Candidates: o.Candidates, Opponents: len(e.field) - o.Candidates, Seats: e.seats, Play: play,
		})
	}
	return nil, fmt.Errorf("kind: unknown schedule %q (have round_robin, gauntlet)", o.Kind)
}

// tournamentConfig reads the config typed, or the stored one of the run to
// resume.
func (a *app) tournamentConfig(ctx context.Context, o tournamentOptions, store *results.Store) (*setup, error) {
	if o.resume == "" {
		return a.load(o.config, o.overrides)
	}
	return a.reload(ctx, store, results.Tournament, o.resume, o.overrides)
}

// resolvedTournament writes the config as it is played, every agent with its
// literal weights, so that a resumed tournament does not depend on files that
// may have changed.
func (e *event) resolvedTournament(options scheduleOptions) (string, error) {
	s := *e.setup
	s.config.Agents = nil
	for _, agent := range e.field {
		c := configs.Agent{Name: agent.Name, Player: agent.Player, Weights: configs.AgentWeights{List: agent.Weights}}
		for k, v := range agent.Settings {
			if c.Settings == nil {
				c.Settings = make(map[string]configs.Scalar)
			}
			c.Settings[k] = configs.Scalar(v)
		}
		s.config.Agents = append(s.config.Agents, c)
	}
	var node yaml.Node
	if err := node.Encode(options); err != nil {
		return "", err
	}
	s.config.Schedule = node
	return s.resolved("", nil)
}

// begin opens the run in the store, or the one to resume.
func (e *event) begin(ctx context.Context, o tournamentOptions, config string) (err error) {
	if o.resume != "" {
		e.run, _, err = e.store.Resume(ctx, o.resume, config)
		if errors.Is(err, results.ErrOtherConfig) {
			err = usage(err)
		}
		return err
	}
	e.run, err = e.store.Begin(ctx, results.Info{
		Kind: results.Tournament, Name: o.name, Engine: e.engine.Spec().Name, Config: config,
		Seed: e.config.Seed, Version: buildInfo().Version, Space: e.space,
		ScaleFree: e.engine.Spec().ScaleFree, Field: e.field,
	})
	return err
}
