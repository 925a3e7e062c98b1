package cmd

import (
	"bytes"
	"encoding/json"

	"github.com/lanista/lanista/engines"
)

// orderedJSON is a JSON object whose keys keep the order in which they were
// added.
type orderedJSON struct {
	keys   []string
	values []any
}

func (o *orderedJSON) add(key string, value any) {
	o.keys = append(o.keys, key)
	o.values = append(o.values, value)
}

// MarshalJSON writes the object.
func (o *orderedJSON) MarshalJSON() ([]byte, error) {
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

// namedWeights is a vector by the names of its weights, in their order.
func namedWeights(space engines.Space, w engines.Weights) *orderedJSON {
	o := &orderedJSON{}
	for i, v := range w {
		o.add(space[i].Name, v)
	}
	return o
}
