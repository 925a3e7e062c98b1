package engines

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
)

// Baselines are the players that any game has for nothing.
var Baselines = []string{"random", "first"}

// NewPlayer compiles an agent: one of the Baselines if it names one, otherwise
// the engine's own player.
func NewPlayer(e Engine, a Agent) (Player, error) {
	switch a.Player {
	case "":
		return e.NewPlayer(a)
	case "random":
		return &randomPlayer{}, nil
	case "first":
		return &firstPlayer{}, nil
	}
	return nil, fmt.Errorf("unknown player %q (have %s)", a.Player, strings.Join(Baselines, ", "))
}

// randomPlayer takes every legal move with the same probability.
type randomPlayer struct {
	pcg   rand.PCG
	moves []Move
}

func (p *randomPlayer) Start(seat int, seed uint64) {
	p.pcg = PCG(Seed(seed, Purpose("random player"), uint64(seat)))
}

func (p *randomPlayer) Choose(_ context.Context, g Game) (Move, error) {
	p.moves = g.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return 0, fmt.Errorf("no legal move")
	}
	return p.moves[rand.New(&p.pcg).IntN(len(p.moves))], nil
}

// firstPlayer takes the first legal move.
type firstPlayer struct{ moves []Move }

func (p *firstPlayer) Choose(_ context.Context, g Game) (Move, error) {
	p.moves = g.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return 0, fmt.Errorf("no legal move")
	}
	return p.moves[0], nil
}
