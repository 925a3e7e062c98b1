package chess

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/show"
)

// The seats.
const (
	white = board.White
	black = board.Black
)

// engine is chess with fixed settings. It is immutable.
type engine struct {
	given engines.Settings // as set, without defaults
	table table
	depth int
	nodes uint64
}

var (
	_ engines.Linear        = (*engine)(nil)
	_ analysis.Analyst      = (*engine)(nil)
	_ analysis.PerftCounter = (*engine)(nil)
	_ show.Illustrator      = (*engine)(nil)
	_ engines.DealCounter   = (*engine)(nil)
)

// New returns chess with its default settings.
func New() engines.Engine {
	e, err := newEngine(nil, nil)
	if err != nil {
		panic(err) // the defaults are wrong: a mistake in this package
	}
	return e
}

// With returns the engine with some settings replaced.
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
		Doc:       "Two sides on 64 squares; who mates the other's king wins. White (seat 1) moves first.",
		Version:   "1",
		MinSeats:  2,
		MaxSeats:  2,
		Weights:   slices.Clone(space),
		Settings:  settingsOf(len(e.table.book.lines) > 0),
		ScaleFree: true,
		Chance:    engines.NoChance,
	}
}

// NewGame deals an opening by the seed.
func (e *engine) NewGame(seats int, seed uint64) (engines.Game, error) {
	if seats != 2 {
		return nil, fmt.Errorf("%d seats, want 2", seats)
	}
	return e.open(seed)
}

// ParseGame reads a position: a FEN, a line of an EPD file, or moves from the start;
// see parsePosition. Chess has no chance: the seed is ignored.
func (e *engine) ParseGame(position string, _ uint64) (engines.Game, error) {
	g, err := parsePosition(&e.table, position, allPlies)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// NewPlayer returns a player for an agent.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	p, err := e.player(a)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// player returns the player of an agent.
func (e *engine) player(a engines.Agent) (*player, error) {
	own := e
	var settings, weights error
	if len(a.Settings) > 0 {
		if own, settings = newEngine(e, a.Settings); settings != nil {
			own = e
		}
	}
	if a.Weights == nil {
		a.Weights = space.Default()
	} else {
		weights = space.Check(a.Weights)
	}
	if err := errors.Join(settings, weights); err != nil {
		return nil, err
	}
	return newPlayer(a.Weights, own.depth, own.nodes), nil
}

// gameOf returns the game of a position, or an error for a position of another game.
func gameOf(p engines.Position) (*game, error) {
	if g, ok := p.(*game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("a game of %T is not chess", p)
}
