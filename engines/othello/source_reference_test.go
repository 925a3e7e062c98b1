package othello_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello"
)

// This file has a slow reference of the three levels, written from the article that describes
// them. It has its own board and its own rules, and uses the engine only to be compared with it.

// diagram is a board: 1 for a disc of the level, -1 for a disc of its opponent, 0 for an empty
// square. The first index is the row from the top.
type diagram [8][8]int

// turned returns the number of discs that a disc of a side on a square would turn. It is 0 if
// the move is illegal. If place is true, turned also makes the move.
func (d *diagram) turned(row, col, side int, place bool) int {
	if d[row][col] != 0 {
		return 0
	}
	total := 0
	for down := -1; down <= 1; down++ {
		for right := -1; right <= 1; right++ {
			if down == 0 && right == 0 {
				continue
			}
			length, r, c := 0, row+down, col+right
			for onBoard(r, c) && d[r][c] == -side {
				length, r, c = length+1, r+down, c+right
			}
			if length == 0 || !onBoard(r, c) || d[r][c] != side {
				continue
			}
			total += length
			for k := 1; place && k <= length; k++ {
				d[row+k*down][col+k*right] = side
			}
		}
	}
	if place && total > 0 {
		d[row][col] = side
	}
	return total
}

func onBoard(row, col int) bool { return row >= 0 && row < 8 && col >= 0 && col < 8 }

func inCorner(row, col int) bool { return (row == 0 || row == 7) && (col == 0 || col == 7) }

// nearCorner reports whether a square belongs to one of the four blocks of two by two squares in
// the corners.
func nearCorner(row, col int) bool { return (row < 2 || row > 5) && (col < 2 || col > 5) }

// quarter has the default weights of the squares of the upper left quarter of the board.
var quarter = [4][4]int{{120, -20, 20, 5}, {-20, -40, -5, -5}, {20, -5, 15, 3}, {5, -5, 3, 3}}

// points returns the score of a move: the weight of its square and one point for a turned disc.
func (d *diagram) points(row, col, side int) int {
	return quarter[min(row, 7-row)][min(col, 7-col)] + d.turned(row, col, side, false)
}

// each calls f for every legal move of a side, row by row.
func (d *diagram) each(side int, f func(row, col int)) {
	for row := range 8 {
		for col := range 8 {
			if d.turned(row, col, side, false) > 0 {
				f(row, col)
			}
		}
	}
}

// foresee returns the value of a move of the level, from `from` to `to` exchanges ahead. The
// limit comes first: at the limit a move is worth 0, whatever it gains.
func foresee(d diagram, row, col, from, to int) int {
	if from >= to {
		return 0
	}
	gain := d.points(row, col, 1)
	d.turned(row, col, 1, true)
	replies, bad, corner := 0, 0, false
	d.each(-1, func(r, c int) {
		replies++
		corner = corner || inCorner(r, c)
		if nearCorner(r, c) {
			bad++
		}
	})
	if corner {
		return -1800
	}
	if 10*bad > 7*replies {
		return 1400
	}
	best := -10005
	d.each(-1, func(r, c int) {
		loss := d.points(r, c, -1)
		after := d
		after.turned(r, c, -1, true)
		after.each(1, func(r, c int) {
			best = max(best, gain-loss+foresee(after, r, c, from+1, to))
		})
	})
	return best
}

// choice is the decision of a level: a square, the values of the squares that it compares, and
// whether two of them share the highest value.
type choice struct {
	square string
	values map[string]int
	tied   bool
}

// decide returns the decision of a level that sees a number of exchanges ahead. Without exchanges
// it is the level easy, which counts turned discs. The others take the first corner. The last of
// equal moves is chosen.
func decide(d diagram, exchanges int) choice {
	out := choice{values: map[string]int{}}
	highest, done := -1<<30, false
	d.each(1, func(row, col int) {
		if done {
			return
		}
		name := string(rune('a'+col)) + string(rune('1'+row))
		if exchanges > 0 && inCorner(row, col) {
			out, done = choice{square: name, values: map[string]int{name: foresee(d, row, col, 0, exchanges)}}, true
			return
		}
		v := d.turned(row, col, 1, false)
		if exchanges > 0 {
			v = foresee(d, row, col, 0, exchanges)
		}
		out.values[name] = v
		if v >= highest {
			out.tied = v == highest
			highest, out.square = v, name
		}
	})
	return out
}

// text writes a board with Black to move as the engine reads it.
func (d *diagram) text() string {
	var out strings.Builder
	for _, row := range d {
		for _, disc := range row {
			out.WriteByte("O-X"[disc+1])
		}
	}
	return out.String() + " X"
}

