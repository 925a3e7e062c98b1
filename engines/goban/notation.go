package goban

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/goban/internal/board"
)

// columns contains the names of the columns. There is no I, because it looks like J.
const columns = "ABCDEFGHJKLMNOPQRST"

// passText is the text of the move of passing.
const passText = "pass"

// formatMove returns the text of a move on a board with size lines, such as D4.
func formatMove(m engines.Move, size int) string {
	if m < 0 || int(m) > size*size {
		return fmt.Sprintf("move(%d)", m)
	}
	if int(m) == size*size {
		return passText
	}
	return columns[int(m)%size:int(m)%size+1] + strconv.Itoa(int(m)/size+1)
}

// parseMove parses the text of a move. Case is ignored.
func parseMove(text string, size int) (engines.Move, error) {
	text = strings.TrimSpace(text)
	if strings.EqualFold(text, passText) {
		return engines.Move(size * size), nil
	}
	if len(text) >= 2 {
		column := strings.IndexByte(columns[:size], text[0]&^0x20)
		row, err := strconv.Atoi(text[1:])
		if column >= 0 && err == nil && text[1] != '+' && row >= 1 && row <= size {
			return engines.Move((row-1)*size + column), nil
		}
	}
	return 0, fmt.Errorf("%.20q is not a point from A1 to %s (without I), nor pass", text, formatMove(engines.Move(size*size-1), size))
}

// FormatMove returns a move as text, such as D4 or pass.
func (g *game) FormatMove(m engines.Move) string { return formatMove(m, g.at.Width()) }

// ParseMove parses a move such as D4 or pass.
func (g *game) ParseMove(text string) (engines.Move, error) { return parseMove(text, g.at.Width()) }

// signs contains the signs of the colours in the text of a position.
const signs = ".XO"

// String returns the position as text, such as "..../.XO./..../.... b - 0". It has the rows from
// the top (X is Black, O is White) and the side to move. Then follow the points that superko
// forbids to the side to move, separated by commas, or "-" for none. The last field is the number
// of consecutive passes so far.
func (g *game) String() string {
	size := g.at.Width()
	var b strings.Builder
	for row := size - 1; row >= 0; row-- {
		for column := range size {
			b.WriteByte(signs[g.at.Colour(board.Point(row*size+column))])
		}
		if row > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %c %s %d", "bw"[g.turn], g.formatBanned(), g.passes)
	return b.String()
}

// formatBanned returns, as text, the points where the rule of superko alone forbids a move, such as
// "D4,E5", or "-" if there are none.
func (g *game) formatBanned() string {
	var names []string
	for m := range g.pass() {
		if g.isFree(m) && !g.allows(m) {
			names = append(names, g.FormatMove(m))
		}
	}
	if names == nil {
		return "-"
	}
	return strings.Join(names, ",")
}

// parsePosition parses a position. The text is a board in the format of String, or a list of moves
// from the empty board, such as "D4 E5". The fields after the rows of a board may be missing. The
// texts "" and "start" are the empty board.
func parsePosition(t *table, text string) (*game, error) {
	words := strings.Fields(text)
	if len(words) > 0 && strings.Contains(words[0], "/") {
		return parseBoard(t, words)
	}
	g := newGame(t)
	if len(words) > 0 && words[0] == "start" {
		words = words[1:]
	}
	for i, word := range words {
		m, err := g.ParseMove(word)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w; a position is a board such as ..X/.../... w, or moves from the start such as D4 E5", i+1, err)
		}
	}
	return g, nil
}

// parseBoard parses the fields of a position that begins with a board.
func parseBoard(t *table, words []string) (*game, error) {
	rows := strings.Split(words[0], "/")
	size := len(rows)
	if size < minSize || size > maxSize || len(words) > 4 {
		return nil, fmt.Errorf("%d rows and %d fields; a position has %d to %d rows, the side to move (b or w), forbidden points or -, and passes", size, len(words), minSize, maxSize)
	}
	g := &game{table: t, at: *board.New(size, size)}
	for i, row := range rows {
		if n := utf8.RuneCountInString(row); n != size {
			return nil, fmt.Errorf("row %d has %d points; the board has %d rows", size-i, n, size)
		}
		for column, r := range []rune(row) {
			c := strings.IndexRune(signs, r)
			if c < 0 {
				return nil, fmt.Errorf("row %d: %q is not X, O or a dot", size-i, string(r))
			}
			if c > 0 {
				g.at.Set(board.Point((size-1-i)*size+column), board.Colour(c))
			}
		}
	}
	if !g.at.Alive() {
		return nil, errors.New("a chain of stones has no liberty")
	}
	g.past.add(g.at.Hash())
	defaults := []string{"b", "-", "0"} // of the missing fields
	fields := append(slices.Clone(words[1:]), defaults[len(words)-1:]...)
	var ok bool
	if g.turn, ok = map[string]int{"b": 0, "w": 1}[strings.ToLower(fields[0])]; !ok {
		return nil, fmt.Errorf("%q is not the side to move, b or w", fields[0])
	}
	if g.passes, ok = map[string]int{"0": 0, "1": 1, "2": 2}[fields[2]]; !ok {
		return nil, fmt.Errorf("%q is not the number of passes in a row, 0 to 2", fields[2])
	}
	if fields[1] != "-" {
		for name := range strings.SplitSeq(fields[1], ",") {
			m, err := g.ParseMove(name)
			if err != nil || m == g.pass() {
				return nil, fmt.Errorf("%q is not a forbidden point", name)
			}
			g.banned = append(g.banned, m)
		}
	}
	g.start = g.String()
	return g, nil
}
