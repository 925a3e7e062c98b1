package engines

import "fmt"

// Ref names a game under its settings: whoever has the game can make it again
// from the Ref alone.
type Ref struct {
	Name     string   `json:"name"`
	Settings Settings `json:"settings,omitempty"` // files by their contents, never by their names
	Version  string   `json:"version,omitempty"`  // of the rules; see Spec
}

// Open makes the engine that a Ref names. It refuses a game of another version:
// the same seed may give other games there.
func (r Registry) Open(ref Ref) (Engine, error) {
	e, err := r.Find(ref.Name)
	if err != nil {
		return nil, err
	}
	if have := e.Spec().Version; ref.Version != "" && ref.Version != have {
		return nil, fmt.Errorf("%s has version %s here, not %s", ref.Name, have, ref.Version)
	}
	return e.With(ref.Settings)
}
