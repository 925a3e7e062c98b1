package rsm

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

func with(o Options) pairwisetest.New { return pairwisetest.With(New, o) }

func TestContract(t *testing.T) {
	t.Run("full", func(t *testing.T) {
		pairwisetest.Contract(t, with(Options{}), "three", "few rounds", "few games", "start", "ahead", "limits", "order")
	})
	t.Run("diagonal", func(t *testing.T) {
		pairwisetest.Contract(t, with(Options{Model: Diagonal, Unpaired: true}), "mixed")
	})
}

func TestStoredSnapshots(t *testing.T) {
	pairwisetest.Stored(t, with(Options{}), "testdata/snapshots.json")
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	err := Options{Model: "cubic", Spread: 0.6, FinalSpread: math.NaN(), Step: -1, Rounds: -1}.Validate()
	var got []string
	for _, e := range keys.All(err) {
		got = append(got, e.Error())
	}
	want := []string{
		`model: unknown "cubic" (have auto, full, diagonal)`,
		"spread: 0.6 is not within (0, 0.5]", "final_spread: NaN is not within (0, 0.5]",
		"step: -1 is not within (0, 1]", "rounds: -1 is below the minimum 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// A full model whose matrices would not fit the memory is refused, and a diagonal one is not.
func TestTooManyProductsAreRefused(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Games: 1000}
	for i := range 99 {
		p.Space = append(p.Space, engines.Weight{Name: fmt.Sprint("w", i), Max: 1})
	}
	_, err := New(p, Options{Model: Full})
	if mistakes := keys.All(err); len(mistakes) != 1 || mistakes[0].Path != "model" || !strings.HasSuffix(err.Error(), "; use diagonal, which has two for each weight") {
		t.Errorf("%v", err)
	}
	if _, err := New(p, Options{}); err != nil {
		t.Error(err)
	}
	for i := range 2500 - len(p.Space) {
		p.Space = append(p.Space, engines.Weight{Name: fmt.Sprint("v", i), Max: 1})
	}
	if _, err := New(p, Options{}); err == nil || !strings.HasSuffix(err.Error(), "; use another strategy, such as spsa") || slices.ContainsFunc(keys.All(err), func(e *keys.KeyError) bool { return e.Path != "" }) {
		t.Errorf("2500 weights: %v", err) // auto has no key model
	}
}

// Restore refuses a snapshot of another problem or other options.
func TestSnapshotOfAnotherProblemIsRefused(t *testing.T) {
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 200, Seed: 1}
	played, _ := New(p, Options{})
	pairwisetest.Play(t, played, p, 3)
	snapshot, err := played.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	other, _ := New(tuning.Problem{Space: pairwisetest.Mixed(), Games: 200, Seed: 2}, Options{})
	if err := other.Restore(snapshot); err == nil || !strings.Contains(err.Error(), "belongs to another problem") {
		t.Errorf("another seed: %v", err)
	}
	other, _ = New(p, Options{Rounds: 4})
	if err := other.Restore(snapshot); err == nil {
		t.Error("other rounds were taken")
	}
}

// In scale-free problems with positive weights the surface is a function of logarithms, unless
// Options.Plain is set.
func TestRatiosAreLogarithms(t *testing.T) {
	t.Parallel()
	var space engines.Space
	for _, name := range []string{"a", "b", "c", "d"} {
		space = append(space, engines.Weight{Name: name, Min: 0.5, Max: 2, Default: 1})
	}
	for _, c := range []struct {
		p     tuning.Problem
		plain bool
		want  bool
	}{
		{tuning.Problem{Space: space, ScaleFree: true}, false, true},
		{tuning.Problem{Space: space, ScaleFree: true}, true, false},
		{tuning.Problem{Space: space}, false, false},
		{tuning.Problem{Space: append(slices.Clone(space), engines.Weight{Name: "e", Min: -1, Max: 1}), ScaleFree: true}, false, false},
	} {
		c.p.Games, c.p.Seed = 200, 1
		s, err := New(c.p, Options{Plain: c.plain})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Region().Space[0].Kind.Has(engines.Log); got != c.want {
			t.Errorf("%d weights, plain %v: logarithms %v", len(c.p.Space), c.plain, got)
		}
	}
}

