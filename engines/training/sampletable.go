package training

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// SampleTable describes a table (CSV) of positions with known outcomes. A table has a header with
// the names of the columns and then one position per line. Fields are separated by commas,
// semicolons or tabs. A field that contains a separator is quoted. Lines that begin with # are
// comments. Columns that SampleTable does not name are ignored.
type SampleTable struct {
	// Position, Result, Score and Game are the names of the columns in the header. Case is
	// ignored. The default values are position, result, score and game. If one of the fields is
	// set, the file must be a table. Otherwise the file is a table if its first line has the
	// default name of the position column.
	Position, Result, Score, Game string
	// ByScore derives outcomes from the score column. A score is the first seat's points minus
	// the second's, or the points themselves in games of one seat. Otherwise outcomes come from
	// the result column.
	//
	// A result is 1-0, 0-1 or 1/2-1/2, the points of the seats in their order (with more seats
	// 1-0-0). It may also be a number: 1, 0.5 or 0, the points of the first of two seats. Lines
	// with the result * and positions of games that are over are ignored.
	ByScore bool
	// Mover means that numbers, both results and scores, are from the view of the seat to move
	// instead of the first seat.
	Mover bool
}

// These are the default names of the columns.
const (
	defaultPosition = "position"
	defaultResult   = "result"
	defaultScore    = "score"
	defaultGame     = "game"
)

// named reports whether any column name is set.
func (t SampleTable) named() bool {
	return t.Position != "" || t.Result != "" || t.Score != "" || t.Game != ""
}

// sampleTable reads a table of positions with known outcomes.
type sampleTable struct {
	SampleTable
	engine    engines.Engine
	separator rune
	columns   int

	position, outcome, game int // columns; game is -1 if there is none
	games                   map[string]int
}

// newSampleTable reads the header of a file. It returns nil if the file is not a table.
func newSampleTable(e engines.Engine, t SampleTable, r io.Reader) (*sampleTable, error) {
	position := t.Position
	if position == "" {
		position = defaultPosition
	}
	line, text, err := firstLine(r)
	if err != nil {
		return nil, err
	}
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
		if column(fields, position) >= 0 && len(fields) > 1 {
			names, separator = fields, s
			break
		}
		if len(fields) > len(names) {
			names, separator = fields, s
		}
	}
	switch {
	case !t.named() && (len(names) < 2 || column(names, position) < 0):
		return nil, nil
	case len(names) == 0:
		return nil, &LineError{1, fmt.Errorf("there is no header with a column %q", position)}
	}
	table := &sampleTable{SampleTable: t, engine: e, separator: separator, columns: len(names), games: make(map[string]int)}
	if err := table.locate(names); err != nil {
		return nil, &LineError{line, err}
	}
	return table, nil
}

// firstLine returns the number and the text of the first line of a file that is neither empty nor
// a comment.
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

// column returns the index of a column name in a table header, or -1 if it is missing.
func column(header []string, name string) int {
	return slices.IndexFunc(header, func(have string) bool { return strings.EqualFold(have, name) })
}

// locate determines the indices of the needed columns from a table header.
func (t *sampleTable) locate(header []string) error {
	t.game = -1
	outcome, key := t.Result, "result"
	if t.ByScore {
		outcome, key = t.Score, "score"
	}
	for _, c := range []struct {
		key, named, standard string
		at                   *int
	}{
		{"position", t.Position, defaultPosition, &t.position},
		{key, outcome, key, &t.outcome},
		{"game", t.Game, defaultGame, &t.game},
	} {
		name := c.named
		if name == "" {
			name = c.standard
		}
		at := column(header, name)
		switch {
		case at < 0 && c.named == "" && c.key == "game":
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

// quoted returns names in quotes, separated by commas.
func quoted(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = strconv.Quote(name)
	}
	return strings.Join(list, ", ")
}

// read reads the table from the beginning of the file and calls each for every position.
func (t *sampleTable) read(r io.Reader, each func(Sample) error) error {
	b := bufio.NewReader(r)
	if head, _ := b.Peek(3); string(head) == "\ufeff" { // or a quote behind it would be an error
		_, _ = b.Discard(3)
	}
	in := csv.NewReader(b)
	in.Comma, in.Comment, in.FieldsPerRecord, in.ReuseRecord = t.separator, '#', -1, true
	in.TrimLeadingSpace = t.separator != '\t'
	for header := true; ; header = false {
		record, err := in.Read()
		var syntax *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &syntax):
			return &LineError{syntax.StartLine, syntax.Err}
		case err != nil:
			return err
		case header:
			continue
		}
		line, _ := in.FieldPos(0)
		if err := t.row(record, line, each); err != nil {
			return &LineError{line, err}
		}
	}
}

