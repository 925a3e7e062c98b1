package training

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

type sampleTable struct {
	*labels
	separator rune
	columns   int

	position, outcome, game int // columns; game is -1 if there is none
}

// newSampleTable parses the header of a table from the given line of a file. If the line is not a
// header, it returns nil, or an error if required is true.
func newSampleTable(e engines.Engine, f SampleFile, required bool, line int, text string) (*sampleTable, error) {
	var names []string
	separator := ','
	for _, s := range ",;\t" {
		in := csv.NewReader(strings.NewReader(text))
		in.Comma = s
		fields, err := in.Read()
		if err != nil {
			continue
		}
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		if at, _ := f.Fields.position(fields); at >= 0 && len(fields) > 1 {
			names, separator = fields, s
			break
		}
		if len(fields) > len(names) {
			names, separator = fields, s
		}
	}
	at, position := f.Fields.position(names)
	outcome, _ := f.Fields.outcome()
	switch {
	case !required && (len(names) < 2 || at < 0 && column(names, outcome) < 0):
		return nil, nil
	case len(names) == 0:
		return nil, &LineError{1, fmt.Errorf("there is no header with a column %q", position)}
	case strings.ContainsRune(text, '\r'):
		return nil, &LineError{line, CarriageReturn(text)}
	}
	table := &sampleTable{labels: newLabels(e, f), separator: separator, columns: len(names)}
	if err := table.locate(names); err != nil {
		return nil, &LineError{line, err}
	}
	return table, nil
}

func firstLine(r io.Reader) (number int, text string, err error) {
	in := bufio.NewReaderSize(r, maxEtudeLine)
	for number = 1; ; number++ {
		line, err := in.ReadSlice('\n') // a line longer than the buffer is not a header
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && trimmed[0] != '#' {
			return number, string(trimmed), nil
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, bufio.ErrBufferFull):
			return number, "", nil
		case err != nil:
			return number, "", err
		}
	}
}

func column(header []string, name string) int {
	return slices.IndexFunc(header, func(have string) bool { return strings.EqualFold(have, name) })
}

func (t *sampleTable) locate(header []string) error {
	t.game = -1
	_, position := t.Fields.position(header)
	outcome, key := t.Fields.outcome()
	for _, c := range []struct {
		key, name string
		at        *int
	}{
		{"position", position, &t.position},
		{key, outcome, &t.outcome},
		{"game", cmp.Or(t.Fields.Game, defaultGame), &t.game},
	} {
		name, at := c.name, column(header, c.name)
		switch {
		case at < 0 && c.key == "game" && t.Fields.Game == "":
			continue // the games are not known
		case at < 0:
			return fmt.Errorf("there is no column %q for the %s; the header has %s", name, c.key, quoted(header))
		case column(header[at+1:], name) >= 0:
			return fmt.Errorf("the column %q is there twice", name)
		}
		*c.at = at
	}
	return nil
}

func quoted(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = strconv.Quote(name)
	}
	return strings.Join(list, ", ")
}

func (t *sampleTable) read(r io.Reader, visit func(Sample) error) error {
	b := bufio.NewReader(r)
	if head, _ := b.Peek(3); string(head) == "\ufeff" { // or a quote behind it would be an error
		_, _ = b.Discard(3)
	}
	in := csv.NewReader(b)
	in.Comma, in.Comment, in.FieldsPerRecord, in.ReuseRecord = t.separator, '#', -1, true
	in.TrimLeadingSpace = t.separator != '\t'
	for header := true; ; {
		record, err := in.Read()
		var syntax *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &syntax):
			return &LineError{syntax.StartLine, syntax.Err}
		case err != nil:
			return err
		case header: // a comment after blanks is a record, too
			header = strings.HasPrefix(strings.TrimSpace(record[0]), "#")
			continue
		}
		line, _ := in.FieldPos(0)
		if err := t.row(record, line, visit); err != nil {
			return &LineError{line, err}
		}
	}
}

func (t *sampleTable) row(record []string, line int, visit func(Sample) error) error {
	if len(record) != t.columns {
		return fmt.Errorf("%d instead of the header's %d fields; a field with a %q in it needs quotes", len(record), t.columns, t.separator)
	}
	id := ""
	if t.game >= 0 {
		if id = strings.TrimSpace(record[t.game]); id == "" {
			return errNoGame
		}
	}
	outcome := record[t.outcome]
	if t.separator != ',' { // spreadsheets write decimal commas
		outcome = strings.ReplaceAll(outcome, ",", ".")
	}
	return t.sample(record[t.position], outcome, id, line, visit)
}
