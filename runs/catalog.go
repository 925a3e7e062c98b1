package runs

import (
	"fmt"
	"io/fs"
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
)

// Catalog is what runs find by name. The zero value of a field adds nothing to
// what ships with Lanista.
type Catalog struct {
	// Games are the games that a config may name, at their default settings.
	Games engines.Registry
	// Presets holds configs as NAME.yaml, besides those that ship for the Games.
	Presets fs.FS
	// Champions holds weights documents as NAME.json, besides those that ship.
	Champions fs.FS
	// Strategies are strategies besides those that ship. Of two of one name the one
	// that is given here counts.
	Strategies []NamedStrategy
}

// Configs are the presets of the catalog's games.
func (c Catalog) Configs() configs.Presets {
	p := configs.Presets{Of: func(engine string) bool { return slices.Contains(c.Games.Names(), engine) }}
	if c.Presets != nil {
		p.Files = append(p.Files, c.Presets)
	}
	p.Files = append(p.Files, configs.Shipped())
	return p
}

// Engine finds a game by name and applies settings to it.
func (c Catalog) Engine(name string, settings engines.Settings) (engines.Engine, error) {
	e, err := c.find(name)
	if err != nil {
		return nil, mistake(err)
	}
	if e, err = e.With(settings); err != nil {
		return nil, mistakef("%s: %w", name, err)
	}
	return e, nil
}

// find finds a game by name; its error says which name was meant.
func (c Catalog) find(name string) (engines.Engine, error) {
	e, err := c.Games.Find(name)
	if err != nil {
		return nil, fmt.Errorf("unknown engine %q (%s)", name, configs.Suggest(c.Games.Names(), name))
	}
	return e, nil
}

// defaultSeats is the number of seats where nobody says: two, or the nearest
// number that the game has.
func defaultSeats(e engines.Engine) int { return e.Spec().DefaultSeats() }

// Position reads a position of a game; an empty one is the start.
func Position(e engines.Engine, position string) (engines.Game, error) {
	g, err := e.ParseGame(position, 0)
	if err != nil && (position == "" || position == "start") { // the notation has no start
		g, err = e.NewGame(defaultSeats(e), 0)
	}
	if err != nil {
		name := e.Spec().Name
		return nil, mistakef("%s: %w", name, err)
	}
	return g, nil
}
