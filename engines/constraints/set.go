package constraints

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Set is a set of constraints on the weights of a space. A nil *Set is valid and has no
// constraints.
type Set struct {
	space engines.Space
	rows  []row
	// weights lists the weights that occur in a constraint, as indices into space, in order.
	weights []int
}

// New converts rules to a set of constraints on a space. It returns nil if there are no rules. The
// error joins a [keys.KeyError] for every mistake. Its key begins with the index of the rule, as in
// "[0].order". If [Set.Nearest] finds no weight vector that satisfies all rules, the error has the
// key "".
func New(space engines.Space, rules []Rule) (*Set, error) {
	if len(rules) == 0 {
		return nil, nil
	}
	s := &Set{space: space}
	var mistakes []error
	for i, r := range rules {
		rows, err := r.rows(space)
		mistakes = append(mistakes, keys.Under(fmt.Sprintf("[%d]", i), err))
		for _, r := range rows {
			r.rule = i
			s.rows = append(s.rows, r)
		}
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, err
	}
	for _, r := range s.rows {
		for _, t := range r.terms {
			if !slices.Contains(s.weights, t.weight) {
				s.weights = append(s.weights, t.weight)
			}
		}
	}
	slices.Sort(s.weights)
	if _, ok := s.Nearest(space.Default()); !ok {
		return nil, keys.Errorf("", "no weights within their ranges satisfy all constraints")
	}
	return s, nil
}

// Within returns the same constraints for a space with the same weights but other ranges.
func (s *Set) Within(space engines.Space) *Set {
	if s == nil {
		return nil
	}
	out := *s
	out.space = space
	return &out
}

// Holds reports whether a weight vector satisfies all constraints, up to rounding errors.
func (s *Set) Holds(v []float64) bool {
	if s == nil {
		return true
	}
	for i := range s.rows {
		if !s.rows[i].holds(v) {
			return false
		}
	}
	return true
}

// Check returns nil if a weight vector satisfies all constraints. Otherwise the error joins a
// [keys.KeyError] for every violated condition, with the amount of the violation. Its key is the
// index of the rule, as in "[0]".
func (s *Set) Check(v []float64) error {
	if s == nil {
		return nil
	}
	var mistakes []error
	for i := range s.rows {
		if err := s.rows[i].check(s.space, v); err != nil {
			mistakes = append(mistakes, keys.Errorf(fmt.Sprintf("[%d]", s.rows[i].rule), "%w", err))
		}
	}
	return errors.Join(mistakes...)
}

