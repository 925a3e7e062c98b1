package riskclassic

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// engine implements classic Risk with fixed settings. It is immutable.
//
// Its methods are in this file, in show.go (for people) and in analysis.go (analysis of positions).
type engine struct {
	settings engines.Settings // with defaults
}

var _ engines.Linear = (*engine)(nil)

// maxRounds is the largest value of the setting round_cap, the number of rounds after which a game
// ends.
const maxRounds = 1000

func known() []engines.Setting {
	return []engines.Setting{
		{
			Name: "setup", Kind: engines.Choice, Default: "dealt", Choices: []string{"dealt", "placed", "claimed"},
			Doc: "beginning of the game: dealt, territories and units at random; placed, territories at random and units by the players; claimed, both by the players (two players always receive their territories at random)",
		},
		{
			Name: "fortify", Kind: engines.Choice, Default: "adjacent", Choices: []string{"adjacent", "connected"},
			Doc: "where units may move at the end of a turn: to a neighbour, or through connected own territories",
		},
		{
			Name: "round_cap", Kind: engines.Int, Default: "200", Min: 1, Max: maxRounds,
			Doc: "rounds after which the game ends; then the number of territories decides, then the number of units",
		},
		{
			Name: "min_odds", Kind: engines.Float, Default: "0.5", Min: 0, Max: 1, Player: true,
			Doc: "smallest probability of a conquest with which the player considers an attack",
		},
		{
			Name: "draft", Kind: engines.Choice, Default: "focus", Choices: []string{"focus", "security"}, Player: true,
			Doc: "where the player places new units: focus, on the territory with the best prospects; security, in proportion to the threat (border security)",
		},
	}
}

// New returns the game with its default settings.
func New() engines.Engine {
	settings, err := engines.Resolve(known())
	if err != nil {
		panic(err) // a default is invalid: a mistake in this package
	}
	return &engine{settings}
}

// table returns the map and the rules of a game. The map is created when it is first needed.
func (e *engine) table() table {
	return table{
		world: theWorld(), setup: e.settings["setup"],
		connected: e.settings["fortify"] == "connected",
		roundCap:  e.settings.Int("round_cap"),
	}
}

// Spec describes the game.
func (e *engine) Spec() engines.Spec {
	return engines.Spec{
		Name:  "risk-classic",
		Title: "Classic Risk (continents, cards, three dice)",
		Doc: "Conquer the 42 territories of the world. In a turn, a player trades cards, places units for territories and " +
			"continents, attacks with up to three dice, and fortifies a territory. Agents weigh seven features.",
		Version:   "3", // since the first claim of a game counts as a position and not as a victory
		MinSeats:  2,
		MaxSeats:  maxSeats,
		Weights:   space(),
		Settings:  known(),
		ScaleFree: true,
		Chance:    engines.WithChance,
	}
}

// With returns a copy of the engine with the given settings changed.
func (e *engine) With(given engines.Settings) (engines.Engine, error) {
	settings, err := engines.Resolve(known(), e.settings, given)
	if err != nil {
		return nil, err
	}
	return &engine{settings}, nil
}

// NewGame starts a game. The seed determines the distribution of territories, the dice and the
// cards.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats < 2 || seats > maxSeats {
		return nil, fmt.Errorf("%d seats; classic Risk has 2 to %d", seats, maxSeats)
	}
	return newGame(e.table(), seats, seed), nil
}

// ParseGame returns a game that begins in a position given as text. The seed determines the dice
// and the cards that are drawn.
func (e *engine) ParseGame(position string, seed uint64) (engines.Game, error) {
	g, err := parseGame(e.table(), position, seed)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// NewPlayer returns the built-in player for an agent.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	p, err := e.player(a)
	if err := errors.Join(err, a.Limit.Refuse()); err != nil {
		return nil, err
	}
	return p, nil
}

// player returns the built-in player for an agent. It divides all weights by the largest one, so
// that agents whose weights differ only by a factor make the same moves. It is an error if the
// agent changes a setting of the game.
func (e *engine) player(a engines.Agent) (*player, error) {
	settings, err := engines.Resolve(known(), e.settings, a.Settings)
	if err != nil {
		return nil, err
	}
	var mistakes []error
	for _, s := range known() {
		if !s.Player && settings[s.Name] != e.settings[s.Name] {
			mistakes = append(mistakes, keys.Errorf(s.Name, "all players of a game share this setting; set it for the engine and not for an agent"))
		}
	}
	w, err := weightsOf(a.Weights)
	if err := errors.Join(append(mistakes, err)...); err != nil {
		return nil, err
	}
	p := &player{world: theWorld(), weights: w, minOdds: settings.Float("min_odds"), security: settings["draft"] == "security"}
	scale := 0.0
	for _, x := range w {
		scale = max(scale, x)
	}
	for i := range p.weights {
		if scale > 0 {
			p.weights[i] /= scale
		}
	}
	p.scale = scale
	return p, nil
}

// Features returns the seven features of every seat, each in [0, 1]; the comment of featureCount
// contains the formulas.
func (e *engine) Features(p engines.Position) ([][]float64, error) {
	g, err := gameOf(p)
	if err != nil {
		return nil, err
	}
	rows := make([][]float64, g.Seats())
	for seat := range rows {
		f := featuresOf(g.table.world, &g.state, int8(seat))
		rows[seat] = f[:]
	}
	return rows, nil
}

// Evaluate returns the static evaluation of a position for every seat: the sum of its features,
// each multiplied by its weight.
func (e *engine) Evaluate(p engines.Position, weights engines.Weights) ([]float64, error) {
	return engines.WeightedSum(e, p, weights)
}
