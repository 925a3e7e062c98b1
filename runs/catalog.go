package runs

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
)

// Catalog has what configs refer to by name. The zero value of a field adds nothing to what
// ships with Lanista.
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

// Configs returns the presets of the catalog's games.
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

// find finds a game by name. Its error has the names that were probably meant.
func (c Catalog) find(name string) (engines.Engine, error) {
	e, err := c.Games.Find(name)
	if err != nil {
		return nil, fmt.Errorf("unknown engine %q (%s)", name, configs.Suggest(c.Games.Names(), name))
	}
	return e, nil
}

// AllStrategies lists the strategies that a config may name, the catalog's own first.
func (c Catalog) AllStrategies() []NamedStrategy {
	list := slices.Clone(c.Strategies)
	for _, m := range shipped {
		if !slices.ContainsFunc(list, func(own NamedStrategy) bool { return own.Name == m.Name }) {
			list = append(list, m)
		}
	}
	return list
}

// AllChampions lists the champions of the program for all games, its own first.
func (c Catalog) AllChampions() ([]weights.Champion, error) {
	files := []fs.FS{weights.Shipped()}
	if c.Champions != nil {
		files = []fs.FS{c.Champions, weights.Shipped()}
	}
	return weights.Champions(files...)
}

// SpecOf returns the specification of the game of a stored run. If the game is not
// in the catalog, as the game of a program is not, only the fields that the store contains are
// set.
func (c Catalog) SpecOf(rec results.Record) engines.Spec {
	if e, err := c.find(rec.Engine); err == nil {
		return e.Spec()
	}
	return engines.Spec{Name: rec.Engine, Title: rec.Engine, Weights: rec.Space, ScaleFree: rec.ScaleFree}
}

// PresetInfo describes a preset.
type PresetInfo struct {
	Name  string `json:"preset"`
	Verb  string `json:"verb"` // that plays it, see [Catalog.PresetVerb]
	Title string `json:"title"`
}

// PresetList returns the presets of the catalog's games.
func (c Catalog) PresetList() []PresetInfo {
	var list []PresetInfo
	presets := c.Configs()
	for _, name := range presets.Names() {
		list = append(list, PresetInfo{name, c.PresetVerb(name), presets.Title(name)})
	}
	return list
}

// PresetVerb returns the verb that plays a preset, "" for one that cannot be read.
func (c Catalog) PresetVerb(name string) string {
	presets := c.Configs()
	text, err := presets.Get(name)
	if err != nil {
		return ""
	}
	doc, err := presets.Parse(text, "preset "+name, nil)
	if err != nil {
		return ""
	}
	return doc.Verb()
}

// MissingNames returns the names of the presets that ship with Lanista, and of their games,
// that this catalog does not have. A preset's name begins with that of its game, so that none
// is read for a catalog with all games.
func (c Catalog) MissingNames() []string {
	games := c.Games.Names()
	shipped := configs.Presets{Files: c.Configs().Files}.Names()
	shipped = slices.DeleteFunc(shipped, func(name string) bool { return slices.Contains(games, gameOfPreset(name)) })
	if len(shipped) == 0 {
		return nil
	}
	have := append(c.Configs().Names(), games...)
	var out []string
	for _, name := range shipped {
		for _, n := range []string{name, gameOfPreset(name)} {
			if !slices.Contains(have, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

// gameOfPreset returns the name of the game of a preset that ships.
func gameOfPreset(preset string) string {
	game, _, _ := strings.Cut(preset, "-")
	return game
}

// defaultSeats returns the number of seats of a game if none is given: two, or the nearest
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
