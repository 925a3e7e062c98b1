package minesweeper

import (
	"context"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
)

// with returns the game under some settings.
func with(t testing.TB, s engines.Settings) *engine {
	t.Helper()
	e, err := New().With(s)
	if err != nil {
		t.Fatal(err)
	}
	return e.(*engine)
}

// set parses a position with a number of mines.
func set(t testing.TB, position string, mines int) *table {
	t.Helper()
	g, err := with(t, engines.Settings{"mines": strconv.Itoa(mines)}).ParseGame(position, 1)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*table)
}

func closedBoard(w, h int) string {
	return strings.TrimSuffix(strings.Repeat(strings.Repeat(".", w)+"/", h), "/")
}

func ratio(t testing.TB, text string) float64 {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no fraction", text)
	}
	x, _ := r.Float64()
	return x
}

// TestPerfectPlay has the worth of closed boards and their best first cells.
// The last field names other first cells with their worth, as x,y=worth.
func TestPerfectPlay(t *testing.T) {
	for _, c := range []struct {
		w, h, mines int
		value       string
		best        string
		others      string
	}{
		{2, 1, 1, "1/2", "0,0 1,0", ""},
		{3, 1, 1, "2/3", "1,0", "0,0=1/3 2,0=1/3"},
		{4, 1, 1, "1/2", "1,0 2,0", "0,0=1/4 3,0=1/4"},
		{5, 1, 1, "2/5", "1,0 2,0 3,0", "0,0=1/5 4,0=1/5"},
		{2, 2, 1, "1/2", "0,0 1,0 0,1 1,1", ""},
		{3, 2, 1, "1/2", "0,0 1,0 2,0 0,1 1,1 2,1", ""},
		{3, 3, 1, "5/9", "1,1", "0,0=2/9 1,0=2/9"},
		{4, 3, 1, "5/12", "1,1 2,1", "0,0=1/6 1,0=1/6 0,1=1/6"},
		{4, 4, 1, "5/16", "1,1 2,1 1,2 2,2", "0,0=1/8 1,0=1/8"},
		{3, 2, 2, "8/15", "0,0 1,0 2,0 0,1 1,1 2,1", ""},
		{3, 2, 3, "3/5", "1,0 1,1", "0,0=1/2 2,1=1/2"},
		{3, 3, 2, "43/72", "1,1", "1,0=35/72 0,0=4/9"},
		{3, 3, 3, "11/21", "1,0 0,1 1,1 2,1 1,2", "0,0=43/84"},
		{3, 3, 5, "73/126", "1,1", "0,0=4/7 1,0=34/63"},
		{4, 3, 2, "1/2", "1,1 2,1", ""},
		{5, 2, 3, "21/40", "2,0 2,1", "0,0=1/2 4,1=1/2 1,0=59/120 3,1=59/120"},
		{6, 1, 3, "11/20", "1,0 4,0", "0,0=1/2 2,0=1/2"},
		{8, 1, 3, "29/56", "1,0 6,0", ""},
	} {
		name := strconv.Itoa(c.w) + "x" + strconv.Itoa(c.h) + ", " + strconv.Itoa(c.mines)
		t.Run(name, func(t *testing.T) {
			g := set(t, closedBoard(c.w, c.h), c.mines)
			values, best, err := perfect(context.Background(), &g.view, true)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(best-ratio(t, c.value)) > 1e-12 {
				t.Errorf("worth %.12f, want %s", best, c.value)
			}
			var moves []string
			for at, x := range values {
				if *x > best-1e-12 {
					moves = append(moves, g.FormatMove(engines.Move(at)))
				}
			}
			if got := strings.Join(moves, " "); got != c.best {
				t.Errorf("best cells %s, want %s", got, c.best)
			}
			for _, other := range strings.Fields(c.others) {
				cell, worth, _ := strings.Cut(other, "=")
				m, err := g.ParseMove(cell)
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(*values[m]-ratio(t, worth)) > 1e-12 {
					t.Errorf("%s is worth %.12f, want %s", cell, *values[m], worth)
				}
			}
		})
	}
}

