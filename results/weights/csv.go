package weights

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// These are the two possible headers of a CSV table of an agent. A table with header describes the
// whole agent: name, settings and weights. A table with weightsHeader contains only weights.
var (
	header        = []string{"engine", "kind", "name", "value"}
	weightsHeader = []string{"engine", "weight", "value"}
)

// These are the kinds of rows in a CSV table of weights.
const (
	kindAgent   = "agent" // row with the name, the player or the seats
	kindSetting = "setting"
	kindWeight  = "weight"
)

// csvTable returns the agent as a CSV table, with rows for its name, player, seats, settings and
// weights. Every row contains the name of the engine, so that tables of several games can be
// joined. Ratings and verdicts are not included.
func csvTable(d Document) ([]byte, error) {
	rows := [][]string{header}
	add := func(kind, name, value string) { rows = append(rows, []string{d.Engine, kind, name, value}) }
	if d.Name != "" || d.Player == "" && len(d.Settings) == 0 && len(d.Weights) == 0 { // at least one row names the engine
		add(kindAgent, "name", d.Name)
	}
	if d.Player != "" {
		add(kindAgent, "player", d.Player)
	}
	if d.Seats > 0 {
		add(kindAgent, "seats", strconv.Itoa(d.Seats))
	}
	for _, name := range slices.Sorted(maps.Keys(d.Settings)) {
		add(kindSetting, name, d.Settings[name])
	}
	for _, x := range d.Weights {
		add(kindWeight, x.Name, d.ValueOf(x).String())
	}
	for _, row := range rows {
		for _, text := range row {
			if strings.Contains(text, "\r\n") {
				return nil, fmt.Errorf("%.40q has a line break of CR LF, which CSV cannot keep; use json or yaml", text)
			}
		}
	}
	var b bytes.Buffer
	err := csv.NewWriter(&b).WriteAll(rows)
	return b.Bytes(), err
}

func isCSV(data []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimPrefix(data, []byte(byteOrderMark)), []byte("\n"))
	line := string(bytes.TrimSuffix(first, []byte("\r")))
	return line == strings.Join(header, ",") || line == strings.Join(weightsHeader, ",")
}

// byteOrderMark is the character with which some spreadsheet programs begin a CSV file.
const byteOrderMark = "\ufeff"

func readCSV(data []byte, name string) (Document, error) {
	var d Document
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte(byteOrderMark))))
	columns, err := r.Read() // which sets the number of fields of every row
	if err != nil {
		return d, err
	}
	seen := make(map[[2]string]bool) // kinds and names
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		line, _ := r.FieldPos(0)
		if bad, ok := errors.AsType[*csv.ParseError](err); ok {
			line, err = bad.Line, bad.Err
		}
		if err == nil {
			if len(columns) == len(weightsHeader) {
				row = []string{row[0], kindWeight, row[1], row[2]}
			}
			if key := [2]string{row[1], row[2]}; seen[key] {
				err = fmt.Errorf("%s %q is given twice", row[1], row[2])
			} else {
				seen[key] = true
				err = d.addRow(row[0], row[1], row[2], row[3])
			}
		}
		if err != nil {
			return Document{}, &strict.Error{Source: name, Line: line, Err: err}
		}
	}
	if d.Engine == "" {
		return d, &strict.Error{Source: name, Line: 1, Err: errors.New("a table without a row")}
	}
	return d, nil
}

func (d *Document) addRow(engine, kind, name, value string) error {
	switch {
	case engine == "":
		return errors.New("a row without an engine")
	case d.Engine != "" && d.Engine != engine:
		return fmt.Errorf("a row of %q in a table for %s; take one engine's rows", engine, d.Engine)
	}
	d.Engine = engine
	switch kind {
	case kindAgent:
		return d.addTrait(name, value)
	case kindSetting:
		if d.Settings == nil {
			d.Settings = make(engines.Settings)
		}
		d.Settings[name] = value
		return nil
	case kindWeight:
		number, err := strconv.ParseFloat(value, 64)
		switch {
		case value == "":
			return fmt.Errorf("weight %s: a number or the text of a choice is needed", name)
		case err != nil:
			d.addWeight(name, engines.Value{Choice: value})
		case math.IsNaN(number) || math.IsInf(number, 0):
			return fmt.Errorf("weight %s: %q is not a finite number", name, value)
		default:
			d.addWeight(name, engines.Value{Number: number})
		}
		return nil
	}
	return &keys.ChoiceError{What: "kind", Given: kind, Known: []string{kindAgent, kindSetting, kindWeight}}
}

func (d *Document) addWeight(name string, v engines.Value) {
	d.Weights = append(d.Weights, Named{name, v.Number})
	if v.Choice != "" {
		d.choose(name, v.Choice)
	}
}

// addTrait sets a property of the agent from a row of a CSV table. name is the property, which is
// name, player or seats, and value is its text in the row. addTrait returns an error for any other
// property and for invalid values.
func (d *Document) addTrait(name, value string) error {
	switch name {
	case "name":
		d.Name = value
		return nil
	case "player":
		d.Player = value
		return nil
	case "seats":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > engines.MaxSeats {
			return fmt.Errorf("seats: %q is not a whole number from 1 to %d", value, engines.MaxSeats)
		}
		d.Seats = n
		return nil
	}
	return &keys.ChoiceError{What: "name of a row of kind agent", Given: name, Known: []string{"name", "player", "seats"}}
}
