package weights

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/results/files"
)

// Formats lists the formats that [Document.Write] accepts.
var Formats = []string{"json", "yaml", "csv", "go", "c", "python", "javascript", "uci", "openbench", "weather-factory"}

// Write writes the document in one of the [Formats]. Numbers are exact, except in the formats uci
// and openbench.
func (d Document) Write(w io.Writer, format string) error {
	encode, ok := map[string]func(Document) ([]byte, error){
		"json": Document.json, "yaml": Document.yaml, "csv": csvTable, "go": goSource, "c": cSource,
		"python": pythonSource, "javascript": javascriptSource, "uci": uciOptions,
		"openbench": openBench, "weather-factory": weatherFactory,
	}[format]
	if !ok {
		return fmt.Errorf("unknown format %q (%s)", format, keys.Suggest(Formats, format))
	}
	for _, x := range d.Weights {
		if !finite(x.Value) {
			return fmt.Errorf("weight %s: %v is not a finite number", x.Name, x.Value)
		}
	}
	text, err := encode(d)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// WriteFile writes the document to a file in the given format. It replaces an existing file
// atomically.
func (d Document) WriteFile(path, format string) error {
	var b bytes.Buffer
	if err := d.Write(&b, format); err != nil {
		return err
	}
	return files.Write(path, b.Bytes())
}

// field is a key of a JSON or YAML file with its value. The value is a text, a number, a bool, nil, or
// a list of fields.
type field struct {
	key   string
	value any
}

// fields returns the document as keys and values, in the order in which a weights file contains
// them.
func (d Document) fields() []field {
	list := []field{{"engine", d.Engine}}
	add := func(key string, value any, known bool) {
		if known {
			list = append(list, field{key, value})
		}
	}
	add("name", d.Name, d.Name != "")
	add("player", d.Player, d.Player != "")
	add("settings", settingsFields(d.Settings), len(d.Settings) > 0)
	add("seats", d.Seats, d.Seats > 0)
	add("weights", d.byName(nil), true)
	if d.Rating != nil {
		add("rating", *d.Rating, finite(*d.Rating))
	}
	if d.Interval != nil {
		add("interval", intervalFields(*d.Interval), d.Interval.Known())
	}
	add("against", d.Against, d.Against != "")
	add("games", d.Games, d.Games > 0)
	add("etudes", []field{{"correct", d.Correct}, {"of", d.Etudes}}, d.Etudes > 0)
	if d.Verdict != nil {
		add("verdict", verdictFields(*d.Verdict), true)
	} else {
		add("verdict", nil, d.Run != "" && d.isResult()) // null for a run that was not verified
	}
	add("error", d.byName(d.Error), len(d.Error) > 0)
	add("importance", d.byName(d.Importance), len(d.Importance) > 0)
	add("run", d.Run, d.Run != "")
	add("candidate", d.Candidate, d.Candidate != "")
	add("round", d.Round, d.Round > 0)
	add("disputed", d.Disputed, d.Disputed != "")
	add("status", d.Status, d.Status != "")
	if d.Seed != nil {
		add("seed", strconv.FormatUint(*d.Seed, 10), true) // a number of JavaScript ends at 2^53
	}
	add("version", d.Version, d.Version != "")
	add("about", d.About, d.About != "")
	return list
}

// isResult reports whether the weights are the result of a run, not those of a candidate or of a
// round.
func (d Document) isResult() bool { return d.Candidate == "" && d.Round == 0 }

// byName returns a field for every weight that has a value in numbers, in the order of the weights.
// If numbers is nil, it returns the values of the weights themselves: a number, the text of a
// choice, or a bool for a weight of [engines.Switch].
func (d Document) byName(numbers map[string]float64) []field {
	list := []field{}
	for _, w := range d.Weights {
		x, ok := numbers[w.Name]
		if numbers == nil {
			x, ok = w.Value, true
			if text := d.Choices[w.Name]; text != "" {
				if d.isSwitch(w.Name) {
					list = append(list, field{w.Name, text == engines.Switch[1]})
				} else {
					list = append(list, field{w.Name, text})
				}
				continue
			}
		}
		if ok && finite(x) {
			list = append(list, field{w.Name, x})
		}
	}
	return list
}

func settingsFields(settings map[string]string) []field {
	var list []field
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		list = append(list, field{name, settings[name]})
	}
	return list
}

func verdictFields(v evidence.Verdict) []field {
	list := []field{
		{"text", v.Text},
		{"against", v.Against},
		{"better", v.Better},
		{"kept_start", v.KeptStart},
		{"rating", number(float64(v.Rating))},
		{"interval", intervalFields(v.Interval)},
		{"games", v.Games},
	}
	if v.Disputed {
		list = append(list, field{"disputed", true})
	}
	return list
}

func intervalFields(i rating.Interval) []field {
	return []field{{"low", number(i.Low)}, {"high", number(i.High)}}
}

func number(x float64) any {
	if !finite(x) {
		return nil
	}
	return x
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func (d Document) json() ([]byte, error) { return indented(d.fields(), "  ") }

// indented returns the fields in list as a JSON object with line breaks, in the order of the list.
// Nested lines begin with indent. A line break follows the object.
func indented(list []field, indent string) ([]byte, error) {
	var compact, b bytes.Buffer
	if err := writeObject(&compact, list); err != nil {
		return nil, err
	}
	if err := json.Indent(&b, compact.Bytes(), "", indent); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// writeObject writes a JSON object with the keys in the order of the list.
func writeObject(b *bytes.Buffer, list []field) error {
	b.WriteByte('{')
	for i, f := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeValue(b, f.key); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := writeValue(b, f.value); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func writeValue(b *bytes.Buffer, value any) error {
	if object, ok := value.([]field); ok {
		return writeObject(b, object)
	}
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
	case float64:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(v, 'g', -1, 64)}
	case nil:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: "null"}
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: fmt.Sprint(value)}
}

// yamlText returns a YAML node that is read back as the same string, even for a text such as
// "true". Texts with control characters, such as line breaks, are quoted.
func yamlText(s string) *yaml.Node {
	node := &yaml.Node{}
	node.SetString(s)
	if strings.ContainsFunc(s, unicode.IsControl) {
		node.Style = yaml.DoubleQuotedStyle
	}
	return node
}
