package configs

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// UnmarshalYAML reads a scalar as it stands, or a list as its items between
// commas.
func (s *Scalar) UnmarshalYAML(n *yaml.Node) error {
	switch n.Kind {
	case yaml.ScalarNode:
		*s = Scalar(n.Value)
		return nil
	case yaml.SequenceNode:
		parts := make([]string, len(n.Content))
		for i, item := range n.Content {
			if item.Kind != yaml.ScalarNode {
				return fmt.Errorf("a list of plain values is needed")
			}
			parts[i] = item.Value
		}
		*s = Scalar(strings.Join(parts, ","))
		return nil
	}
	return fmt.Errorf("a plain value or a list is needed, not %s", describe(n))
}

// UnmarshalYAML reads the text form or the mapping.
func (a *Agent) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*a = Agent{Name: n.Value, Weights: AgentWeights{Source: n.Value}}
		return nil
	}
	type plain Agent
	part := &Document{root: n, origin: map[*yaml.Node]string{}}
	return withoutPlace(part.Decode("", (*plain)(a)))
}

// withoutPlace leaves the place of an error to the caller, who knows more.
func withoutPlace(err error) error {
	if e, ok := err.(*Error); ok {
		if e.Key == "" {
			return fmt.Errorf("%s", e.Text)
		}
		return fmt.Errorf("%s: %s", e.Key, e.Text)
	}
	return err
}

// UnmarshalYAML reads a source's name, a list of numbers, or a mapping.
func (w *AgentWeights) UnmarshalYAML(n *yaml.Node) error {
	part := &Document{root: n, origin: map[*yaml.Node]string{}}
	switch n.Kind {
	case yaml.ScalarNode:
		w.Source = n.Value
		return nil
	case yaml.SequenceNode:
		return withoutPlace(part.Decode("", &w.List))
	}
	return withoutPlace(part.Decode("", &w.Named))
}

// MarshalYAML writes what UnmarshalYAML reads.
func (w AgentWeights) MarshalYAML() (any, error) {
	switch {
	case w.Named != nil:
		return w.Named, nil
	case w.List != nil:
		var n yaml.Node
		err := n.Encode(w.List)
		n.Style = yaml.FlowStyle
		return &n, err
	}
	return w.Source, nil
}

// IsZero reports whether nothing was said.
func (w AgentWeights) IsZero() bool { return w.Source == "" && w.Named == nil && w.List == nil }
