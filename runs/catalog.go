package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/tuning/bench"
)

// Catalog contains the games, presets, champions (best known weights of games) and strategies that
// a config can name. Every field may be empty. Presets, champions and strategies that ship with
// Lanista are always available in addition.
type Catalog struct {
	// Games are the games that a config may name, each with its default settings.
	Games engines.Registry
	// Presets holds additional presets for the Games, as files NAME.yaml.
	Presets fs.FS
	// Champions holds additional files with the best known weights of games, as NAME.json.
	Champions fs.FS
	// Strategies are additional strategies. One with the name of a shipped strategy replaces it.
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

// Engine returns the game with the given name and settings.
func (c Catalog) Engine(name string, settings engines.Settings) (engines.Engine, error) {
	e, err := c.find(name)
	if err != nil {
		return nil, mistake(err)
	}
	if e, err = withSettings(e, settings); err != nil {
		return nil, mistakef("%s: %w", name, err)
	}
	return e, nil
}

// withSettings returns a copy of an engine with the given settings, made by its method With. It
// returns an error if With returns an error, or neither an error nor an engine.
func withSettings(e engines.Engine, settings engines.Settings) (engines.Engine, error) {
	set, err := e.With(settings)
	if set == nil && err == nil {
		return nil, errors.New("method With of the engine returned neither an engine nor an error")
	}
	return set, err
}

// Playable returns the catalog's games, followed by the benchmark problems as a game; see
// [bench.NewGame]. That game is not among Games because people cannot play it.
func (c Catalog) Playable() engines.Registry {
	return append(slices.Clip(c.Games), benchGame)
}

// benchGame is the game that consists of the benchmark problems.
var benchGame = bench.NewGame()

// find returns the game with the given name. The error for an unknown name suggests similar
// names.
func (c Catalog) find(name string) (engines.Engine, error) {
	e, err := c.Playable().Find(name)
	if err != nil {
		return nil, fmt.Errorf("unknown engine %q (%s)", name, keys.Suggest(c.Games.Names(), name))
	}
	return e, nil
}

// findFor returns the game that a config names. The error for an unknown name suggests the config's
// programs, too.
func (c Catalog) findFor(config configs.Config) (engines.Engine, error) {
	name := config.Engine.Name
	game, err := c.find(name)
	if err == nil || len(config.Programs) == 0 {
		return game, err
	}
	known := slices.Concat(slices.Sorted(maps.Keys(config.Programs)), c.Games.Names())
	err = fmt.Errorf("unknown engine %q (%s)", name, keys.Suggest(known, name))
	if keys.Nearest(known, name) == "" {
		err = fmt.Errorf("%w; a program's game has the name of the program in the section programs", err)
	}
	return nil, err
}

// AllStrategies returns the strategies that a config may name: those in the field Strategies,
// then those that ship with Lanista.
func (c Catalog) AllStrategies() []NamedStrategy {
	list := slices.Clone(c.Strategies)
	for _, m := range shipped {
		if !slices.ContainsFunc(list, func(own NamedStrategy) bool { return own.Name == m.Name }) {
			list = append(list, m)
		}
	}
	return list
}

// plansAhead reports whether the strategy of a run plans its whole budget before the first round.
// Any strategy does so if the run has weights whose values are choices and the strategy cannot tune
// choices itself. plansAhead returns false for an unknown strategy.
func (c Catalog) plansAhead(run results.Info) bool {
	return slices.ContainsFunc(c.AllStrategies(), func(s NamedStrategy) bool {
		return s.Name == run.Strategy && (s.PlansAhead || !s.Choices && len(run.Space.Chosen()) > 0)
	})
}

// AllChampions returns the best known weights of all games: first the field Champions, then the
// champions that ship with Lanista.
func (c Catalog) AllChampions() ([]weights.Champion, error) {
	files := []fs.FS{weights.Shipped()}
	if c.Champions != nil {
		files = []fs.FS{c.Champions, weights.Shipped()}
	}
	return weights.Champions(files...)
}

// SpecOf returns the specification of the game of a stored run. If the catalog lacks the game, for
// example because a program hosts it, only fields that the store contains are set.
func (c Catalog) SpecOf(rec results.Record) engines.Spec {
	if e, err := c.find(rec.Engine); err == nil {
		return e.Spec()
	}
	return engines.Spec{Name: rec.Engine, Title: rec.Engine, Weights: rec.Space, ScaleFree: rec.ScaleFree}
}

// RulesChanged returns a sentence if a stored run was played by another version of its game's rules
// than the catalog has. It returns "" for equal versions, and if the version or the game is
// unknown.
func (c Catalog) RulesChanged(run results.Summary) string {
	e, err := c.find(run.Engine)
	if err != nil {
		return ""
	}
	return rulesChanged(run.ID, run.Info, e.Spec())
}

// PresetInfo describes a preset, a config that ships with the program.
type PresetInfo struct {
	Name  string `json:"preset"`
	Verb  string `json:"verb"` // verb that plays the preset, as [Catalog.PresetVerb] returns it
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

// PresetVerb returns the verb of the command line that plays a preset, or "" if the preset cannot
// be read.
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

// MissingNames returns the names of shipped presets whose game is not in this catalog, and the
// names of these games. Help texts leave out examples that contain such names.
func (c Catalog) MissingNames() []string {
	games := c.Games.Names()
	presets := c.Configs()
	own := configs.Presets{Files: []fs.FS{c.Presets}, Of: presets.Of}
	have := func(name string) bool {
		// The names of shipped presets begin with those of their games. Only presets that can suit a
		// game are parsed, because every command needs this list.
		suits := func(game string) bool { return strings.HasPrefix(name+"-", game+"-") }
		return slices.Contains(games, name) || own.Has(name) || slices.ContainsFunc(games, suits) && presets.Has(name)
	}
	var out []string
	for _, name := range (configs.Presets{Files: presets.Files}).Names() {
		if slices.Contains(games, gameOfPreset(name)) {
			continue
		}
		for _, n := range []string{name, gameOfPreset(name)} {
			if !have(n) {
				out = append(out, n)
			}
		}
	}
	return out
}

func gameOfPreset(preset string) string {
	game, _, _ := strings.Cut(preset, "-")
	return game
}

// defaultSeats returns the number of seats that a game has if the config states none. It is two,
// or the nearest number that the game supports.
func defaultSeats(e engines.Engine) int { return e.Spec().DefaultSeats() }

// Position parses a position of a game. The empty text means the start position.
func Position(e engines.Engine, position string) (engines.Game, error) {
	if e == nil {
		return nil, errNoEngine
	}
	g, err := e.ParseGame(position, 0)
	if err != nil && (position == "" || position == "start") { // the notation has no start
		g, err = e.NewGame(defaultSeats(e), 0)
	}
	if err == nil {
		return g, nil
	}
	if _, whole := engines.As[engines.ArenaFactory](e); whole {
		if _, none := e.NewGame(defaultSeats(e), 0); none != nil { // no position would be right
			return nil, mistake(none)
		}
	}
	return nil, mistakef("%s: %w", e.Spec().Name, err)
}
