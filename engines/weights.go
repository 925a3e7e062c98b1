package engines

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Kind says which values a weight may take and how it is searched. It is a set:
// its parts are independent of each other, and a population size, for example,
// is Integer|Log.
type Kind uint8

// The parts of a kind. A weight with none of them is a real number in its range.
const (
	Integer Kind = 1 << iota // whole numbers only
	Log                      // searched by its logarithm; the range must be positive
	Fixed                    // stays at its default and is never tuned

	Real Kind = 0
)

// Has reports whether a kind has all parts of another.
func (k Kind) Has(part Kind) bool { return k&part == part }

var kindNames = [...]string{"integer", "log", "fixed"}

// String returns the kind as a config writes it: "real", "integer", "log",
// "fixed", or several of the last three with a blank between them.
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

// ParseKind reads what String writes, the parts in any order.
func ParseKind(s string) (Kind, error) {
	if s == "real" {
		return Real, nil
	}
	var k Kind
	words := strings.Fields(s)
words:
	for _, word := range words {
		for i, name := range kindNames {
			if word == name {
				k |= 1 << i
				continue words
			}
		}
		return 0, unknownKind(s)
	}
	if len(words) == 0 {
		return 0, unknownKind(s)
	}
	return k, nil
}

func unknownKind(s string) error {
	return fmt.Errorf("unknown kind of weight %q (have real, integer, fixed, log)", s)
}

// Weight describes one coordinate of a weight vector.
type Weight struct {
	Name    string
	Doc     string
	Min     float64 // smallest value allowed
	Max     float64 // largest value allowed
	Default float64
	Kind    Kind
}

// Check refuses NaN, infinities and values that the weight does not allow, with
// a [keys.KeyError] of the weight's name.
func (w Weight) Check(v float64) error {
	if w.allows(v) {
		return nil
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return keys.Errorf(w.Name, "%v is not a finite number", v)
	}
	r := keys.Within(w.Min, w.Max)
	r.Whole = w.Kind.Has(Integer)
	return r.Check(w.Name, v)
}

// allows reports whether Check finds nothing wrong.
func (w *Weight) allows(v float64) bool {
	return v >= w.Min && v <= w.Max && (!w.Kind.Has(Integer) || v == math.Trunc(v))
}

// Snap returns the allowed value nearest to v. NaN snaps to the default, and so
// does everything where the weight is fixed.
func (w Weight) Snap(v float64) float64 {
	if math.IsNaN(v) || w.Kind.Has(Fixed) {
		return w.Default
	}
	v = min(max(v, w.Min), w.Max)
	if w.Kind.Has(Integer) {
		v = min(max(math.Round(v), math.Ceil(w.Min)), math.Floor(w.Max))
	}
	return v
}

// Unit maps a value of the weight to [0, 1], linearly or by logarithm. A weight
// without freedom maps to 0.5.
func (w Weight) Unit(v float64) float64 {
	lo, hi := w.Min, w.Max
	if !w.Free() {
		return 0.5
	}
	if w.Kind.Has(Log) {
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	}
	return (v - lo) / (hi - lo)
}

// FromUnit is the inverse of Unit; the value is not yet snapped.
func (w Weight) FromUnit(u float64) float64 {
	if !w.Free() {
		return w.Default
	}
	if w.Kind.Has(Log) {
		lo, hi := math.Log(w.Min), math.Log(w.Max)
		return math.Exp(lo + u*(hi-lo))
	}
	return w.Min + u*(w.Max-w.Min)
}

// Free reports whether a tuner may change the weight.
func (w Weight) Free() bool { return !w.Kind.Has(Fixed) && w.Min < w.Max }

// Edge says that a value lies at an end of its range, "at its minimum" or "at its
// maximum", or within a hundredth of the range from it, "near its minimum" or "near its
// maximum"; "" elsewhere, and of a weight that is not free. What is best may lie beyond.
func (w Weight) Edge(v float64) string {
	const near = 0.01
	switch u := w.Unit(v); {
	case !w.Free():
		return ""
	case v <= w.Min:
		return "at its minimum"
	case u <= near:
		return "near its minimum"
	case v >= w.Max:
		return "at its maximum"
	case u >= 1-near:
		return "near its maximum"
	}
	return ""
}

