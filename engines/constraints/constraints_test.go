package constraints_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
)

func number(v float64) *float64 { return &v }

// pieces are the weights of the worked cases.
var pieces = engines.Space{
	{Name: "pawn", Min: 0, Max: 10, Default: 1},
	{Name: "knight", Min: 0, Max: 10, Default: 3},
	{Name: "bishop", Min: 0, Max: 10, Default: 3},
	{Name: "rook", Min: 0, Max: 10, Default: 5},
}

func newSet(t *testing.T, space engines.Space, rules ...constraints.Rule) *constraints.Set {
	t.Helper()
	s, err := constraints.New(space, rules)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestProjectOfWorkedCases(t *testing.T) {
	for _, c := range []struct {
		name string
		rule constraints.Rule
		from engines.Weights
		want engines.Weights
	}{
		// Neighbours in the wrong order are replaced by their mean (isotonic regression).
		{"order of two", constraints.Rule{Order: []string{"pawn", "knight"}}, engines.Weights{5, 3, 0, 0}, engines.Weights{4, 4, 0, 0}},
		{"order of four", constraints.Rule{Order: []string{"pawn", "knight", "bishop", "rook"}}, engines.Weights{1, 6, 2, 4}, engines.Weights{1, 4, 4, 4}},
		{"order that holds", constraints.Rule{Order: []string{"pawn", "knight"}}, engines.Weights{1, 1, 9, 2}, engines.Weights{1, 1, 9, 2}},
		// An excess of a sum is divided equally.
		{"sum", constraints.Rule{Sum: []string{"pawn", "knight", "bishop"}, Max: number(6)}, engines.Weights{3, 4, 5, 9}, engines.Weights{1, 2, 3, 9}},
		// pawn would become -2: it stays at 0 and the others take the rest.
		{"sum at a limit of the range", constraints.Rule{Sum: []string{"pawn", "knight", "bishop"}, Equals: number(6)}, engines.Weights{0, 4, 8, 9}, engines.Weights{0, 1, 5, 9}},
		{"least sum", constraints.Rule{Sum: []string{"pawn", "knight"}, Min: number(8)}, engines.Weights{1, 3, 0, 0}, engines.Weights{3, 5, 0, 0}},
		// The foot of the perpendicular from (4, 2) on the line x = y is (3, 3).
		{"largest ratio", constraints.Rule{Ratio: []string{"pawn", "knight"}, Max: number(1)}, engines.Weights{4, 2, 0, 0}, engines.Weights{3, 3, 0, 0}},
		// The foot of the perpendicular from (0, 5) on x = 2y is (2*(2*0+5)/5, (2*0+5)/5) = (2, 1).
		{"equal ratio", constraints.Rule{Ratio: []string{"pawn", "knight"}, Equals: number(2)}, engines.Weights{0, 5, 0, 0}, engines.Weights{2, 1, 0, 0}},
	} {
		s := newSet(t, pieces, c.rule)
		got, ok := s.Project(c.from)
		if !ok {
			t.Errorf("%s: no solution", c.name)
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-9 {
				t.Errorf("%s: Project(%v) = %v, want %v", c.name, c.from, got, c.want)
				break
			}
		}
	}
}

// problem is a random space with rules that at least one vector satisfies.
type problem struct {
	space engines.Space
	rules []constraints.Rule
}

// randomProblem returns up to five weights, with a share of whole numbers, and up to four rules
// that hold at a random vector.
func randomProblem(rng *rand.Rand, whole float64) problem {
	p := problem{}
	n := 2 + rng.IntN(4)
	v := make([]float64, n)
	for i := range n {
		w := engines.Weight{Name: fmt.Sprintf("w%d", i), Min: float64(rng.IntN(4)), Doc: "random"}
		w.Max = w.Min + 1 + float64(rng.IntN(6))
		if rng.Float64() < whole {
			w.Kind = engines.Integer
		}
		w.Default = w.Min
		v[i] = w.Snap(w.Min + rng.Float64()*(w.Max-w.Min))
		p.space = append(p.space, w)
	}
	name := func(i int) string { return p.space[i].Name }
	for rules := 1 + rng.IntN(4); len(p.rules) < rules; {
		at := rng.Perm(n)[:2+rng.IntN(n-1)]
		switch rng.IntN(3) {
		case 0:
			slices.SortFunc(at, func(a, b int) int {
				if v[a] != v[b] {
					return int(math.Copysign(1, v[a]-v[b]))
				}
				return a - b
			})
			r := constraints.Rule{}
			for _, i := range at {
				r.Order = append(r.Order, name(i))
			}
			p.rules = append(p.rules, r)
		case 1:
			r, sum := constraints.Rule{}, 0.0
			for _, i := range at {
				r.Sum = append(r.Sum, name(i))
				sum += v[i]
			}
			switch rng.IntN(3) {
			case 0:
				r.Max = number(sum + rng.Float64())
			case 1:
				r.Min = number(sum - rng.Float64())
			default:
				r.Equals = number(sum)
			}
			p.rules = append(p.rules, r)
		default:
			a, b := at[0], at[1]
			if v[b] == 0 {
				continue
			}
			r := constraints.Rule{Ratio: []string{name(a), name(b)}}
			if rng.IntN(2) == 0 {
				r.Max = number(v[a] / v[b])
			} else {
				r.Min = number(v[a] / v[b])
			}
			p.rules = append(p.rules, r)
		}
	}
	return p
}

// dykstra returns the projection of v by Dykstra's alternating projections onto single half-spaces
// and ranges (Boyle and Dykstra, 1986), in shares of the ranges. It is slow and has nothing in
// common with the method of the package.
func dykstra(p problem, v []float64) []float64 {
	n := len(v)
	var normals [][]float64
	var bounds []float64
	add := func(f map[string]float64, bound float64) {
		normal := make([]float64, n)
		for i, w := range p.space {
			normal[i] = f[w.Name] * (w.Max - w.Min)
		}
		normals, bounds = append(normals, normal), append(bounds, bound)
	}
	for _, r := range p.rules {
		lo, hi := math.Inf(-1), math.Inf(1)
		if r.Min != nil {
			lo = *r.Min
		}
		if r.Max != nil {
			hi = *r.Max
		}
		if r.Equals != nil {
			lo, hi = *r.Equals, *r.Equals
		}
		switch {
		case r.Order != nil:
			for i := range len(r.Order) - 1 {
				add(map[string]float64{r.Order[i+1]: 1, r.Order[i]: -1}, 0)
			}
		case r.Sum != nil:
			up, down := map[string]float64{}, map[string]float64{}
			for _, name := range r.Sum {
				up[name], down[name] = 1, -1
			}
			if !math.IsInf(lo, 0) {
				add(up, lo)
			}
			if !math.IsInf(hi, 0) {
				add(down, -hi)
			}
		default:
			if !math.IsInf(lo, 0) {
				add(map[string]float64{r.Ratio[0]: 1, r.Ratio[1]: -lo}, 0)
			}
			if !math.IsInf(hi, 0) {
				add(map[string]float64{r.Ratio[0]: -1, r.Ratio[1]: hi}, 0)
			}
		}
	}
	y := make([]float64, n)
	for i, w := range p.space {
		y[i] = v[i] / (w.Max - w.Min)
		add(map[string]float64{w.Name: 1}, w.Min)
		add(map[string]float64{w.Name: -1}, -w.Max)
	}
	memory := make([][]float64, len(normals))
	for k := range memory {
		memory[k] = make([]float64, n)
	}
	for range 20000 {
		for k, normal := range normals {
			z := make([]float64, n)
			value, length := 0.0, 0.0
			for i := range z {
				z[i] = y[i] + memory[k][i]
				value += normal[i] * z[i]
				length += normal[i] * normal[i]
			}
			step := max(bounds[k]-value, 0) / length
			for i := range z {
				y[i] = z[i] + step*normal[i]
				memory[k][i] = z[i] - y[i]
			}
		}
	}
	for i, w := range p.space {
		y[i] *= w.Max - w.Min
	}
	return y
}

func distance(space engines.Space, a, b []float64) float64 {
	sum := 0.0
	for i, w := range space {
		d := (a[i] - b[i]) / (w.Max - w.Min)
		sum += d * d
	}
	return math.Sqrt(sum)
}

func randomVector(rng *rand.Rand, space engines.Space) engines.Weights {
	v := make(engines.Weights, len(space))
	for i, w := range space {
		v[i] = w.Min + rng.Float64()*(w.Max-w.Min)
	}
	return v
}

func TestProjectAgreesWithDykstra(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	problems, moved := 20, 0
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		problems = 60
	}
	for range problems {
		p := randomProblem(rng, 0)
		s := newSet(t, p.space, p.rules...)
		v := randomVector(rng, p.space)
		got, ok := s.Project(v)
		if !ok || s.Check(got) != nil || p.space.Check(got) != nil {
			t.Fatalf("%+v: Project(%v) = %v, %v", p, v, got, ok)
		}
		want := dykstra(p, v)
		if d := distance(p.space, got, want); d > 1e-4 {
			t.Errorf("%+v: Project(%v) = %v, and %v by alternating projections, %v away", p, v, got, want, d)
		}
		if distance(p.space, got, v) > 1e-3 {
			moved++
		}
	}
	if moved < problems/3 {
		t.Errorf("only %d of the vectors violated their rules", moved)
	}
}

