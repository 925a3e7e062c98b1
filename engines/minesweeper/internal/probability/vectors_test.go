package probability

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// vector is a position with its exact answer: fractions cell by cell, '-' for
// cells that are not closed.
type vector struct {
	name, board string
	mines       int
	count       string
	p           string
}

var vectors = []vector{
	{"one cell", "1.", 1, "1", "- 1"},
	{"one of two", "1..", 1, "1", "- 1 0"},
	{"both", "1..", 2, "1", "- 1 1"},
	{"corner", "1./..", 1, "3", "- 1/3 1/3 1/3"},
	{"ring of 1", ".../.1./...", 1, "8", "1/8 1/8 1/8 1/8 - 1/8 1/8 1/8 1/8"},
	{"ring of 3", ".../.3./...", 3, "56", "3/8 3/8 3/8 3/8 - 3/8 3/8 3/8 3/8"},
	{"line with a sea, 2", ".1.1...", 2, "3", "1/3 - 2/3 - 1/3 1/3 1/3"},
	{"line with a sea, 3", ".1.1...", 3, "3", "2/3 - 1/3 - 2/3 2/3 2/3"},
	{"1-2-1", ".../121", 2, "1", "1 0 1 - - -"},
	{"1-2-2-1", "..../1221", 2, "1", "0 1 1 0 - - - -"},
	{
		"1 beside 3", "..../.13./..../....", 6, "66",
		"1/11 2/11 2/11 25/33 1/11 - - 25/33 1/11 2/11 2/11 25/33 15/22 15/22 15/22 15/22",
	},
	{"1 beside 4", "..../.14./..../....", 6, "24", "0 1/4 1/4 1 0 - - 1 0 1/4 1/4 1 1/2 1/2 1/2 1/2"},
	{"two sections", "1.2./..../..../2...", 4, "18", "- 1/2 - 1/3 0 1/2 1/3 1/3 2/3 2/3 0 0 - 2/3 0 0"},
	{"pairs", "...../11111/00000", 2, "2", "1/2 1/2 0 1/2 1/2 - - - - - - - - - -"},
	{
		"pairs below a sea", "...../...../11111/00000", 3, "10",
		"1/5 1/5 1/5 1/5 1/5 1/2 1/2 0 1/2 1/2 - - - - - - - - - -",
	},
	{"a mine found", "1*./2../...", 3, "6", "- - 1/3 - 0 1/3 1/2 1/2 1/3"},
	{"three ones", "1..1/..../..../1...", 3, "27", "- 1/3 1/3 - 1/3 1/3 1/3 1/3 1/3 1/3 0 0 - 1/3 0 0"},
	{"untouched", "..../..../..../....", 5, "4368", strings.Repeat("5/16 ", 16)},
	{"1-1-2", "..../112./....", 3, "6", "1/2 0 0 2/3 - - - 2/3 1/2 0 0 2/3"},
	{"half", "../11", 1, "2", "1/2 1/2 - -"},
	{"1-1-1-0", "..../1110", 1, "1", "0 1 0 0 - - - -"},
	{"eight", ".../.8./...", 8, "1", "1 1 1 1 - 1 1 1 1"},
	{"satisfied", "*../1../...", 2, "3", "- 0 1/3 - 0 1/3 0 0 1/3"},
	{"subset", "..../111./001.", 2, "2", "1 0 0 0 - - - 1/2 - - - 1/2"},
	{"four corners, 2", "1.1/.../1.1", 2, "2", "- 1/2 - 1/2 0 1/2 - 1/2 -"},
	{"four corners, 1", "1.1/.../1.1", 1, "1", "- 0 - 0 1 0 - 0 -"},
	{"1-2", "..../12../....", 2, "12", "1/4 1/4 1/3 0 - - 1/3 0 1/4 1/4 1/3 0"},
	{
		"1 beside 3 in a sea", "......./......./......./...13../......./......./......./.......", 6, "161766",
		repeat("85/1254", 7+7) + "85/1254 85/1254 1/171 14/57 14/57 115/171 85/1254 " +
			"85/1254 85/1254 1/171 - - 115/171 85/1254 85/1254 85/1254 1/171 14/57 14/57 115/171 85/1254 " + repeat("85/1254", 21),
	},
	{
		"corner of a beginner's field",
		"001......./002......./003......./002......./112......./........../........../........../........../..........", 10, "237093780",
		"- - - 0 " + repeat("6/77", 6) + "- - - 1 " + repeat("6/77", 6) + "- - - 1 " + repeat("6/77", 6) + "- - - 1 " + repeat("6/77", 6) +
			"- - - 0 " + repeat("6/77", 6) + "6/77 71/77 0 6/77 " + repeat("6/77", 6) + repeat("6/77", 40),
	},
}

