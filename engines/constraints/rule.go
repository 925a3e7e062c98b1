package constraints

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Rule is a constraint on weights: an order of their values, or limits of their sum or ratio.
// Exactly one of Order, Sum and Ratio is set. Min, Max and Equals limit a sum or a ratio; a nil
// field is no limit.
type Rule struct {
	Order  []string // names of weights whose values must not decrease in this order
	Sum    []string // names of weights whose sum is limited
	Ratio  []string // names of two weights; the first divided by the second is limited
	Min    *float64
	Max    *float64
	Equals *float64 // stands for equal Min and Max
}

// row is a linear condition: lo <= sum of factor*weight <= hi. A limit may be infinite.
type row struct {
	rule   int // index of the rule that the condition belongs to
	kind   rowKind
	terms  []term
	lo, hi float64
	single bool // the rule allows one value of its sum or ratio only
	// slack is the rounding error of the sum that is tolerated.
	slack float64
}

type rowKind uint8

const (
	orderRow rowKind = iota // the second weight minus the first is at least 0
	sumRow
	leastRatioRow // the first weight minus the smallest ratio times the second is at least 0
	mostRatioRow  // the largest ratio times the second weight minus the first is at least 0
)

// term is a summand in the condition of a [row]: factor times a weight. The weight is given as its
// index in the space.
type term struct {
	weight int
	factor float64
}

// rows converts a rule to linear conditions. The error joins a [keys.KeyError] for every mistake.
func (r Rule) rows(space engines.Space) ([]row, error) {
	key, names, err := r.names()
	if err != nil {
		return nil, err
	}
	at, err := indices(space, key, names)
	if err = errors.Join(err, r.checkLimits(key)); err != nil {
		return nil, err
	}
	lo, hi := r.limits()
	switch key {
	case "order":
		var rows []row
		for i := range len(at) - 1 {
			rows = append(rows, newRow(space, orderRow, []term{{at[i], -1}, {at[i+1], 1}}, 0, math.Inf(1)))
		}
		return rows, nil
	case "sum":
		terms := make([]term, len(at))
		for i, k := range at {
			terms[i] = term{k, 1}
		}
		r := newRow(space, sumRow, terms, lo, hi)
		r.single = lo == hi
		return []row{r}, nil
	}
	if w := space[at[1]]; w.Min < 0 {
		return nil, keys.Errorf("ratio", "%s divides and may be negative (its minimum is %v); the second weight of a ratio needs a range without negative numbers", w.Name, w.Min)
	}
	var rows []row
	if !math.IsInf(lo, 0) {
		rows = append(rows, newRow(space, leastRatioRow, []term{{at[0], 1}, {at[1], -lo}}, 0, math.Inf(1)))
	}
	if !math.IsInf(hi, 0) {
		rows = append(rows, newRow(space, mostRatioRow, []term{{at[0], -1}, {at[1], hi}}, 0, math.Inf(1)))
	}
	for i := range rows {
		rows[i].single = lo == hi
	}
	return rows, nil
}

// names returns the list of weights in the rule, and the key of this list: order, sum or ratio. It
// returns a [keys.KeyError] if the rule does not have exactly one list, or if the number of weights
// is wrong.
func (r Rule) names() (key string, names []string, err error) {
	given := 0
	for _, list := range []struct {
		key   string
		names []string
	}{{"order", r.Order}, {"sum", r.Sum}, {"ratio", r.Ratio}} {
		if list.names != nil {
			given++
			key, names = list.key, list.names
		}
	}
	switch {
	case given != 1:
		return "", nil, keys.Errorf("", "%d of the keys order, sum and ratio are given; a constraint has one of them", given)
	case key == "ratio" && len(names) != 2:
		return "", nil, keys.Errorf(key, "weights named: %d; a ratio has two", len(names))
	case len(names) < 2:
		return "", nil, keys.Errorf(key, "weights named: %d; at least two are needed", len(names))
	}
	return key, names, nil
}

// indices returns, for each weight in names, its index in space. key is the config key of the list
// names. The error joins a [keys.KeyError] for every name that is unknown, occurs twice, or belongs
// to a weight with choices.
func indices(space engines.Space, key string, names []string) ([]int, error) {
	var mistakes []error
	at := make([]int, len(names))
	for i, name := range names {
		path := fmt.Sprintf("%s[%d]", key, i)
		at[i] = space.Index(name)
		switch {
		case at[i] < 0:
			mistakes = append(mistakes, keys.Errorf(path, "unknown weight %q (%s)", name, space.Suggest(name)))
		case slices.Contains(names[:i], name):
			mistakes = append(mistakes, keys.Errorf(path, "%s is named twice", name))
		case space[at[i]].Kind.Has(engines.Choices):
			mistakes = append(mistakes, keys.Errorf(path, "%s is a choice of %s, and choices have no order", name, strings.Join(space[at[i]].Choices, ", ")))
		}
	}
	return at, errors.Join(mistakes...)
}

