package runs

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// offered refuses weights of the config that a program does not have, where the
// program says which it has, and texts as weights without a range. Names that differ
// in the case of letters alone become the program's.
func (s *setup) offered(program string) error {
	d := s.programs.Known(program)
	if d.Offers == nil {
		return nil
	}
	names := make([]string, len(d.Offers))
	for i, w := range d.Offers {
		names[i] = w.Name
	}
	s.config.Engine.Weights.Named = spelled(s.config.Engine.Weights.Named, names)
	for _, list := range [][]configs.Agent{s.config.Agents, s.config.Opponents, s.config.Verification.Opponents} {
		for i := range list {
			if list[i].Player == program {
				list[i].Weights.Named = spelled(list[i].Weights.Named, names)
			}
		}
	}
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(s.config.Engine.Weights.Named)) {
		i := slices.Index(names, name)
		c := s.config.Engine.Weights.Named[name]
		switch {
		case i < 0:
			meant := ""
			if near := keys.Nearest(names, name); near != "" {
				meant = fmt.Sprintf("; did you mean %q?", near)
			}
			mistakes = append(mistakes, s.doc.Locate("engine.weights", fmt.Errorf("%s has no option %q%s", program, name, meant)))
		case !d.Offers[i].Kind.Has(engines.Integer) && (c.Min == nil || c.Max == nil || c.Start == nil):
			mistakes = append(mistakes, s.doc.Locate("engine.weights."+name, fmt.Errorf("%s says no range for it: min, max and start are needed", program)))
		}
	}
	return errors.Join(mistakes...)
}

// spelled returns a map whose keys are spelled as the names that they are, apart
// from the case of letters.
func spelled[V any](given map[string]V, names []string) map[string]V {
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