func repeat(p string, n int) string { return strings.Repeat(p+" ", n) }

func TestVectors(t *testing.T) {
	s := New()
	for _, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			f, cells := parse(t, v.board)
			if err := s.Solve(f, cells, v.mines); err != nil {
				t.Fatal(err)
			}
			if got := Count(s).String(); got != v.count {
				t.Errorf("%s placements, want %s", got, v.count)
			}
			checkFractions(t, s, cells, strings.Fields(v.p))
		})
	}
}

func checkFractions(t *testing.T, s *Solver, cells []uint8, want []string) {
	t.Helper()
	if len(want) != len(cells) {
		t.Fatalf("%d fractions for %d cells", len(want), len(cells))
	}
	sum := 0.0
	for c, text := range want {
		if text == "-" {
			continue
		}
		if cells[c] != field.Closed {
			t.Fatalf("cell %d is not closed", c)
		}
		p := fraction(t, text)
		if math.Abs(s.P[c]-p) > 1e-12 {
			t.Errorf("cell %d: %.15f, want %s", c, s.P[c], text)
		}
		if s.Sure.Has(c) != (p == 1) || s.Safe.Has(c) != (p == 0) {
			t.Errorf("cell %d: sure %v, safe %v, want p = %s", c, s.Sure.Has(c), s.Safe.Has(c), text)
		}
		sum += s.P[c]
	}
	if math.Abs(sum-float64(s.Left)) > 1e-9 {
		t.Errorf("probabilities add up to %v, want %d", sum, s.Left)
	}
}

func fraction(t *testing.T, text string) float64 {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no fraction", text)
	}
	p, _ := r.Float64()
	return p
}

func TestContradictions(t *testing.T) {
	s := New()
	for _, c := range []struct {
		board string
		mines int
	}{{"1.3", 1}, {"1.1/.../1.1", 3}, {"1..", 3}, {"0./..", 4}, {"*../1../...", 8}, {"8./..", 3}, {"...", 4}, {"**.", 1}} {
		f, cells := parse(t, c.board)
		if err := s.Solve(f, cells, c.mines); err == nil {
			t.Errorf("%s with %d mines was solved", c.board, c.mines)
		}
		// The solver recovers from an impossible position.
		f, cells = parse(t, "1..")
		if err := s.Solve(f, cells, 1); err != nil {
			t.Fatal(err)
		}
	}
	f, cells := parse(t, "...")
	cells[1] = 77
	if err := s.Solve(f, cells, 1); err == nil || errors.Is(err, errContradiction) {
		t.Errorf("a cell that shows 77: %v", err)
	}
	if err := s.Solve(f, cells[:2], 1); err == nil {
		t.Error("too few cells were solved")
	}
}

// seventeenThrees is a test position of S. Forsberg's Minesweeper-Analyze.
func seventeenThrees(t testing.TB) (*field.Field, []uint8) {
	f := newField(t, 16, 16)
	cells := make([]uint8, f.N)
	for c := range cells {
		cells[c] = field.Closed
	}
	for _, at := range [][2]int{
		{1, 1},
		{9, 1},
		{13, 1},
		{3, 3},
		{7, 3},
		{11, 3},
		{5, 5},
		{7, 7},
		{11, 7},
		{1, 9},
		{9, 9},
		{3, 11},
		{7, 11},
		{11, 11},
		{1, 13},
		{5, 13},
		{13, 13},
	} {
		cells[f.Index(at[0], at[1])] = 3
	}
	return f, cells
}

