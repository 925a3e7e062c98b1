package runs_test

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/runs"
)

// Every result plays the whole pool, the same for any number of workers; the pool's matrix
// is antisymmetric at a table of two, and a random player is none of it.
func TestMeasurePool(t *testing.T) {
	t.Parallel()
	c := runs.Catalog{Games: engines.Registry{hare.New()}}
	measure := func(workers int) runs.PoolResult {
		p, err := runs.MeasurePool(t.Context(), c, runs.Options{
			Source: "hare", Workers: workers,
			Set: []string{"engine.settings.depth=1", "verification.opponents=[random, default]"},
		}, runs.PoolOptions{Strategies: []string{"spsa", "rsm"}, Budgets: []int{60}, FirstSeed: 4, Seeds: 3, Opponents: []string{"level:easy"}, Games: 20})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := measure(2)
	if again := measure(1); !slices.EqualFunc(p.Strategies, again.Strategies, func(a, b runs.PoolRow) bool {
		return slices.Equal(a.Mean.All, b.Mean.All) && slices.Equal(a.Least.All, b.Least.All)
	}) {
		t.Error("one worker and two differ")
	}
	if p.FirstSeed != "4" {
		t.Errorf("the first seed is %q, want 4", p.FirstSeed)
	}
	if len(p.Opponents) < 2 || slices.Contains(p.Opponents, "random") || len(p.Strategies) != 2 {
		t.Fatalf("the pool is %v, %d strategies", p.Opponents, len(p.Strategies))
	}
	for i := range p.Matrix {
		for j := range p.Matrix {
			if p.Matrix[i][j] != -p.Matrix[j][i] || i != j && p.Matrix[i][j] == 0 && i == 0 {
				t.Errorf("%s over %s by %v, the other way %v", p.Opponents[i], p.Opponents[j], p.Matrix[i][j], p.Matrix[j][i])
			}
		}
	}
	for _, s := range p.Strategies {
		if len(s.Against) != len(p.Opponents) || len(s.Mean.All) != 3 {
			t.Fatalf("%s has %d matches of %d seeds", s.Strategy, len(s.Against), len(s.Mean.All))
		}
		for k := range 3 {
			mean, least := 0.0, math.Inf(1)
			for _, f := range s.Against {
				mean += f.All[k] / float64(len(s.Against))
				least = min(least, f.All[k])
			}
			if math.Abs(mean-s.Mean.All[k]) > 1e-9 || least != s.Least.All[k] {
				t.Errorf("%s, seed %d: mean %v and least %v, want %v and %v", s.Strategy, k, s.Mean.All[k], s.Least.All[k], mean, least)
			}
		}
		if s.Mean.Worst != slices.Min(s.Mean.All) {
			t.Errorf("%s: the worst of %v is %v", s.Strategy, s.Mean.All, s.Mean.Worst)
		}
	}
}
