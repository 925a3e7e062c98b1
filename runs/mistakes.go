package runs

import (
	"cmp"
	"errors"

	"github.com/lanista/lanista/configs/strict"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/grid"
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
func (s *setup) misread(err error) {
	if err != nil {
		s.mistakes = append(s.mistakes, noted{err: err, placed: true})
	}
}

// checked returns all mistakes found so far as one, each with its place, by lines.
func (s *setup) checked() error {
	placed := make([]error, len(s.mistakes))
	for i, m := range s.mistakes {
		if placed[i] = m.err; !m.placed {
			placed[i] = s.doc.Locate(m.under, m.err)
		}
	}
	all := strict.Together(s.unread, placed...)
	return cmp.Or(mistake(all), s.fatal)
}

// errNoted says that mistakes were noted after which nothing more can be looked at.
var errNoted = errors.New("there are mistakes in the config")

// refused notes a mistake after which nothing more can be looked at, and returns all of
// them.
func (s *setup) refused(under string, err error) error {
	s.wrong(under, err)
	return s.checked()
}

// misnamed notes what is wrong with the game and its settings, as far as can be said
// without starting a program. Its error is errNoted.
func (s *setup) misnamed() error {
	e := s.config.Engine
	if _, program := s.config.Programs[e.Name]; program || e.Name == "" {
		return errNoted
	}
	game, err := s.catalog.find(e.Name)
	if err != nil {
		s.wrong("engine.name", err)
		return errNoted
	}
	settings, files, err := inlinedFrom(game.Spec().Settings, e.Settings)
	if err == nil && e.Player == "" {
		_, err = game.With(settings)
		err = files.place(err)
	}
	s.wrong("engine.settings", err)
	return errNoted
}

// misset notes what is wrong with the sections that belong to the verb which plays the
// config, as far as that can be said whatever the game.
func (s *setup) misset() {
	switch s.verb {
	case "tournament":
		_, err := s.schedule()
		s.misread(err)
	case "grid":
		s.misread(s.doc.Decode("strategy", &grid.Options{}, "name"))
	case "fit":
		var options fitOptions
		s.misread(s.doc.Decode("strategy", &options, "name"))
		s.invalid(options)
	default:
		_, options, err := s.method()
		s.misread(err)
		s.invalid(options)
	}
}

// invalid notes what options of a strategy refuse by themselves.
func (s *setup) invalid(options any) {
	if validate := validator(options); validate != nil {
		s.wrong("strategy", validate())
	}
}

// method is the strategy of evolve that the config names, auto where it names none, with
// its options. The error says what is wrong with them, whatever the game.
func (s *setup) method() (NamedStrategy, any, error) {
	name := "auto"
	if err := s.doc.Decode("strategy.name", &name); err != nil {
		return NamedStrategy{}, nil, err
	}
	m, err := s.catalog.method(name)
	if err != nil {
		return m, nil, s.doc.Locate("strategy.name", err)
	}
	options, err := m.Options(s.doc)
	if err == nil {
		err = s.doc.Decode("strategy", options, "name", "procedure")
	}
	return m, options, err
}
