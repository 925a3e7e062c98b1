package pages

import (
	"math"
	"strconv"
	"strings"
)

// Values is what agents think of the positions of a stored game, as far as they were
// asked.
type Values struct {
	Names []string     // of the seats
	Total int          // moves of the game
	Known [][]*float64 // by moves made: a value a seat, nil where nobody knows
}

// decided is a value from which on a game is as good as over: such values stand above
// and below all others, whatever their number.
const decided = 9e8

// Chart is the values as lines by moves.
func (v Values) Chart() Chart {
	c := Chart{Title: "Values by move", X: "move", Y: "value by the agent to move", Until: float64(v.Total), Cursor: true}
	low, high := v.bounds()
	for seat, name := range v.Names {
		line := Line{Name: name}
		for ply, values := range v.Known {
			if seat < len(values) && values[seat] != nil {
				line.Points = append(line.Points, [2]float64{float64(ply), min(max(*values[seat], low), high)})
			}
		}
		c.Lines = append(c.Lines, line)
	}
	return c
}

// bounds are the least and the largest value that is not decided.
func (v Values) bounds() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, values := range v.Known {
		for _, x := range values {
			if x != nil && math.Abs(*x) < decided {
				low, high = min(low, *x), max(high, *x)
			}
		}
	}
	if low > high {
		return -1, 1
	}
	return low, high
}

// CSV is the values as a table for programs, a line a position.
func (v Values) CSV() string {
	var b strings.Builder
	b.WriteString("move," + strings.Join(v.Names, ",") + "\n")
	for ply, values := range v.Known {
		b.WriteString(strconv.Itoa(ply))
		for seat := range v.Names {
			b.WriteByte(',')
			if seat < len(values) && values[seat] != nil {
				b.WriteString(strconv.FormatFloat(*values[seat], 'g', -1, 64))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Rows are the values as a table for people, the last position first.
func (v Values) Rows() (rows [][]string) {
	for ply := len(v.Known) - 1; ply >= 0; ply-- {
		row := []string{strconv.Itoa(ply)}
		for seat := range v.Names {
			text := "–"
			if seat < len(v.Known[ply]) {
				if x := v.Known[ply][seat]; x != nil {
					text = worth(*x)
				}
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

// worth writes a value; that of a decided game in a word.
func worth(v float64) string {
	switch {
	case v >= decided:
		return "won"
	case v <= -decided:
		return "lost"
	}
	return brief(v)
}