// best returns the distance from v to the nearest whole-number vector that satisfies the rules,
// by trying all of them, or infinity if there is none.
func best(s *constraints.Set, space engines.Space, v engines.Weights) float64 {
	least := math.Inf(1)
	at := make(engines.Weights, len(space))
	var visit func(int)
	visit = func(i int) {
		if i == len(space) {
			if s.Holds(at) {
				least = min(least, distance(space, at, v))
			}
			return
		}
		for x := space[i].Min; x <= space[i].Max; x++ {
			at[i] = x
			visit(i + 1)
		}
	}
	visit(0)
	return least
}

func TestNearestOfWholeNumbersAgainstAllVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	excess, moved := 0.0, 0
	for range 300 {
		p := randomProblem(rng, 1)
		s := newSet(t, p.space, p.rules...)
		v := randomVector(rng, p.space)
		got, ok := s.Nearest(v)
		if !ok || s.Check(got) != nil || p.space.Check(got) != nil {
			t.Fatalf("%+v: Nearest(%v) = %v, %v: %v", p, v, got, ok, s.Check(got))
		}
		least := best(s, p.space, v)
		d := distance(p.space, got, v)
		if d < least-1e-9 {
			t.Fatalf("%+v: %v is nearer to %v than all vectors", p, got, v)
		}
		if d > least+1.5 {
			t.Errorf("%+v: Nearest(%v) = %v is %.3f away, the nearest vector %.3f", p, v, got, d, least)
		}
		excess += d - least
		moved++
	}
	if mean := excess / float64(moved); mean > 0.05 {
		t.Errorf("vectors are %.3f farther away than the nearest ones, in shares of the ranges", mean)
	}
}

