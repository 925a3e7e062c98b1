package cmd

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/runs"
)

// TestAValueOfAnotherKindIsOneMistake replaces each value in examples of the reference by values of
// other kinds. One message is about it, and none about what the config would lack without the value.
func TestAValueOfAnotherKindIsOneMistake(t *testing.T) {
	t.Parallel()
	r, err := runs.Reference(shippedCatalog())
	if err != nil {
		t.Fatal(err)
	}
	wrong := []string{`{"zz":1}`}
	if exhaustive {
		wrong = append(wrong, `[1]`, `[{"zz":1}]`, `"zz"`, `-7.5`, `true`, `[[1]]`)
	}
	store := t.TempDir() + "/runs.db"
	tried := make(map[string]bool)
	for _, s := range r.Sections {
		for _, example := range strings.Split(s.Example, "---\n") {
			var config map[string]any
			if err := yaml.Unmarshal([]byte(example), &config); err != nil {
				t.Fatal(err)
			}
			eachValue(config, "", func(path string, value any, set func(any)) {
				if key := s.Title + path; tried[key] || !exhaustive && tried[path] && !strings.HasPrefix(path, "strategy.") {
					return
				} else {
					tried[key], tried[path] = true, true
				}
				for _, text := range wrong {
					var other any
					if err := json.Unmarshal([]byte(text), &other); err != nil {
						t.Fatal(err)
					}
					set(other)
					changed, err := json.Marshal(config)
					if err != nil {
						t.Fatal(err)
					}
					_, _, err = runs.CheckConfig(t.Context(), shippedCatalog(), runs.Options{Text: string(changed), Store: store})
					found := strict.All(err)
					if path == "engine" || path == "agents" { // of which a key is missing, too
						continue
					}
					if len(found) > 1 {
						t.Errorf("%s: %s:\n%v", path, text, err)
					}
				}
				set(value)
			})
		}
	}
	if len(tried) < 100 {
		t.Errorf("only %d keys", len(tried))
	}
}

// eachValue calls f with each value in a config, its path, and a function that replaces it.
func eachValue(value any, path string, f func(path string, value any, set func(any))) {
	switch v := value.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			at := strings.TrimPrefix(path+"."+k, ".")
			eachValue(v[k], at, f)
			f(at, v[k], func(x any) { v[k] = x })
		}
	case []any:
		for i := range v {
			at := fmt.Sprintf("%s[%d]", path, i)
			eachValue(v[i], at, f)
			f(at, v[i], func(x any) { v[i] = x })
		}
	}
}
