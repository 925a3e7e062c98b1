package runs_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
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

// An objective by score without a scale is measured like one with the scale of the config's start
// agent.
func TestMeasurePoolMeasuresTheScale(t *testing.T) {
	t.Parallel()
	game := othello.New()
	configured, err := game.With(engines.Settings{"depth": "1"})
	if err != nil {
		t.Fatal(err)
	}
	arena := engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 4}}
	a, err := engines.NewArena(configured, arena)
	if err != nil {
		t.Fatal(err)
	}
	start := engines.Agent{Name: "start", Weights: configured.Spec().Weights.Default()}
	seed := engines.Seed(5, engines.Purpose("objective"))
	scale, err := tournament.ScoreScale(t.Context(), tournament.Local{Arena: a, Workers: 1}, start, 2, 64, seed, tournament.Terms{Arena: arena})
	if err != nil {
		t.Fatal(err)
	}
	measure := func(objective string) runs.PoolResult {
		p, err := runs.MeasurePool(t.Context(), runs.Catalog{Games: engines.Registry{game}}, runs.Options{
			Text: "engine: {name: othello, settings: {depth: 1}}\nseed: 5\nopenings: {random_plies: 4}\nobjective: " + objective, Workers: 1,
		}, runs.PoolOptions{Strategies: []string{"spsa"}, Budgets: []int{40}, Seeds: 2, Opponents: []string{"level:easy"}, Games: 10})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	got := measure("score")
	if want := measure(fmt.Sprintf("{by: score, scale: %v}", scale)); !reflect.DeepEqual(got, want) {
		t.Errorf("without a scale %+v, with the scale %v of the start agent %+v", got, scale, want)
	}
	if places := measure("places"); reflect.DeepEqual(got, places) {
		t.Error("places counted instead of scores")
	}
}
