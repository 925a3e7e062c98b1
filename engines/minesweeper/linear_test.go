package minesweeper

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// TestFeatures has hand-made features: p, zero risk, mass, give-away, full
// house, spread if miss, spread if hit, touches a mine, safe, openness, sea.
func TestFeatures(t *testing.T) {
	for _, c := range []struct {
		name, position string
		mines, cell    int
		want           string
	}{
		// Two cells under two ones: a miss gives the other one away twice.
		{"half", "../11", 1, 0, "1/2 1/4 1/4 1 1/4 1/8 1/8 0 0 1/16 0"},
		// The end of a line: a sea of two cells and one under the second 1.
		{"sea", ".1.1...", 2, 6, "1/3 4/9 2/9 0 2/9 4/27 2/27 0 0 1/12 1"},
		// Under two ones, each of which has one other cell.
		{"between", ".1.1...", 2, 2, "2/3 1/3 0 2/3 0 0 0 0 0 0 0"},
		// A safe cell between a mine found and three undecided cells, two mines
		// left: it gives nothing away.
		{"safe", "*../1../...", 3, 4, "0 0 2 0 8/9 2/3 0 1 1 3/8 0"},
		// Between pairs under numbers that miss one mine: nor does this one.
		{"safe beside numbers", "...../11111/00000", 2, 2, "0 1/4 1 0 1/2 1/2 0 0 1 1/4 0"},
		{"untouched", closedBoard(3, 3), 3, 0, "1/3 16/81 2/3 0 2/27 4/9 2/9 0 0 1/4 1"},
		{"beside a mine found", "*../.../...", 2, 1, "1/8 0 7/16 0 7/8192 49/128 7/128 7/8 0 7/16 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := solved(t, c.position, c.mines)
			var x [features]float64
			measure(s, c.cell, &x)
			for i, text := range strings.Fields(c.want) {
				want := ratio(t, text)
				if math.Abs(x[i]-want) > 1e-12 {
					t.Errorf("%s: %.12f, want %s", linearWeights[i].Name, x[i], text)
				}
			}
		})
	}
}

// TestLinearIsPenalised: with the default weights linear is p - 0.5 q b.
func TestLinearIsPenalised(t *testing.T) {
	e := with(t, engines.Settings{"agent": "linear"})
	j := newLinear(e.space.Default())
	var all picker
	all.reset()
	for position, mines := range map[string]int{".1.1...": 2, "..../.13./..../....": 6, "*../1../...": 3} {
		s := solved(t, position, mines)
		for c, shown := range set(t, position, mines).cells {
			if shown == field.Closed && math.Abs(j.score(s, c, &all)-penalised{0.5}.score(s, c, &all)) > 1e-12 {
				t.Errorf("%s, cell %d: %v and %v", position, c, j.score(s, c, &all), penalised{0.5}.score(s, c, &all))
			}
		}
	}
}

// TestPruning rates every cell without bounds and compares the best cells with
// those that the judges find.
func TestPruning(t *testing.T) {
	for _, s := range []engines.Settings{
		{"agent": "gemini"},
		{"agent": "gemini", "zero_mode": "B"},
		{"agent": "gemini", "zero_mode": "C"},
		{"agent": "gemini", "third_band": "true", "blank_mode": "exact"},
		{"agent": "linear"},
		{"agent": "max-p"},
		{"agent": "p-wqb"},
	} {
		e := with(t, s)
		game, err := e.NewGame(2, 5)
		if err != nil {
			t.Fatal(err)
		}
		p := newPlayer(e.settings, e.space.Default())
		for g := game.(*table); !g.Over(); {
			m, err := p.Choose(t.Context(), g.View(g.Turn()))
			if err != nil {
				t.Fatal(err)
			}
			if p.solver.Sure.First() < 0 {
				comparePick(t, p, &g.view)
			}
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func comparePick(t *testing.T, p *player, v *view) {
	t.Helper()
	var want picker
	want.reset()
	for c, shown := range v.cells {
		if shown == field.Closed {
			want.offer(c, *p.score(p.solver, c))
		}
	}
	for _, pick := range []*picker{&p.pick, &want} {
		n := 0
		for _, o := range pick.offered {
			if o.score >= pick.floor {
				pick.offered[n] = o
				n++
			}
		}
		pick.offered = pick.offered[:n]
	}
	if len(p.pick.offered) != len(want.offered) {
		t.Fatalf("%s: %d best cells, want %d", v.String(), len(p.pick.offered), len(want.offered))
	}
	found := map[int32]bool{}
	for _, o := range p.pick.offered {
		found[o.cell] = true
	}
	for _, o := range want.offered {
		if !found[o.cell] {
			t.Fatalf("%s: cell %d is missing among the best", v.String(), o.cell)
		}
	}
}
