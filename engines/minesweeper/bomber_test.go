package minesweeper

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestBombing(t *testing.T) {
	for _, c := range []struct {
		name, position string
		mines          int
		agent, chosen  string // chosen "" means a cell
	}{
		{"behind, many mines in one square", "a......../........./........./........./....01... ; b", 20, "p-wqb", "b6,2"},
		{"ahead", "a......../........./........./........./......... ; a", 20, "p-wqb", ""},
		{"used", "a......../........./........./........./......... ; b 1-0 a", 20, "p-wqb", ""},
		{"five mines expected of 51", "a" + closedBoard(16, 16)[1:] + " ; b", 51, "p-wqb", ""},
		{"a certain mine comes first", "a..../5..../a..../...../..... ; b", 8, "p-wqb", ""},
		{"a random player never bombs", "a......../........./........./........./......... ; b", 20, "random", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := with(t, engines.Settings{"mines": itoa(c.mines), "bomb": "true", "agent": c.agent})
			game, err := e.ParseGame(c.position, 1)
			if err != nil {
				t.Fatal(err)
			}
			g := game.(*table)
			p := newPlayer(e.settings, e.space.Default())
			m, err := p.Choose(t.Context(), g.View(0))
			if err != nil {
				t.Fatal(err)
			}
			if bomb := int(m) >= g.view.field.N; bomb != (c.chosen != "") || bomb && g.FormatMove(m) != c.chosen {
				t.Errorf("chose %s, want %q", g.FormatMove(m), c.chosen)
			}
			if err := g.Apply(m); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestBombsAreThrown plays whole games with bombs: some fall, at most one for
// each seat.
func TestBombsAreThrown(t *testing.T) {
	e := with(t, engines.Settings{"bomb": "true"})
	bombs := 0
	for seed := range uint64(20) {
		game, err := e.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		p := newPlayer(with(t, engines.Settings{"agent": "p-wqb"}).settings, engines.Weights{0.5})
		for g := game.(*table); !g.Over(); {
			m, err := p.Choose(t.Context(), g.View(0))
			if err != nil {
				t.Fatal(err)
			}
			if int(m) >= g.view.field.N {
				bombs++
			}
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if bombs == 0 || bombs > 40 {
		t.Errorf("%d bombs in 20 games", bombs)
	}
}