// Reached returns a text for every condition that a weight vector satisfies with equality, such as
// "small + large = 70, the maximum". A better vector may lie beyond such a condition. Rules that
// allow one value only are left out.
func (s *Set) Reached(v []float64) []string {
	if s == nil {
		return nil
	}
	var list []string
	for i := range s.rows {
		if text := s.rows[i].reached(s.space, v); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// Along returns the interval of values that one weight may have while the other weights keep their
// values in v. weight is an index into the space. The ends may be infinite, and the interval is
// empty if lo is above hi.
func (s *Set) Along(v []float64, weight int) (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	if s == nil {
		return lo, hi
	}
	for i := range s.rows {
		r := &s.rows[i]
		factor, rest := 0.0, 0.0
		for _, t := range r.terms {
			if t.weight == weight {
				factor = t.factor
			} else {
				rest += float64(t.factor * v[t.weight])
			}
		}
		a, b := (r.lo-r.slack-rest)/factor, (r.hi+r.slack-rest)/factor
		switch {
		case factor > 0:
			lo, hi = max(lo, a), min(hi, b)
		case factor < 0:
			lo, hi = max(lo, b), min(hi, a)
		case rest < r.lo-r.slack || rest > r.hi+r.slack:
			return math.Inf(1), math.Inf(-1)
		}
	}
	return lo, hi
}

// Homogeneous reports whether a vector that satisfies the constraints still satisfies them after
// multiplication by a positive number. This is true for orders and ratios, and false for sums with
// a limit other than 0.
func (s *Set) Homogeneous() bool {
	if s == nil {
		return true
	}
	for _, r := range s.rows {
		for _, limit := range []float64{r.lo, r.hi} {
			if limit != 0 && !math.IsInf(limit, 0) {
				return false
			}
		}
	}
	return true
}

// Project returns the vector nearest to v that satisfies all constraints and lies within the ranges
// of the weights. v must lie within the ranges, too. Whole-number weights may receive other values
// than whole numbers. The distance is measured for each weight as a fraction of its range. For a
// logarithmic weight it is measured on a logarithmic scale, which is approximated near v. ok is
// false if there is no such vector.
func (s *Set) Project(v []float64) (out engines.Weights, ok bool) {
	out = slices.Clone(v)
	if s.Holds(v) {
		return out, true
	}
	lo, hi := s.bounds()
	return out, s.project(out, lo, hi)
}

// Nearest returns a vector near v that satisfies all constraints and has allowed values only. Real
// weights move as in [Set.Project]. Whole-number weights are rounded if the constraints then hold.
// Otherwise they are fixed one after another, each at the nearest whole number that leaves a
// solution for the others. ok is false if there is no such vector, or if 1000 attempts do not find
// one. A nil Set returns a copy of v.
func (s *Set) Nearest(v []float64) (out engines.Weights, ok bool) {
	if s == nil {
		return slices.Clone(v), true
	}
	out = slices.Clone(v)
	for i, w := range s.space {
		if !slices.Contains(s.weights, i) {
			out[i] = w.Snap(v[i])
		}
	}
	if s.space.Check(out) == nil && s.Holds(out) {
		return out, true
	}
	lo, hi := s.bounds()
	if !s.project(out, lo, hi) {
		return out, false
	}
	if s.whole(out) {
		return out, true
	}
	if rounded, ok := s.rounded(out, lo, hi); ok {
		return rounded, true
	}
	d := dive{set: s, attempts: maxAttempts}
	return d.fix(out, 0, lo, hi)
}

// maxAttempts is the largest number of whole numbers that [Set.Nearest] tries in its search for a
// vector that satisfies the constraints.
const maxAttempts = 1000

// bounds returns the lowest and highest allowed values of all weights. For a whole-number weight
// they are whole numbers. For a weight that is not tuned, both are its default.
func (s *Set) bounds() (lo, hi []float64) {
	lo, hi = make([]float64, len(s.space)), make([]float64, len(s.space))
	for i, w := range s.space {
		lo[i], hi[i] = w.Min, w.Max
		switch {
		case !w.Free():
			lo[i], hi[i] = w.Default, w.Default
		case w.Kind.Has(engines.Integer):
			lo[i], hi[i] = math.Ceil(w.Min), math.Floor(w.Max)
		}
	}
	return lo, hi
}

// whole reports whether all constrained whole-number weights of a vector are whole numbers.
func (s *Set) whole(v []float64) bool {
	for _, i := range s.weights {
		if s.space[i].Kind.Has(engines.Integer) && v[i] != math.Trunc(v[i]) {
			return false
		}
	}
	return true
}

// rounded sets all constrained whole-number weights of v to the nearest whole numbers in [lo, hi].
// It moves the other weights so that the constraints hold. ok is false if this is impossible.
func (s *Set) rounded(v engines.Weights, lo, hi []float64) (out engines.Weights, ok bool) {
	out, lo, hi = slices.Clone(v), slices.Clone(lo), slices.Clone(hi)
	for _, i := range s.weights {
		if s.space[i].Kind.Has(engines.Integer) {
			out[i] = min(max(math.Round(v[i]), lo[i]), hi[i])
			lo[i], hi[i] = out[i], out[i]
		}
	}
	return out, s.project(out, lo, hi)
}

// dive is a depth-first search for values of the whole-number weights that satisfy the constraints.
type dive struct {
	set      *Set
	attempts int // number of values that may still be tried
}

// fix searches for values of the whole-number weights in v that satisfy the constraints. It sets
// one weight after another, beginning at index from of Set.weights, the list of constrained
// weights. The weights before this index must be whole already. v must satisfy the constraints
// within lo and hi. fix returns false if there is no solution or if d.attempts are used up.
func (d *dive) fix(v engines.Weights, from int, lo, hi []float64) (engines.Weights, bool) {
	s := d.set
	for from < len(s.weights) && !s.space[s.weights[from]].Kind.Has(engines.Integer) {
		from++
	}
	if from == len(s.weights) {
		return v, true
	}
	i := s.weights[from]
	for _, value := range wholeNear(v[i], lo[i], hi[i]) {
		if d.attempts--; d.attempts < 0 {
			break
		}
		next, low, high := slices.Clone(v), slices.Clone(lo), slices.Clone(hi)
		next[i], low[i], high[i] = value, value, value
		if !s.project(next, low, high) {
			continue
		}
		if out, ok := d.fix(next, from+1, low, high); ok {
			return out, true
		}
	}
	return v, false
}

// wholeNear returns the whole numbers within [lo, hi] in the order of their distance from v. It
// stops after about maxAttempts numbers, and leaves out those that float64 cannot represent.
func wholeNear(v, lo, hi float64) []float64 {
	first := math.Round(v)
	step := 1.0 // direction of the next nearest number
	if v < first {
		step = -1
	}
	size := math.Abs(first)
	next := max(1, math.Nextafter(size, math.Inf(1))-size) // distance of the next larger number
	var out []float64
	for k := 0.0; len(out) < maxAttempts && (first-k >= lo || first+k <= hi); k += next {
		for _, value := range []float64{first + float64(step*k), first - float64(step*k)} {
			if value >= lo && value <= hi && !slices.Contains(out, value) {
				out = append(out, value)
			}
		}
	}
	return out
}
