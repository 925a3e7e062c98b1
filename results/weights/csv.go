package weights

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/lanista/lanista/configs/strict"
)

// header is the first row of a table of weights.
var header = []string{"engine", "weight", "value"}

// csv is a table with a row per weight, and the engine in every row so that
// tables of several games can be joined. It says nothing else of a document.
func (d Document) csv() ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	rows := [][]string{header}
	for _, x := range d.Weights {
		rows = append(rows, []string{d.Engine, x.Name, strconv.FormatFloat(x.Value, 'g', -1, 64)})
	}
	err := w.WriteAll(rows)
	return b.Bytes(), err
}

// isCSV reports whether a text begins with the header of a table.
func isCSV(data []byte) bool {
	first, _, _ := bytes.Cut(data, []byte("\n"))
	return string(bytes.TrimSuffix(first, []byte("\r"))) == "engine,weight,value"
}

// readCSV reads what csv wrote, for one engine.
func readCSV(data []byte, name string) (Document, error) {
	var d Document
	r := csv.NewReader(bytes.NewReader(data))
	if _, err := r.Read(); err != nil {
		return d, err
	}
	r.FieldsPerRecord = len(header)
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		line, _ := r.FieldPos(0)
		var bad *csv.ParseError
		if errors.As(err, &bad) {
			line, err = bad.Line, bad.Err
		}
		if err == nil {
			err = d.addRow(row)
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

// addRow takes a row: engine, weight, value.
func (d *Document) addRow(row []string) error {
	switch x, err := strconv.ParseFloat(row[2], 64); {
	case row[0] == "":
		return errors.New("a row without an engine")
	case d.Engine != "" && d.Engine != row[0]:
		return fmt.Errorf("a weight of %q in a table for %s; take one engine's rows", row[0], d.Engine)
	case slices.ContainsFunc(d.Weights, func(w Named) bool { return w.Name == row[1] }):
		return fmt.Errorf("weight %q is given twice", row[1])
	case err != nil || !finite(x):
		return fmt.Errorf("weight %s: %q is not a finite number", row[1], row[2])
	default:
		d.Engine, d.Weights = row[0], append(d.Weights, Named{row[1], x})
		return nil
	}
}
