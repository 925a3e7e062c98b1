package grid

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// TestBoundAgainstFineGrid compares the bound with a fine grid: it has at least as many hits,
// and a point reaches it. The bound is searched in the same ranges in steps that divide them and in
// steps that do not.
func TestBoundAgainstFineGrid(t *testing.T) {
	t.Parallel()
	const sets = 200 / effort
	same := 0
	for seed := range uint64(sets) {
		weights := 2 + int(seed)%2
		p := random(seed, weights, 5+int(seed)%16, 2+int(seed/7)%2, 4+int(seed)%30)
		fine := Options{Weights: map[string]Range{}}
		for _, w := range p.Space {
			fine.Weights[w.Name] = Range{Step: 0.03}
		}
		steps := Options{Exact: true, Weights: map[string]Range{}}
		for _, w := range p.Space {
			steps.Weights[w.Name] = Range{Step: []float64{0.1, 0.4, 1.4, 3}[seed/2%4]}
		}
		coarse := search(t, p, steps)
		want := search(t, p, fine).Best
		got := coarse.Bound
		if !got.Proven || got.Hits < want || got.Hits < coarse.Best {
			t.Fatalf("seed %d: bound %+v, fine grid %d, coarse %d", seed, got, want, coarse.Best)
		}
		if got.OnGrid != (got.Hits == coarse.Best) {
			t.Fatalf("seed %d: bound %+v, coarse %d", seed, got, coarse.Best)
		}
		exact := make([]*big.Rat, weights)
		for k, w := range got.Weights {
			exact[k] = new(big.Rat).SetFloat64(w)
			if got.OnGrid {
				exact[k] = big.NewRat(int64(math.Round(w*10)), 10)
			}
			if w < 0.5 || w > 2 {
				t.Fatalf("seed %d: weights %v outside of the ranges", seed, got.Weights)
			}
		}
		if n := count(p, exact); n != got.Hits {
			t.Fatalf("seed %d: %d claimed, %d hit", seed, got.Hits, n)
		}
		if got.Hits == want {
			same++
		}
	}
	if same < sets*9/10 {
		t.Errorf("the fine grid agrees in %d of %d sets", same, sets)
	}
}

// TestBoundOfTwoWeights compares the bound with all directions between the planes, which can
// be listed for two weights.
func TestBoundOfTwoWeights(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60 / effort) {
		p := random(1000+seed, 2, 25, 2, 12)
		got := search(t, p, Options{Exact: true}).Bound
		best := 0
		// With features below 25/100 the direction of a plane is a fraction of integers below
		// 25. Their mediant lies between two neighbours.
		for num := int64(1); num <= 50; num++ {
			for den := int64(1); den <= 50; den++ {
				if num > 4*den || den > 4*num {
					continue
				}
				best = max(best, countWhole(p, num, den))
			}
		}
		if got.Hits != best {
			t.Errorf("seed %d: %d, want %d", seed, got.Hits, best)
		}
	}
}

// countWhole is count for two integer weights, two seats and two decimals.
func countWhole(p Problem, a, b int64) int {
	hits := 0
	for _, e := range p.Etudes {
		winner, other := e.Features[e.Winner], e.Features[1-e.Winner]
		lead := func(k int) int64 { return int64(math.Round(100*winner[k])) - int64(math.Round(100*other[k])) }
		if a*lead(0)+b*lead(1) > 0 {
			hits++
		}
	}
	return hits
}

func TestBoundBetweenGridPoints(t *testing.T) {
	t.Parallel()
	// The etude is hit if 1.02 < a/b < 1.03. No quotient of tenths between 0.5 and 2 lies
	// there.
	p := Problem{
		Space: engines.Space{{Name: "a", Min: 0.5, Max: 2, Default: 1}, {Name: "b", Min: 0.5, Max: 2, Default: 1}},
		Etudes: []Etude{
			{Features: [][]float64{{1, 0}, {0, 1.02}}},
			{Features: [][]float64{{0, 1.03}, {1, 0}}},
		},
	}
	r := search(t, p, Options{Exact: true})
	if b := r.Bound; r.Best != 1 || b.Hits != 2 || b.OnGrid || b.Weights[0] <= 1.02*b.Weights[1] || b.Weights[0] >= 1.03*b.Weights[1] {
		t.Errorf("grid %d, bound %+v", r.Best, r.Bound)
	}
}

// TestBoundOfDegenerateEtudes tests ties everywhere, duplicate planes, planes that only touch
// the box, and constant weights.
func TestBoundOfDegenerateEtudes(t *testing.T) {
	t.Parallel()
	one := 1.0
	p := Problem{
		Space: engines.Space{{Name: "a", Max: 1}, {Name: "b", Max: 1}, {Name: "c", Max: 1}},
		Etudes: []Etude{
			{Features: [][]float64{{1, 2, 3}, {1, 2, 3}}},             // never
			{Features: [][]float64{{1, 0, 0}, {0, 1, 0}}},             // a > b
			{Features: [][]float64{{0, 1, 0}, {1, 0, 0}}},             // b > a
			{Features: [][]float64{{2, 0, 0}, {0, 2, 0}}},             // a > b again
			{Features: [][]float64{{0, 0, 1}, {1, 0, 0}}},             // c > a: touches a = 1
			{Features: [][]float64{{-1, 0, 0}, {0, 0, 0}}},            // a < 0: touches a = 0
			{Features: [][]float64{{0, 0, 1}, {0, 0, 0}}},             // always
			{Features: [][]float64{{0, 0, 0}, {0, 0, 1}}},             // never
			{Features: [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},  // a > b and a > c: never
			{Features: [][]float64{{0, 0, 3}, {1, 1, 0}, {1, 0, 0.}}}, // always
		},
	}
	o := Options{Exact: true, Weights: map[string]Range{"c": {From: &one, To: &one}}}
	if b := search(t, p, o).Bound; b.Hits != 5 || !b.Proven {
		t.Errorf("%+v, want 5 hits", b)
	}
}

// A search that is stopped has Proven false and reports a reached number of hits.
func TestBoundGivesUp(t *testing.T) {
	t.Parallel()
	p := random(3, 3, 60, 2, 1000)
	axes, err := Options{}.Axes(p.Space)
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLattice(p, axes)
	if err != nil {
		t.Fatal(err)
	}
	chosen := search(t, p, Options{}).Chosen
	got, err := bound(t.Context(), l, chosen, 10)
	if err != nil || got.Proven || got.Cells != 10 || got.Hits < chosen.Hits {
		t.Errorf("%+v, %v after ten cells", got, err)
	}
	whole, err := bound(t.Context(), l, chosen, maxCells)
	if err != nil || !whole.Proven || whole.Hits < got.Hits {
		t.Errorf("%+v, %v without a limit", whole, err)
	}
}

func TestBoundIsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	p := random(3, 3, 400, 2, 1000)
	o := Options{Exact: true, Events: tuning.Events{Progress: func(now tuning.Progress) {
		if now.Done == now.Of {
			cancel()
		}
	}}}
	if _, err := Search(ctx, p, o); err == nil {
		t.Error("a cancelled search succeeded")
	}
}
