package driver

import (
	"slices"
	"strings"
)

// Spelled returns a map whose keys are spelled as the names of a program's options that
// they are, apart from the case of letters.
func Spelled[V any](given map[string]V, names []string) map[string]V {
	if given == nil {
		return nil
	}
	out := make(map[string]V, len(given))
	for name, v := range given {
		if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 && !slices.Contains(names, name) {
			name = names[i]
		}
		out[name] = v
	}
	return out
}
