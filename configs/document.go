package configs

import (
	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/keys"
)

// Document is a config as it was written: a file, a preset, or several of them
// and overrides laid over each other. [Parse] makes one; the zero value cannot be used.
type Document struct{ *strict.Document }

// named are the sections whose name says what their other keys mean: a strategy
// or an engine of another name replaces the weaker one whole.
var named = []string{"strategy", "engine"}

// Parse reads one document of YAML or JSON. Source names it in errors.
func Parse(data []byte, source string) (*Document, error) {
	d, err := strict.Parse(data, source)
	if err != nil {
		return nil, err
	}
	return &Document{d}, nil
}

// over lays d over a weaker document.
func (d *Document) over(weak *Document) *Document {
	return &Document{d.Over(weak.Document, named...)}
}

// Set lays one override of the form path=value over the document. The value is
// read as YAML, so lists and mappings may be written in their flow form. A path may
// lead into a list that the document has: agents[0].name.
func (d *Document) Set(override string) (*Document, error) {
	layer, err := d.Override("--set", override)
	if err != nil {
		return nil, err
	}
	return &Document{layer.Over(d.Document, named...)}, nil
}

// Verb is the verb that plays the config: evolve, tournament, grid or fit.
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

// Suggest is what an error says of a name that is none of those known; see
// [keys.Suggest].
func Suggest(known []string, given string) string { return keys.Suggest(known, given) }
