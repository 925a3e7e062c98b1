package configs

import (
	"github.com/lanista/lanista/configs/strict"
)

// Document is a config as a tree of keys and values: a file or a preset, or several of them
// merged with overrides. [Parse] creates one; the zero value cannot be used.
type Document struct{ *strict.Document }

// named lists the sections in which the value of the key "name" determines which other keys the
// section has. When documents are merged, a strategy or an engine with another name replaces the
// whole section.
var named = []string{"strategy", "engine"}

// Parse parses one YAML or JSON document. source is its name in errors.
func Parse(data []byte, source string) (*Document, error) {
	d, err := strict.Parse(data, source)
	if err != nil {
		return nil, err
	}
	return &Document{d}, nil
}

// parseRepeated parses one YAML or JSON document that may have duplicate keys. [Document.Config]
// reports them.
func parseRepeated(data []byte, source string) (*Document, error) {
	d, err := strict.ParseRepeated(data, source)
	if err != nil {
		return nil, err
	}
	return &Document{d}, nil
}

// With returns d merged with another document, strong, whose values take precedence. The result has
// the values of strong, and the values of d for the keys that strong lacks. If strong is nil, With
// returns d.
func (d *Document) With(strong *strict.Document) *Document {
	if strong == nil {
		return d
	}
	return &Document{strong.Over(d.Document, named...)}
}

// Set returns the document with one override, which has the form path=value. The value is YAML;
// lists and mappings are written in flow form. The path may lead into an existing list, as in
// agents[0].name.
func (d *Document) Set(override string) (*Document, error) {
	layer, err := d.Override("--set", override)
	if err != nil {
		return nil, err
	}
	return d.With(layer), nil
}

// Verb returns the command-line verb that runs the config: evolve, tournament, grid or fit.
func (d *Document) Verb() string {
	strategy, _ := d.Text("strategy.name")
	switch {
	case strategy == "grid", strategy == "fit":
		return strategy
	case d.Has("agents") && !d.Has("strategy"):
		return "tournament"
	}
	return "evolve"
}
