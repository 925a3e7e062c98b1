package minesweeper

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// sureCount is ev without the flood's penalty: the mines gained and made
// certain, less those made certain for the opponent.
func sureCount(t testing.TB) *ev {
	e := with(t, engines.Settings{"agent": "ev"})
	w := e.space.Default()
	w[evFlood] = 0
	return newEV(w, 6, true)
}

// TestSureCount has the one-ply value of every closed cell, with floods followed to their end. '-' is
// a cell that the test does not compare.
func TestSureCount(t *testing.T) {
	j := sureCount(t)
	for _, c := range []struct {
		name, position string
		mines          int
		worth          string
	}{
		{"line", ".1.1...", 2, "0 - 0 - -2/3 2/3 -2/3"},
		{"half", "../11", 1, "0 0 - -"},
		{"pairs", "...../11111/00000", 2, "0 0 0 0 0 - - - - - - - - - -"},
		{
			"1 beside 3", "..../.13./..../....", 6,
			"-56/33 -41/33 -8/33 7/33 -38/33 - - 3/11 2/33 -5/22 -6/11 0 14/33 5/22 -13/66 -1/33",
		},
		{"satisfied", "*../1../...", 2, "- -1/3 -1/3 - 0 1/3 -1/3 -1/3 -1/3"},
		{"3x3, 1", closedBoard(3, 3), 1, "-4/9 -2/9 -4/9 -2/9 1/9 -2/9 -4/9 -2/9 -4/9"},
		{"3x3, 3", closedBoard(3, 3), 3, "1/12 25/84 1/12 25/84 1/3 25/84 1/12 25/84 1/12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := solved(t, c.position, c.mines)
			for at, text := range strings.Fields(c.worth) {
				if text == "-" {
					continue
				}
				if got := j.expectedGain(s, at); math.Abs(got-ratio(t, text)) > 1e-12 {
					t.Errorf("cell %d: %.12f, want %s", at, got, text)
				}
			}
		})
	}
}

// TestExpectedMinesSayNothing checks why ev counts certain mines: the number of
// mines is known, so the expected mines after a find are R-1 and after a miss R,
// whatever the cell.
func TestExpectedMinesSayNothing(t *testing.T) {
	for position, mines := range map[string]int{".1.1...": 2, "..../.13./..../....": 6, "*../1../...": 2} {
		s := solved(t, position, mines)
		r := float64(s.Left)
		for _, c := range append(s.Frontier.Append(nil), s.Sea.Append(nil)...) {
			next, sum := sureCount(t).ahead[0], 0.0
			p := s.P[c]
			for _, mine := range []bool{true, false} {
				next.CopyFrom(s)
				next.Suppose(c, mine)
				if err := next.Settle(); err != nil {
					t.Fatal(err)
				}
				others := 0.0
				for v, x := range next.P {
					if v != c && s.P[v] < 1 {
						others += x
					}
				}
				if mine {
					sum += p * (1 + others)
				} else {
					sum -= (1 - p) * others
				}
			}
			if math.Abs(sum-r*(2*p-1)) > 1e-12 {
				t.Errorf("%s, cell %d: %v, want %v", position, c, sum, r*(2*p-1))
			}
		}
	}
}

// TestFloodPenalty adds w0 times the chance of opening a 0.
func TestFloodPenalty(t *testing.T) {
	s := solved(t, "*../1../...", 2)
	w := append(engines.Weights{}, sureCount(t).w...)
	w[evFlood] = 3
	with, without := newEV(w, 6, true), sureCount(t)
	for cell, q0 := range map[int]float64{7: 1.0 / 3, 4: 0, 5: 0} { // 1,2 may show 0, the others touch a mine or are one
		if got := with.expectedGain(s, cell) - without.expectedGain(s, cell); math.Abs(got+3*q0) > 1e-12 {
			t.Errorf("cell %d: %v, want %v", cell, got, -3*q0)
		}
	}
}

// TestLocalTerm has a cell between two others of which one is a mine: a find
// rules the mines around it out, a miss makes one certain.
func TestLocalTerm(t *testing.T) {
	s := solved(t, "../11", 1)
	w := append(engines.Weights{}, sureCount(t).w...)
	w[evLocal] = 1
	if got := newEV(w, 6, true).expectedGain(s, 0) - sureCount(t).expectedGain(s, 0); math.Abs(got+0.5) > 1e-12 {
		t.Errorf("local term %v, want -1/2", got)
	}
}

// TestTempo finds the safe cell whose number is known beforehand.
func TestTempo(t *testing.T) {
	s := solved(t, "*../1../...", 3)
	w := append(engines.Weights{}, sureCount(t).w...)
	w[evTempo] = 1
	with, without := newEV(w, 6, true), sureCount(t)
	for _, c := range s.Safe.Append(nil) {
		x, y := s.Field.XY(c)
		want := 0.0
		if x == 1 && y == 1 {
			want = 1 // the mine found and the two to come, all around it
		}
		if got := with.expectedGain(s, c) - without.expectedGain(s, c); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d,%d: tempo %v, want %v", x, y, got, want)
		}
	}
}

func TestShortlist(t *testing.T) {
	const position, mines = "..../.13./..../....", 6
	j := newEV(sureCount(t).w, 4, false)
	j.shortlist(&set(t, position, mines).view, solved(t, position, mines))
	var got []int32
	for i, o := range j.cells {
		if i > 0 && o.score > j.cells[i-1].score+tie {
			t.Errorf("candidates out of order: %v", j.cells)
		}
		got = append(got, o.cell)
	}
	want := map[int32]bool{3: true, 7: true, 11: true} // p = 25/33
	for _, c := range got {
		delete(want, c)
	}
	if len(got) != 4 || len(want) != 0 {
		t.Errorf("shortlist %v lacks %v", got, want)
	}
}
