package workers

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Arena makes an arena of a header among games. It refuses a setting that names a
// file: files travel by their contents, and what is sent must not choose what is read
// here.
func Arena(games engines.Registry, h Header) (engines.Arena, error) {
	e, err := games.Find(h.Game.Name)
	if err != nil {
		return nil, err
	}
	if err := noFiles(e.Spec().Settings, h.Game.Settings); err != nil {
		return nil, err
	}
	for i := range h.Field {
		if err := noFiles(e.Spec().Settings, h.Field[i].Settings); err != nil {
			return nil, err
		}
	}
	if e, err = games.Open(h.Game); err != nil {
		return nil, err
	}
	return engines.NewArena(e, engines.ArenaOptions{Openings: h.Openings, Moves: h.Moves, Margin: h.Margin, Attentive: true})
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