// Valid refuses a description that allows no value, with a [keys.KeyError] of the
// weight's name.
func (w Weight) Valid() error {
	switch {
	case w.Name == "":
		return fmt.Errorf("a weight has no name")
	case math.IsNaN(w.Min+w.Max) || math.IsInf(w.Min, 0) || math.IsInf(w.Max, 0):
		return keys.Errorf(w.Name, "the range [%v, %v] is not finite", w.Min, w.Max)
	case w.Min > w.Max:
		return keys.Errorf(w.Name, "min %v is above max %v", w.Min, w.Max)
	case w.Kind.Has(Log) && w.Min <= 0:
		return keys.Errorf(w.Name, "a log weight needs a positive range, not [%v, %v]", w.Min, w.Max)
	case w.Kind.Has(Integer) && math.Ceil(w.Min) > math.Floor(w.Max):
		return keys.Errorf(w.Name, "no whole number within [%v, %v]", w.Min, w.Max)
	}
	return w.Check(w.Default)
}

// Weights is a value per weight of a Spec, in order.
type Weights []float64

// Space is the description of a whole weight vector.
type Space []Weight

// Valid refuses impossible weights and names used twice, all of them, each with
// a [keys.KeyError] of the weight's name.
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

// Check refuses a vector of the wrong length, and values that their weights do
// not allow, all of them, each with a [keys.KeyError] of the weight's name.
func (s Space) Check(v Weights) error {
	if len(v) != len(s) {
		return fmt.Errorf("%d weights given, %d needed (%s)", len(v), len(s), s.names())
	}
	var mistakes []error
	for i := range s {
		if !s[i].allows(v[i]) {
			mistakes = append(mistakes, s[i].Check(v[i]))
		}
	}
	return errors.Join(mistakes...)
}

// Default returns the vector of defaults.
func (s Space) Default() Weights {
	v := make(Weights, len(s))
	for i, w := range s {
		v[i] = w.Default
	}
	return v
}

// Snap returns a new vector with every value made the nearest allowed one. It panics if
// v has fewer values than the space.
func (s Space) Snap(v []float64) Weights {
	out := make(Weights, len(s))
	for i, w := range s {
		out[i] = w.Snap(v[i])
	}
	return out
}

// Free lists the indices of the weights that a tuner may change.
func (s Space) Free() []int {
	var free []int
	for i, w := range s {
		if w.Free() {
			free = append(free, i)
		}
	}
	return free
}

// Index returns the place of the named weight, or -1.
func (s Space) Index(name string) int {
	for i, w := range s {
		if w.Name == name {
			return i
		}
	}
	return -1
}

// Named turns a vector into a map from names to values. It panics if the vector has
// fewer values than the space; see [Space.Check].
func (s Space) Named(v Weights) map[string]float64 {
	m := make(map[string]float64, len(s))
	for i, w := range s {
		m[w.Name] = v[i]
	}
	return m
}

// FromNamed turns a map into a vector; weights not named take their defaults.
// It refuses names that the space does not have and values not allowed, all of
// them, each with a [keys.KeyError] of the name.
func (s Space) FromNamed(m map[string]float64) (Weights, error) {
	v := s.Default()
	var mistakes []error
	for _, name := range sortedKeys(m) {
		i := s.Index(name)
		if i < 0 {
			mistakes = append(mistakes, keys.Errorf(name, "unknown weight (%s)", s.Suggest(name)))
			continue
		}
		v[i] = m[name]
		if err := s[i].Check(v[i]); err != nil {
			mistakes = append(mistakes, err)
		}
	}
	return v, errors.Join(mistakes...)
}

// Suggest is what an error says of a weight that the space does not have: the one that
// is alike, or which there are.
func (s Space) Suggest(name string) string {
	known := make([]string, len(s))
	for i, w := range s {
		known[i] = w.Name
	}
	if keys.Nearest(known, name) == "" && len(s) > 0 {
		return "have " + s.names()
	}
	return keys.Suggest(known, name)
}

func (s Space) names() string {
	const most = 12
	out := ""
	for i, w := range s {
		if i == most {
			return fmt.Sprintf("%s and %d more", out, len(s)-most)
		}
		if i > 0 {
			out += ", "
		}
		out += w.Name
	}
	return out
}
