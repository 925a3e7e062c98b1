package game2048

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// engine is the game under one choice of settings. It is never changed.
type engine struct{ depth int }

var _ engines.Engine = engine{}

// mostDepth is the largest depth. A slide takes about forty times as long for
// every further step: milliseconds at 4.
const mostDepth = 4

var knownSettings = []engines.Setting{{
	Name: "depth", Kind: engines.Int, Default: "1", Min: 1, Max: mostDepth, Player: true,
	Doc: "how many of its own slides the player looks ahead, with all new tiles between them",
}}

// New returns the game with a player that looks at its next slide.
func New() engines.Engine { return engine{depth: 1} }

// Spec describes the game.
func (e engine) Spec() engines.Spec {
	return engines.Spec{
		Name:     "2048",
		Title:    "2048",
		Doc:      "One player slides tiles on a board of four by four, and equal ones merge; what they merge to counts.",
		Version:  "1",
		MinSeats: 1, MaxSeats: 1,
		Weights:   slices.Clone(space),
		Settings:  e.settings(),
		ScaleFree: true,
		Chance:    engines.WithChance,
		Symmetric: true,
	}
}

// settings are the known ones, at the values in use.
func (e engine) settings() []engines.Setting {
	out := slices.Clone(knownSettings)
	out[0].Default = fmt.Sprint(e.depth)
	return out
}

// With returns the game under other settings.
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
	return engine{depth: resolved.Int("depth")}, nil
}

// NewGame deals two tiles.
func (e engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 1 {
		return nil, fmt.Errorf("2048 is for one, not %d", seats)
	}
	return deal(seed), nil
}

// ParseGame reads a position. The new tile after the n-th slide of a game depends
// on the seed, on n and on the board alone, so a position read back under its own
// seed goes on as the game would have.
func (e engine) ParseGame(position string, seed uint64) (engines.Game, error) {
	v, err := parseView(position)
	if err != nil {
		return nil, err
	}
	return &game{seen: v, seed: seed}, nil
}

// NewPlayer compiles an agent.
func (e engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	return e.player(a)
}

func (e engine) player(a engines.Agent) (*player, error) {
	own, err := e.with(a.Settings)
	var weights error
	if a.Weights == nil {
		a.Weights = space.Default()
	} else {
		weights = space.Check(a.Weights)
	}
	if err := errors.Join(err, weights); err != nil {
		return nil, err
	}
	return newPlayer(a.Weights, own.depth), nil
}
