package minesweeper

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
	"github.com/lanista/lanista/tools/racetest"
)

// FuzzReachableViews takes the size of a field and the moves of a game from the input. An agent and the
// solver evaluate every view of the game.
func FuzzReachableViews(f *testing.F) {
	f.Add(uint8(16), uint8(16), uint16(51), uint64(1), []byte("some moves, any moves"))
	f.Add(uint8(3), uint8(5), uint16(4), uint64(2), []byte{0, 1, 2, 3, 200, 100})
	f.Add(uint8(32), uint8(2), uint16(20), uint64(3), []byte{9, 8, 7, 6, 5, 4, 3, 2, 1})
	f.Fuzz(func(t *testing.T, w, h uint8, mines uint16, seed uint64, moves []byte) {
		ground, err := field.New(1+int(w)%32, 1+int(h)%32)
		if err != nil || ground.N < 2 {
			return
		}
		g := newTable(ground, rules{mines: 1 + int(mines)%(ground.N-1), flood: seed%5 != 0, bomb: seed%3 == 0})
		g.deal(seed)
		s := with(t, everyAgent[seed%uint64(len(everyAgent))])
		p := newPlayer(s.settings, s.space.Default())
		solver := probability.New()
		for _, b := range moves[:min(len(moves), 40)] {
			legal := g.Moves(nil)
			if len(legal) == 0 {
				return
			}
			view := g.View(g.Turn())
			m, err := p.Choose(t.Context(), view)
			if err != nil || !slices.Contains(legal, m) {
				t.Fatalf("%s: chose %d, %v", g.String(), m, err)
			}
			checkView(t, solver, g)
			if err := g.Apply(legal[int(b)*len(legal)/256]); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func checkView(t *testing.T, s *probability.Solver, g *table) {
	t.Helper()
	if err := s.Solve(g.view.field, g.view.cells, g.view.mines); err != nil {
		t.Fatalf("%s: %v", g.String(), err)
	}
	if s.Approximate {
		t.Fatalf("%s: the fallback was used", g.String())
	}
	sum := 0.0
	for c, shown := range g.view.cells {
		if shown != field.Closed {
			continue
		}
		sum += s.P[c]
		if s.Sure.Has(c) && !g.mine.Has(c) || s.Safe.Has(c) && g.mine.Has(c) || math.IsNaN(s.P[c]) {
			t.Fatalf("%s: cell %d: p %v, a mine %v", g.String(), c, s.P[c], g.mine.Has(c))
		}
	}
	if math.Abs(sum-float64(g.view.left)) > 1e-9 {
		t.Fatalf("%s: probabilities add up to %v", g.String(), sum)
	}
}

// TestRandomGamesNeverNeedTheFallback solves every position of games with random moves, which have the
// widest fronts.
func TestRandomGamesNeverNeedTheFallback(t *testing.T) {
	games := 12
	if racetest.Enabled {
		games = 1
	}
	e := with(t, engines.Settings{"agent": "random"})
	p := newPlayer(e.settings, nil)
	solver := probability.New()
	for seed := range uint64(games) {
		game, err := e.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		for g := game.(*table); !g.Over(); {
			checkView(t, solver, g)
			m, err := p.Choose(t.Context(), g.View(g.Turn()))
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
	}
}
