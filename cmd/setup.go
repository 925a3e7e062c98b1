package cmd

import (
	"context"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// setup is a config made ready: the game, the weights to search, and the
// agents that the config names.
type setup struct {
	doc    *configs.Document
	config configs.Config
	engine engines.Engine
	space  engines.Space
	start  engines.Weights // nil for the defaults
	seats  int
}

// load reads a config and checks it against its game. Mistakes are usage
// errors.
func (a *app) load(nameOrPath string, overrides []string) (*setup, error) {
	doc, err := configs.Load(nameOrPath, overrides)
	if err != nil {
		return nil, usage(err)
	}
	return a.ready(doc)
}

// reload makes the config of a stored run ready, to resume it.
func (a *app) reload(ctx context.Context, store *results.Store, kind results.Kind, id string, overrides []string) (*setup, error) {
	rec, err := store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if rec.Kind != kind {
		return nil, usagef("run %s is a %s; %s resumes its own runs", rec.ID, rec.Kind, kind)
	}
	doc, err := configs.Parse([]byte(rec.Config), "run "+rec.ID)
	if err != nil {
		return nil, err
	}
	for _, override := range overrides {
		if doc, err = doc.Set(override); err != nil {
			return nil, usage(err)
		}
	}
	return a.ready(doc)
}

func (a *app) ready(doc *configs.Document) (*setup, error) {
	c, err := doc.Config()
	if err != nil {
		return nil, usage(err)
	}
	s := &setup{doc: doc, config: c}
	if s.engine, err = a.findEngine(c.Engine.Name); err != nil {
		return nil, usage(doc.Locate("engine", fmt.Errorf("name: %w", err)))
	}
	if err := expand(c.Engine.Settings); err != nil {
		return nil, usage(doc.Locate("engine.settings", err))
	}
	if s.engine, err = s.engine.With(configs.Settings(c.Engine.Settings)); err != nil {
		return nil, usage(doc.Locate("engine.settings", keyed(err)))
	}
	if s.space, s.start, err = c.Engine.Space(s.engine.Spec().Weights); err != nil {
		return nil, usage(doc.Locate("", err))
	}
	spec := s.engine.Spec()
	s.seats = c.Engine.Seats
	if s.seats == 0 {
		s.seats = defaultSeats(s.engine)
	}
	if s.seats < spec.MinSeats || s.seats > spec.MaxSeats {
		return nil, usage(doc.Locate("engine", fmt.Errorf("seats: %d is not within [%d, %d]", s.seats, spec.MinSeats, spec.MaxSeats)))
	}
	return s, nil
}

// keyed turns "setting depth: ..." into "depth: ...", the form in which a
// document can find the line.
func keyed(err error) error {
	if rest, ok := strings.CutPrefix(err.Error(), "setting "); ok {
		return fmt.Errorf("%s", rest)
	}
	return err
}

// problem is what a strategy is to tune.
func (s *setup) problem(opponents []engines.Agent) tuning.Problem {
	return tuning.Problem{
		Space:     s.space,
		ScaleFree: s.engine.Spec().ScaleFree,
		Start:     s.start,
		Seats:     s.seats,
		Opponents: opponents,
		Games:     s.config.Budget.Games,
		Rounds:    s.config.Budget.Rounds,
		Seed:      s.config.Seed,
	}
}

// resolved writes the config as it is played: every setting and every option
// of the strategy, defaults included. It can be loaded again.
func (s *setup) resolved(strategy string, options any) (string, error) {
	c := s.config
	c.Preset = ""
	settings := make(map[string]configs.Scalar)
	defaults := s.engine.Spec().Settings
	for _, d := range defaults {
		settings[d.Name] = configs.Scalar(d.Default)
	}
	for name, value := range c.Engine.Settings {
		settings[name] = value
	}
	c.Engine.Settings, c.Engine.Seats = settings, s.seats
	c.Strategy = yaml.Node{}
	if strategy != "" {
		node, err := optionsNode(strategy, options)
		if err != nil {
			return "", err
		}
		c.Strategy = *node
	}
	text, err := yaml.Marshal(c)
	return string(text), err
}

// optionsNode is a strategy's section: its name, then its options.
func optionsNode(name string, options any) (*yaml.Node, error) {
	var node yaml.Node
	if err := node.Encode(options); err != nil {
		return nil, err
	}
	if node.Kind != yaml.MappingNode {
		node = yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	}
	var key, value yaml.Node
	key.SetString("name")
	value.SetString(name)
	node.Content = append([]*yaml.Node{&key, &value}, node.Content...)
	return &node, nil
}

// agentSettings are the settings of the engine that belong to its agents: what
// the weights were found for.
func (s *setup) agentSettings() engines.Settings {
	return playerSettings(s.engine.Spec(), s.config.Engine.Settings)
}

// playerSettings are the settings that belong to agents, those left at their
// defaults among them.
func playerSettings(spec engines.Spec, set map[string]configs.Scalar) engines.Settings {
	out := make(engines.Settings)
	for _, d := range spec.Settings {
		if !d.Player {
			continue
		}
		out[d.Name] = d.Default
		if v, ok := set[d.Name]; ok {
			out[d.Name] = string(v)
		}
	}
	return out
}

// literal describes agents by their weights, so that neither resuming a run nor
// playing it again depends on files and runs that may have changed.
func literal(agents []engines.Agent) []configs.Agent {
	var out []configs.Agent
	for _, agent := range agents {
		c := configs.Agent{Name: agent.Name, Player: agent.Player, Weights: configs.AgentWeights{List: agent.Weights}}
		for k, v := range agent.Settings {
			if c.Settings == nil {
				c.Settings = make(map[string]configs.Scalar)
			}
			c.Settings[k] = configs.Scalar(v)
		}
		out = append(out, c)
	}
	return out
}

// playable refuses an agent that could not make one move.
func (s *setup) playable(ctx context.Context, a engines.Agent) error {
	p, err := engines.NewPlayer(ctx, s.engine, a)
	if err != nil {
		return err
	}
	return engines.Close(p)
}

// agents makes the agents that a config names, in order, refusing two of one
// name.
func (s *setup) agents(ctx context.Context, list []configs.Agent, path, db string) ([]engines.Agent, error) {
	var out []engines.Agent
	seen := make(map[string]bool)
	for i, c := range list {
		agent, err := newAgent(ctx, s, c, db)
		if err == nil && seen[agent.Name] {
			err = fmt.Errorf("two agents are named %s", agent.Name)
		}
		if err == nil {
			err = s.playable(ctx, agent)
		}
		if err != nil {
			return nil, usage(s.doc.Locate(fmt.Sprintf("%s[%d]", path, i), unprefixed("results", err)))
		}
		seen[agent.Name] = true
		out = append(out, agent)
	}
	return out, nil
}
