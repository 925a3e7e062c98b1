package runs

import (
	"maps"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
)

// resolved writes the config as it is played: every setting and every option
// of the strategy, defaults included. It can be loaded again.
func (s *setup) resolved(strategy string, options any) (string, error) {
	c := s.config
	c.Preset = ""
	c.Programs = s.described(c.Programs)
	settings, err := s.pinned()
	if err != nil {
		return "", err
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

// pinned is every setting of the engine that is given, and the defaults of the
// others. A default that is another one for some agent, whose own settings choose a
// model with defaults of its own, is left out: written down for all it would be
// taken for a setting that was given, and that agent would play otherwise.
func (s *setup) pinned() (map[string]configs.Scalar, error) {
	out := make(map[string]configs.Scalar)
	for _, d := range s.engine.Spec().Settings {
		out[d.Name] = configs.Scalar(d.Default)
	}
	for _, list := range [][]configs.Agent{s.config.Agents, s.config.Opponents, s.config.Verification.Opponents} {
		for _, agent := range list {
			e, err := s.engine.With(configs.Settings(agent.Settings))
			if err != nil {
				return nil, err
			}
			for _, d := range e.Spec().Settings {
				if own, ok := out[d.Name]; ok && d.Player && string(own) != d.Default {
					delete(out, d.Name)
				}
			}
		}
	}
	maps.Copy(out, s.config.Engine.Settings)
	return out, nil
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

// agentSettings are the settings of the engine that belong to its agents: what
// the weights were found for.
func (s *setup) agentSettings() engines.Settings {
	return playerSettings(s.engine.Spec(), s.config.Engine.Settings)
}
