package problems

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/bench"
)

// drawn returns the draft of a problem with edges or of a family.
func drawn(t *testing.T, kind bench.Kind, dim int, seed uint64, v bench.Variant) *draft {
	t.Helper()
	d, err := newDrawn(kind, dim, seed, v)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// On problems with edges a random weight vector is about 400 Elo below the best one, which is at
// least as strong as the intended optimum. Invalid problems are refused.
func TestEdges(t *testing.T) {
	t.Parallel()
	for _, kind := range Edges {
		d := drawn(t, kind, EdgeDim, 2, bench.Variant{Draws: 0.2, Dead: 1})
		w := d.land
		rng := engines.Rand(4)
		if got := w.typical(rng); math.Abs(got-bench.MeanRegret) > 60 {
			t.Errorf("%s: a random point loses %.0f Elo", kind, got)
		}
		at := make([]float64, EdgeDim)
		for i, y := range w.target {
			at[i] = bench.Upper * y
		}
		if left := d.best - d.land.At(at); left < -1e-9 || left > 250 || len(d.space) != EdgeDim+1 {
			t.Errorf("%s: the target lies %v Elo below the best of %d weights", kind, left, len(d.space))
		}
		if again := drawn(t, kind, EdgeDim, 2, bench.Variant{Draws: 0.2, Dead: 1}); again.best != d.best || !slices.Equal(again.optimum, d.optimum) {
			t.Errorf("%s: made twice it is another", kind)
		}
		for _, v := range []bench.Variant{{Wide: 3}, {ScaleFree: true}} {
			if _, err := New(kind, EdgeDim, 1, v); err == nil {
				t.Errorf("%s: %+v was made", kind, v)
			}
		}
	}
	for seed := range uint64(5) {
		if d, err := New(Wild, 3, seed, bench.Variant{}); err != nil || len(d.Optimum()) < 3 {
			t.Errorf("seed %d: %v, %v", seed, d, err)
		}
	}
}

// The top of the wide hill is a local maximum about 70 Elo below the best weights, which are at the
// top of the narrow hill.
func TestFunnels(t *testing.T) {
	t.Parallel()
	for _, dim := range FunnelDims {
		for seed := range uint64(5) {
			draft := drawn(t, Funnels, dim, seed, bench.Variant{})
			d, w := draft.problem(), draft.land
			f := w.base.(*funnels)
			at := make(engines.Weights, dim)
			for i, y := range f.wide.target {
				at[i] = bench.Upper * y
			}
			top := d.Regret(at)
			if top < 40 || top > 120 {
				t.Errorf("%d weights, seed %d: the wide hill is %.0f Elo lower", dim, seed, top)
			}
			for i := range at {
				beside := slices.Clone(at)
				beside[i] += 0.05 * bench.Upper * map[bool]float64{true: 1, false: -1}[at[i] < bench.Upper/2]
				if left := d.Regret(beside); left <= top {
					t.Errorf("%d weights, seed %d: beside the wide hill's top %.1f Elo are lost, on it %.1f", dim, seed, left, top)
				}
			}
			for i, y := range w.target {
				at[i] = bench.Upper * y
			}
			if left := d.Regret(at); left > 1e-6 {
				t.Errorf("%d weights, seed %d: the narrow hill's top is %.1f Elo below the best", dim, seed, left)
			}
		}
	}
}
