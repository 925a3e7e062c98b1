package rsm

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// tested plays a benchmark problem in four dimensions with several seeds up to the end of the
// test and returns the sorted p-values.
func tested(t *testing.T, kind bench.Kind, games int, seeds uint64) []float64 {
	t.Helper()
	var all []float64
	for seed := range seeds {
		d, err := bench.NewDuel(kind, 4, 7000+seed, bench.Variant{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(d.Problem(games), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: int64(0.5 * float64(games))}); err != nil {
			t.Fatal(err)
		}
		f := s.method().fit
		if played := s.Progress().Round - f.offset; played < f.check.end {
			t.Fatalf("%d rounds, the test ends with the %d-th", played, f.check.end)
		}
		all = append(all, s.LackOfFit())
	}
	slices.Sort(all)
	return all
}

// On quadratics, round or not, the p-value is uniformly distributed.
func TestLackOfFitIsUniformOnQuadratics(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	for _, kind := range []bench.Kind{bench.Quad, bench.Ill} {
		all := tested(t, kind, 2000, 60)
		for _, q := range []float64{0.1, 0.25, 0.5, 0.75} {
			if got := all[int(q*float64(len(all)))]; got < q-0.16 || got > q+0.16 {
				t.Errorf("%s: %.0f%% of the p-values are below %.2f", kind, 100*q, got)
			}
		}
		if all[6] < 0.02 {
			t.Errorf("%s: a tenth of the p-values are below %.3f", kind, all[6])
		}
	}
}

// The test detects ripples that a surface fitted from afar misses: mostly with few games,
// always with many.
func TestLackOfFitDetectsRipples(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	few, many := tested(t, bench.Multi, 2000, 40), tested(t, bench.Multi, 20000, 5)
	if got := few[len(few)*3/5]; got > 0.03 {
		t.Errorf("less than three fifths of the p-values are below %.3f", got)
	}
	if got := many[len(many)-1]; got > 0.01 {
		t.Errorf("with many games one is %.3f", got)
	}
}

// Without enough games for the test there is none.
func TestLackOfFitNeedsGames(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]tuning.Problem{
		"few games":  {Space: pairwisetest.Mixed(), Games: 100},
		"few rounds": {Space: pairwisetest.Mixed(), Games: 20000, Rounds: 4},
		"scale free": {Space: pairwisetest.Directions(), ScaleFree: true, Games: 20000},
	} {
		s, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if k := s.method().fit.check; k.begin != 0 || k.end != 0 || k.p != 1 {
			t.Errorf("%s: a test from round %d to %d", name, k.begin, k.end)
		}
	}
}
