package goban

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
)

// engine implements Go with fixed settings. It is immutable.
//
// Its methods are in this file and in show.go (for people).
type engine struct {
	settings engines.Settings // with defaults
	table    *table
	playouts int
}

// table contains the settings of the rules: the size of the board, the komi, the largest number of
// plies and whether suicide is legal. All copies of a game share it.
type table struct {
	size     int
	komi     float64
	maxPlies int
	suicide  bool // a move may leave its own chain without liberties
}

var (
	_ engines.Engine        = (*engine)(nil)
	_ engines.BuiltinAgents = (*engine)(nil)
)

// knownSettings describes the settings of Go and of its built-in player.
var knownSettings = []engines.Setting{
	{
		Name: "size", Kind: engines.Int, Min: minSize, Max: maxSize, Default: "9",
		Doc: "number of lines of the board in each direction",
	},
	{
		Name: "komi", Kind: engines.Float, Min: -1000, Max: 1000, Default: "7.5",
		Doc: "points that White receives for moving second; with a fraction no game is drawn",
	},
	{
		Name: "suicide", Kind: engines.Bool, Default: "false",
		Doc: "allow moves that only remove own stones, as the rules of Tromp and Taylor do",
	},
	{
		Name: "max_plies", Kind: engines.Int, Min: 0, Max: 100_000, Default: "0",
		Doc: "plies after which a game is scored as it stands; 0 = three times the number of points",
	},
	{
		Name: "playouts", Kind: engines.Int, Min: 1, Max: 10_000_000, Default: "100", Player: true,
		Doc: "random games that the player plays for a move",
	},
}

// New returns the engine of Go with its default settings.
func New() engines.Engine {
	e, err := newEngine(nil, nil)
	if err != nil {
		panic(err) // a default is invalid: a mistake in this package
	}
	return e
}

// newEngine returns an engine with the settings in base and over. A value in over replaces the one
// in base.
func newEngine(base, over engines.Settings) (*engine, error) {
	settings, err := engines.Resolve(knownSettings, base, over)
	if err != nil {
		return nil, err
	}
	t := &table{size: settings.Int("size"), komi: settings.Float("komi"), maxPlies: settings.Int("max_plies"), suicide: settings.Bool("suicide")}
	return &engine{settings, t, settings.Int("playouts")}, nil
}

// With returns a copy of the engine in which s replaces the settings of the same names.
func (e *engine) With(s engines.Settings) (engines.Engine, error) {
	out, err := newEngine(e.settings, s)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Spec describes the game.
func (e *engine) Spec() engines.Spec {
	settings := slices.Clone(knownSettings)
	for i := range settings {
		settings[i].Default = e.settings[settings[i].Name]
	}
	return engines.Spec{
		Name:     "go",
		Title:    "Go",
		Doc:      "Two sides place stones on the points of a board, capture what has no liberty, and count stones and surrounded points. Black (seat 1) moves first.",
		Version:  "1",
		MinSeats: 2, MaxSeats: 2,
		Weights:  slices.Clone(space),
		Settings: settings,
		Chance:   engines.NoChance,
	}
}

// NewGame starts a game on an empty board. The seed is ignored, because Go has no chance.
func (e *engine) NewGame(seats int, _ uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats; Go has 2", seats)
	}
	return newGame(e.table), nil
}

// ParseGame parses a position: a board, a list of moves from the empty board, or "start".
func (e *engine) ParseGame(position string, _ uint64) (engines.Game, error) {
	g, err := parsePosition(e.table, position)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// NewPlayer returns the built-in player for an agent. A limit of nodes replaces the setting
// playouts, the number of random games per move.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	if a.Limit.Nodes > 0 {
		a.Settings = a.Settings.Merge(engines.Settings{"playouts": strconv.FormatUint(a.Limit.Nodes, 10)})
		a.Limit = engines.Limit{}
	}
	own, err := newEngine(e.settings, a.Settings)
	w, wrong := space.Complete(a.Weights)
	if err := errors.Join(err, wrong, a.Limit.Refuse()); err != nil {
		return nil, err
	}
	return newPlayer(w, own.playouts), nil
}

// BuiltinAgents returns the ready-made agents of the game. There is one, called uniform, whose
// random games choose all moves with almost equal probability.
func (e *engine) BuiltinAgents() []engines.Agent {
	return []engines.Agent{{Name: "uniform", Weights: uniform()}}
}
