package external

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// owned is a game that belongs to a program, as far as it needs no process.
type owned struct {
	programs *Programs
	program  *program
	about    driver.Description
	given    engines.Settings
	settings engines.Settings // complete
}

// own describes the game of a program that has been started.
func (ps *Programs) own(name string, d driver.Description) (owned, error) {
	return owned{programs: ps, program: ps.list[name], about: d}.with(nil)
}

// Spec describes the game as the program does.
func (o owned) Spec() engines.Spec {
	return engines.Spec{
		Name: o.program.Name, Title: cmp.Or(o.about.Name, o.program.Name), Doc: o.about.Doc, Version: o.about.Version, Chance: o.about.Chance,
		MinSeats: o.about.MinSeats, MaxSeats: o.about.MaxSeats,
		Weights: slices.Clone(o.about.Weights), Settings: slices.Clone(o.about.Settings),
	}
}

// with replaces settings.
func (o owned) with(s engines.Settings) (owned, error) {
	given := make(engines.Settings, len(o.given)+len(s))
	maps.Copy(given, o.given)
	maps.Copy(given, s)
	settings, err := engines.Resolve(o.about.Settings, given)
	if err != nil {
		return o, err
	}
	o.given, o.settings = given, settings
	return o, nil
}