// TestNearestOfHugeWholeNumbers finds whole numbers beside a weight so large that adding 1 to it
// changes nothing. The rounded start breaks the ratio, so that Nearest tries whole numbers one after
// another. Of y = 1.5 z with y up to 10, the pair nearest to (5, 4) is (6, 4).
func TestNearestOfHugeWholeNumbers(t *testing.T) {
	space := engines.Space{
		{Name: "y", Max: 10, Default: 5, Kind: engines.Integer},
		{Name: "z", Max: 10, Default: 4, Kind: engines.Integer},
		{Name: "x", Max: 1e30, Default: 5e29, Kind: engines.Integer},
	}
	s := newSet(t, space, constraints.Rule{Ratio: []string{"y", "z"}, Equals: number(1.5)}, constraints.Rule{Order: []string{"y", "x"}})
	out, ok := s.Nearest(space.Default())
	if want := (engines.Weights{6, 4, 5e29}); !ok || !slices.Equal(out, want) {
		t.Errorf("%v, %v, want %v", out, ok, want)
	}
}

// Near no vector does Nearest find one that is not allowed, such as NaN, if the square of a range is 0 as
// a float64 number.
func TestNearestOfTinyRanges(t *testing.T) {
	ranges := []engines.Weight{
		{Min: 1e-300, Max: 2, Kind: engines.Log},
		{Min: 1e-270, Max: 1e30, Kind: engines.Log},
		{Min: 1e-300, Max: 1e-290, Kind: engines.Log},
		{Max: 1e-200},
		{Max: 1},
		{Min: -1e30, Max: 1e30},
		{Min: 3, Max: 3},
	}
	rules := []constraints.Rule{
		{Order: []string{"a", "b"}},
		{Sum: []string{"a", "b"}, Max: number(1)},
		{Sum: []string{"a", "b"}, Equals: number(1)},
		{Ratio: []string{"a", "b"}, Equals: number(1)},
		{Ratio: []string{"a", "b"}, Max: number(0.5)},
	}
	for _, a := range ranges {
		for _, b := range ranges {
			a.Name, b.Name, a.Default, b.Default = "a", "b", a.Min, b.Max
			space := engines.Space{a, b}
			for _, rule := range rules {
				s, err := constraints.New(space, []constraints.Rule{rule})
				if err != nil { // the ranges may exclude all allowed vectors, or b may be negative
					continue
				}
				for _, v := range []engines.Weights{{a.Min, b.Min}, {a.Min, b.Max}, {a.Max, b.Min}, {a.Max, b.Max}, {a.FromUnit(0.5), b.FromUnit(0.5)}} {
					if near, ok := s.Nearest(v); ok && (space.Check(near) != nil || s.Check(near) != nil) {
						t.Errorf("a in [%v, %v], b in [%v, %v], %+v: %v is near %v: %v", a.Min, a.Max, b.Min, b.Max, rule, near, v, s.Check(near))
					}
				}
			}
		}
	}
}

