package pages

import (
	"html/template"
	"math"
	"strconv"
)

// Values contains the agents' evaluations of the positions of a stored game. Unknown values are
// omitted.
type Values struct {
	Names []string     // by seat
	Agent string       // name of the agent that gave the values
	Total int          // number of moves of the game
	Known [][]*float64 // by number of moves made and by seat; nil if unknown
}

// decided is the smallest absolute value of an evaluation that stands for a won or lost game.
// Charts ignore such evaluations when they choose the scale of their axis.
const decided = 9e8

// Side returns the name of the seat whose values the chart shows, or "" if it shows all seats. With
// two seats the chart shows only the first, because the values of the second are the negatives.
func (v Values) Side() string {
	if len(v.Names) == 2 {
		return v.Names[0]
	}
	return ""
}

// Positions returns the number of positions of the game: the number of moves plus one.
func (v Values) Positions() int { return v.Total + 1 }

// Drawn returns the names of the seats that have a line in the chart.
func (v Values) Drawn() []string {
	if v.Side() != "" {
		return v.Names[:1]
	}
	return v.Names
}

// Chart returns a chart of the position values. It has a line for each seat or, in games of two
// seats, only for the first. Values that stand for a win or a loss are drawn at the ends of the
// axis.
func (v Values) Chart() Chart {
	c := Chart{Title: "Values by move", X: "move", Y: "value", Whole: true, Zero: true, Until: float64(v.Total), Cursor: true}
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

// bounds returns the smallest and the largest of the values that do not stand for a won or lost
// game. It returns -1 and 1 if there are none.
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

// CSV returns a link to the position values as CSV, one position per line.
func (v Values) CSV() template.URL {
	rows := [][]string{append([]string{"move"}, v.Names...)}
	for ply, values := range v.Known {
		row := []string{strconv.Itoa(ply)}
		for seat := range v.Names {
			if seat < len(values) {
				row = append(row, exactNumber(values[seat]))
			} else {
				row = append(row, "")
			}
		}
		rows = append(rows, row)
	}
	return csvLink(rows)
}

// Rows returns a table of the values that the agents gave the positions of a game. A row has the
// number of moves before the position and the value for each seat, or a dash if the value is
// unknown. The last position is first.
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

// worth formats the value of a position. It returns "won" or "lost" if the value means that the
// game is decided.
func worth(v float64) string {
	switch {
	case v >= decided:
		return "won"
	case v <= -decided:
		return "lost"
	}
	return brief(v)
}
