package runs

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
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
	s.config.Engine.Weights.Named = protocol.MatchNames(s.config.Engine.Weights.Named, names)
	for _, list := range [][]configs.Agent{s.config.Agents, s.config.Opponents, s.config.Verification.Opponents} {
		for i := range list {
			if list[i].Player == program {
				list[i].Weights.Named = protocol.MatchNames(list[i].Weights.Named, names)
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
			mistakes = append(mistakes, keys.Errorf("engine.weights", "%s has no option %q%s", program, name, meant))
		case !d.Offers[i].Kind.Has(engines.Integer) && (c.Min == nil || c.Max == nil || c.Start == nil):
			mistakes = append(mistakes, keys.Errorf("engine.weights."+name, "%s says no range for it: min, max and start are needed", program))
		}
	}
	return errors.Join(mistakes...)
}
