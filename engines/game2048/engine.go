package game2048

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
)

// engine implements 2048 with fixed settings. It is immutable.
type engine struct{ depth int }

var _ engines.Linear = engine{}

// mostDepth is the largest search depth, in slides. Every further slide multiplies the time by
// about forty.
const mostDepth = 4

// New returns the engine with its default settings. Its player searches one slide deep.
func New() engines.Engine { return engine{depth: 1} }

// Spec describes the game.
func (e engine) Spec() engines.Spec {
	return engines.Spec{
		Name:     "2048",
		Title:    "2048",
		Doc:      "One player slides tiles on a 4 x 4 board. Equal tiles merge, and their sums are the score.",
		Version:  "1",
		MinSeats: 1, MaxSeats: 1,
		Weights:   slices.Clone(space),
		Settings:  e.settings(),
		ScaleFree: true,
		Chance:    engines.WithChance,
		Symmetric: true,
	}
}

// settings returns the settings of the game. Their defaults are the values of e.
func (e engine) settings() []engines.Setting {
	return []engines.Setting{{
		Name: "depth", Kind: engines.Int, Default: strconv.Itoa(e.depth), Min: 1, Max: mostDepth, Player: true,
		Doc: "search depth in slides, with all possible new tiles between them",
	}}
}

// With returns an engine with the given settings; the other settings are those of e.
func (e engine) With(s engines.Settings) (engines.Engine, error) {
	with, err := e.with(s)
	if err != nil {
		return nil, err
	}
	return with, nil
}

func (e engine) with(s engines.Settings) (engine, error) {
	if len(s) == 0 {
		return e, nil
	}
	resolved, err := engines.Resolve(e.settings(), s)
	if err != nil {
		return e, err
	}
	e.depth = resolved.Int("depth")
	return e, nil
}

// NewGame starts a game with two tiles on the board.
func (e engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 1 {
		return nil, fmt.Errorf("%d seats; 2048 has 1", seats)
	}
	return deal(seed), nil
}

// ParseGame parses a position. The new tile after the n-th slide of a game depends on the seed, n
// and the board alone. So a position that is parsed with the seed of its game continues like that
// game.
func (e engine) ParseGame(position string, seed uint64) (engines.Game, error) {
	v, err := parseView(position)
	if err != nil {
		return nil, err
	}
	return &game{view: v, seed: seed}, nil
}

// NewPlayer returns the built-in player with an agent's weights and settings.
func (e engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	return e.player(a)
}

func (e engine) player(a engines.Agent) (*player, error) {
	own, err := e.with(a.Settings)
	w, wrong := space.Complete(a.Weights)
	if err := errors.Join(err, wrong, a.Limit.Refuse()); err != nil {
		return nil, err
	}
	return newPlayer(w, own.depth), nil
}

// Features returns the features of the board, one row for the only seat.
func (e engine) Features(p engines.Position) ([][]float64, error) {
	v, err := viewOf(p)
	if err != nil {
		return nil, err
	}
	f := tables().features(v.board)
	return [][]float64{f[:]}, nil
}

// Evaluate returns the weighted sum of the features of the board.
func (e engine) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	return engines.WeightedSum(e, p, w)
}