func TestNearestOfMixedKindsIsAllowed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		p := randomProblem(rng, 0.5)
		s := newSet(t, p.space, p.rules...)
		v := randomVector(rng, p.space)
		got, ok := s.Nearest(v)
		if !ok || s.Check(got) != nil || p.space.Check(got) != nil {
			t.Fatalf("%+v: Nearest(%v) = %v, %v", p, v, got, ok)
		}
		if again, _ := s.Nearest(got); !slices.Equal(again, got) {
			t.Fatalf("%+v: %v satisfies all rules, but moves to %v", p, got, again)
		}
	}
}

func TestProjectKeepsFixedWeightsAndMovesLogarithmicOnesByFactors(t *testing.T) {
	space := engines.Space{
		{Name: "fixed", Min: 0, Max: 10, Default: 4, Kind: engines.Fixed},
		{Name: "free", Min: 0, Max: 10, Default: 5},
		{Name: "small", Min: 1, Max: 1e4, Default: 10, Kind: engines.Log},
		{Name: "large", Min: 1, Max: 1e4, Default: 1000, Kind: engines.Log},
	}
	s := newSet(t, space, constraints.Rule{Order: []string{"fixed", "free"}}, constraints.Rule{Sum: []string{"small", "large"}, Max: number(2000)})
	got, ok := s.Project(engines.Weights{4, 1, 10, 4000})
	if !ok || got[0] != 4 || got[1] != 4 {
		t.Errorf("fixed and free are %v, want 4 and 4", got[:2])
	}
	// A change of 10 costs as much as one of 4000 relative to the values, so nearly all of the
	// excess is taken from the large weight.
	if got[2] < 9.9 || math.Abs(got[2]+got[3]-2000) > 1e-6 {
		t.Errorf("the weights of the sum are %v, want about 10 and 1990", got[2:])
	}
}

