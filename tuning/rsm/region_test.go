package rsm

import (
	"math"
	"reflect"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// playRounds plays some rounds of a strategy, or all if rounds is negative. Each game is decided
// at random by a strength in Elo.
func playRounds(t *testing.T, s *Strategy, rounds int, strength func(engines.Weights) float64) {
	t.Helper()
	for ; rounds != 0; rounds-- {
		proposal, err := s.Propose()
		if err != nil {
			return
		}
		rng := engines.Rand(uint64(s.Progress().Round))
		scores := make([]float64, len(proposal.Pairs))
		for i, pair := range proposal.Pairs {
			win := rating.Logistic(rating.Logit(strength(proposal.Points[pair.A]) - strength(proposal.Points[pair.B])))
			for range 2 {
				if rng.Float64() < win {
					scores[i] += 0.5
				}
			}
		}
		if err := s.Learn(scores); err != nil {
			t.Fatal(err)
		}
	}
}

// If the best weights lie outside of the region that the probe found, the region opens until it
// contains them. A run that is restored after the region has opened continues in the same way.
func TestRegionOpensTowardsTheBest(t *testing.T) {
	t.Parallel()
	const best = 0.24
	var space engines.Space
	for _, name := range []string{"a", "b", "c", "d"} {
		space = append(space, engines.Weight{Name: name, Min: -1, Max: 1})
	}
	strength := func(w engines.Weights) float64 {
		return -6000 * ((w[0]-best)*(w[0]-best) + w[1]*w[1] + w[2]*w[2] + w[3]*w[3])
	}
	c := Defaults()
	c.RegionWidth = 1 // a region that does not contain the best weights
	p := tuning.Problem{Space: space, Games: 4000, Seed: 3}
	build := func() *Strategy {
		s, err := New(p, Options{Constants: &c})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := build()
	first := 0.0
	for s.Probing() {
		playRounds(t, s, 1, strength)
		first = s.Region().Space[0].Max
	}
	if first >= best {
		t.Fatalf("the probe has found a region up to %v", first)
	}
	for s.Region().Space[0].Max == first && s.Progress().Games < p.Games {
		playRounds(t, s, 1, strength)
	}
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	restored := build()
	if err := restored.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	playRounds(t, s, -1, strength)
	playRounds(t, restored, -1, strength)
	if !reflect.DeepEqual(restored.Best(), s.Best()) {
		t.Errorf("restored it ends at %v instead of %v", restored.Best(), s.Best())
	}
	if lost := -strength(s.Best().Weights); lost > 10 {
		t.Errorf("it ends %.0f Elo below the best, in a region up to %v that began with %v", lost, s.Region().Space[0].Max, first)
	}
}

// A region does not open if its edge is the end of all ranges, and no region is wider than the
// ranges.
func TestRegionStaysWithinTheRanges(t *testing.T) {
	t.Parallel()
	var space engines.Space
	for _, name := range []string{"a", "b"} {
		space = append(space, engines.Weight{Name: name, Min: 0, Max: 1, Default: 0.9})
	}
	s, err := New(tuning.Problem{Space: space, Games: 3000, Seed: 1}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Strength rises beyond the ends of the ranges.
	playRounds(t, s, -1, func(w engines.Weights) float64 { return 3000 * (w[0] + w[1]) })
	for i, w := range s.Region().Space {
		if w.Min < 0 || w.Max != 1 || s.Best().Weights[i] != 1 {
			t.Errorf("region [%v, %v], result %v", w.Min, w.Max, s.Best().Weights)
		}
	}
}

// Points keep their weights when they are converted to the coordinates of a wider region.
func TestConversionKeepsTheWeights(t *testing.T) {
	t.Parallel()
	space := pairwisetest.Mixed()
	space = append(space, engines.Weight{Name: "ratio", Min: 0.01, Max: 100, Default: 1, Kind: engines.Log})
	problem := tuning.Problem{Space: space, Start: space.Default()}
	boxOf := func(half float64) *pairwise.Box {
		b, err := pairwise.NewBox(narrowed(problem, half, nil))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	from, to := boxOf(0.1), boxOf(0.4)
	convert := conversion(from, to)
	rng := engines.Rand(1)
	for range 100 {
		x := make([]float64, from.Dim())
		for i := range x {
			x[i] = rng.Float64()
		}
		w := from.Rounded(x, rng)
		want := to.Unit(w)
		for k, u := range convert(from.Unit(w)) {
			if math.Abs(u-want[k]) > 1e-9 {
				t.Fatalf("%v: coordinate %d is %v, want %v", w, k, u, want[k])
			}
		}
	}
}

// A point of a region is converted to the coordinates that its weights have in the wider region, also
// if no weights at a corner of the region satisfy the constraints, and if the range of a whole number
// ends between two whole numbers.
func TestConversionBeyondConstraints(t *testing.T) {
	t.Parallel()
	space := engines.Space{
		{Name: "a", Min: 0, Max: 10, Default: 2},
		{Name: "b", Min: 0.1, Max: 10, Default: 2, Kind: engines.Log},
		{Name: "c", Min: 0.5, Max: 20.5, Default: 3, Kind: engines.Integer},
	}
	most := 5.0
	limits, err := constraints.New(space, []constraints.Rule{{Sum: []string{"a", "b"}, Max: &most}})
	if err != nil {
		t.Fatal(err)
	}
	for name, set := range map[string]*constraints.Set{"free": nil, "limited": limits} {
		p := tuning.Problem{Space: space, Constraints: set, Start: space.Default(), Games: 1000}
		wide, err := pairwise.NewBox(p)
		if err != nil {
			t.Fatal(err)
		}
		narrow, err := pairwise.NewBox(narrowed(p, 0.2, nil))
		if err != nil {
			t.Fatal(err)
		}
		convert := conversion(narrow, wide)
		for _, w := range []engines.Weights{{2, 2, 3}, {0.5, 4.5, 1}, {4, 1, 6}, {2.25, 2.75, 2}} {
			for k, u := range convert(narrow.Unit(w)) {
				if want := space[k].Unit(w[k]); math.Abs(u-want) > 1e-12 {
					t.Errorf("%s: %v: coordinate %d is %v instead of %v", name, w, k, u, want)
				}
			}
		}
	}
}
