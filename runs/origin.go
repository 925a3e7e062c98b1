package runs

import (
	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/strict"
)

// ValueOrigin is the place that a value of a resolved config comes from.
type ValueOrigin struct {
	Path  string `json:"path"`
	Value string `json:"value"`
	From  string `json:"from"` // "my.yaml:4", "preset risk:7", "--set seed=2"; "" is a default
}

// origins lists the values of a resolved config, each with its place in the document
// that it was made of. The place of a whole list or agent
// stands for all its values.
func origins(doc *configs.Document, resolved string) ([]ValueOrigin, error) {
	full, err := configs.Parse([]byte(resolved), "resolved")
	if err != nil {
		return nil, err
	}
	var places []ValueOrigin
	for _, v := range full.Values() {
		places = append(places, ValueOrigin{Path: v.Path, Value: v.Text, From: origin(doc, v)})
	}
	return places, nil
}

func origin(doc *configs.Document, v strict.Value) string {
	for path := v.Path; path != ""; path = strict.Parent(path) {
		if where, plain, ok := doc.Where(path); ok && (plain || path == v.Path) {
			return where
		}
	}
	return ""
}
