package minesweeper

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// formatPosition returns the visible part of a game as text, such as
//
//	1*./2../... ; b 1-0
//
// The rows from the top are separated by slashes. '.' is a closed cell, '0' to '8' an open one. 'a'
// and 'b' are mines found by the first and second seat, and '*' is a mine without an owner. After a
// semicolon follow the side to move, and the scores if they differ from the numbers of a and b. If
// a bomb has been used, the scores and the seats that still have a bomb follow ("a", "b" or "-").
// The last part is omitted if a is to move, the scores are as counted and no bomb has been used.
func formatPosition(v *view) string {
	var b strings.Builder
	var counted [2]int
	for c, shown := range v.cells {
		if c > 0 && c%v.field.W == 0 {
			b.WriteByte('/')
		}
		switch {
		case shown == field.Closed:
			b.WriteByte('.')
		case shown != field.Mine:
			b.WriteByte('0' + shown)
		case v.owner[c] == nobody:
			b.WriteByte('*')
		default:
			b.WriteByte('a' + v.owner[c])
			counted[v.owner[c]]++
		}
	}
	b.WriteString(formatSuffix(v, counted))
	return b.String()
}

// formatSuffix returns the part of a position's text after the rows: the side to move, the scores
// and the bombs. counted contains the number of mines that the rows show for each seat.
func formatSuffix(v *view, counted [2]int) string {
	bombed := v.bombed != [2]bool{}
	if v.turn == 0 && v.score == counted && !bombed {
		return ""
	}
	out := " ; " + "ab"[v.turn:v.turn+1]
	if v.score != counted || bombed {
		out += fmt.Sprintf(" %d-%d", v.score[0], v.score[1])
	}
	if bombed {
		out += " " + bombText[v.bombed]
	}
	return out
}

// bombText contains the text for the bombs in a position: the letters of the seats that still have
// one. The key states for each seat whether it has used its bomb.
var bombText = map[[2]bool]string{{false, false}: "ab", {false, true}: "a", {true, false}: "b", {true, true}: "-"}

// parsePosition parses the text of a position. The returned game has no hidden mines; the caller
// must place them.
func parsePosition(text string, r rules) (*table, error) {
	rows, suffix, hasSuffix := strings.Cut(text, ";")
	lines := strings.Split(strings.TrimSpace(rows), "/")
	f, err := field.New(utf8.RuneCountInString(strings.TrimSpace(lines[0])), len(lines))
	if err != nil {
		return nil, err
	}
	if err := r.fit(f); err != nil {
		return nil, err
	}
	t := newTable(f, r)
	for y, line := range lines {
		if err := readRow(t, y, strings.TrimSpace(line)); err != nil {
			return nil, err
		}
	}
	if hasSuffix {
		if err := readSuffix(&t.view, strings.Fields(suffix)); err != nil {
			return nil, err
		}
	}
	if t.view.left < 0 {
		return nil, fmt.Errorf("the position shows %d mines, but the setting mines is %d", t.view.mines-t.view.left, t.view.mines)
	}
	if t.view.left > t.view.closed {
		return nil, fmt.Errorf("%d mines are left but only %d closed cells", t.view.left, t.view.closed)
	}
	return t, nil
}

func readRow(t *table, y int, line string) error {
	v := &t.view
	if n := utf8.RuneCountInString(line); n != v.field.W {
		return fmt.Errorf("row %d has %d cells, row 0 has %d", y, n, v.field.W)
	}
	for x, r := range []rune(line) {
		c := v.field.Index(x, y)
		switch {
		case r == '.':
			continue
		case r >= '0' && r <= '8':
			v.cells[c] = uint8(r - '0')
		case r == '*' || r == 'a' || r == 'b':
			v.cells[c] = field.Mine
			v.left--
			if r != '*' {
				v.owner[c] = uint8(r - 'a')
				v.score[r-'a']++
			}
		default:
			return fmt.Errorf("row %d, column %d: %q is not one of . 0-8 * a b", y, x, r)
		}
		v.closed--
		t.hidden.Clear(c)
	}
	return nil
}

// readSuffix parses the part of a position's text after the rows: the side to move, the scores and
// the bombs.
func readSuffix(v *view, parts []string) error {
	if len(parts) == 0 || len(parts) > 3 {
		return fmt.Errorf("after the semicolon: want the side to move (a or b), scores (1-0) and bombs (ab)")
	}
	switch parts[0] {
	case "a", "b":
		v.turn = int(parts[0][0] - 'a')
	default:
		return fmt.Errorf("side to move %q: want a or b", parts[0])
	}
	if len(parts) > 1 {
		if err := readScores(v, parts[1]); err != nil {
			return err
		}
	}
	if len(parts) > 2 {
		if !v.bomb {
			return fmt.Errorf("bombs %q: bombs are not in play", parts[2])
		}
		for bombed, name := range bombText {
			if name == parts[2] {
				v.bombed = bombed
				return nil
			}
		}
		return fmt.Errorf("bombs %q: want ab, a, b or -", parts[2])
	}
	return nil
}

// readScores parses the scores of both seats. A score must be at least the number of mines that the
// rows show for the seat. The sum of the scores must not exceed the number of mines found.
func readScores(v *view, text string) error {
	left, right, ok := strings.Cut(text, "-")
	a, errA := strconv.Atoi(left)
	b, errB := strconv.Atoi(right)
	if !ok || errA != nil || errB != nil || a < 0 || b < 0 {
		return fmt.Errorf("scores %q: want two numbers, as in 3-2", text)
	}
	if a < v.score[0] || b < v.score[1] {
		return fmt.Errorf("scores %q: the rows show %d-%d", text, v.score[0], v.score[1])
	}
	if found := v.mines - v.left; a > found || b > found || a+b > found {
		return fmt.Errorf("scores %q: only %d mines are found", text, found)
	}
	v.score = [2]int{a, b}
	return nil
}
