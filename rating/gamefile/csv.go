package gamefile

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// These are the columns that a CSV file may have; columnNames contains their names.
const (
	first = iota
	second
	result
	gameID
	agent
	place
	pair
	period
	columns
)

var columnNames = map[string]int{
	"first": first, "second": second, "white": first, "black": second, "result": result,
	"game": gameID, "agent": agent, "place": place, "pair": pair, "period": period,
}

// csvFile is a [Reader] for a CSV file of game results.
type csvFile struct {
	source
	in     *csv.Reader
	column [columns]int // index in a record, -1 for none
	header []string     // names of the columns, by index
	line   int          // line of the latest record

	game    Game
	periods map[string]struct{} // all periods read so far
	ranked  *rankedCSV          // nil if games have two seats
}

func newCSV(r io.Reader, name string) (*csvFile, error) {
	b := bufio.NewReaderSize(r, bufferSize)
	if head, _ := b.Peek(len(byteOrderMark)); bytes.Equal(head, byteOrderMark) { // csv would treat the mark as text
		_, _ = b.Discard(len(byteOrderMark))
	}
	c := &csvFile{source: source{file: name}, in: csv.NewReader(b), periods: make(map[string]struct{})}
	c.in.Comment = '#'
	head, _ := b.Peek(4096) // the reader reports the error again
	if separator, _ := csvSeparator(head); separator != 0 {
		c.in.Comma = separator
	}
	c.in.FieldsPerRecord = -1
	c.in.TrimLeadingSpace = c.in.Comma != '\t'
	c.in.ReuseRecord = true
	record, err := c.next()
	if err == io.EOF {
		return nil, c.errorf(1, "", "the file is empty: a header is needed, such as first,second,result")
	}
	if err != nil {
		return nil, err
	}
	if err := c.readHeader(record); err != nil {
		return nil, err
	}
	return c, nil
}

// readHeader finds the columns of the file by the names in its first line. It returns an error
// for unknown, repeated or missing columns.
func (c *csvFile) readHeader(names []string) error {
	for i := range c.column {
		c.column[i] = -1
	}
	if slices.Contains(names, "PLAYER") && slices.Contains(names, "RATING") {
		return &Error{File: c.file, Line: c.line, Err: &RatingsOnlyError{Program: "Ordo"}}
	}
	for i, name := range names {
		name = strings.ToLower(strings.TrimSpace(name))
		column, ok := columnNames[name]
		if !ok {
			return c.errorf(c.line, "", "unknown column %.60q (have first, second or white, black, and result; or game, agent, place; and pair, period)", name)
		}
		if c.column[column] >= 0 {
			return c.errorf(c.line, name, "the column is there twice")
		}
		c.column[column] = i
		c.header = append(c.header, name)
	}
	two, many := c.count(first, second, result), c.count(gameID, agent, place)
	switch {
	case two == 3 && many == 0:
	case two == 0 && many == 3:
		c.ranked = newRankedCSV()
	default:
		return c.errorf(c.line, "", "the columns are %s: first,second,result or game,agent,place are needed", strings.Join(c.header, ","))
	}
	return nil
}

func (c *csvFile) count(columns ...int) int {
	n := 0
	for _, column := range columns {
		if c.column[column] >= 0 {
			n++
		}
	}
	return n
}

// Ranked reports whether games may have more than two seats.
func (c *csvFile) Ranked() bool { return c.ranked != nil }

// Deals reports whether the file has the column pair, which groups the games from the same start.
func (c *csvFile) Deals() bool { return c.column[pair] >= 0 }

// Seated returns true, because every file in this format states the seats. In a game of two, the
// player in the column first has the first seat.
func (c *csvFile) Seated() bool { return true }

func (c *csvFile) next() ([]string, error) {
	record, err := c.in.Read()
	var syntax *csv.ParseError
	switch {
	case errors.As(err, &syntax):
		return nil, &Error{c.file, syntax.StartLine, "", syntax.Err} // the line in which an unclosed quote begins
	case err != nil:
		return nil, err
	}
	c.line, _ = c.in.FieldPos(0)
	return record, nil
}

// nextGame reads the next line of values. It returns an error if the number of values differs
// from the header.
func (c *csvFile) nextGame() ([]string, error) {
	record, err := c.next()
	if err == nil && len(record) != len(c.header) {
		err = c.errorf(c.line, "", "%d instead of the header's %d fields", len(record), len(c.header))
	}
	return record, err
}

func (c *csvFile) value(record []string, column int) string {
	if at := c.column[column]; at >= 0 {
		return strings.Trim(record[at], " \t")
	}
	return ""
}

// mistake returns an error with the line number of the latest record and the name of a column.
func (c *csvFile) mistake(column int, format string, args ...any) error {
	return c.errorf(c.line, c.header[c.column[column]], format, args...)
}

// Read returns the next finished game, or io.EOF at the end of the file.
func (c *csvFile) Read() (Game, error) {
	if c.ranked != nil {
		return c.readRanked()
	}
	for {
		record, err := c.nextGame()
		if err != nil {
			return Game{}, err
		}
		if err := c.begin(c.line, c.value(record, period)); err != nil {
			return Game{}, err
		}
		for _, seat := range [2]int{first, second} {
			if err := c.enter(record, seat); err != nil {
				return Game{}, err
			}
		}
		places, ok := resultPlaces(shortPoints(withPoint(c.value(record, result), c.in.Comma)))
		if !ok {
			return Game{}, c.mistake(result, "%.60q is not a result (have 1-0, 0-1, 1/2-1/2, 1, 0, 0.5, and * for none)", c.value(record, result))
		}
		if places == unfinished {
			c.unfinished++
			continue
		}
		c.game.Places = append(c.game.Places, places[:]...)
		c.game.Cluster = c.deals.number([]byte(c.value(record, pair)), c.game.Players)
		return c.game, nil
	}
}

// shortPoints returns a number of points such as "1.0" in its shortest form, "1", because programs
// write 1.0 in a column that also has 0.5. It returns any other text unchanged.
func shortPoints(text string) string {
	if points, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(points, 'g', -1, 64)
	}
	return text
}

// begin starts the next game of the file. line is the line number of the game, and when is its
// rating period. The games of a period must be consecutive: begin returns an error if the period
// occurs again after another one.
func (c *csvFile) begin(line int, when string) error {
	if when != c.game.Period {
		if _, over := c.periods[when]; over {
			return c.mistake(period, "%s was over: the games of a period stand together", when)
		}
	}
	c.periods[when] = struct{}{}
	c.game = Game{Line: line, Period: when, Players: c.game.Players[:0], Places: c.game.Places[:0]}
	return nil
}

// enter reads a player's name from a column of the record and adds the player to the current
// game.
func (c *csvFile) enter(record []string, column int) error {
	name := c.value(record, column)
	if name == "" {
		return c.mistake(column, "the name is missing")
	}
	n := c.players.number([]byte(name))
	if !c.players.enter(n, c.game.Line) {
		return c.mistake(column, "%s plays against itself", name)
	}
	c.game.Players = append(c.game.Players, n)
	return nil
}
