package runs

import (
	"cmp"

	"github.com/lanista/lanista/configs"
)

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
	settings, err := expand(game.Spec().Settings, e.Settings)
	if err == nil && e.Player == "" {
		_, err = game.With(configs.Settings(settings))
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
