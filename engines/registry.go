package engines

import (
	"fmt"
	"slices"

	"github.com/lanista/lanista/keys"
)

// Registry lists the games that a Lanista program contains, each with its default settings.
type Registry []Engine

// Validate returns an error if an engine of the registry is nil, or if two have the same name.
func (r Registry) Validate() error {
	if err := r.complete(); err != nil {
		return err
	}
	names := r.Names()
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("two engines of the registry are named %q; the second could not be found", name)
		}
	}
	return nil
}

// complete checks the registry for missing engines. It returns an error if an engine is nil.
func (r Registry) complete() error {
	for i, e := range r {
		if e == nil {
			return fmt.Errorf("engine %d of the registry is nil", i)
		}
	}
	return nil
}

// Find returns the engine with the given name. The error for an unknown name lists the known
// ones. Find also returns an error if an engine of the registry is nil. Of several engines with the
// name it returns the first; [Registry.Validate] reports them.
func (r Registry) Find(name string) (Engine, error) {
	if err := r.complete(); err != nil {
		return nil, err
	}
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

// Names returns the engines' names in the order of the registry. It leaves out a nil engine.
func (r Registry) Names() []string {
	names := make([]string, 0, len(r))
	for _, e := range r {
		if e != nil {
			names = append(names, e.Spec().Name)
		}
	}
	return names
}

// EngineRef names a game and its settings. A process whose Registry contains the game can open it
// from the EngineRef alone.
type EngineRef struct {
	Name     string   `json:"name"`
	Settings Settings `json:"settings,omitempty"` // files by their contents, never by their names
	Version  string   `json:"version,omitempty"`  // of the rules and the heuristic; see Spec
	// Player is the name of the external program whose weights are tuned, or "" for the game's
	// built-in player. Programs lists all programs that may play, and the program that contains
	// the rules, if there is one.
	Player   string       `json:"player,omitempty"`
	Programs []ProgramRef `json:"programs,omitempty"`
}

// ProgramRef names an external program, with a digest of its files. It contains no command: each
// machine has its own list of commands by name.
type ProgramRef struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Weights lists the names of the weights that the program must accept. Nil allows any.
	Weights []string `json:"weights"`
}

// Open returns the engine that an EngineRef names, with its settings. It returns an error if the
// registry does not contain the game, if the EngineRef lists external programs, or if the game has
// another version. Equal seeds may give different games in another version.
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
