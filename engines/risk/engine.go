package risk

import (
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
)

// engine is the game under some settings. It is immutable.
type engine struct {
	settings engines.Settings // complete
	table    table
}

var (
	_ engines.Linear        = (*engine)(nil)
	_ analysis.Analyst      = (*engine)(nil)
	_ analysis.PerftCounter = (*engine)(nil)
	_ show.Illustrator      = (*engine)(nil)
)

// New returns the game with its default settings.
func New() engines.Engine {
	settings, err := engines.Resolve(known())
	if err != nil {
		panic(err) // a default is not a value of its setting
	}
	e, err := build(settings)
	if err != nil {
		panic(err)
	}
	return e
}

// build returns the engine of complete settings.
func build(settings engines.Settings) (*engine, error) {
	b, err := boardOf(settings)
	if err != nil {
		return nil, err
	}
	return &engine{settings, table{
		board:      b,
		attacks:    int8(settings.Int("attacks_per_turn")),
		roundCap:   settings.Int("round_cap"),
		forceAfter: settings.Int("force_attack_after"),
	}}, nil
}

// boardOf returns the map of the settings.
func boardOf(settings engines.Settings) (*board, error) {
	switch text := settings["map"]; text {
	case "grid":
		return newGrid(settings.Int("size"), settings.Int("size"))
	case "classic":
		return classic()
	case "":
		return nil, keys.Errorf("map", "it is empty; grid, classic, a map or the name of its file is needed")
	default:
		b, err := parseMap("map", []byte(text))
		if err != nil {
			return nil, keys.Errorf("map", "%w", err)
		}
		return b, nil
	}
}

// Spec describes the game under the present settings. Only the number of seats depends on them.
func (e *engine) Spec() engines.Spec {
	return engines.Spec{
		Name:  "risk",
		Title: "Risk (territories, dice and border security)",
		Doc: "Conquer every territory. A turn places one new unit per territory owned and then makes up to three " +
			"attacks, decided by dice. Agents place units by border security and choose attacks by looking ahead.",
		Version:   "1",
		MinSeats:  2,
		MaxSeats:  e.table.maxSeats(),
		Weights:   space(),
		Settings:  known(),
		ScaleFree: true,
		Chance:    engines.WithChance,
	}
}

// With returns the game with settings replaced. It reads the file that the setting map names; the
// settings of the new engine contain the map itself.
func (e *engine) With(given engines.Settings) (engines.Engine, error) {
	settings, err := e.resolve(given)
	if err != nil {
		return nil, err
	}
	return build(settings)
}

func (e *engine) resolve(given engines.Settings) (engines.Settings, error) {
	given, missing := files.Inline(known(), given, files.Read)
	settings, err := engines.Resolve(known(), e.settings, given)
	if err := errors.Join(missing, err); err != nil {
		return nil, err
	}
	return settings, nil
}

// agentSettings returns the settings of the engine replaced by those of an agent. An agent cannot
// change the map or the rules, because the players of a game share them.
func (e *engine) agentSettings(a engines.Agent) (engines.Settings, error) {
	settings, err := e.resolve(a.Settings)
	if err != nil {
		return nil, err
	}
	var mistakes []error
	for _, s := range known() {
		if !s.Player && settings[s.Name] != e.settings[s.Name] {
			mistakes = append(mistakes, keys.Errorf(s.Name, "it belongs to the table, an agent cannot change it"))
		}
	}
	return settings, errors.Join(mistakes...)
}

// NewGame deals the territories of the map. Deal and dice use one generator, so the seed
// determines both.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if most := e.table.maxSeats(); seats < 2 || seats > most {
		return nil, fmt.Errorf("%d seats, from 2 to %d possible", seats, most)
	}
	return newGame(e.table, seats, seed), nil
}

// ParseGame returns a game from a position. Its dice come from seed.
func (e *engine) ParseGame(position string, seed uint64) (engines.Game, error) {
	return parseGame(e.table, position, seed)
}

// gameOf returns p as a game of this package, or an error if it is another game.
func gameOf(g engines.Position) (*game, error) {
	if g, ok := g.(*game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("a game of %T is not a game of risk", g)
}
