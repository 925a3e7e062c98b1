package pages

import (
	"math"
	"strconv"
	"strings"
)

// Values contains the values that agents gave to the positions of a stored game, as far as they
// are known.
type Values struct {
	Names []string     // by seat
	Agent string       // name of the agent that gave the values
	Total int          // number of moves of the game
	Known [][]*float64 // by number of moves made and by seat; nil if unknown
}

// decided is the smallest absolute value of a position whose winner is certain. Charts do not
// scale their axis to such values.
const decided = 9e8

// Side returns the name of the seat whose values a chart of two seats shows, or "" if it shows the
// values of every seat. The values of two seats are opposites of each other.
func (v Values) Side() string {
	if len(v.Names) == 2 {
		return v.Names[0]
	}
	return ""
}

// Positions returns the number of positions of the game, which is one more than its moves.
func (v Values) Positions() int { return v.Total + 1 }

// Drawn returns the names of the seats whose values the chart shows.
func (v Values) Drawn() []string {
	if v.Side() != "" {
		return v.Names[:1]
	}
	return v.Names
}

// Chart returns the values as lines, one per seat, or one line for the first of two seats. Values
// of decided positions are drawn at the end of the axis.
func (v Values) Chart() Chart {
	c := Chart{Title: "Values by move", X: "move", Y: "value", Until: float64(v.Total), Cursor: true}
	low, high := v.bounds()
	for seat, name := range v.Drawn() {
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

// bounds returns the smallest and the largest value of positions that are not decided.
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

// CSV returns the values as CSV, one line per position.
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

// Rows returns the values as a table of text, the last position first.
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

// worth formats a value. It returns "won" or "lost" for a decided position.
func worth(v float64) string {
	switch {
	case v >= decided:
		return "won"
	case v <= -decided:
		return "lost"
	}
	return brief(v)
}