// checkLimits checks the limits of a rule, its keys min, max and equals. key is the kind of the
// rule: an order, which has no limits, a sum or a ratio. The error joins a [keys.KeyError] for each
// mistake.
func (r Rule) checkLimits(key string) error {
	var mistakes []error
	for _, l := range []struct {
		name  string
		value *float64
	}{{"min", r.Min}, {"max", r.Max}, {"equals", r.Equals}} {
		if l.value == nil {
			continue
		}
		switch {
		case key == "order":
			mistakes = append(mistakes, keys.Errorf(l.name, "an order has no limits; %s belongs to a sum or a ratio", l.name))
		case math.IsNaN(*l.value) || math.IsInf(*l.value, 0):
			mistakes = append(mistakes, keys.Errorf(l.name, "%v is not a finite number", *l.value))
		}
	}
	switch {
	case key == "order" || len(mistakes) > 0:
	case r.Equals != nil && (r.Min != nil || r.Max != nil):
		mistakes = append(mistakes, keys.Errorf("equals", "given together with min or max; give one of them"))
	case r.Equals == nil && r.Min == nil && r.Max == nil:
		mistakes = append(mistakes, keys.Errorf(key, "no limit is given; add min, max or equals"))
	case r.Min != nil && r.Max != nil && *r.Min > *r.Max:
		mistakes = append(mistakes, keys.Errorf("min", "%v is above max %v", *r.Min, *r.Max))
	}
	return errors.Join(mistakes...)
}

// limits returns the limits of a sum or a ratio. A missing limit is infinite.
func (r Rule) limits() (lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	if r.Min != nil {
		lo = *r.Min
	}
	if r.Max != nil {
		hi = *r.Max
	}
	if r.Equals != nil {
		lo, hi = *r.Equals, *r.Equals
	}
	return lo, hi
}

// precision is the tolerated rounding error of the sum in a constraint. It is relative to the
// largest sum that the absolute values of the terms can have.
const precision = 1e-9

func newRow(space engines.Space, kind rowKind, terms []term, lo, hi float64) row {
	r := row{kind: kind, terms: terms, lo: lo, hi: hi}
	for _, t := range terms {
		w := space[t.weight]
		r.slack += float64(precision * math.Abs(t.factor) * max(math.Abs(w.Min), math.Abs(w.Max)))
	}
	return r
}

// value returns the sum that the linear condition r limits: each weight of v times its factor.
func (r *row) value(v []float64) float64 {
	sum := 0.0
	for _, t := range r.terms {
		sum += float64(t.factor * v[t.weight])
	}
	return sum
}

// holds reports whether a weight vector satisfies the linear condition r, up to rounding errors.
func (r *row) holds(v []float64) bool {
	x := r.value(v)
	return x >= r.lo-r.slack && x <= r.hi+r.slack
}

// check returns nil if a weight vector satisfies the linear condition r. Otherwise the error states
// the rule and by how much the vector violates it.
func (r *row) check(space engines.Space, v []float64) error {
	if r.holds(v) {
		return nil
	}
	first, second := r.terms[0], r.terms[1]
	a, b := space[first.weight].Name, space[second.weight].Name
	x, y := v[first.weight], v[second.weight]
	switch r.kind {
	case orderRow:
		return fmt.Errorf("%s %v is above %s %v by %v, against the order %s <= %s", a, number(x), b, number(y), number(x-y), a, b)
	case leastRatioRow:
		least := -second.factor
		return fmt.Errorf("%s / %s is %v / %v; the ratio must be at least %v, and %s is too small by %v", a, b, number(x), number(y), number(least), a, number(float64(least*y)-x))
	case mostRatioRow:
		most := second.factor
		return fmt.Errorf("%s / %s is %v / %v; the ratio must be at most %v, and %s is too large by %v", a, b, number(x), number(y), number(most), a, number(x-float64(most*y)))
	}
	sum, names := r.value(v), r.sumOf(space)
	if sum < r.lo {
		return fmt.Errorf("%s is %v, below the minimum %v by %v", names, number(sum), number(r.lo), number(r.lo-sum))
	}
	return fmt.Errorf("%s is %v, above the maximum %v by %v", names, number(sum), number(r.hi), number(sum-r.hi))
}

// sumOf returns the names of the weights in the linear condition r as a sum, such as "small +
// large".
func (r *row) sumOf(space engines.Space) string {
	names := make([]string, len(r.terms))
	for i, t := range r.terms {
		names[i] = space[t.weight].Name
	}
	return strings.Join(names, " + ")
}

// near is the distance from the limit of a constraint within which a sum of weights counts as
// having reached the limit. It is relative to the largest sum that the absolute values of the terms
// can have.
const near = 1e-6

// reached describes a limit that a weight vector has reached: it satisfies the linear condition r
// with equality, up to a small tolerance. The text is, for example, "small + large = 70, the
// maximum". If no limit is reached, or if the rule allows only one value, reached returns "".
func (r *row) reached(space engines.Space, v []float64) string {
	x, within := r.value(v), r.slack*near/precision
	least, most := x <= r.lo+within, x >= r.hi-within
	if r.single || !least && !most {
		return ""
	}
	a, b := space[r.terms[0].weight].Name, space[r.terms[1].weight].Name
	switch r.kind {
	case orderRow:
		return fmt.Sprintf("%s = %s, the end of their order", a, b)
	case leastRatioRow:
		return fmt.Sprintf("%s / %s = %s, the minimum", a, b, number(-r.terms[1].factor))
	case mostRatioRow:
		return fmt.Sprintf("%s / %s = %s, the maximum", a, b, number(r.terms[1].factor))
	}
	if least {
		return fmt.Sprintf("%s = %s, the minimum", r.sumOf(space), number(r.lo))
	}
	return fmt.Sprintf("%s = %s, the maximum", r.sumOf(space), number(r.hi))
}

// number returns v as it is shown to users, rounded to ten digits, so that 0.30000000000000004
// reads 0.3.
func number(v float64) string { return fmt.Sprintf("%.10g", v) }
