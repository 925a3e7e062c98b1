package configs

import (
	"fmt"
	"reflect"
	"slices"

	"go.yaml.in/yaml/v3"
)

// New returns the document of a config that a Go program has filled in. Fields with their zero
// values are left out. Mistakes in the document name their keys, without file and line.
func New(c Config) (*Document, error) {
	var n yaml.Node
	if err := n.Encode(c); err != nil {
		return nil, fmt.Errorf("the config cannot be written as YAML: %w", err)
	}
	// These keys are written even if they have zero values.
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

// drop removes a key from a YAML mapping. path contains the enclosing keys and, at the end, the
// key itself.
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

// Section returns a section of a config that consists of a name and options, for [Config.Strategy].
// options is a struct with yaml tags, such as spsa.Options, a pointer to one, or a map. nil and a
// struct without any value select the defaults of all options.
func Section(name string, options any) (yaml.Node, error) {
	node, err := encoded(options)
	if err != nil {
		return yaml.Node{}, fmt.Errorf("the options of %s: %w", name, err)
	}
	var key, value yaml.Node
	key.SetString("name")
	value.SetString(name)
	node.Content = append([]*yaml.Node{&key, &value}, node.Content...)
	return node, nil
}

// Map converts a Go struct with yaml tags to a section of a config, for [Config.Schedule].
// nil and a struct without any value select the defaults of all options.
func Map(options any) (yaml.Node, error) { return encoded(options) }

// encoded returns a YAML mapping with the fields of a struct, a pointer to a struct, or a map. The
// mapping is empty for nil and for a struct with zero values alone.
func encoded(options any) (node yaml.Node, err error) {
	defer func() {
		if cause := recover(); cause != nil { // the YAML package panics for types such as channels
			err = fmt.Errorf("%T cannot be written as YAML: %v", options, cause)
		}
	}()
	empty := yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	v := reflect.ValueOf(options)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if !v.IsValid() || v.IsZero() && (v.Kind() == reflect.Struct || v.Kind() == reflect.Pointer) {
		return empty, nil
	}
	if err := node.Encode(options); err != nil {
		return yaml.Node{}, fmt.Errorf("%T cannot be written as YAML: %w", options, err)
	}
	if node.Kind != yaml.MappingNode {
		return yaml.Node{}, fmt.Errorf("%T is not a struct", options)
	}
	return node, nil
}

// AgentFrom returns an agent with the weights of the given source: default (the default weights of
// the game), champion (the best weights known for it), run:RUN (the result of a stored run), the
// path of a weights file, or a built-in player such as random. The agent's name is the source.
func AgentFrom(source string) Agent {
	return Agent{Name: source, Weights: AgentWeights{Source: source}}
}
