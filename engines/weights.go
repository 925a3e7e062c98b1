package engines

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/keys"
)

// Kind states which values a weight may have and how it is searched. It is a set of flags. For
// example, a population size is Integer|Log.
type Kind uint8

// These are the flags of a Kind. The value of a weight without flags is any number between its minimum
// and its maximum.
const (
	Integer Kind = 1 << iota // whole numbers only
	Log                      // searched on a logarithmic scale; the range must be positive
	Fixed                    // stays at its default and is never tuned
	Choices                  // one of a list of texts without an order; the value is the index of a text

	Real Kind = 0
)

// Has reports whether k contains all flags of part.
func (k Kind) Has(part Kind) bool { return k&part == part }

var kindNames = [...]string{"integer", "log", "fixed", "choices"}

// String returns the kind as users write it in a config: "real", or the names of its flags
// "integer", "log", "fixed" and "choices", separated by blanks.
func (k Kind) String() string {
	if k == Real {
		return "real"
	}
	var parts []string
	for i, name := range kindNames {
		if k.Has(1 << i) {
			parts = append(parts, name)
		}
	}
	if k >= 1<<len(kindNames) {
		parts = append(parts, fmt.Sprintf("kind(%d)", k))
	}
	return strings.Join(parts, " ")
}

// ParseKind parses a kind in the form of [Kind.String], with the flags in any order.
func ParseKind(s string) (Kind, error) {
	if s == "real" {
		return Real, nil
	}
	var k Kind
	for word := range strings.FieldsSeq(s) {
		i := slices.Index(kindNames[:], word)
		if i < 0 {
			k = 0
			break
		}
		k |= 1 << i
	}
	if k == 0 {
		return 0, fmt.Errorf("unknown kind of weight %q (have real, %s)", s, strings.Join(kindNames[:], ", "))
	}
	return k, nil
}

// Weight describes one number of a weight vector: its name, kind, range and default value.
type Weight struct {
	Name    string
	Doc     string  // a description for the user
	Min     float64 // smallest value allowed
	Max     float64 // largest value allowed
	Default float64
	Kind    Kind
	// Choices contains the texts of a weight of kind Choices. The value i of the weight stands for
	// Choices[i], and the range is from 0 to the last index. For other kinds it is nil.
	Choices []string
	// Tried contains the choices that a search may select, as a part of Choices. nil means all.
	// Other choices are allowed values, but no strategy proposes them.
	Tried []string
}

// NewChoices returns a weight of kind [Choices] with the given texts. initial is the default, and
// must be one of the texts; otherwise [Weight.Valid] reports an error.
func NewChoices(name, doc string, choices []string, initial string) Weight {
	return Weight{
		Name: name, Doc: doc, Max: float64(len(choices) - 1), Default: float64(slices.Index(choices, initial)),
		Kind: Choices, Choices: choices,
	}
}

// Switch contains the choices of a weight that is either off (index 0) or on (index 1), for use
// with [NewChoices].
var Switch = []string{"false", "true"}

// Check returns nil if v is an allowed value. Otherwise, if v is NaN, infinite, out of range or
// not of the weight's kind, it returns a [keys.KeyError] with the weight's name.
func (w Weight) Check(v float64) error {
	if w.allows(v) {
		return nil
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return keys.Errorf(w.Name, "%v is not a finite number", v)
	}
	if w.Kind.Has(Choices) {
		return keys.Errorf(w.Name, "%v is not the index of a choice (0 to %v for %s)", v, w.Max, strings.Join(w.Choices, ", "))
	}
	r := keys.Within(w.Min, w.Max)
	r.Whole = w.Kind.Has(Integer)
	return r.Check(w.Name, v)
}

// allows reports whether v is an allowed value. It is faster than Check.
func (w *Weight) allows(v float64) bool {
	return v >= w.Min && v <= w.Max && (w.Kind&(Integer|Choices) == 0 || v == math.Trunc(v))
}

// Snap returns the allowed value nearest to v. For NaN, and if the weight is Fixed, it returns the
// default. For a weight of whole numbers it returns 0 instead of -0.
func (w Weight) Snap(v float64) float64 {
	if math.IsNaN(v) || w.Kind.Has(Fixed) {
		return w.Default
	}
	v = min(max(v, w.Min), w.Max)
	if w.Kind&(Integer|Choices) != 0 {
		v = min(max(math.Round(v), math.Ceil(w.Min)), math.Floor(w.Max)) + 0
	}
	return v
}

// Unit maps a value of the weight from its range [Min, Max] to [0, 1]. The map is linear, or
// logarithmic for a weight of kind Log. If the weight is not [Weight.Free], Unit returns 0.5.
func (w Weight) Unit(v float64) float64 {
	lo, hi := w.Min, w.Max
	if !w.Free() {
		return 0.5
	}
	if w.Kind.Has(Log) {
		lo, hi, v = elementary.Log(lo), elementary.Log(hi), elementary.Log(v)
	}
	return (v - lo) / (hi - lo)
}