// A fast check of quality. The middle of the box has a regret of about 170 Elo.
func TestRegretOnDuels(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	r, err := bench.Run(t.Context(), []bench.Entry{bench.With("rsm", New, Options{})}, bench.Options{
		Seeds: 20, FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad, bench.Ill}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Strategies[0].GeometricMean; got > 10 {
		t.Errorf("geometric mean %.1f Elo, want at most 10", got)
	}
}

// Flat and steep functions need no other options, since the priors adapt.
func TestAllKindsOfWeightsAreTuned(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 4000, Seed: 9}
	if r := pairwisetest.Regret(t, with(Options{}), p); r > 25 {
		t.Errorf("regret %.1f Elo", r)
	}
	p.Seats = 4
	if r := pairwisetest.Regret(t, with(Options{}), p); r > 25 {
		t.Errorf("regret %.1f Elo at a table of four", r)
	}
	p = tuning.Problem{Space: pairwisetest.Directions(), ScaleFree: true, Games: 400, Seed: 9}
	s := with(Options{})
	if strategy, err := s(p); err != nil || strategy.Best().Weights == nil {
		t.Errorf("no result before the first game: %v", err)
	}
}

// The true optimum lies within two standard errors in nearly all runs.
func TestErrorsContainTheOptimum(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	inside, all, sum := 0, 0, 0.0
	for seed := range uint64(100) {
		d, err := bench.NewDuel(bench.Quad, 4, 500+seed, bench.Variant{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(d.Problem(2000), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: 2000}); err != nil {
			t.Fatal(err)
		}
		best, errors := s.Best(), s.Report().Error
		for i, o := range d.Optimum() {
			all++
			if math.Abs(best.Weights[i]-o) < 2*errors[i] {
				inside++
			}
			sum += errors[i]
		}
	}
	if inside < all*85/100 {
		t.Errorf("%d of %d weights lie within two standard errors", inside, all)
	}
	if mean := sum / float64(all); mean > 1 {
		t.Errorf("a mean standard error of %.2f of 10 after 2,000 games says nothing", mean)
	}
}

// The report finds the importance of weights and reports none for weights without effect.
func TestReportFindsWeightsWithoutEffect(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	const (
		live, dead = 4, 2
		games      = 10000
	)
	const seeds = 20
	var seen, unseen float64 // mean importances, as shares of the true importance of a weight with effect
	known := 0               // weights without effect that have a small error
	for seed := range uint64(seeds) {
		d, err := bench.NewDuel(bench.Quad, live, 77+seed, bench.Variant{Dead: dead})
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(d.Problem(games), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: games}); err != nil {
			t.Fatal(err)
		}
		moved := engines.Weights(d.Optimum())
		moved[0] += 2.5 // a quarter of the range
		truth := d.Regret(moved)
		r := s.Report()
		for i, v := range r.Importance {
			switch {
			case i < live:
				seen += v / truth / float64(live*seeds)
			case !math.IsNaN(r.Error[i]) && r.Error[i] < 1.2:
				known++
			case !math.IsNaN(v):
				unseen += v / truth / float64(dead*seeds)
			}
			for j, w := range r.Interaction[i] {
				if math.Abs(w) > 0.7*truth || w != r.Interaction[j][i] {
					t.Errorf("interaction of %d and %d is %.1f Elo", i, j, w)
				}
			}
		}
	}
	if known > dead*seeds/5 { // noise may lead to an edge of the box
		t.Errorf("%d of %d dead weights have an error below 1.2 of 10", known, dead*seeds)
	}
	if seen < 0.8 || seen > 1.2 || unseen > 0.5 {
		t.Errorf("live weights have %.2f of their importance, dead ones %.2f", seen, unseen)
	}
}
