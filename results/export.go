package results

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// Formats lists what weights can be written as.
var Formats = []string{"json", "yaml", "csv", "go", "c"}

// Write writes a document in one of the Formats. Numbers read back exactly.
func (d Document) Write(w io.Writer, format string) error {
	encode, ok := map[string]func(Document) ([]byte, error){
		"json": Document.json, "yaml": Document.yaml, "csv": Document.csv, "go": Document.goSource, "c": Document.cSource,
	}[format]
	if !ok {
		return fmt.Errorf("results: unknown format %q (have %s)", format, strings.Join(Formats, ", "))
	}
	for _, x := range d.Weights {
		if !finite(x.Value) {
			return fmt.Errorf("results: weight %s: %v is not a finite number", x.Name, x.Value)
		}
	}
	text, err := encode(d)
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	_, err = w.Write(text)
	return err
}

// WriteFile writes a document to a file, whole or not at all.
func (d Document) WriteFile(path, format string) error {
	var b bytes.Buffer
	if err := d.Write(&b, format); err != nil {
		return err
	}
	return WriteFile(path, b.Bytes())
}

// WriteFile replaces a file by rename, so that it is never half-written. What is
// no plain file, such as /dev/stdout, is written to and not replaced.
func WriteFile(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return fmt.Errorf("results: %w", err)
		}
		return nil
	}
	err := replace(path, data)
	var e *fs.PathError
	if errors.As(err, &e) { // it names a file that nobody knows of
		return fmt.Errorf("results: %s: cannot be written: %w", path, e.Err)
	}
	if err != nil {
		return fmt.Errorf("results: %s: cannot be written: %w", path, err)
	}
	return nil
}

// field is one key of a document, with a value that is a scalar, a list of
// numbers, or a list of fields.
type field struct {
	key   string
	value any
}

// fields lists what a document says, in the order of a file.
func (d Document) fields() []field {
	list := []field{{"engine", d.Engine}}
	add := func(key string, value any, known bool) {
		if known {
			list = append(list, field{key, value})
		}
	}
	add("name", d.Name, d.Name != "")
	add("player", d.Player, d.Player != "")
	var settings, weights []field
	for _, name := range sortedNames(d.Settings) {
		settings = append(settings, field{name, d.Settings[name]})
	}
	for _, w := range d.Weights {
		weights = append(weights, field{w.Name, w.Value})
	}
	add("settings", settings, len(settings) > 0)
	add("weights", weights, true)
	if d.Rating != nil {
		add("rating", *d.Rating, finite(*d.Rating))
	}
	if d.Interval != nil {
		add("interval", d.Interval[:], finite(d.Interval[0]) && finite(d.Interval[1]))
	}
	add("against", d.Against, d.Against != "")
	add("games", d.Games, d.Games > 0)
	add("run", d.Run, d.Run != "")
	if d.Seed != nil {
		add("seed", *d.Seed, true)
	}
	add("version", d.Version, d.Version != "")
	add("about", d.About, d.About != "")
	return list
}

func (d Document) json() ([]byte, error) {
	var b bytes.Buffer
	if err := writeJSON(&b, d.fields(), "\n"); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// writeJSON writes an object with its keys in order, one a line; newline is the
// line break with the indentation of the surroundings.
func writeJSON(b *bytes.Buffer, list []field, newline string) error {
	b.WriteByte('{')
	for i, f := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(newline + "  ")
		if err := writeValue(b, f.key); err != nil {
			return err
		}
		b.WriteString(": ")
		var err error
		if object, ok := f.value.([]field); ok {
			err = writeJSON(b, object, newline+"  ")
		} else {
			err = writeValue(b, f.value)
		}
		if err != nil {
			return err
		}
	}
	if len(list) > 0 {
		b.WriteString(newline)
	}
	b.WriteByte('}')
	return nil
}

func writeValue(b *bytes.Buffer, value any) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	b.Truncate(len(bytes.TrimRight(b.Bytes(), "\n")))
	return err
}

func (d Document) yaml() ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(yamlNode(d.fields())); err != nil {
		return nil, err
	}
	return b.Bytes(), enc.Close()
}

func yamlNode(list []field) *yaml.Node {
	node := &yaml.Node{Kind: yaml.MappingNode}
	for _, f := range list {
		node.Content = append(node.Content, yamlText(f.key), yamlValue(f.value))
	}
	return node
}

func yamlValue(value any) *yaml.Node {
	switch v := value.(type) {
	case []field:
		return yamlNode(v)
	case string:
		return yamlText(v)
	case []float64:
		node := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, x := range v {
			node.Content = append(node.Content, yamlValue(x))
		}
		return node
	case float64:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(v, 'g', -1, 64)}
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprint(value)}
}

// yamlText is a string whatever it looks like: "true" stays a text. One with
// line breaks or tabs is quoted: as a block it would not always read back.
func yamlText(s string) *yaml.Node {
	node := &yaml.Node{}
	node.SetString(s)
	if strings.ContainsFunc(s, unicode.IsControl) {
		node.Style = yaml.DoubleQuotedStyle
	}
	return node
}

// csv is a table with a row per weight, and the engine in every row so that
// tables of several games can be joined.
func (d Document) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{{"engine", "weight", "value"}}
	for _, x := range d.Weights {
		rows = append(rows, []string{d.Engine, x.Name, strconv.FormatFloat(x.Value, 'g', -1, 64)})
	}
	err := w.WriteAll(rows)
	return b.Bytes(), err
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func sortedNames(settings map[string]string) []string {
	names := make([]string, 0, len(settings))
	for name := range settings {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
