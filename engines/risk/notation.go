package risk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
)

// A position is written CELLS ; SEAT PHASE. A cell is the letter of its owner and its units. On a
// grid rows are separated by "/", and on another map the cells are in index order. The phase is
// "draft" for a whole draft, "draft 3" with 3 units left to place, or "attack 2" with 2 attacks
// left:
//
//	A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3
//
// If the number of seats or the order of their elimination does not follow from the cells, a
// third part lists the eliminated seats in the order in which they lost their last territory:
// "; out D B". Seats without territories that it does not list come before these, in equal places.
//
// The text does not contain the round. A parsed position is in round 1.

// formatPosition returns a position as text, such as "A3 B1 / B4 A1 ; A attack 3".
func formatPosition(g *game) string {
	var out strings.Builder
	var digits [20]byte
	s := &g.state
	for x := range g.table.board.n {
		if x > 0 {
			out.WriteByte(' ')
			if g.table.board.cols > 0 && x%g.table.board.cols == 0 {
				out.WriteString("/ ")
			}
		}
		out.WriteByte('A' + byte(s.owner[x]))
		out.Write(strconv.AppendInt(digits[:0], int64(s.cells[x].units), 10))
	}
	fmt.Fprintf(&out, " ; %s ", seatName(s.turn))
	switch {
	case g.draft == 0:
		fmt.Fprintf(&out, "attack %d", s.left)
	case g.draft == newUnits(s.count[s.turn]):
		out.WriteString("draft")
	default:
		fmt.Fprintf(&out, "draft %d", g.draft)
	}
	if gone, all := eliminated(g); len(gone) > 0 && (all > 1 || s.seats > 2 && gone[0] == s.seats-1) {
		out.WriteString(" ; out")
		for _, p := range gone {
			out.WriteString(" " + seatName(p))
		}
	}
	return out.String()
}

// eliminated returns the eliminated seats in the order of their elimination (gone), and their
// number (all). gone lacks seats whose place in this order is unknown, because a parsed position
// did not list them. They count as eliminated before the others.
func eliminated(g *game) (gone []int8, all int) {
	for p := range g.state.seats {
		if g.state.count[p] > 0 {
			continue
		}
		all++
		if g.gone[p] < maxSeats {
			gone = append(gone, p)
		}
	}
	slices.SortStableFunc(gone, func(a, b int8) int { return g.gone[b] - g.gone[a] })
	return gone, all
}

// parseGame parses a position. The highest letter in the text determines the number of seats, which
// is at least two. Seats without territories are eliminated. On a grid the text also determines the
// number of rows and columns. The seed determines the dice.
func parseGame(t table, position string, seed uint64) (*game, error) {
	cells, phase, ok := strings.Cut(position, ";")
	if !ok {
		return nil, fmt.Errorf("the %q between the cells and the seat to move is missing", ";")
	}
	phase, gone, _ := strings.Cut(phase, ";")
	rows := strings.Split(cells, "/")
	var flat []string
	for _, row := range rows {
		flat = append(flat, strings.Fields(row)...)
	}
	b, err := boardFor(t.board, rows, len(flat))
	if err != nil {
		return nil, err
	}
	t.board = b
	fillPairShares()
	g := &game{table: t, round: 1, pcg: engines.PCG(engines.Seed(seed, engines.Purpose("risk")))}
	if err := readCells(g, flat); err != nil {
		return nil, err
	}
	out, err := readOut(g, gone)
	if err != nil {
		return nil, err
	}
	if err := readPhase(g, phase); err != nil {
		return nil, err
	}
	for i, p := range out {
		if g.state.count[p] > 0 {
			return nil, fmt.Errorf("%s is out but owns territories", seatName(p))
		}
		g.gone[p] = int(g.state.seats) - 1 - i
	}
	return g, nil
}

func readOut(g *game, text string) ([]int8, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, nil
	}
	if words[0] != "out" {
		return nil, fmt.Errorf("%q is not a list of seats that are out, like out B C", strings.TrimSpace(text))
	}
	var out []int8
	for _, word := range words[1:] {
		p, err := parseSeat(word)
		if err != nil || slices.Contains(out, p) {
			return nil, fmt.Errorf("out: %q is not a seat, or is listed twice", word)
		}
		out = append(out, p)
		g.state.seats = max(g.state.seats, p+1)
	}
	return out, nil
}

