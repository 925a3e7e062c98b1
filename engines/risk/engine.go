package risk

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/files"
	"github.com/lanista/lanista/keys"
)

// engine implements Risk with fixed settings. It is immutable.
//
// This file contains the methods of engines.Engine. The methods of an optional interface are in the
// file with the name of the interface's package, such as show.go.
type engine struct {
	settings engines.Settings // with defaults
	table    table
}

var (
	_ engines.Linear  = (*engine)(nil)
	_ engines.Renewer = (*engine)(nil)
)

// New returns the game with its default settings.
func New() engines.Engine {
	settings, err := engines.Resolve(known())
	if err != nil {
		panic(err) // a default is invalid: a mistake in this package
	}
	e, err := build(settings)
	if err != nil {
		panic(err)
	}
	return e
}

// build returns an engine. settings must contain a value for every setting.
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

func boardOf(settings engines.Settings) (*board, error) {
	switch text := settings["map"]; text {
	case "grid":
		return newGrid(settings.Int("size"), settings.Int("size"))
	case "classic":
		return classic()
	case "":
		return nil, keys.Errorf("map", "the value is empty; use grid, classic, a map in JSON or the name of a file with one")
	default:
		b, err := parseMap("map", []byte(text))
		if err != nil {
			return nil, keys.Errorf("map", "%w", err)
		}
		return b, nil
	}
}

// Spec describes the game: its name, settings, weights and number of seats. Only the number of
// seats depends on the settings.
func (e *engine) Spec() engines.Spec {
	return engines.Spec{
		Name:  "risk",
		Title: "Risk (territories, dice and border security)",
		Doc: "Conquer every territory. In a turn, a player places one new unit per own territory and then makes up to three " +
			"attacks, decided by dice. Agents place units by border security and search for attacks.",
		Version:   "1",
		MinSeats:  2,
		MaxSeats:  e.table.maxSeats(),
		Weights:   space(),
		Settings:  known(),
		ScaleFree: true,
		Chance:    engines.WithChance,
	}
}

// With returns a copy of the engine with the given settings changed. If the setting map is the name
// of a file, With replaces it by the contents of the file.
func (e *engine) With(given engines.Settings) (engines.Engine, error) {
	settings, err := e.resolve(given)
	if err != nil {
		return nil, err
	}
	return build(settings)
}

func (e *engine) resolve(given engines.Settings) (engines.Settings, error) {
	given, missing := files.Named(known(), given, files.Read)
	settings, err := engines.Resolve(known(), e.settings, given)
	if err := errors.Join(missing, err); err != nil {
		return nil, err
	}
	return settings, nil
}

// agentSettings returns the settings of the engine, replaced by those of an agent. All players of a
// game share the map and the rules, so it is an error if the agent changes one of these.
func (e *engine) agentSettings(a engines.Agent) (engines.Settings, error) {
	if len(a.Settings) == 0 { // a search makes thousands of such players
		return e.settings, nil
	}
	settings, err := e.resolve(a.Settings)
	if err != nil {
		return nil, err
	}
	var mistakes []error
	for _, s := range known() {
		if !s.Player && settings[s.Name] != e.settings[s.Name] {
			mistakes = append(mistakes, keys.Errorf(s.Name, "all players of a game share this setting; set it for the engine and not for an agent"))
		}
	}
	return settings, errors.Join(mistakes...)
}

// NewGame starts a game. The seed determines who gets which territories, and the dice.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if most := e.table.maxSeats(); seats < 2 || seats > most {
		return nil, fmt.Errorf("%d seats; this map has 2 to %d", seats, most)
	}
	return newGame(e.table, seats, seed), nil
}

// RenewGame returns a new game as NewGame does. If possible, it reuses the memory of old: if old is
// a game of this package with the same number of seats.
func (e *engine) RenewGame(old engines.Game, seats int, seed uint64) (engines.Game, error) {
	g, ok := old.(*game)
	if !ok || seats != g.Seats() {
		return e.NewGame(seats, seed)
	}
	g.deal(e.table, seats, seed)
	return g, nil
}

// ParseGame returns a game that begins in a position given as text. The seed determines the dice.
func (e *engine) ParseGame(position string, seed uint64) (engines.Game, error) {
	return parseGame(e.table, position, seed)
}

// NewPlayer returns the built-in player for an agent. The search depth of the agent must be at
// least 1.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	c, err := compile(e, a)
	if err := errors.Join(err, a.Limit.Refuse()); err != nil {
		return nil, err
	}
	if c.depth == 0 {
		return nil, keys.Errorf("depth", "0 evaluates positions but chooses no moves; use 1 or more to play")
	}
	return newPlayer(c), nil
}

// Features returns four features per seat, each in [0, 1]: the share of all territories, the share
// of all units, defence and density. The last two measure how safe the seat's territories are; the
// comment of featureCount contains the formulas.
func (e *engine) Features(g engines.Position) ([][]float64, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	rows := make([][]float64, t.Seats())
	for p := range rows {
		f := featuresAt(t.table.board, &t.state, int8(p))
		rows[p] = f[:]
	}
	return rows, nil
}

// Evaluate returns the static evaluation of a position for every seat: the sum of its features,
// each multiplied by its weight.
func (e *engine) Evaluate(g engines.Position, weights engines.Weights) ([]float64, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	w, err := weightsOf(weights)
	if err != nil {
		return nil, err
	}
	return static(t, &w), nil
}

// gameOf returns the position as a game of this package. It returns an error for a position of
// another game.
func gameOf(g engines.Position) (*game, error) {
	if g, ok := g.(*game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("%T is not a position of Risk", g)
}
