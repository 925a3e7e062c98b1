package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/lanista/lanista/keys"
)

// VariantNames are what the text of a variant may name.
var VariantNames = []string{"draws", "first_seat", "deal", "cycle", "integer", "dead", "scale_free", "wide", "seats"}

// ParseVariant reads name=value pairs into a variant.
func ParseVariant(list []string) (Variant, error) {
	var v Variant
	given := make(map[string]any)
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return v, fmt.Errorf("%s: name=value is needed", text)
		}
		if err := keys.OneOf("", "", name, VariantNames...); err != nil {
			return v, fmt.Errorf("%s: %w", text, err)
		}
		if !json.Valid([]byte(value)) {
			return v, fmt.Errorf("%s: a number, true or false is needed", text)
		}
		given[name] = json.RawMessage(value)
	}
	data, err := json.Marshal(given)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		err = d.Decode(&v)
	}
	if err != nil {
		return v, fmt.Errorf("%s: %s", strings.Join(list, " "), strings.TrimPrefix(err.Error(), "json: "))
	}
	return v, nil
}