func TestSeventeenThrees(t *testing.T) {
	f, cells := seventeenThrees(t)
	s := New()
	if err := s.Solve(f, cells, 51); err != nil {
		t.Fatal(err)
	}
	if got := Count(s).String(); got != "8268912597471262197869762270151788980" {
		t.Errorf("%s placements", got)
	}
	if math.Abs(s.Weight()/8268912597471262197869762270151788980-1) > 1e-12 {
		t.Errorf("weight %v", s.Weight())
	}
	classes := 0
	for _, at := range s.live {
		classes += len(s.components[at].classes)
	}
	if classes != 33 || s.Frontier.Len() != 120 || s.Sea.Len() != 119 || s.Approximate {
		t.Errorf("%d classes, %d frontier cells, %d sea cells, approximate %v", classes, s.Frontier.Len(), s.Sea.Len(), s.Approximate)
	}
	for _, c := range []struct {
		x, y int
		p    float64
	}{
		{2, 3, 0.27076362583180524},
		{8, 0, 0.2683314802591027},
		{2, 2, 0.7493991634554308},
		{0, 0, 0.3215144052206527},
		{15, 15, 311898787133084055441806601495.0 / 3514229869132445748739794758201.0},
		{15, 15, 0.08875309776195209},
	} {
		if got := s.P[f.Index(c.x, c.y)]; math.Abs(got-c.p) > 1e-12 {
			t.Errorf("(%d,%d): %.17f, want %.17f", c.x, c.y, got, c.p)
		}
	}
}

const middleGame = "................/...........*3.2./.........1333*1./........13**211./........*4*4321./" +
	"........2*22**2./........11124*2./............*3../........1......./" +
	"................/................/................/................/................/................/................"

func TestMiddleGame(t *testing.T) {
	f, cells := parse(t, middleGame)
	s := New()
	if err := s.Solve(f, cells, 51); err != nil {
		t.Fatal(err)
	}
	if got := Count(s).String(); got != "11518414072573349763074974562742810136500" || s.Left != 40 {
		t.Errorf("%s placements of %d mines", got, s.Left)
	}
	want := map[[2]int]float64{}
	put := func(p float64, cells ...[2]int) {
		for _, c := range cells {
			want[c] = p
		}
	}
	put(36.0/73, [2]int{13, 0})
	put(37.0/146, [2]int{11, 0}, [2]int{12, 0}, [2]int{14, 0}, [2]int{15, 0})
	put(1.0/3, [2]int{12, 8}, [2]int{13, 8}, [2]int{14, 8})
	put(1.0/5, [2]int{7, 8}, [2]int{9, 8}, [2]int{7, 9}, [2]int{8, 9}, [2]int{9, 9})
	put(0, [][2]int{
		{8, 1},
		{9, 1},
		{10, 1},
		{13, 1},
		{15, 1},
		{7, 2},
		{8, 2},
		{15, 2},
		{7, 3},
		{15, 3},
		{7, 4},
		{15, 4},
		{7, 5},
		{15, 5},
		{7, 6},
		{15, 6},
		{7, 7},
		{8, 7},
		{9, 7},
		{10, 7},
		{11, 7},
		{14, 7},
		{15, 7},
	}...)
	sea := checkCellsAt(t, s, cells, want, 74.0/365)
	if sea != 180 || s.Sea.Len() != 180 || s.Safe.Len() != 23 {
		t.Errorf("%d and %d sea cells, %d safe", sea, s.Sea.Len(), s.Safe.Len())
	}
}

// checkCellsAt compares the closed cells with the probabilities wanted at some
// of them, and counts the others, which must have the one of the sea.
func checkCellsAt(t *testing.T, s *Solver, cells []uint8, want map[[2]int]float64, sea float64) (others int) {
	t.Helper()
	for c, shown := range cells {
		if shown != field.Closed {
			continue
		}
		x, y := s.Field.XY(c)
		p, ok := want[[2]int{x, y}]
		if !ok {
			p = sea
			others++
		}
		if math.Abs(s.P[c]-p) > 1e-12 || s.Safe.Has(c) != (p == 0) || s.Sure.Has(c) {
			t.Errorf("(%d,%d): %.15f, safe %v, want %.15f", x, y, s.P[c], s.Safe.Has(c), p)
		}
	}
	return others
}
