package engines

import (
	"fmt"

	"github.com/lanista/lanista/keys"
)

// Registry lists the games of a program, each with its default settings.
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
	return nil, fmt.Errorf("unknown engine %q (%s)", name, keys.Suggest(r.Names(), name))
}

// Names lists the engines' names.
func (r Registry) Names() []string {
	names := make([]string, len(r))
	for i, e := range r {
		names[i] = e.Spec().Name
	}
	return names
}

// EngineRef names a game with its settings. A program that has the game can open it from the
// EngineRef alone.
type EngineRef struct {
	Name     string   `json:"name"`
	Settings Settings `json:"settings,omitempty"` // files by their contents, never by their names
	Version  string   `json:"version,omitempty"`  // of the rules; see Spec
	// Player is the program whose weights are tuned, or "" for the game's own player.
	// Programs lists all programs that may play, or that have the rules.
	Player   string       `json:"player,omitempty"`
	Programs []ProgramRef `json:"programs,omitempty"`
}

// ProgramRef names a program that plays, with a digest of its files. The machine that plays
// decides on the command.
type ProgramRef struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Weights lists the names of the weights that the program must have; nil allows any.
	Weights []string `json:"weights"`
}

// Open returns the engine that an EngineRef names. It returns an error for a game that the
// registry does not have, for a game of another version, whose seeds may give other games,
// and for a game with programs.
func (r Registry) Open(ref EngineRef) (Engine, error) {
	if len(ref.Programs) > 0 {
		return nil, fmt.Errorf("%s is played with the program %s, which is not part of this one", ref.Name, ref.Programs[0].Name)
	}
	e, err := r.Find(ref.Name)
	if err != nil {
		return nil, err
	}
	if have := e.Spec().Version; ref.Version != "" && ref.Version != have {
		return nil, fmt.Errorf("%s has version %s here, not %s", ref.Name, have, ref.Version)
	}
	return e.With(ref.Settings)
}
