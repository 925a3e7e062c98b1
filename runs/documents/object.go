package documents

import (
	"bytes"
	"encoding/json"
	"math"

	"github.com/lanista/lanista/engines"
)

// Object is a JSON object whose keys keep the order in which they were
// added.
type Object struct {
	keys   []string
	values []any
}

// Add adds a key and its value.
func (o *Object) Add(key string, value any) {
	o.keys = append(o.keys, key)
	o.values = append(o.values, value)
}

// MarshalJSON writes the object.
func (o *Object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	out.WriteByte('{')
	for i, key := range o.keys {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := e.Encode(key); err != nil {
			return nil, err
		}
		out.WriteByte(':')
		if err := e.Encode(o.values[i]); err != nil {
			return nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Weights is a vector by the names of its weights, in their order.
func Weights(space engines.Space, w engines.Weights) *Object {
	o := &Object{}
	for i, v := range w {
		o.Add(space[i].Name, v)
	}
	return o
}

// knownByName is the numbers of a vector that are known, by the names of the weights; nil
// where there is no vector.
func knownByName(space engines.Space, v []float64) *Object {
	if v == nil {
		return nil
	}
	o := &Object{}
	for i, x := range v {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			o.Add(space[i].Name, x)
		}
	}
	return o
}

// known is nil for what JSON cannot say.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// finite replaces what JSON cannot write by nil; a won game may be worth more
// than any number.
func finite(values []float64) []any {
	out := make([]any, len(values))
	for i, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out[i] = v
		}
	}
	return out
}

// finitePointers does so for values that may be absent.
func finitePointers(values []*float64) []any {
	out := make([]any, len(values))
	for i, v := range values {
		if v != nil && !math.IsNaN(*v) && !math.IsInf(*v, 0) {
			out[i] = *v
		}
	}
	return out
}