// FromUnit is the inverse of Unit. It does not round to whole numbers; see [Weight.Snap]. If the
// weight is not [Weight.Free], FromUnit returns the default.
func (w Weight) FromUnit(u float64) float64 {
	if !w.Free() {
		return w.Default
	}
	if w.Kind.Has(Log) {
		lo, hi := elementary.Log(w.Min), elementary.Log(w.Max)
		return elementary.Exp(lo + float64(u*(hi-lo)))
	}
	return w.Min + float64(u*(w.Max-w.Min))
}

// Free reports whether a strategy may change the weight. The weight must not be Fixed, Min must be
// below Max, and Tried must not contain a single choice.
func (w Weight) Free() bool { return !w.Kind.Has(Fixed) && w.Min < w.Max && len(w.Tried) != 1 }

// Edge returns "at its minimum" or "at its maximum" if v is at an end of the weight's range, "near
// its minimum" or "near its maximum" if it is near one, and otherwise "". Users should be warned of
// such values, because a better one may be outside the range.
//
// v is near an end if its distance from the end is at most a hundredth of the range, and at most a
// tenth of the distance of the default from the end. The second limit matters for ranges that are
// much larger than usual values. It is ignored if the default is at the end itself. Distances are
// measured as in [Weight.Unit]. Edge returns "" for a weight of kind Choices and for one that is
// not [Weight.Free].
func (w Weight) Edge(v float64) string {
	near := func(distance float64) float64 { // distance from the end to the default
		if distance <= 0 {
			return 0.01
		}
		return min(0.01, distance/10)
	}
	switch u, start := w.Unit(v), w.Unit(w.Default); {
	case !w.Free() || w.Kind.Has(Choices):
		return ""
	case v <= w.Min:
		return "at its minimum"
	case u <= near(start):
		return "near its minimum"
	case v >= w.Max:
		return "at its maximum"
	case u >= 1-near(1-start):
		return "near its maximum"
	}
	return ""
}

// largestWeight limits the ranges of weights. It is the largest absolute value that a range may
// contain. Larger values could overflow in computations that multiply squares of weights.
const largestWeight = 1e30

// Valid returns nil if the description of the weight is consistent. Otherwise it returns a
// [keys.KeyError] with the weight's name. Mistakes are, for example, a range that is empty or does
// not fit the kind, and a default that is not an allowed value.
func (w Weight) Valid() error {
	switch {
	case w.Name == "":
		return fmt.Errorf("a weight has no name")
	case math.IsNaN(w.Min+w.Max) || math.IsInf(w.Min, 0) || math.IsInf(w.Max, 0):
		return keys.Errorf(w.Name, "the range [%v, %v] is not finite", w.Min, w.Max)
	case max(math.Abs(w.Min), math.Abs(w.Max)) > largestWeight:
		return keys.Errorf(w.Name, "the range [%v, %v] is too wide; weights are at most %v in absolute value", w.Min, w.Max, largestWeight)
	case w.Min > w.Max:
		return keys.Errorf(w.Name, "min %v is above max %v", w.Min, w.Max)
	case w.Kind.Has(Log) && w.Min <= 0:
		return keys.Errorf(w.Name, "a log weight needs a positive range, not [%v, %v]", w.Min, w.Max)
	case w.Kind.Has(Log) && math.IsInf(w.Max/w.Min, 1):
		return keys.Errorf(w.Name, "the range [%v, %v] is too wide for a log weight: max/min exceeds %.2g", w.Min, w.Max, math.MaxFloat64)
	case w.Kind.Has(Integer) && math.Ceil(w.Min) > math.Floor(w.Max):
		return keys.Errorf(w.Name, "no whole number within [%v, %v]", w.Min, w.Max)
	}
	if err := w.validChoices(); err != nil {
		return err
	}
	return w.Check(w.Default)
}

// validChoices returns an error if Choices or Tried contains a mistake, such as a text that is
// listed twice. A weight that is not of kind [Choices] must have neither list.
func (w Weight) validChoices() error {
	switch {
	case !w.Kind.Has(Choices) && w.Choices == nil && w.Tried == nil:
		return nil
	case !w.Kind.Has(Choices):
		return keys.Errorf(w.Name, "a weight of kind %s has no choices", w.Kind)
	case w.Kind.Has(Integer) || w.Kind.Has(Log):
		return keys.Errorf(w.Name, "kind %q: choices are neither whole numbers nor on a logarithmic scale", w.Kind)
	case len(w.Choices) == 0:
		return keys.Errorf(w.Name, "the list of choices is missing")
	case w.Min != 0 || w.Max != float64(len(w.Choices)-1):
		return keys.Errorf(w.Name, "the range [%v, %v] is not that of %d choices, [0, %d]", w.Min, w.Max, len(w.Choices), len(w.Choices)-1)
	}
	for i, c := range w.Choices {
		if c == "" {
			return keys.Errorf(w.Name, "choice %d is empty", i+1)
		}
		if slices.Contains(w.Choices[:i], c) {
			return keys.Errorf(w.Name, "the choice %q is listed twice", c)
		}
	}
	for i, c := range w.Tried {
		if slices.Contains(w.Tried[:i], c) {
			return keys.Errorf(w.Name, "the choice %q is listed twice", c)
		}
		if err := keys.OneOf(w.Name, "choice", c, w.Choices...); err != nil {
			return err
		}
	}
	return nil
}

