package chess

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/deals"
)

// These are the numbers of the seats: White, who moves first, is 0 and Black is 1.
const (
	white = board.White
	black = board.Black
)

// engine implements chess with fixed settings. It is immutable.
//
// This file contains the methods of engines.Engine. The methods of an optional interface are in the
// file with the name of the interface's package, such as show.go.
type engine struct {
	given engines.Settings // as set by the user, without defaults
	table table
	space engines.Space // the weights under the settings
	depth int
	nodes uint64
}

var (
	_ engines.Linear        = (*engine)(nil)
	_ analysis.Analyst      = (*engine)(nil)
	_ analysis.PerftCounter = (*engine)(nil)
	_ deals.Listed          = (*engine)(nil)
)

// New returns the engine of chess with its default settings.
func New() engines.Engine {
	e, err := newEngine(nil, nil)
	if err != nil {
		panic(err) // a default is invalid: a mistake in this package
	}
	return e
}

// With returns an engine with the given settings; the other settings are those of e.
func (e *engine) With(s engines.Settings) (engines.Engine, error) {
	out, err := newEngine(e, s)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Spec describes the game.
func (e *engine) Spec() engines.Spec {
	return engines.Spec{
		Name:      "chess",
		Title:     "Chess",
		Doc:       "Chess by the rules of FIDE: a player wins by checkmate. White (seat 1) moves first.",
		Version:   "1",
		MinSeats:  2,
		MaxSeats:  2,
		Weights:   slices.Clone(e.space),
		Settings:  settingsOf(hasBook(e.given)),
		ScaleFree: true,
		Chance:    engines.NoChance,
	}
}

// NewGame starts a game with the opening that the seed selects.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats; chess has 2", seats)
	}
	return e.table.open(seed)
}

// ParseGame parses a position: a FEN, a line of an EPD file, or moves from the start position.
// The seed is ignored, because chess has no chance.
func (e *engine) ParseGame(position string, _ uint64) (engines.Game, error) {
	g, err := parsePosition(&e.table, position, allPlies)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// NewPlayer returns the built-in player for an agent.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	p, err := e.player(a)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// player returns the built-in player for an agent. The agent's settings replace those of the
// engine.
func (e *engine) player(a engines.Agent) (*player, error) {
	own := e
	var settings error
	if len(a.Settings) > 0 {
		if own, settings = newEngine(e, a.Settings); settings != nil {
			own = e
		}
	}
	w, err := e.space.Complete(a.Weights)
	if err := errors.Join(settings, err); err != nil {
		return nil, err
	}
	return newPlayer(w, own.depth, own.nodes), nil
}

// Features returns the features of a position, one row per seat, in the order of the weights. Each
// value is that of the seat minus that of the opponent.
func (e *engine) Features(p engines.Position) ([][]float64, error) {
	g, err := gameOf(p)
	if err != nil {
		return nil, err
	}
	f := featuresOf(&g.at)
	f.addThreats(&g.at)
	n := len(e.space)
	rows := [][]float64{make([]float64, n), make([]float64, n)}
	for i, x := range f[:n] {
		rows[white][i], rows[black][i] = x, 0-x
	}
	return rows, nil
}

// Evaluate returns the static evaluation of a position for each seat: the sum of the seat's
// features, each multiplied by its weight.
func (e *engine) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	return engines.WeightedSum(e, p, w)
}

// Deals returns the number of different openings: the number of lines of the book, or 1 without a
// book. It returns 0 if random plies follow, because the number of different beginnings is then
// unknown.
func (e *engine) Deals() int { return e.table.deals() }

// gameOf returns the position as a game of this package. It returns an error for a position of
// another game.
func gameOf(p engines.Position) (*game, error) {
	if g, ok := p.(*game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("%T is not a position of chess", p)
}
