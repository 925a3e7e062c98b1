package engines

import "fmt"

// EngineRef names a game under its settings: whoever has the game can make it again
// from the EngineRef alone.
type EngineRef struct {
	Name     string   `json:"name"`
	Settings Settings `json:"settings,omitempty"` // files by their contents, never by their names
	Version  string   `json:"version,omitempty"`  // of the rules; see Spec
	// Player is the program whose weights are those of the game, "" for the game's
	// own player. Programs are all that may sit at the table, or whose game it is.
	Player   string       `json:"player,omitempty"`
	Programs []ProgramRef `json:"programs,omitempty"`
}

// ProgramRef is a program that plays, by its name and a digest of what it consists of.
// Which command that is, the machine that plays decides.
type ProgramRef struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Weights names the weights of the program that are asked for; nil is any.
	Weights []string `json:"weights"`
}

// Open makes the engine that a EngineRef names. It refuses a game of another version:
// the same seed may give other games there.
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
