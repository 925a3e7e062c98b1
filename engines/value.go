package engines

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Value is the value of a weight as users read and write it: a number, or the text of a choice. In
// JSON and YAML it is a number or a text.
type Value struct {
	Number float64
	Choice string // the text of a choice; "" if the value is a number
}

// String returns the text of the choice, or the number in its shortest exact form.
func (v Value) String() string {
	if v.Choice != "" {
		return v.Choice
	}
	return strconv.FormatFloat(v.Number, 'g', -1, 64)
}

// MarshalJSON returns a JSON number or a JSON string.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Choice != "" {
		return json.Marshal(v.Choice)
	}
	return json.Marshal(v.Number)
}

// UnmarshalJSON parses a JSON number, string or truth value. A truth value is the choice "false"
// or "true".
func (v *Value) UnmarshalJSON(data []byte) error {
	switch text := string(data); {
	case text == "true" || text == "false":
		*v = Value{Choice: text}
		return nil
	case strings.HasPrefix(text, `"`):
		*v = Value{}
		return json.Unmarshal(data, &v.Choice)
	}
	*v = Value{}
	return json.Unmarshal(data, &v.Number)
}

// MarshalYAML returns a number or a text.
func (v Value) MarshalYAML() (any, error) {
	if v.Choice != "" {
		return v.Choice, nil
	}
	return v.Number, nil
}

// UnmarshalText stores a text as the name of a choice of a weight, such as "fast". It returns an
// error for an empty text. Numbers in YAML are read by SetNumber instead.
func (v *Value) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("a number or the text of a choice is needed, not an empty text")
	}
	*v = Value{Choice: string(text)}
	return nil
}

// SetNumber sets the value to a number.
func (v *Value) SetNumber(number float64) { *v = Value{Number: number} }

// Value converts an element v of a weight vector to the form for users. For kind Choices, v is the
// index of a choice, and the result is the text of the choice. For other kinds, the result is the
// number v.
func (w Weight) Value(v float64) Value {
	if w.Kind.Has(Choices) && v >= 0 && v < float64(len(w.Choices)) && v == math.Trunc(v) {
		return Value{Choice: w.Choices[int(v)]}
	}
	return Value{Number: v}
}

// Number converts a value in the form for users to an element of a weight vector. It is the inverse
// of the method Value. For kind Choices the element is the index of the choice with the text v. For
// other kinds it is the number v, which may be out of the weight's range. Number returns a
// [keys.KeyError] with the weight's name for an unknown choice and for a text in place of a number.
func (w Weight) Number(v Value) (float64, error) {
	if w.Kind.Has(Choices) {
		if i := slices.Index(w.Choices, v.String()); i >= 0 {
			return float64(i), nil
		}
		return 0, keys.OneOf(w.Name, "choice", v.String(), w.Choices...)
	}
	if v.Choice != "" {
		return 0, keys.Errorf(w.Name, "a number is needed, not %q", v.Choice)
	}
	return v.Number, nil
}

// Candidates returns the values that a search may select for a weight of kind [Choices]. They are
// the indices of the choices in Tried, or of all choices if Tried is nil, in order. A weight that
// is not [Weight.Free] has only its default.
func (w Weight) Candidates() []float64 {
	if !w.Free() {
		return []float64{w.Default}
	}
	var out []float64
	for i, c := range w.Choices {
		if w.Tried == nil || slices.Contains(w.Tried, c) {
			out = append(out, float64(i))
		}
	}
	return out
}

// Equal reports whether two weights have the same description.
func (w Weight) Equal(other Weight) bool {
	return w.Name == other.Name && w.Doc == other.Doc && w.Min == other.Min && w.Max == other.Max &&
		w.Default == other.Default && w.Kind == other.Kind && slices.Equal(w.Choices, other.Choices) && slices.Equal(w.Tried, other.Tried)
}

// Chosen returns the indices of the weights of kind [Choices] that a strategy may change
// ([Weight.Free]), in order.
func (s Space) Chosen() []int {
	return slices.DeleteFunc(s.Free(), func(i int) bool { return !s[i].Kind.Has(Choices) })
}

// Format returns the value v of the weight as text: the text of a choice, or the number in its
// shortest exact form.
func (w Weight) Format(v float64) string { return fmt.Sprint(w.Value(v)) }
