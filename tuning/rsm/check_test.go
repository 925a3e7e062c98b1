package rsm

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise"
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

// The p-value is uniformly distributed if the strength is a quadratic that differs from the fitted one by
// as much as the covariance of the fit states. The games of the test are drawn from that strength, without a
// search.
func TestLackOfFitIsUniformIfTheFitIsAsGoodAsItStates(t *testing.T) {
	t.Parallel()
	const d, pairs, samples = 4, 400, 300
	space := make(engines.Space, d)
	for i := range space {
		space[i] = engines.Weight{Name: fmt.Sprint("w", i), Max: 1, Default: 0.5}
	}
	s, err := New(tuning.Problem{Space: space, Games: 20000}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	k, f := s.method().fit.check, s.method().fit.model(0)
	deviations := make([]float64, f.size()) // of the parameters of the fit
	for i := range d {
		deviations[i] = 0.3
	}
	deviations[d] = 6 // of the common curvature
	k.place, k.theta = []float64{0.5, 0.4, 0.6, 0.5}, make([]float64, f.size())
	k.theta[d] = 8
	rows := f.local(k.place)
	for j, v := range deviations {
		for i := range d + 1 {
			rows.Set(i, j, rows.At(i, j)*v)
		}
	}
	k.covariance = new(mat.Dense)
	k.covariance.Mul(rows, rows.T())

	rng := engines.Rand(1)
	var all, sharper []float64
	for sample := range samples {
		truth := slices.Clone(k.theta)
		for j, v := range deviations {
			truth[j] += v * rng.NormFloat64()
		}
		var log pairwise.Log
		for pair := range pairs {
			a, b := k.draw(sample+1, pair)
			g := pairwise.Outcome{A: k.setup.Box.Unit(a), B: k.setup.Box.Unit(b), Games: 2}
			chance := rating.Logistic(f.value(truth, g.A) - f.value(truth, g.B))
			for range g.Games {
				if rng.Float64() < chance {
					g.Score += 0.5
				}
			}
			log = append(log, g)
		}
		k.conclude(f, log)
		all, sharper = append(all, k.p), append(sharper, k.sharper)
	}
	if mean, deviation := stat.MeanStdDev(sharper, nil); math.Abs(mean) > 0.25 || math.Abs(deviation-1) > 0.2 { // four standard errors
		t.Errorf("the excess of the curvature has the mean %.2f and the deviation %.2f", mean, deviation)
	}
	slices.Sort(all)
	for _, q := range []float64{0.05, 0.25, 0.5, 0.75} {
		if got, limit := all[int(q*samples)], 3.5*math.Sqrt(q*(1-q)/samples); math.Abs(got-q) > limit {
			t.Errorf("%.0f%% of the p-values are below %.3f", 100*q, got)
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