// row parses one line of the table and calls each with its position.
func (t *sampleTable) row(record []string, line int, each func(Sample) error) error {
	if len(record) != t.columns {
		return fmt.Errorf("%d fields, the header has %d; a field with a %q in it needs quotes", len(record), t.columns, t.separator)
	}
	label := strings.TrimSpace(record[t.outcome])
	if label == "*" && !t.ByScore {
		return nil
	}
	g, err := t.engine.ParseGame(strings.TrimSpace(record[t.position]), 0)
	if err != nil {
		return err
	}
	if g.Over() {
		return nil
	}
	j := Sample{Position: g, Game: NoGame, Line: line}
	if t.ByScore {
		j.Outcome, err = t.scored(label, g)
	} else {
		j.Outcome, err = t.result(label, g)
	}
	if err != nil {
		return err
	}
	if t.game >= 0 {
		id := strings.TrimSpace(record[t.game])
		if id == "" {
			return errors.New("the position has no game")
		}
		number, known := t.games[id]
		if !known {
			number = len(t.games)
			t.games[strings.Clone(id)] = number
		}
		j.Game = number
	}
	return each(j)
}

// result parses the text of the result column, such as 1-0, for a position.
func (t *sampleTable) result(text string, g engines.Position) (engines.Outcome, error) {
	seats := g.Seats()
	if seats == 1 {
		return engines.Outcome{}, errors.New("a game of one seat has a score and no result")
	}
	parts := strings.Split(text, "-")
	if len(parts) == 1 && seats == 2 {
		points, ok := points(text)
		if ok && (points == 0 || points == 0.5 || points == 1) {
			if t.Mover && g.Turn() == 1 {
				points = 1 - points
			}
			return byPoints(points, 1-points), nil
		}
	}
	list, sum := make([]float64, len(parts)), 0.0
	for i, part := range parts {
		points, ok := points(part)
		if !ok || points < 0 {
			list = nil
			break
		}
		list[i] = points
		sum += points
	}
	if len(list) == seats && math.Abs(sum-1) < 1e-3 {
		return byPoints(list...), nil
	}
	accepted := "1-0, 0-1, 1/2-1/2, or 1, 0.5 and 0 for the first seat, or * for none"
	switch {
	case seats > 2:
		accepted = fmt.Sprintf("the points of the %d seats, such as 1%s, or * for none", seats, strings.Repeat("-0", seats-1))
	case t.Mover:
		accepted = "1-0, 0-1, 1/2-1/2, or 1, 0.5 and 0 for the side to move, or * for none"
	}
	return engines.Outcome{}, fmt.Errorf("result: %.20q is none of %s", text, accepted)
}

// points parses the points of one seat, a decimal number or a fraction such as 1/2. ok is false for
// another text.
func points(text string) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	if above, below, fraction := strings.Cut(text, "/"); fraction {
		a, bad := strconv.Atoi(above)
		b, worse := strconv.Atoi(below)
		return float64(a) / float64(b), bad == nil && worse == nil && b > 0
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

// byPoints returns the outcome in which seats with more points have better places.
func byPoints(points ...float64) engines.Outcome {
	places := make([]int, len(points))
	for i, mine := range points {
		for _, other := range points {
			if other > mine {
				places[i]++
			}
		}
	}
	return engines.Places(places...)
}

// scored parses the text of the score column for a position.
func (t *sampleTable) scored(text string, g engines.Position) (engines.Outcome, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return engines.Outcome{}, fmt.Errorf("score: %.20q is not a number", text)
	}
	switch g.Seats() {
	case 1:
		return engines.ByScore(x), nil
	case 2:
		if t.Mover && g.Turn() == 1 {
			x = -x
		}
		return engines.ByScore(x/2, -x/2), nil
	}
	return engines.Outcome{}, fmt.Errorf("a column of scores is for games of one or two seats, not of %d", g.Seats())
}
