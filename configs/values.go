package configs

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
)

// UnmarshalNode decodes a YAML scalar as text, and a YAML list as its items joined by commas.
func (s *Scalar) UnmarshalNode(n strict.Node) error {
	if text, ok := n.Scalar(); ok {
		*s = Scalar(text)
		return nil
	}
	items, ok := n.Items()
	if !ok {
		return fmt.Errorf("a plain value or a list is needed, not %s", n.Kind())
	}
	parts := make([]string, len(items))
	for i, item := range items {
		if parts[i], ok = item.Scalar(); !ok {
			return fmt.Errorf("a list of plain values is needed, not of %s", item.Kind())
		}
	}
	*s = Scalar(strings.Join(parts, ","))
	return nil
}

// UnmarshalNode decodes a mapping, or a text that names the source of the weights.
func (a *Agent) UnmarshalNode(n strict.Node) error {
	if text, ok := n.Scalar(); ok {
		*a = AgentFrom(text)
		return nil
	}
	type plain Agent
	n.Decode((*plain)(a))
	return nil
}

// UnmarshalNode decodes a mapping, or a text, which becomes the value of the field By.
func (o *Objective) UnmarshalNode(n strict.Node) error {
	if text, ok := n.Scalar(); ok {
		o.By = text
		return nil
	}
	type plain Objective
	n.Decode((*plain)(o))
	return nil
}

// UnmarshalNode decodes a number, or the text "auto".
func (p *Plies) UnmarshalNode(n strict.Node) error {
	if text, ok := n.Scalar(); ok && text == autoText {
		*p = AutoPlies
		return nil
	}
	n.Decode((*int)(p))
	if *p == AutoPlies { // the number -1, which is not valid
		return errors.Unwrap(engines.Openings{RandomPlies: -1}.Validate())
	}
	return nil
}

// MarshalYAML returns a number, or the text "auto".
func (p Plies) MarshalYAML() (any, error) {
	if p == AutoPlies {
		return autoText, nil
	}
	return int(p), nil
}

const autoText = "auto"

// UnmarshalNode decodes a mapping, or a text that names the source of start weights.
func (r *Ranges) UnmarshalNode(n strict.Node) error {
	if text, ok := n.Scalar(); ok {
		r.Source = text
		return nil
	}
	n.Decode(&r.Named)
	return nil
}

// MarshalYAML returns the mapping of weights, or the text that names the source of start weights. It
// returns an error if both are set.
func (r Ranges) MarshalYAML() (any, error) {
	if r.Source != "" && len(r.Named) > 0 {
		return nil, fmt.Errorf("weights: the ranges of a config are a source, %s, or a mapping by name, not both", r.Source)
	}
	if r.Source != "" {
		return r.Source, nil
	}
	return r.Named, nil
}

// IsZero reports whether the config changes no weights.
func (r Ranges) IsZero() bool { return r.Source == "" && len(r.Named) == 0 }

// UnmarshalNode decodes a mapping, a list of numbers, or a text that names the source of the
// weights.
func (w *AgentWeights) UnmarshalNode(n strict.Node) error {
	if text, ok := n.Scalar(); ok {
		w.Source = text
	} else if _, ok := n.Items(); ok {
		n.Decode(&w.List)
	} else {
		n.Decode(&w.Named)
	}
	return nil
}

// MarshalYAML returns the mapping, the list of numbers, or the text that names the source of the
// weights. It returns an error if more than one of them is set.
func (w AgentWeights) MarshalYAML() (any, error) {
	switch {
	case w.Named != nil && (w.List != nil || w.Source != ""), w.List != nil && w.Source != "":
		return nil, errors.New("weights: the weights of an agent are a source, a list or a mapping by name, not several of them")
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

// IsZero reports whether the config sets no weights.
func (w AgentWeights) IsZero() bool { return w.Source == "" && w.Named == nil && w.List == nil }