// Weights is a weight vector: one value per weight of a [Spec], in the same order.
type Weights []float64

// Space describes all weights of a weight vector, in order.
type Space []Weight

// Valid checks the descriptions of all weights. The error joins the errors of [Weight.Valid] and a
// [keys.KeyError] for every name that is used twice.
func (s Space) Valid() error {
	var mistakes []error
	seen := make(map[string]bool, len(s))
	for _, w := range s {
		if err := w.Valid(); err != nil {
			mistakes = append(mistakes, err)
		}
		if seen[w.Name] {
			mistakes = append(mistakes, keys.Errorf(w.Name, "named twice"))
		}
		seen[w.Name] = true
	}
	return errors.Join(mistakes...)
}

// Check checks a weight vector. It returns an error if v does not have one value per weight.
// Otherwise it joins the errors of [Weight.Check] for all values, and returns nil if there are
// none.
func (s Space) Check(v Weights) error {
	if len(v) != len(s) {
		return fmt.Errorf("%d weights given, %d needed (%s)", len(v), len(s), listNames(s.names()))
	}
	var mistakes []error
	for i := range s {
		if !s[i].allows(v[i]) {
			mistakes = append(mistakes, s[i].Check(v[i]))
		}
	}
	return errors.Join(mistakes...)
}

// Complete returns v, or the default weights if v is nil. If v is not valid, it also returns the
// error of [Space.Check].
func (s Space) Complete(v Weights) (Weights, error) {
	if v == nil {
		return s.Default(), nil
	}
	return v, s.Check(v)
}

// Default returns a new vector of the default values.
func (s Space) Default() Weights {
	v := make(Weights, len(s))
	for i, w := range s {
		v[i] = w.Default
	}
	return v
}

// Snap returns a new vector in which every value of v is replaced by the nearest allowed value;
// see [Weight.Snap]. It panics if v has fewer values than the space.
func (s Space) Snap(v []float64) Weights {
	out := make(Weights, len(s))
	for i, w := range s {
		out[i] = w.Snap(v[i])
	}
	return out
}

// Free returns the indices of the weights that a strategy may change ([Weight.Free]), in order.
func (s Space) Free() []int {
	var free []int
	for i, w := range s {
		if w.Free() {
			free = append(free, i)
		}
	}
	return free
}

// Index returns the index of the weight with the given name, or -1 if there is none.
func (s Space) Index(name string) int {
	return slices.IndexFunc(s, func(w Weight) bool { return w.Name == name })
}

// Named returns a map from the names of the weights to the values in v. It panics if v has fewer
// values than the space; see [Space.Check].
func (s Space) Named(v Weights) map[string]Value {
	m := make(map[string]Value, len(s))
	for i, w := range s {
		m[w.Name] = w.Value(v[i])
	}
	return m
}

// FromNamed returns the weight vector for a map from names of weights to values. A weight that is
// not in m has its default value. The error joins a [keys.KeyError] for every unknown name and
// every value that is not allowed.
func (s Space) FromNamed(m map[string]Value) (Weights, error) {
	v := s.Default()
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(m)) {
		i := s.Index(name)
		if i < 0 {
			mistakes = append(mistakes, keys.Errorf(name, "unknown weight (%s)", s.Suggest(name)))
			continue
		}
		x, err := s[i].Number(m[name])
		if err == nil {
			err = s[i].Check(x)
		}
		if err != nil {
			mistakes = append(mistakes, err)
			continue
		}
		v[i] = x
	}
	return v, errors.Join(mistakes...)
}

// Suggest returns the end of an error message about an unknown weight: the most similar name of a
// weight, or a list of names if none is similar.
func (s Space) Suggest(name string) string {
	known := s.names()
	if keys.Nearest(known, name) == "" && len(s) > 0 {
		return "have " + listNames(known)
	}
	return keys.Suggest(known, name)
}

func (s Space) names() []string {
	names := make([]string, len(s))
	for i, w := range s {
		names[i] = w.Name
	}
	return names
}

// listNames returns the first twelve names, separated by commas, and the number of the remaining
// ones.
func listNames(names []string) string {
	const most = 12
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}