// boardFor returns the map for a position with n territories in the given rows of text. If b is a
// grid, the result has as many rows and columns as the text. Rows must then be equally long. Any
// other map must have n territories.
func boardFor(b *board, rows []string, n int) (*board, error) {
	if b.cols == 0 {
		if n != b.n {
			return nil, fmt.Errorf("%d cells, but the map has %d territories", n, b.n)
		}
		return b, nil
	}
	cols := len(strings.Fields(rows[0]))
	for i, row := range rows {
		if k := len(strings.Fields(row)); k != cols {
			return nil, fmt.Errorf("row %d has %d cells, but row 1 has %d", i+1, k, cols)
		}
	}
	if len(rows) == b.rows && cols == b.cols {
		return b, nil
	}
	return newGrid(len(rows), cols)
}

func readCells(g *game, cells []string) error {
	s := &g.state
	s.seats, s.stop = 2, true
	total := 0
	for x, text := range cells {
		_, letter := utf8.DecodeRuneInString(text)
		p, err := parseSeat(text[:letter])
		if err != nil {
			return fmt.Errorf("cell %d, %q: %w", x, text, err)
		}
		units, err := parseCount(text[letter:], 1)
		if err != nil {
			return fmt.Errorf("cell %d, %q: %w", x, text, err)
		}
		if total += int(units); total > maxUnits {
			return fmt.Errorf("more than %d units", maxUnits)
		}
		s.owner[x], s.cells[x].units = p, units
		s.seats = max(s.seats, p+1)
	}
	return nil
}

func parseSeat(text string) (int8, error) {
	if len(text) != 1 || text[0] < 'A' || text[0] >= 'A'+maxSeats {
		return 0, fmt.Errorf("%q is not a seat, %s to %s", text, seatName(0), seatName(maxSeats-1))
	}
	return int8(text[0] - 'A'), nil
}

// readPhase parses the seat to move and the phase in a position's text. It then computes the other
// fields of the game.
func readPhase(g *game, text string) error {
	words := strings.Fields(text)
	if len(words) < 2 || len(words) > 3 {
		return fmt.Errorf("%q is not a seat and a phase, like A draft or A attack 3", strings.TrimSpace(text))
	}
	p, err := parseSeat(words[0])
	if err != nil {
		return err
	}
	s := &g.state
	s.turn, s.seats = p, max(s.seats, p+1)
	s.settle(g.table.board)
	if s.count[p] == 0 {
		return fmt.Errorf("%s is to move but owns no territory", words[0])
	}
	for q := range s.seats {
		if s.count[q] == 0 {
			g.gone[q] = maxSeats
		}
	}
	g.over = s.conquered(g.table.board.n)
	g.begin()
	return readLeft(g, words[1:])
}

// readLeft parses the phase of the turn and the number of units or attacks that are left in it.
func readLeft(g *game, words []string) error {
	left, given := 0, len(words) == 2
	if given {
		if !digits(words[1]) {
			return fmt.Errorf("%q is not a number", words[1])
		}
		var err error
		if left, err = strconv.Atoi(words[1]); err != nil {
			return fmt.Errorf("%s is too large", words[1])
		}
	}
	s := &g.state
	switch words[0] {
	case "draft":
		if given && (left < 1 || left > int(g.draft)) {
			return fmt.Errorf("%d units left to place are not within [1, %d]", left, g.draft)
		}
		if given {
			g.draft = int32(left)
		}
		return nil
	case "attack":
		least := 1
		if g.over { // a conquest by the last attack of a turn
			least = 0
		}
		if given && (left < least || left > int(g.table.attacks)) {
			return fmt.Errorf("%d attacks left are not within [%d, %d]", left, least, g.table.attacks)
		}
		g.draft = 0
		if given {
			s.left = int8(left)
		}
		return nil
	}
	return fmt.Errorf("phase %q is not draft or attack", words[0])
}
