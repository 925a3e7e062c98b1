package minesweeper

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// engine implements Minesweeper Flags with fixed settings. It is immutable.
//
// This file contains the methods of engines.Engine. The methods of an optional interface are in the
// file with the name of the interface's package, such as show.go.
type engine struct {
	settings engines.Settings
	rules    rules
	field    *field.Field
	space    engines.Space
}

var (
	_ engines.Engine        = (*engine)(nil)
	_ engines.BuiltinAgents = (*engine)(nil)
)

// New returns the engine with its default settings: 16 x 16 cells, 51 mines, no bombs, and gemini
// as the agent.
func New() engines.Engine {
	e, err := newEngine(engines.Settings{})
	if err != nil {
		panic(err) // a default is invalid: a mistake in this package
	}
	return e
}

func newEngine(given ...engines.Settings) (*engine, error) {
	s, err := engines.Resolve(knownSettings, given...)
	if err != nil {
		return nil, err
	}
	e := &engine{settings: s, rules: newRules(s), space: spaceOf(s)}
	e.field, err = field.New(e.rules.width, e.rules.height)
	return e, err
}

// Spec describes the game. The weights are those of the agent in the setting agent.
func (e *engine) Spec() engines.Spec {
	return engines.Spec{
		Name:     "minesweeper",
		Title:    "Minesweeper Flags",
		Doc:      "Two players search one field for mines. A mine gives a point and another move; a number passes the turn.",
		Version:  "1",
		MinSeats: 2, MaxSeats: 2,
		Weights:  append(engines.Space(nil), e.space...),
		Settings: append([]engines.Setting(nil), knownSettings...),
		Chance:   engines.WithChance,
	}
}

// With returns a copy of the engine with the given settings changed.
func (e *engine) With(s engines.Settings) (engines.Engine, error) {
	out, err := newEngine(e.settings, s)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// NewGame starts a game. The seed determines the places of the mines. It is an error if they do not
// fit the field.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats; Minesweeper Flags has 2", seats)
	}
	if err := e.rules.fit(e.field); err != nil {
		return nil, err
	}
	t := newTable(e.field, e.rules)
	t.deal(seed)
	return t, nil
}

// readingWork limits the work of parsing a position, in the steps of [probability.Watch]. Without
// it, counting the placements of mines in a position that was designed for this could take minutes.
const readingWork = 5 << 26

// ParseGame parses a position. Its rows determine the size of the field, and the setting mines the
// number of mines. The seed determines the hidden mines; all placements that agree with the
// position are equally likely. It is an error if there is none, or if counting them takes too much
// work.
func (e *engine) ParseGame(position string, seed uint64) (engines.Game, error) {
	t, err := parsePosition(position, e.rules)
	if err != nil {
		return nil, err
	}
	var watch probability.Watch
	watch.Begin(context.Background(), readingWork)
	s := probability.New()
	s.Watch(&watch)
	if err := s.Solve(t.view.field, t.view.cells, t.view.mines); err != nil {
		return nil, err
	}
	if err := s.Sample(engines.Rand(engines.Seed(seed, engines.Purpose("mines")))); err != nil {
		return nil, err
	}
	for c, shown := range t.view.cells {
		if shown == field.Mine || s.Sure.Has(c) {
			t.lay(c)
		}
	}
	t.findZeros()
	return t, nil
}

// NewPlayer returns the built-in player for an agent. Settings of the game, as opposed to settings
// of a player, have no effect here, but invalid values are errors.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	own := e
	if len(a.Settings) > 0 && !maps.Equal(a.Settings, e.settings) {
		var err error
		if own, err = newEngine(e.settings, a.Settings); err != nil {
			return nil, err
		}
	}
	w, err := own.space.Complete(a.Weights)
	if err := errors.Join(err, a.Limit.Refuse()); err != nil {
		return nil, err
	}
	return newPlayer(own.settings, w), nil
}

// BuiltinAgents returns the ready-made agents of the game.
func (e *engine) BuiltinAgents() []engines.Agent { return builtinAgents() }
