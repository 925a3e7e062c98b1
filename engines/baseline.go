package engines

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/lanista/lanista/keys"
)

// Baselines are the players that any game has for nothing.
var Baselines = []string{"random", "first"}

// NewPlayer compiles an agent: one of the Baselines if it names one, otherwise
// the engine's own player. A limit of depth or of nodes is laid over the setting
// of that name where the game has one; with a limit of time a player that is a
// [Deepener] looks ahead as far as its time allows.
func NewPlayer(ctx context.Context, e Engine, a Agent) (Player, error) {
	switch a.Player {
	case "":
		p, err := e.NewPlayer(ctx, a.LimitAsSetting(e))
		if err != nil {
			return nil, err
		}
		return newTimed(e, a, p), nil
	case "random":
		return &randomPlayer{}, nil
	case "first":
		return &firstPlayer{}, nil
	}
	if r, ok := e.(PlayerFactory); ok {
		return r.MakePlayer(ctx, a)
	}
	return nil, fmt.Errorf("unknown player %q (%s)", a.Player, keys.Suggest(Baselines, a.Player))
}

// PlayerFactory is implemented by engines at whose tables others may play than their
// own player and the Baselines.
type PlayerFactory interface {
	// MakePlayer makes the player that an agent names. What it returns is as
	// Engine.NewPlayer has it.
	MakePlayer(ctx context.Context, a Agent) (Player, error)
}

var errNoMove = errors.New("no legal move")

// randomPlayer takes every legal move with the same probability.
type randomPlayer struct {
	pcg   rand.PCG
	moves []Move
}

func (p *randomPlayer) Start(_ context.Context, s Seating) error {
	p.pcg = PCG(Seed(s.Seed, Purpose("random player"), uint64(s.Seat)))
	return nil
}

func (p *randomPlayer) Choose(_ context.Context, g Position) (Move, error) {
	p.moves = g.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return 0, errNoMove
	}
	return p.moves[rand.New(&p.pcg).IntN(len(p.moves))], nil
}

// firstPlayer takes the first legal move.
type firstPlayer struct{ moves []Move }

func (p *firstPlayer) Choose(_ context.Context, g Position) (Move, error) {
	p.moves = g.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return 0, errNoMove
	}
	return p.moves[0], nil
}
