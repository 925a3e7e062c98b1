package charts

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// A doubt of the last round that the verification did not share is no part of the way.
func TestWayEndsAtTheResult(t *testing.T) {
	t.Parallel()
	rec := results.Record{}
	rec.Space = engines.Space{{Name: "a", Max: 10}, {Name: "b", Max: 10}}
	for i, w := range []engines.Weights{{1, 1}, {3, 1}, {5, 1}, {1, 1}} {
		rec.Generations = append(rec.Generations, results.Generation{Number: i + 1, Best: results.Result{Weights: w}})
	}
	for _, c := range []struct {
		result *results.Result
		rounds int
	}{
		{nil, 4},
		{&results.Result{Weights: engines.Weights{5.05, 1}}, 3},
		{&results.Result{Weights: engines.Weights{9, 9}}, 4}, // of no round
		{&results.Result{Weights: engines.Weights{3, 1}, KeptStart: true}, 4},
	} {
		rec.Result = c.result
		if got := roundsToResult(rec); len(got) != c.rounds {
			t.Errorf("%+v: %d rounds, want %d", c.result, len(got), c.rounds)
		}
	}
}

// Of many weights those that moved most are drawn, in the order of the space; fixed ones
// never are.
func TestMoversAreThoseThatMovedMost(t *testing.T) {
	t.Parallel()
	rec := results.Record{}
	from, to := make(engines.Weights, mostLines+4), make(engines.Weights, mostLines+4)
	for i := range from {
		w := engines.Weight{Name: string(rune('A' + i)), Max: 100}
		if i == 2 {
			w.Kind = engines.Fixed
		}
		rec.Space = append(rec.Space, w)
		from[i], to[i] = 50, 50-float64(i%5)
	}
	for _, w := range []engines.Weights{from, to, from} {
		rec.Generations = append(rec.Generations, results.Generation{Best: results.Result{Weights: w}})
	}
	got, still := mostMoved(rec), 0
	if len(got) != mostLines || !slices.IsSorted(got) || slices.Contains(got, 2) {
		t.Errorf("%d weights are drawn: %v", len(got), got)
	}
	for _, k := range got {
		if k%5 == 0 {
			still++
		}
	}
	if want := (len(from)+4)/5 - 3; still != want { // three of them give way
		t.Errorf("%d weights are drawn that never moved, want %d", still, want)
	}
}

// A weight lies in its range, or in the sum of all where only directions count.
func TestPortion(t *testing.T) {
	t.Parallel()
	rec := results.Record{}
	rec.Space = engines.Space{{Name: "a", Min: -1, Max: 3}, {Name: "b", Max: 10}}
	if got := relativeValue(rec, engines.Weights{2, 5}, 0); got != 0.75 {
		t.Errorf("2 of [-1, 3] is %v", got)
	}
	rec.ScaleFree = true
	for _, scale := range []float64{1, 1e-3, 40} {
		if got := relativeValue(rec, engines.Weights{-1 * scale, 3 * scale}, 0); math.Abs(got+0.25) > 1e-12 {
			t.Errorf("-1 beside 3, times %v, is %v of the sum", scale, got)
		}
	}
	if got := relativeValue(rec, engines.Weights{0, 0}, 1); got != 0 {
		t.Errorf("nothing of nothing is %v", got)
	}
}
