package configs

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// New returns a document of a config that is stated in Go. Fields with their zero values
// are absent from it. Its mistakes name their keys, and no file and line.
func New(c Config) (*Document, error) {
	var n yaml.Node
	if err := n.Encode(c); err != nil {
		return nil, fmt.Errorf("the config cannot be written as YAML: %w", err)
	}
	// These keys are written even if they have their zero values.
	if c.Seed == 0 {
		drop(&n, "seed")
	}
	if c.Verification.Games == 0 {
		drop(&n, "verification", "games")
	}
	if c.Engine.Name == "" {
		drop(&n, "engine", "name")
	}
	text, err := yaml.Marshal(&n)
	if err != nil {
		return nil, err
	}
	return Parse(text, "")
}

// drop removes the key at the end of a path from a mapping.
func drop(n *yaml.Node, path ...string) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		switch {
		case n.Content[i].Value != path[0]:
		case len(path) > 1:
			drop(n.Content[i+1], path[1:]...)
		default:
			n.Content = slices.Delete(n.Content, i, i+2)
			return
		}
	}
}

// Section returns a section whose name determines its other keys, such as strategy, for
// [Config.Strategy]. Options are a struct with yaml tags, such as spsa.Options, or a
// pointer to one; nil leaves all options to their defaults.
func Section(name string, options any) (yaml.Node, error) {
	var node yaml.Node
	if err := node.Encode(options); err != nil {
		return yaml.Node{}, fmt.Errorf("the options of %s cannot be written as YAML: %w", name, err)
	}
	if node.Kind != yaml.MappingNode {
		node = yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	}
	var key, value yaml.Node
	key.SetString("name")
	value.SetString(name)
	node.Content = append([]*yaml.Node{&key, &value}, node.Content...)
	return node, nil
}

// Map returns a section of a config that is stated as a Go struct with yaml tags, for
// [Config.Schedule].
func Map(options any) (yaml.Node, error) {
	var node yaml.Node
	err := node.Encode(options)
	return node, err
}

// AgentFrom returns an agent that is named after the source of its weights: default,
// champion, run:RUN, a file, or a player that any game has, such as random.
func AgentFrom(source string) Agent {
	return Agent{Name: source, Weights: AgentWeights{Source: source}}
}
