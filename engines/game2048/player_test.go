package game2048

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// naive is expectimax by the book: on grids, with every mean written out.
func naive(g grid, w engines.Weights, depth int) (worth float64, best engines.Move) {
	worth, best = math.Inf(-1), -1
	for m := range directions {
		after, _ := g.slid(m)
		if after == g {
			continue
		}
		if v := naiveAfter(after, w, depth); v > worth {
			worth, best = v, m
		}
	}
	return worth, best
}

func naiveAfter(g grid, w engines.Weights, depth int) float64 {
	if depth == 1 {
		return naiveStatic(g, w)
	}
	sum, free := 0.0, 0.0
	for r := range side {
		for c := range side {
			if g[r][c] != 0 {
				continue
			}
			free++
			for tile, p := range map[int]float64{2: 0.9, 4: 0.1} {
				next := g
				next[r][c] = tile
				v, m := naive(next, w, depth-1)
				if m < 0 {
					v = naiveStatic(next, w)
					for _, x := range w {
						v -= stuckness * math.Abs(x)
					}
				}
				sum += p * v
			}
		}
	}
	return sum / free
}

func naiveStatic(g grid, w engines.Weights) (sum float64) {
	for i, x := range g.features() {
		sum += w[i] * x
	}
	return sum
}

func TestPlayerIsExpectimax(t *testing.T) {
	t.Parallel()
	rng := engines.Rand(3)
	w := engines.Weights{3.5, 4.25, 2, 0.5, 3}
	for depth, boards := range map[int]int{1: 2000, 2: 200, 3: 4} {
		p := newPlayer(w, depth)
		for range boards {
			b := randomBoard(rng)
			worth, m := p.search.best(b, depth)
			want, move := naive(b.grid(), w, depth)
			if (m < 0) != (move < 0) {
				t.Fatalf("%x at depth %d: move %d, want %d", b, depth, m, move)
			}
			if m < 0 {
				continue
			}
			if math.Abs(worth-want) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("%x at depth %d: worth %v, want %v", b, depth, worth, want)
			}
			after, _ := b.grid().slid(m) // equal moves may differ in the last bit
			if v := naiveAfter(after, w, depth); math.Abs(v-want) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("%x at depth %d: %s is worth %v, the best is worth %v", b, depth, directionNames[m], v, want)
			}
		}
	}
}

func TestPlayerCannotSeeTheTilesToCome(t *testing.T) {
	t.Parallel()
	seen := engines.View(deal(1), 0)
	if _, ok := seen.(engines.Game); ok {
		t.Error("a player is given the game, on a copy of which it could try what comes")
	}
}

func TestOnlyProportionsMatter(t *testing.T) {
	t.Parallel()
	rng := engines.Rand(4)
	w := engines.Weights{1, 2, 0.5, 1.5, 0.25}
	scaled := make(engines.Weights, len(w))
	for i := range w {
		scaled[i] = 4 * w[i]
	}
	for depth, boards := range map[int]int{1: 2000, 2: 300} {
		p, q := newPlayer(w, depth), newPlayer(scaled, depth)
		for range boards {
			b := randomBoard(rng)
			_, m := p.search.best(b, depth)
			if _, n := q.search.best(b, depth); n != m {
				t.Fatalf("%x at depth %d: %d, and with four times the weights %d", b, depth, m, n)
			}
		}
	}
}

func TestDeeperIsBetter(t *testing.T) {
	t.Parallel()
	mean := func(depth string, games int) (sum float64) {
		a, err := engines.NewArena(New(), engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		a = a.(engines.PerGoroutine).Fork()
		for seed := range games {
			r, err := a.Play(t.Context(), []engines.Agent{{Settings: engines.Settings{"depth": depth}}}, uint64(seed))
			if err != nil || r.Forfeit != nil {
				t.Fatalf("%+v, %v", r.Forfeit, err)
			}
			score, _ := r.Outcome.Score(0)
			sum += score
		}
		return sum / float64(games)
	}
	one, two := mean("1", 100), mean("2", 15)
	if one < 7000 || two < 1.5*one {
		t.Errorf("mean scores %.0f at depth 1 and %.0f at depth 2", one, two)
	}
}

func TestChoosingAllocatesNothing(t *testing.T) {
	v, err := parseView("2,4,8,./.,16,32,2/4,2,64,128/.,.,2,256 0 0")
	if err != nil {
		t.Fatal(err)
	}
	for depth := 1; depth <= 2; depth++ {
		p := newPlayer(space.Default(), depth)
		if n := testing.AllocsPerRun(20, func() {
			if _, err := p.Choose(t.Context(), &v); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%v allocations at depth %d", n, depth)
		}
	}
}

func TestPlayerRefuses(t *testing.T) {
	t.Parallel()
	for _, a := range []engines.Agent{
		{Weights: engines.Weights{1, 2}},
		{Weights: engines.Weights{1, 1, 1, 1, 11}},
		{Settings: engines.Settings{"depth": "5"}},
		{Settings: engines.Settings{"width": "5"}},
		{Limit: engines.Limit{Nodes: 5}}, // not a setting of the game
	} {
		if _, err := New().NewPlayer(t.Context(), a); err == nil {
			t.Errorf("%+v plays", a)
		}
	}
	p, err := New().NewPlayer(t.Context(), engines.Agent{Settings: engines.Settings{"depth": "3"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Choose(ctx, deal(1).View(0)); !errors.Is(err, context.Canceled) {
		t.Errorf("a deep search that is stopped: %v", err)
	}
	over := view{board: 0x1212212112122121}
	if !over.Over() {
		t.Fatal("a chequered board has a slide")
	}
	if _, err := newPlayer(space.Default(), 1).Choose(t.Context(), &over); err == nil {
		t.Error("a move where there is none")
	}
}

// patience is a context that ends when it has been asked so many times.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// A deep search is stopped on the way.
func TestADeepSearchStops(t *testing.T) {
	t.Parallel()
	e, err := New().With(engines.Settings{"depth": "3"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.NewGame(1, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, patient := range []int{0, 1} {
		ctx := &patience{t.Context(), patient}
		p, err := e.NewPlayer(ctx, engines.Agent{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Choose(ctx, g); !errors.Is(err, context.Canceled) {
			t.Errorf("Choose, asked %d times: %v", patient, err)
		}
		if m, err := p.Choose(t.Context(), g); err != nil || m < 0 {
			t.Errorf("afterwards: %v, %v", m, err)
		}
		if _, err := e.(analysis.MoveEvaluator).EvaluateMoves(&patience{t.Context(), patient}, g, engines.Agent{}); !errors.Is(err, context.Canceled) {
			t.Errorf("Rate, asked %d times: %v", patient, err)
		}
		if _, err := e.(analysis.Analyst).Analyze(&patience{t.Context(), patient}, g, engines.Agent{}); !errors.Is(err, context.Canceled) {
			t.Errorf("Analyze, asked %d times: %v", patient, err)
		}
	}
}