func TestRulesWithMistakes(t *testing.T) {
	space := append(slices.Clone(pieces), engines.Weight{Name: "tempo", Min: -1, Max: 1})
	for _, c := range []struct {
		rule constraints.Rule
		want string
	}{
		{constraints.Rule{}, "[0]: 0 of the keys order, sum and ratio are given"},
		{constraints.Rule{Order: []string{"pawn", "rook"}, Sum: []string{"pawn", "rook"}}, "[0]: 2 of the keys"},
		{constraints.Rule{Order: []string{"pawn"}}, "[0].order: weights named: 1; at least two"},
		{constraints.Rule{Order: []string{"pawn", "kinght"}}, `[0].order[1]: unknown weight "kinght" (did you mean knight?)`},
		{constraints.Rule{Order: []string{"pawn", "pawn"}}, "[0].order[1]: pawn is named twice"},
		{constraints.Rule{Order: []string{"pawn", "rook"}, Max: number(1)}, "[0].max: an order has no limits"},
		{constraints.Rule{Sum: []string{"pawn", "rook"}}, "[0].sum: no limit is given"},
		{constraints.Rule{Sum: []string{"pawn", "rook"}, Min: number(2), Max: number(1)}, "[0].min: 2 is above max 1"},
		{constraints.Rule{Sum: []string{"pawn", "rook"}, Equals: number(2), Max: number(3)}, "[0].equals: given together"},
		{constraints.Rule{Sum: []string{"pawn", "rook"}, Max: number(math.NaN())}, "[0].max: NaN is not a finite number"},
		{constraints.Rule{Ratio: []string{"pawn", "rook", "knight"}, Max: number(1)}, "[0].ratio: weights named: 3; a ratio has two"},
		{constraints.Rule{Ratio: []string{"pawn", "tempo"}, Max: number(1)}, "[0].ratio: tempo divides and may be negative"},
		{constraints.Rule{Sum: []string{"pawn", "rook"}, Min: number(21)}, "no weights within their ranges satisfy all constraints"},
	} {
		_, err := constraints.New(space, []constraints.Rule{c.rule})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.rule, err, c.want)
		}
	}
	odd := engines.Space{{Name: "a", Max: 9, Kind: engines.Integer}, {Name: "b", Max: 9, Kind: engines.Integer}}
	if _, err := constraints.New(odd, []constraints.Rule{{Sum: []string{"a", "b"}, Equals: number(2.5)}}); err == nil {
		t.Error("whole numbers with the sum 2.5 are accepted")
	}
}

func TestCheckNamesTheRuleAndTheAmount(t *testing.T) {
	for _, c := range []struct {
		rule constraints.Rule
		at   engines.Weights
		want string
	}{
		{constraints.Rule{Order: []string{"pawn", "knight"}}, engines.Weights{5, 3, 0, 0}, "pawn 5 is above knight 3 by 2, against the order pawn <= knight"},
		{constraints.Rule{Sum: []string{"pawn", "knight"}, Max: number(6)}, engines.Weights{5, 3, 0, 0}, "pawn + knight is 8, above the maximum 6 by 2"},
		{constraints.Rule{Sum: []string{"pawn", "knight"}, Min: number(9)}, engines.Weights{5, 3, 0, 0}, "pawn + knight is 8, below the minimum 9 by 1"},
		{constraints.Rule{Ratio: []string{"pawn", "knight"}, Max: number(1.5)}, engines.Weights{5, 3, 0, 0}, "pawn / knight is 5 / 3; the ratio must be at most 1.5, and pawn is too large by 0.5"},
		{constraints.Rule{Ratio: []string{"pawn", "knight"}, Min: number(2)}, engines.Weights{5, 3, 0, 0}, "pawn / knight is 5 / 3; the ratio must be at least 2, and pawn is too small by 1"},
	} {
		err := newSet(t, pieces, c.rule).Check(c.at)
		if err == nil || err.Error() != "[0]: "+c.want {
			t.Errorf("%v, want %q under the key [0]", err, c.want)
		}
	}
}

