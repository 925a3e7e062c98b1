package weights

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/results/files"
)

// Formats lists what weights can be written as.
var Formats = []string{"json", "yaml", "csv", "go", "c", "uci"}

// Write writes a document in one of the Formats. Numbers read back exactly, but for
// uci, which is for engines and not read back.
func (d Document) Write(w io.Writer, format string) error {
	encode, ok := map[string]func(Document) ([]byte, error){
		"json": Document.json, "yaml": Document.yaml, "csv": Document.csv, "go": Document.goSource, "c": Document.cSource,
		"uci": Document.uci,
	}[format]
	if !ok {
		return fmt.Errorf("unknown format %q (have %s)", format, strings.Join(Formats, ", "))
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

// WriteFile writes a document to a file, whole or not at all.
func (d Document) WriteFile(path, format string) error {
	var b bytes.Buffer
	if err := d.Write(&b, format); err != nil {
		return err
	}
	return files.Write(path, b.Bytes())
}

// field is one key of a file. Its value is a text, a number, a truth value, nil,
// a list of these, or fields.
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

// isResult reports whether the weights are those of the run's result.
func (d Document) isResult() bool { return d.Candidate == "" && d.Round == 0 }

// byName lists a number of every weight that has one, in the order of the
// weights; without numbers, their values.
func (d Document) byName(of map[string]float64) []field {
	list := []field{}
	for _, w := range d.Weights {
		x, ok := of[w.Name]
		if of == nil {
			x, ok = w.Value, true
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

// number returns a number, or nil if it is not finite.
func number(x float64) any {
	if !finite(x) {
		return nil
	}
	return x
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
