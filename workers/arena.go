package workers

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Arena makes an arena of a header for its game, which is not set yet. It refuses a
// setting that names a file: files travel by their contents, and what is sent must
// not choose what is read here.
func Arena(game engines.Engine, h Header) (engines.Arena, error) {
	spec := game.Spec()
	if err := noFiles(spec.Settings, h.Game.Settings); err != nil {
		return nil, err
	}
	for i := range h.Field {
		if err := noFiles(spec.Settings, h.Field[i].Settings); err != nil {
			return nil, err
		}
	}
	if h.Game.Version != "" && h.Game.Version != spec.Version {
		return nil, fmt.Errorf("%s has version %s here, not %s", spec.Name, spec.Version, h.Game.Version)
	}
	set, err := game.With(h.Game.Settings)
	if err != nil {
		return nil, err
	}
	return OwnArena(set, h)
}

// OwnArena makes an arena of a header for its game as the run itself has it.
func OwnArena(game engines.Engine, h Header) (engines.Arena, error) {
	return engines.NewArena(game, engines.ArenaOptions{Openings: h.Openings, Moves: h.Moves, Margin: h.Margin, CheckEveryPly: true})
}

// noFiles refuses settings that name files.
func noFiles(known []engines.Setting, given engines.Settings) error {
	for _, s := range known {
		if value, ok := given[s.Name]; ok && s.NamesFile(value) {
			return fmt.Errorf("setting %s names a file, which stays closed here", s.Name)
		}
	}
	return nil
}
