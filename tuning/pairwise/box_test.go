package pairwise

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/tuning"
)

func newBox(t *testing.T, p tuning.Problem) *Box {
	t.Helper()
	b, err := NewBox(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mixed() engines.Space {
	return engines.Space{
		{Name: "real", Min: -2, Max: 3, Default: 0.5},
		{Name: "whole", Min: 0.5, Max: 9.5, Default: 7, Kind: engines.Integer},
		{Name: "fixed", Min: 0, Max: 4, Default: 2, Kind: engines.Fixed},
		{Name: "log", Min: 0.01, Max: 10, Default: 1, Kind: engines.Log},
	}
}

// Points inside and outside the box have allowed weights.
func TestWeightsAreAllowed(t *testing.T) {
	b := newBox(t, tuning.Problem{Space: mixed()})
	rapid.Check(t, func(t *rapid.T) {
		u := make([]float64, b.Dim())
		for i := range u {
			u[i] = rapid.Float64Range(-0.5, 1.5).Draw(t, "u")
		}
		rng := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		for _, w := range []engines.Weights{b.Nearest(u), b.Rounded(u, rng)} {
			if err := b.Space().Check(w); err != nil {
				t.Fatal(err)
			}
			if w[2] != 2 {
				t.Fatalf("the fixed weight became %v", w[2])
			}
		}
	})
}

// A whole-number weight with a logarithmic scale stays whole. Its quantum is the distance at
// the lower end.
func TestLogarithmicWholeNumber(t *testing.T) {
	b := newBox(t, tuning.Problem{Space: engines.Space{{Name: "size", Min: 10, Max: 1000, Default: 100, Kind: engines.Integer | engines.Log}}})
	rng := engines.Rand(3)
	for u := 0.0; u <= 1; u += 1.0 / 64 {
		if err := b.Space().Check(b.Rounded([]float64{u}, rng)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := b.Quantum(0), math.Log(1.1)/math.Log(100); math.Abs(got-want) > 1e-12 {
		t.Errorf("the step is %v, want %v", got, want)
	}
	if u := b.Unit(b.Nearest([]float64{b.Quantum(0)}))[0]; math.Abs(u-b.Quantum(0)) > 1e-12 {
		t.Errorf("one step from the lower end lies at %v", u)
	}
}

// Stochastic rounding rounds up with the probability of the fraction.
func TestRoundingIsUnbiased(t *testing.T) {
	b := newBox(t, tuning.Problem{Space: mixed()})
	u := b.Unit(engines.Weights{0, 4, 2, 1})
	u[1] += 0.3 / 9 // 4.3
	sum, rng := 0.0, engines.Rand(1)
	const n = 20000
	for range n {
		sum += b.Rounded(u, rng)[1]
	}
	if mean := sum / n; math.Abs(mean-4.3) > 4*math.Sqrt(0.21/n) {
		t.Errorf("4.3 is %.3f on average", mean)
	}
	if got := b.Nearest(u)[1]; got != 4 {
		t.Errorf("the nearest value is %v, want 4", got)
	}
	if g := b.Quantum(1); math.Abs(g-1.0/9) > 1e-12 || b.Quantum(0) != 0 {
		t.Errorf("grains %v and %v", g, b.Quantum(0))
	}
}

func TestUnitIsTheInverseOfNearest(t *testing.T) {
	b := newBox(t, tuning.Problem{Space: mixed(), Start: engines.Weights{3, 9, 2, 0.1}})
	rapid.Check(t, func(t *rapid.T) {
		w := engines.Weights{
			rapid.Float64Range(-2, 3).Draw(t, "real"), float64(rapid.IntRange(1, 9).Draw(t, "whole")), 2,
			rapid.Float64Range(0.01, 10).Draw(t, "log"),
		}
		back := b.Nearest(b.Unit(w))
		for i := range w {
			if math.Abs(back[i]-w[i]) > 1e-9 {
				t.Fatalf("%v came back as %v", w, back)
			}
		}
	})
	if s := b.Nearest(b.Start()); math.Abs(s[0]-3) > 1e-12 || s[1] != 9 {
		t.Errorf("starts at %v", s)
	}
}

// Normalise keeps the direction and gives the same point for any length.
func TestNormalise(t *testing.T) {
	space := engines.Space{{Name: "a", Min: -1, Max: 2, Default: 1}, {Name: "b", Min: -3, Max: 0, Default: -1}, {Name: "c", Min: 0, Max: 10, Default: 3}}
	b := newBox(t, tuning.Problem{Space: space, ScaleFree: true})
	rapid.Check(t, func(t *rapid.T) {
		w := engines.Weights{
			rapid.Float64Range(-0.3, 0.6).Draw(t, "a"), rapid.Float64Range(-1, 0).Draw(t, "b"), rapid.Float64Range(0.5, 3).Draw(t, "c"),
		}
		one, twice := b.Unit(w), b.Unit(engines.Weights{2 * w[0], 2 * w[1], 2 * w[2]})
		b.Normalise(one)
		b.Normalise(twice)
		got := b.Nearest(one)
		for i := range one {
			if math.Abs(one[i]-twice[i]) > 1e-9 {
				t.Fatalf("lengths differ: %v and %v", one, twice)
			}
			if math.Abs(got[i]*w[2]-w[i]*got[2]) > 1e-9 {
				t.Fatalf("%v became %v", w, got)
			}
		}
		if most := max(got[0]/2, got[0]/-1, got[1]/-3, got[2]/10); math.Abs(most-normalised) > 1e-9 {
			t.Fatalf("%v reaches %v of its bounds, want %v", got, most, normalised)
		}
	})
	for name, p := range map[string]tuning.Problem{
		"not scale-free": {Space: space},
		"whole numbers":  {Space: mixed(), ScaleFree: true},
		"0 out of range": {Space: engines.Space{{Name: "a", Min: 1, Max: 2, Default: 1}}, ScaleFree: true},
	} {
		b := newBox(t, p)
		u := make([]float64, b.Dim())
		for i := range u {
			u[i] = 0.9
		}
		if b.Normalise(u); u[0] != 0.9 || b.ScaleFree() {
			t.Errorf("%s: scaled to %v", name, u)
		}
	}
}

// The weights nearest to a point that violates a constraint satisfy it. A point that satisfies the
// constraints stays where it is.
func TestConstraints(t *testing.T) {
	most := 10.0
	space := engines.Space{{Name: "a", Max: 10, Default: 1}, {Name: "b", Max: 10, Default: 1}}
	limits, err := constraints.New(space, []constraints.Rule{{Sum: []string{"a", "b"}, Max: &most}})
	if err != nil {
		t.Fatal(err)
	}
	p := tuning.Problem{Space: space, Constraints: limits, ScaleFree: true, Games: 100}
	b := newBox(t, p)
	for _, c := range []struct {
		at, feasible []float64
		nearest      engines.Weights
	}{
		{[]float64{1, 1}, []float64{0.5, 0.5}, engines.Weights{5, 5}},
		{[]float64{1, 0.4}, []float64{0.8, 0.2}, engines.Weights{8, 2}},
		{[]float64{0.2, 0.3}, []float64{0.2, 0.3}, engines.Weights{2, 3}},
	} {
		got := b.Nearest(c.at)
		for i := range got {
			if math.Abs(got[i]-c.nearest[i]) > 1e-6 {
				t.Errorf("the weights nearest to %v are %v, want %v", c.at, got, c.nearest)
			}
		}
		u := slices.Clone(c.at)
		b.Feasible(u)
		for k := range u {
			if math.Abs(u[k]-c.feasible[k]) > 1e-6 {
				t.Errorf("%v becomes %v, want %v", c.at, u, c.feasible)
			}
		}
	}
	if u := b.Unit(engines.Weights{12, -3}); u[0] != 1 || u[1] != 0 {
		t.Errorf("weights outside of their ranges are at %v", u)
	}
	if s, err := NewSetup(p, false); err != nil || s.Problem.ScaleFree || s.Box.ScaleFree() {
		t.Errorf("weights with the largest sum 10 are scaled: %v", err)
	}
	p.Constraints = nil
	if s, err := NewSetup(p, false); err != nil || !s.Problem.ScaleFree || !s.Box.ScaleFree() {
		t.Errorf("weights without constraints are not scaled: %v", err)
	}
}
