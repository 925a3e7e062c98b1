package runs

import (
	"cmp"
	"errors"

	"github.com/lanista/lanista/engines/external"
)

// noted is a mistake under a key of the config.
type noted struct {
	under  string
	err    error
	placed bool // it says already where it stands
}

// wrong notes a mistake under a key of the config; nil is none.
func (s *setup) wrong(under string, err error) {
	var start *external.StartError
	switch {
	case errors.As(err, &start): // no mistake of the config
		s.fatal = cmp.Or(s.fatal, error(start))
	case err != nil:
		s.mistakes = append(s.mistakes, noted{under: under, err: err})
	}
}

// misread notes what the document said of itself, which knows its place.
func (s *setup) misread(err error) { s.mistakes = append(s.mistakes, noted{err: err, placed: true}) }

// checked returns all mistakes found so far as one, each with its place.
func (s *setup) checked() error {
	placed := make([]error, len(s.mistakes))
	for i, m := range s.mistakes {
		if placed[i] = m.err; !m.placed {
			placed[i] = s.doc.Locate(m.under, m.err)
		}
	}
	return cmp.Or(mistake(errors.Join(placed...)), s.fatal)
}

// errNoted says that mistakes were noted after which nothing more can be looked at.
var errNoted = errors.New("there are mistakes in the config")

// refused notes a mistake after which nothing more can be looked at, and returns all of
// them.
func (s *setup) refused(under string, err error) error {
	s.wrong(under, err)
	return s.checked()
}

// misnamed is what is wrong with the game and its settings, as far as can be said
// of a config that cannot be read as a whole, and without starting a program.
func (s *setup) misnamed() error {
	e := s.config.Engine
	if _, program := s.config.Programs[e.Name]; program || e.Name == "" {
		return nil
	}
	game, err := s.catalog.find(e.Name)
	if err != nil {
		return s.doc.Locate("engine.name", err)
	}
	settings, err := inlined(game.Spec().Settings, e.Settings)
	if err == nil && e.Player == "" {
		_, err = game.With(settings)
	}
	return s.doc.Locate("engine.settings", err)
}

// misset is what is wrong with the strategy of evolve and its options, whatever the
// game.
func (s *setup) misset() error {
	var name string
	if s.doc.Decode("strategy.name", &name) != nil {
		return nil // the config says so already
	}
	m, err := s.catalog.method(cmp.Or(name, "auto"))
	switch {
	case name == "grid" || name == "fit": // other verbs'
		return nil
	case err != nil:
		return s.doc.Locate("strategy.name", err)
	}
	options, err := m.Options(s.doc)
	if err == nil {
		err = s.doc.Decode("strategy", options, "name", "procedure")
	}
	return err // it knows its place
}