// scattered returns a position after random moves with at least two legal moves for Black. The
// number of empty squares is between low and high.
func scattered(r *rand.Rand, low, high int) diagram {
	for {
		var d diagram
		d[3][3], d[4][4], d[3][4], d[4][3] = -1, -1, 1, 1
		side, passes := 1, 0
		for empty, stop := 60, low+r.IntN(high-low+1); empty > stop && passes < 2; {
			var moves [][2]int
			d.each(side, func(row, col int) { moves = append(moves, [2]int{row, col}) })
			passes++
			if len(moves) > 0 {
				m := moves[r.IntN(len(moves))]
				d.turned(m[0], m[1], side, true)
				empty, passes = empty-1, 0
			}
			side = -side
		}
		for row := range d {
			for col := range d[row] {
				d[row][col] *= side // Black is to move
			}
		}
		moves := 0
		d.each(1, func(int, int) { moves++ })
		if moves > 1 {
			return d
		}
	}
}

// TestLevelsChooseTheMovesOfTheSource compares levels=source with the reference: the value of
// every move and the chosen move. With LANISTA_EXHAUSTIVE=1 there are 10,000 positions a level.
func TestLevelsChooseTheMovesOfTheSource(t *testing.T) {
	t.Parallel()
	for _, level := range []struct {
		model     string
		exchanges int
		short     int // positions of the short form
		high      int // most empty squares of seven positions in eight
	}{{"easy", 0, 500, 59}, {"medium", 1, 500, 59}, {"hard", 3, 60, 12}} {
		t.Run(level.model, func(t *testing.T) {
			t.Parallel()
			count, r := level.short, rand.New(rand.NewPCG(1, uint64(level.exchanges)))
			if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
				count = 10_000
			}
			settings := engines.Settings{"model": level.model, "levels": "source"}
			ties, moves := 0, 0
			for i := range count {
				high := level.high
				switch {
				case level.exchanges < 3:
				case count == 10_000 && i%50 == 0:
					high = 59
				case i%8 == 0:
					high = 16
				}
				d := scattered(r, 1, high)
				want := decide(d, level.exchanges)
				compareWithSource(t, d, settings, want)
				moves += len(want.values)
				if want.tied {
					ties++
				}
			}
			if ties < count/20 {
				t.Errorf("%d of %d positions have equal moves; the comparison needs ties", ties, count)
			}
			t.Logf("%d positions, %d moves; in %d positions the best moves tie", count, moves, ties)
		})
	}
}

func compareWithSource(t *testing.T, d diagram, settings engines.Settings, want choice) {
	t.Helper()
	game := othello.New()
	g, err := game.ParseGame(d.text(), 0)
	if err != nil {
		t.Fatal(d.text(), err)
	}
	player, err := game.NewPlayer(context.Background(), engines.Agent{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	m, err := player.Choose(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.FormatMove(m); got != want.square {
		t.Fatalf("%v at %s: chooses %s, the source %s of %v", settings, d.text(), got, want.square, want.values)
	}
	rated, err := game.(analysis.MoveEvaluator).EvaluateMoves(t.Context(), g, engines.Agent{Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	if len(rated) != len(want.values) {
		t.Fatalf("%v at %s: %d moves have a value, in the source %v", settings, d.text(), len(rated), want.values)
	}
	for _, r := range rated {
		name := g.FormatMove(r.Move)
		if v, ok := want.values[name]; !ok || *r.Value[0] != float64(v) {
			t.Fatalf("%v at %s: %s has the value %v, in the source %v", settings, d.text(), name, *r.Value[0], want.values)
		}
	}
}

// TestLevelsOfTheSourceByHand has values that were worked out on paper from the article's code.
func TestLevelsOfTheSourceByHand(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		position, move string
		want           float64
	}{
		// d3 gains 3 and a disc. White's replies lose c3 16, e3 4, c5 4. Black's next move does
		// not count: 4 - 4.
		"the best exchange": {"start", "d3", 0},
		// After c4 White can take a1 over b1. The gain of c4 does not count.
		"a corner for the opponent": {"-XO-----" + strings.Repeat("-", 16) + "---OX---" + strings.Repeat("-", 32) + " X", "c4", -1800},
		// After g8 White's only reply is b2, beside a corner.
		"nothing but bad replies": {strings.Repeat("-", 16) + "--X-----" + "---O----" + strings.Repeat("-", 24) + "----XO-- X", "g8", 1400},
	} {
		g, err := othello.New().ParseGame(c.position, 0)
		if err != nil {
			t.Fatal(name, err)
		}
		rated, err := othello.New().(analysis.MoveEvaluator).EvaluateMoves(t.Context(), g,
			engines.Agent{Settings: engines.Settings{"model": "medium", "levels": "source"}})
		if err != nil {
			t.Fatal(name, err)
		}
		found := false
		for _, r := range rated {
			if g.FormatMove(r.Move) == c.move {
				found = true
				if got := *r.Value[g.Turn()]; got != c.want {
					t.Errorf("%s: %s has the value %v, want %v", name, c.move, got, c.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: %s has no value", name, c.move)
		}
	}
}
