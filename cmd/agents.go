package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// agent makes one agent of a config. Its weights may be literal, or come from a
// source by name: default, start, champion, run:RUN, a baseline player, an agent
// that the game ships, or a file that export wrote.
func newAgent(ctx context.Context, s *setup, c configs.Agent, db string) (engines.Agent, error) {
	agent := engines.Agent{Name: c.Name, Player: c.Player, Settings: configs.Settings(c.Settings)}
	for _, known := range s.engine.Spec().Settings {
		if _, ok := agent.Settings[known.Name]; ok && !known.Player {
			return agent, fmt.Errorf("settings.%s: belongs to the table, not to one agent; set it under engine.settings", known.Name)
		}
	}
	e, err := s.engine.With(agent.Settings)
	if err != nil {
		return agent, err
	}
	space := e.Spec().Weights
	switch w := c.Weights; {
	case w.Named != nil:
		agent.Weights, err = space.FromNamed(w.Named)
	case w.List != nil:
		agent.Weights = w.List
		err = space.Check(agent.Weights)
	case w.Source == "start":
		agent.Weights = s.space.Default()
		if s.start != nil {
			agent.Weights = s.start
		}
	case agent.Player == "":
		var from engines.Agent
		from, err = agentFrom(ctx, e, overlay(configs.Settings(s.config.Engine.Settings), agent.Settings), w.Source, db)
		agent.Player, agent.Weights = from.Player, from.Weights
		agent.Settings = overlay(from.Settings, agent.Settings)
	}
	if agent.Name == "" {
		agent.Name = "agent"
	}
	return agent, err
}

// agentFrom finds an agent by the name of its source. The settings are those
// that were asked for, by which a champion is chosen.
func agentFrom(ctx context.Context, e engines.Engine, settings engines.Settings, source, db string) (engines.Agent, error) {
	agent := engines.Agent{Name: source}
	switch run, isRun := strings.CutPrefix(source, "run:"); {
	case source == "" || source == "default":
		agent.Weights = e.Spec().Weights.Default()
		return agent, nil
	case slices.Contains(engines.Baselines, source):
		agent.Player = source
		return agent, nil
	case source == "champion":
		return championOf(e, settings)
	case isRun:
		return agentOfRun(ctx, e, run, db)
	}
	if r, ok := e.(engines.Roster); ok {
		for _, known := range r.Roster() {
			if known.Name == source {
				return known, nil
			}
		}
	}
	return agentOfFile(e, source)
}

func agentOfFile(e engines.Engine, path string) (engines.Agent, error) {
	doc, err := results.ReadWeightsFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return engines.Agent{}, usagef("weights %s: no such file, and no agent of that name", path)
	}
	if err != nil {
		return engines.Agent{}, usage(err)
	}
	return agentOfDocument(e, doc, path)
}

// agentOfRun takes the best weights of a stored run.
func agentOfRun(ctx context.Context, e engines.Engine, run, db string) (engines.Agent, error) {
	rec, err := record(ctx, db, run)
	if err != nil {
		return engines.Agent{}, err
	}
	doc, err := documentOf(rec, e.Spec())
	if err != nil {
		return engines.Agent{}, err
	}
	return agentOfDocument(e, doc, "run:"+rec.ID)
}

// errNoChampion says that nothing better than the defaults is known.
var errNoChampion = errors.New("no champion of this game and these settings ships with the program")

// championOf finds the champion for an engine as it is set.
func championOf(e engines.Engine, settings engines.Settings) (engines.Agent, error) {
	all, err := results.Champions()
	if err != nil {
		return engines.Agent{}, err
	}
	complete, err := engines.Resolve(e.Spec().Settings, settings)
	if err != nil {
		return engines.Agent{}, usage(err)
	}
	c, ok := results.FindChampion(all, e.Spec().Name, complete)
	if !ok {
		return engines.Agent{}, usage(errNoChampion)
	}
	return agentOfDocument(e, c.Document, "champion")
}

// agentOfDocument turns a weights document into an agent of this game, named
// after where it came from.
func agentOfDocument(e engines.Engine, doc results.Document, source string) (engines.Agent, error) {
	if doc.Engine != e.Spec().Name {
		return engines.Agent{}, usagef("weights %s: they are for %s, not %s", source, doc.Engine, e.Spec().Name)
	}
	with, err := e.With(doc.Settings)
	if err != nil {
		return engines.Agent{}, usagef("weights %s: %w", source, err)
	}
	agent, err := doc.Agent(with.Spec())
	if err != nil {
		return engines.Agent{}, usagef("weights %s: %w", source, err)
	}
	agent.Name = source
	return agent, nil
}

// overlay lays stronger settings over weaker ones.
func overlay(weak, strong engines.Settings) engines.Settings {
	if len(weak) == 0 {
		return strong
	}
	out := make(engines.Settings, len(weak)+len(strong))
	for k, v := range weak {
		out[k] = v
	}
	for k, v := range strong {
		out[k] = v
	}
	return out
}

// parseSettings reads settings of the form name=value.
func parseSettings(list []string) (engines.Settings, error) {
	out := make(engines.Settings, len(list))
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, usagef("--set %s: name=value is needed", text)
		}
		text, err := fromFile(value)
		if err != nil {
			return nil, usagef("--set %s: %w", name, err)
		}
		out[name] = text
	}
	return out, nil
}
