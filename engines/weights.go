package engines

import (
	"fmt"
	"math"
)

// Kind says which values a weight may take.
type Kind int

// The kinds of weight.
const (
	Real    Kind = iota // any number in the range
	Integer             // whole numbers in the range
	Fixed               // the default, never tuned
	Log                 // any positive number in the range, searched by its logarithm
)

var kindNames = [...]string{"real", "integer", "fixed", "log"}

// String returns the kind's name in a config.
func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("kind(%d)", int(k))
	}
	return kindNames[k]
}

// ParseKind reads a kind's name.
func ParseKind(s string) (Kind, error) {
	for i, name := range kindNames {
		if s == name {
			return Kind(i), nil
		}
	}
	return 0, fmt.Errorf("unknown kind of weight %q (have real, integer, fixed, log)", s)
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
// an error that names the weight.
func (w Weight) Check(v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("weight %s: %v is not a finite number", w.Name, v)
	case v < w.Min || v > w.Max:
		return fmt.Errorf("weight %s: %v is not within [%v, %v]", w.Name, v, w.Min, w.Max)
	case w.Kind == Integer && v != math.Trunc(v):
		return fmt.Errorf("weight %s: %v is not a whole number", w.Name, v)
	}
	return nil
}

// Snap returns the allowed value nearest to v, or nearest by logarithm for a
// weight that is searched so. NaN snaps to the default.
func (w Weight) Snap(v float64) float64 {
	if math.IsNaN(v) || w.Kind == Fixed {
		return w.Default
	}
	v = min(max(v, w.Min), w.Max)
	if w.Kind == Integer {
		v = min(max(math.Round(v), math.Ceil(w.Min)), math.Floor(w.Max))
	}
	return v
}

// Unit maps a value of the weight to [0, 1], linearly or by logarithm. A weight
// without freedom maps to 0.5.
func (w Weight) Unit(v float64) float64 {
	lo, hi := w.Min, w.Max
	if w.Kind == Fixed || lo == hi {
		return 0.5
	}
	if w.Kind == Log {
		lo, hi, v = math.Log(lo), math.Log(hi), math.Log(v)
	}
	return (v - lo) / (hi - lo)
}

// FromUnit is the inverse of Unit; the value is not yet snapped.
func (w Weight) FromUnit(u float64) float64 {
	if w.Kind == Fixed || w.Min == w.Max {
		return w.Default
	}
	if w.Kind == Log {
		lo, hi := math.Log(w.Min), math.Log(w.Max)
		return math.Exp(lo + u*(hi-lo))
	}
	return w.Min + u*(w.Max-w.Min)
}

// Valid refuses a description that allows no value.
func (w Weight) Valid() error {
	switch {
	case w.Name == "":
		return fmt.Errorf("a weight has no name")
	case !(w.Min <= w.Max) || math.IsInf(w.Min, 0) || math.IsInf(w.Max, 0):
		return fmt.Errorf("weight %s: range [%v, %v] is empty or not finite", w.Name, w.Min, w.Max)
	case w.Kind == Log && w.Min <= 0:
		return fmt.Errorf("weight %s: a log weight needs a positive range, not [%v, %v]", w.Name, w.Min, w.Max)
	case w.Kind == Integer && math.Ceil(w.Min) > math.Floor(w.Max):
		return fmt.Errorf("weight %s: no whole number within [%v, %v]", w.Name, w.Min, w.Max)
	}
	return w.Check(w.Default)
}

// Weights is a value per weight of a Spec, in order.
type Weights []float64

// Space is the description of a whole weight vector.
type Space []Weight

// Valid refuses a space with an impossible weight or a name used twice.
func (s Space) Valid() error {
	seen := make(map[string]bool, len(s))
	for _, w := range s {
		if err := w.Valid(); err != nil {
			return err
		}
		if seen[w.Name] {
			return fmt.Errorf("weight %s: named twice", w.Name)
		}
		seen[w.Name] = true
	}
	return nil
}

// Check refuses a vector of the wrong length or with a value that its weight
// does not allow.
func (s Space) Check(v Weights) error {
	if len(v) != len(s) {
		return fmt.Errorf("%d weights given, %d needed (%s)", len(v), len(s), s.names())
	}
	for i, w := range s {
		if err := w.Check(v[i]); err != nil {
			return err
		}
	}
	return nil
}

// Default returns the vector of defaults.
func (s Space) Default() Weights {
	v := make(Weights, len(s))
	for i, w := range s {
		v[i] = w.Default
	}
	return v
}

// Snap returns a new vector with every value made the nearest allowed one.
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
		if w.Kind != Fixed && w.Min < w.Max {
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

// Named turns a vector into a map from names to values.
func (s Space) Named(v Weights) map[string]float64 {
	m := make(map[string]float64, len(s))
	for i, w := range s {
		m[w.Name] = v[i]
	}
	return m
}

// FromNamed turns a map into a vector; weights not named take their defaults.
// It refuses names that the space does not have and values not allowed.
func (s Space) FromNamed(m map[string]float64) (Weights, error) {
	v := s.Default()
	found := 0
	for i, w := range s {
		if x, ok := m[w.Name]; ok {
			v[i] = x
			found++
		}
	}
	if found != len(m) {
		for _, name := range sortedKeys(m) {
			if s.Index(name) < 0 {
				return nil, fmt.Errorf("unknown weight %q (have %s)", name, s.names())
			}
		}
	}
	return v, s.Check(v)
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
