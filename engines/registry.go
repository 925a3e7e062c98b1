package engines

import (
	"fmt"
	"strings"
)

// Registry lists the games a program ships, in the order given. The engines in
// it stand at their default settings.
type Registry []Engine

// Find returns the named engine, or an error that lists the names.
func (r Registry) Find(name string) (Engine, error) {
	for _, e := range r {
		if e.Spec().Name == name {
			return e, nil
		}
	}
	if len(r) == 0 {
		return nil, fmt.Errorf("unknown engine %q: no engine is registered", name)
	}
	return nil, fmt.Errorf("unknown engine %q (have %s)", name, strings.Join(r.Names(), ", "))
}

// Names lists the engines' names.
func (r Registry) Names() []string {
	names := make([]string, len(r))
	for i, e := range r {
		names[i] = e.Spec().Name
	}
	return names
}