// TestPerfectMiddleGame has positions with the worth of every cell, '-' for
// those not closed.
func TestPerfectMiddleGame(t *testing.T) {
	for _, c := range []struct {
		name, position string
		mines          int
		values         string
	}{
		{"line, 2", ".1.1...", 2, "1/2 - 1/2 - 1/3 2/3 1/3"},
		{"line, 3", ".1.1...", 3, "2/3 - 1/3 - 2/3 1/3 1/3"},
		{"satisfied, ahead", "*../1../... ; a 1-0", 2, "- 2/3 2/3 - 2/3 5/6 2/3 2/3 2/3"},
		{"satisfied, behind", "*../1../... ; a 0-1", 2, "- 1/6 1/6 - 1/6 1/3 1/6 1/6 1/6"},
		{"satisfied, the other side ahead", "*../1../... ; b 1-0", 2, "- 1/6 1/6 - 1/6 1/3 1/6 1/6 1/6"},
		{"one more mine, ahead", "*../1../... ; a 1-0", 3, "- 1/3 2/3 - 2/3 2/3 1/3 1/3 2/3"},
		{"one more mine, behind", "*../1../... ; a 0-1", 3, "- 0 1/3 - 1/3 1/3 0 0 1/3"},
		{
			"two sections", "1.2./..../..../2...", 4,
			"- 1/2 - 5/9 7/36 17/36 7/18 5/9 1/2 19/36 11/36 1/3 - 19/36 7/36 1/18",
		},
		{
			"1 beside 3", "..../.13./..../....", 6,
			"19/66 43/132 13/33 7/12 41/132 - - 13/22 5/11 59/132 53/132 19/33 13/22 73/132 17/33 6/11",
		},
		{"pairs", "...../11111/00000", 2, "1/2 1/2 1/2 1/2 1/2 - - - - - - - - - -"},
		{"half", "../11", 1, "1/2 1/2 - -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if racetest.Enabled && strings.HasPrefix(c.name, "1 beside") {
				t.Skip("too slow under the race detector")
			}
			g := set(t, c.position, c.mines)
			values, _, err := perfect(context.Background(), &g.view, true)
			if err != nil {
				t.Fatal(err)
			}
			for at, text := range strings.Fields(c.values) {
				if (values[at] == nil) != (text == "-") {
					t.Fatalf("cell %d: %v, want %s", at, values[at], text)
				}
				if text != "-" && math.Abs(*values[at]-ratio(t, text)) > 1e-12 {
					t.Errorf("%s is worth %.12f, want %s", g.FormatMove(engines.Move(at)), *values[at], text)
				}
			}
		})
	}
}

func TestSolveRefuses(t *testing.T) {
	e := with(t, engines.Settings{"mines": "5"})
	if _, err := e.Solve(context.Background(), set(t, closedBoard(5, 5), 5)); err == nil {
		t.Error("25 closed cells were solved")
	}
	bombs, err := with(t, engines.Settings{"mines": "2", "bomb": "true"}).ParseGame(closedBoard(3, 3), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Solve(context.Background(), bombs); err == nil {
		t.Error("a position with bombs was solved")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Solve(ctx, set(t, closedBoard(4, 4), 4)); err == nil {
		t.Error("a cancelled solve ended without an error")
	}
}

func TestSolveAnswers(t *testing.T) {
	solution, err := with(t, nil).Solve(context.Background(), set(t, ".1.1...", 2))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for _, x := range solution.Extra {
		got[x.Key] = x.Value
	}
	if solution.Best != "5,0" || solution.Line != nil {
		t.Errorf("best %q, line %v", solution.Best, solution.Line)
	}
	if got["exact"] != true || math.Abs(got["points"].(float64)-2.0/3) > 1e-12 {
		t.Errorf("exact %v, points %v", got["exact"], got["points"])
	}
	cells := got["cell_points"].([][]*float64)
	if len(cells) != 1 || cells[0][1] != nil || math.Abs(*cells[0][4]-1.0/3) > 1e-12 {
		t.Errorf("cell points %v", cells)
	}
	if moves := got["best_moves"].([]string); len(moves) != 1 || moves[0] != "5,0" {
		t.Errorf("best moves %v, want 5,0", moves)
	}
}