// A vector reaches the conditions that it satisfies with equality, up to rounding errors.
func TestReached(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a", Max: 100}, {Name: "b", Max: 100}, {Name: "c", Max: 100}}
	set := newSet(t, space,
		constraints.Rule{Order: []string{"a", "b"}},
		constraints.Rule{Sum: []string{"a", "b", "c"}, Min: number(10), Max: number(70)},
		constraints.Rule{Ratio: []string{"a", "c"}, Min: number(0.5), Max: number(4)},
		constraints.Rule{Sum: []string{"b", "c"}, Equals: number(30)},
	)
	for _, c := range []struct {
		v    []float64
		want []string
	}{
		{[]float64{9, 20, 10}, nil},
		{[]float64{20, 20.00001, 10}, []string{"a = b, the end of their order"}},
		{[]float64{20, 45, 5}, []string{"a + b + c = 70, the maximum", "a / c = 4, the maximum"}},
		{[]float64{2, 4, 4}, []string{"a + b + c = 10, the minimum", "a / c = 0.5, the minimum"}},
		{[]float64{20, 20.01, 10}, nil},
	} {
		if got := set.Reached(c.v); !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.v, got, c.want)
		}
	}
	set = newSet(t, space, constraints.Rule{Ratio: []string{"a", "c"}, Equals: number(2)}) // two rows
	if got := set.Reached([]float64{40, 20, 20}); got != nil {
		t.Errorf("a ratio with one value: %q", got)
	}
	if got := (*constraints.Set)(nil).Reached([]float64{1, 1, 1}); got != nil {
		t.Errorf("no constraints: %q", got)
	}
}

func TestHomogeneous(t *testing.T) {
	order := constraints.Rule{Order: []string{"pawn", "knight"}}
	ratio := constraints.Rule{Ratio: []string{"pawn", "knight"}, Max: number(2)}
	sum := constraints.Rule{Sum: []string{"pawn", "knight"}, Max: number(2)}
	if s := newSet(t, pieces, order, ratio); !s.Homogeneous() {
		t.Error("an order and a ratio hold for every multiple")
	}
	if s := newSet(t, pieces, order, sum); s.Homogeneous() {
		t.Error("a largest sum does not hold for every multiple")
	}
	var none *constraints.Set
	if !none.Homogeneous() || !none.Holds(engines.Weights{1}) || none.Check(engines.Weights{1}) != nil {
		t.Error("a nil set has constraints")
	}
}

func TestAlongIsTheIntervalThatHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		p := randomProblem(rng, 0)
		s := newSet(t, p.space, p.rules...)
		v, _ := s.Nearest(randomVector(rng, p.space))
		if rng.IntN(2) == 0 {
			v = randomVector(rng, p.space)
		}
		i := rng.IntN(len(v))
		lo, hi := s.Along(v, i)
		for _, x := range []float64{lo - 1e-6, lo, (lo + hi) / 2, hi, hi + 1e-6, rng.Float64()} {
			if math.IsInf(x, 0) || math.IsNaN(x) {
				continue
			}
			at := slices.Clone(v)
			at[i] = x
			inside := x >= lo && x <= hi
			if s.Holds(at) != inside && math.Min(math.Abs(x-lo), math.Abs(x-hi)) > 1e-9 {
				t.Fatalf("%+v: weight %d of %v holds within [%v, %v], and Holds(%v) is %v", p, i, v, lo, hi, at, !inside)
			}
		}
	}
}
