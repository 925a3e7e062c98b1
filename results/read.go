package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/lanista/lanista/engines"
	"go.yaml.in/yaml/v3"
)

// maxDocument is more than any weights file needs.
const maxDocument = 16 << 20

// ReadWeightsFile reads a weights file, JSON or YAML.
func ReadWeightsFile(path string) (Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return Document{}, fmt.Errorf("results: %w", err)
	}
	defer func() { _ = f.Close() }()
	return ReadWeights(f, path)
}

// ReadWeights reads what Write wrote as JSON or YAML, or a user in the same
// form. It is strict: it refuses unknown keys, keys given twice, numbers that
// are not finite, and anything after the document, naming the source and the
// line. Whether the weights suit the engine, Document.Vector tells.
func ReadWeights(r io.Reader, name string) (Document, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxDocument+1))
	if err != nil {
		return Document{}, fmt.Errorf("results: %s: %w", name, err)
	}
	if len(data) > maxDocument {
		return Document{}, fmt.Errorf("results: %s: larger than %d bytes", name, maxDocument)
	}
	root, err := parse(data)
	if err != nil {
		return Document{}, fmt.Errorf("results: %s: %w", name, err)
	}
	var d Document
	if err := d.fill(root); err != nil {
		return Document{}, fmt.Errorf("results: %s:%w", name, err)
	}
	return d, nil
}

// parse reads one document: JSON where it is valid JSON, otherwise YAML.
func parse(data []byte) (*yaml.Node, error) {
	if json.Valid(data) {
		return parseJSON(data)
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return nil, errors.New("empty")
	} else if err != nil {
		return nil, plainYAML(err)
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document")
	}
	if len(doc.Content) != 1 {
		return nil, errors.New("empty")
	}
	return doc.Content[0], nil
}

func plainYAML(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
}

// at is an error with its line, ready to follow "file:".
func at(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%d: %w", n.Line, fmt.Errorf(format, args...))
}

// fill reads the keys of a document.
func (d *Document) fill(root *yaml.Node) error {
	known := map[string]func(*yaml.Node) error{
		"engine":   d.text(&d.Engine),
		"name":     d.text(&d.Name),
		"player":   d.text(&d.Player),
		"against":  d.text(&d.Against),
		"run":      d.text(&d.Run),
		"version":  d.text(&d.Version),
		"about":    d.text(&d.About),
		"settings": d.readSettings,
		"weights":  d.readWeights,
		"rating": func(n *yaml.Node) error {
			d.Rating = new(float64)
			return number64(n, d.Rating)
		},
		"interval": d.readInterval,
		"games": func(n *yaml.Node) error {
			if n.ShortTag() != "!!int" || n.Decode(&d.Games) != nil || d.Games < 0 {
				return at(n, "games: %q is not a number of games", n.Value)
			}
			return nil
		},
		"seed": func(n *yaml.Node) error {
			d.Seed = new(uint64)
			if n.ShortTag() != "!!int" || n.Decode(d.Seed) != nil {
				return at(n, "seed: %q is not a whole number from 0", n.Value)
			}
			return nil
		},
	}
	err := eachKey(root, "a weights document", func(key, value *yaml.Node) error {
		read, ok := known[key.Value]
		if !ok {
			return at(key, "unknown key %q (have engine, weights, name, player, settings, rating, interval, against, games, run, seed, version, about)", key.Value)
		}
		return read(value)
	})
	switch {
	case err != nil:
		return err
	case d.Engine == "":
		return at(root, "engine is missing")
	case d.Weights == nil && d.Player == "":
		return at(root, "weights are missing")
	}
	return nil
}

// eachKey goes through a mapping, and refuses what is none and keys given
// twice.
func eachKey(n *yaml.Node, what string, f func(key, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return at(n, "%s must be a mapping", what)
	}
	seen := make(map[string]bool, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge" {
			return at(key, "a key of %s must be a plain name", what)
		}
		if seen[key.Value] {
			return at(key, "%s: %q is given twice", what, key.Value)
		}
		seen[key.Value] = true
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}

func (d *Document) text(to *string) func(*yaml.Node) error {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode {
			return at(n, "must be a text")
		}
		*to = n.Value
		return nil
	}
}

// readSettings takes any plain value: settings are texts, and "depth: 3" says
// the same as "depth: '3'".
func (d *Document) readSettings(n *yaml.Node) error {
	d.Settings = make(engines.Settings)
	return eachKey(n, "settings", func(key, value *yaml.Node) error {
		if value.Kind != yaml.ScalarNode {
			return at(value, "setting %s: must be a plain value", key.Value)
		}
		d.Settings[key.Value] = value.Value
		return nil
	})
}

func (d *Document) readWeights(n *yaml.Node) error {
	d.Weights = []NamedWeight{}
	return eachKey(n, "weights", func(key, value *yaml.Node) error {
		var x float64
		if err := number64(value, &x); err != nil {
			return fmt.Errorf("%w (weight %s)", err, key.Value)
		}
		d.Weights = append(d.Weights, NamedWeight{key.Value, x})
		return nil
	})
}

func (d *Document) readInterval(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode || len(n.Content) != 2 {
		return at(n, "interval must be a list of two numbers")
	}
	d.Interval = new([2]float64)
	for i, bound := range n.Content {
		if err := number64(bound, &d.Interval[i]); err != nil {
			return err
		}
	}
	return nil
}

func number64(n *yaml.Node, to *float64) error {
	tag := n.ShortTag()
	if n.Kind != yaml.ScalarNode || tag != "!!int" && tag != "!!float" || n.Decode(to) != nil {
		return at(n, "%q is not a number", n.Value)
	}
	if math.IsNaN(*to) || math.IsInf(*to, 0) {
		return at(n, "%s is not a finite number", n.Value)
	}
	return nil
}
