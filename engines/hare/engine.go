package hare

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
	"github.com/lanista/lanista/keys"
)

// engine implements Hare and Hedgehog with fixed settings. It is immutable.
//
// This file contains the methods of engines.Engine. The methods of an optional interface are in the
// file with the name of the interface's package, such as show.go.
type engine struct {
	given    engines.Settings // without defaults
	settings engines.Settings // with defaults
	known    []engines.Setting
	board    *board
	dealing  dealing
	curves   curves
}

var _ engines.Linear = (*engine)(nil)

// space lists the weights of the evaluation with their ranges and defaults. The ranges are wider
// than in the article that the package comment cites, where they are 0.5 to 2.
var space = engines.Space{
	{Name: "Ks", Doc: "value of the lettuces in hand", Min: 0, Max: 100, Default: 1},
	{Name: "Kc", Doc: "value of the carrots, including pay-outs that are due", Min: 0, Max: 100, Default: 1},
	{Name: "Kp", Doc: "progress towards the finish, in thirds of a square", Min: 0, Max: 100, Default: 1},
}

// New returns the game with its default settings.
func New() engines.Engine {
	e, err := newEngine(nil)
	if err != nil {
		panic(err) // a default is invalid: a mistake in this package
	}
	return e
}

// newEngine returns an engine with the given settings. The error joins all mistakes in the
// settings.
func newEngine(given engines.Settings) (*engine, error) {
	name, ok := given["profile"]
	if !ok {
		name = "standard"
	}
	p, badProfile := findProfile(name)
	squares, ok := given["board"]
	if !ok {
		squares = p.board
	}
	b, badBoard := findBoard(squares)
	known := settingsOf(p)
	settings, err := engines.Resolve(known, given)
	if err := errors.Join(keys.Under("profile", badProfile), keys.Under("board", badBoard), err); err != nil {
		return nil, err
	}
	if p.article {
		b = b.withArticleRules()
	}
	if n := len(settings.Ints("width")); n > maxDepth {
		return nil, keys.Errorf("width", "%d entries are above the maximum %d", n, maxDepth)
	}
	return &engine{
		given: given, settings: settings, known: known,
		board: b, dealing: decks[settings["deck"]], curves: p.curves,
	}, nil
}

// Spec describes the game under the engine's settings.
func (e *engine) Spec() engines.Spec {
	chance := engines.WithChance
	if len(e.dealing.pack) == 0 {
		chance = engines.NoChance
	}
	return engines.Spec{
		Name:      "hare",
		Title:     "Hare and Hedgehog",
		Version:   "1",
		Doc:       "A race over 64 squares. Steps cost carrots; a player may finish only without lettuces and with few carrots.",
		MinSeats:  minSeats,
		MaxSeats:  maxSeats,
		Weights:   append(engines.Space(nil), space...),
		Settings:  append([]engines.Setting(nil), e.known...),
		ScaleFree: e.settings["hares"] != haresPenalty || e.settings.Float("penalty") == 0, // a penalty has no weight
		Chance:    chance,
	}
}

// With returns a copy of the engine with the given settings changed. A changed profile (edition of
// the game) also changes the defaults of the board, the deck and the search.
func (e *engine) With(s engines.Settings) (engines.Engine, error) {
	out, err := newEngine(e.given.Merge(s))
	if err != nil {
		return nil, err
	}
	return out, nil
}

// NewGame starts a game of 2 to 6 players. It then makes as many random moves as the setting
// opening requires.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats < minSeats || seats > maxSeats {
		return nil, fmt.Errorf("%d players; Hare and Hedgehog has %d to %d", seats, minSeats, maxSeats)
	}
	t := newTable(e.board, e.dealing, newState(e.board, seats), seed, e.settings.Int("guard"))
	return t, t.open(e.settings.Int("opening"), seed)
}

// ParseGame returns a game that begins in a position given as text. The seed determines the order
// of the hare cards.
func (e *engine) ParseGame(position string, seed uint64) (engines.Game, error) {
	s, err := parsePosition(e.board, position)
	if err != nil {
		return nil, err
	}
	return newTable(e.board, e.dealing, s, seed, e.settings.Int("guard")), nil
}

// NewPlayer returns the built-in player for an agent. The depth of the agent must be at least 1.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	p, err := e.player(a)
	if err != nil {
		return nil, err // not p: an interface with a nil *player is not nil
	}
	if p.engine.settings.Int("depth") == 0 {
		return nil, keys.Errorf("depth", "0 is below the minimum 1 of a player")
	}
	return p, nil
}

// player returns the built-in player for an agent. A depth of 0, which an analysis without a search
// uses, is replaced by 1.
func (e *engine) player(a engines.Agent) (*player, error) {
	with, err := e.With(a.Settings)
	if err != nil {
		return nil, err
	}
	own := with.(*engine)
	p := &player{engine: own, options: searchOptions(own.settings)}
	if p.eval, err = own.evaluator(a.Weights); err != nil {
		return nil, err
	}
	p.eval.tabulate()
	p.tree = newTree(p.eval, own)
	if p.maxn, err = search.NewMaxN[node](p.tree, p.options); err != nil {
		return nil, err
	}
	return p, nil
}

// evaluator returns an evaluator with the given weights. Weights of nil mean the defaults.
func (e *engine) evaluator(w engines.Weights) (*evaluator, error) {
	w, err := space.Complete(w)
	if err != nil {
		return nil, err
	}
	return newEvaluator(e.board, e.curves, w)
}

// Evaluate returns the static evaluation of a position for every seat: the sum of the features S, C
// and P, each multiplied by its weight.
func (e *engine) Evaluate(g engines.Position, w engines.Weights) ([]float64, error) {
	t, err := tableOf(g)
	if err != nil {
		return nil, err
	}
	v, err := e.evaluator(w)
	if err != nil {
		return nil, err
	}
	out := make([]float64, t.state.seats)
	for i := range t.state.seats {
		out[i] = v.value(&t.state, int(i))
	}
	return out, nil
}

// Features returns three features for every seat: the value of the lettuces (S), the value of the
// carrots (C) and the progress (P). If the final place of a seat is certain, P is the value of this
// place, and S and C are 0.
func (e *engine) Features(g engines.Position) ([][]float64, error) {
	t, err := tableOf(g)
	if err != nil {
		return nil, err
	}
	v, err := e.evaluator(nil)
	if err != nil {
		return nil, err
	}
	rows := make([][]float64, t.state.seats)
	for i := range rows {
		rows[i] = make([]float64, weightCount)
		for k, x := range v.features(&t.state, uint8(i)) {
			rows[i][k] = float64(x) / 100
		}
	}
	return rows, nil
}

// tableOf returns the position as a game of this package. It returns an error for a position of
// another game.
func tableOf(g engines.Position) (*table, error) {
	t, ok := g.(*table)
	if !ok {
		return nil, fmt.Errorf("%T is not a position of Hare and Hedgehog", g)
	}
	return t, nil
}
