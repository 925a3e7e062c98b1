package results

import (
	"encoding/json"
	"fmt"

	"github.com/lanista/lanista/engines"
)

// storedWeight is one weight of a space as the store keeps it.
type storedWeight struct {
	Name    string  `json:"name"`
	Doc     string  `json:"doc,omitempty"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Kind    string  `json:"kind"`
}

func fromSpace(s engines.Space) []storedWeight {
	out := make([]storedWeight, len(s))
	for i, w := range s {
		out[i] = storedWeight{w.Name, w.Doc, w.Min, w.Max, w.Default, w.Kind.String()}
	}
	return out
}

func toSpace(text string) (engines.Space, error) {
	var stored []storedWeight
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	out := make(engines.Space, len(stored))
	for i, w := range stored {
		kind, err := engines.ParseKind(w.Kind)
		if err != nil {
			return nil, err
		}
		out[i] = engines.Weight{Name: w.Name, Doc: w.Doc, Min: w.Min, Max: w.Max, Default: w.Default, Kind: kind}
	}
	return out, nil
}
