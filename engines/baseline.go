package engines

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/lanista/lanista/keys"
)

// Baselines lists the names of two simple players that every game has. "random" chooses among the
// legal moves with equal probability. "first" chooses the first legal move.
var Baselines = []string{"random", "first"}

// NewPlayer returns a player for an agent, which the caller must [Close]. If the agent names one of the
// [Baselines] in its field Player, NewPlayer returns that one. For any other name the engine must be a
// [PlayerFactory], which creates the player. Without a name, Engine.NewPlayer creates it.
//
// A limit of depth or nodes of the agent replaces the engine's setting of that name, if there is one.
// With a limit of time, a [Deepener] searches as deeply as its time allows. NewPlayer returns the
// errors of these methods, and an error if Engine.NewPlayer returns a nil player.
func NewPlayer(ctx context.Context, e Engine, a Agent) (Player, error) {
	if e == nil {
		return nil, errNoEngine
	}
	switch a.Player {
	case "":
		p, err := e.NewPlayer(ctx, a.LimitAsSetting(e))
		switch {
		case err != nil:
			return nil, err
		case p == nil:
			return nil, errors.New("method NewPlayer returned neither a player nor an error")
		}
		return newTimedPlayer(e, a, p), nil
	case "random":
		return &randomPlayer{}, nil
	case "first":
		return &firstPlayer{}, nil
	}
	if r, ok := As[PlayerFactory](e); ok {
		return r.MakePlayer(ctx, a)
	}
	return nil, fmt.Errorf("unknown player %q (%s)", a.Player, keys.Suggest(Baselines, a.Player))
}

// PlayerFactory is implemented by engines with additional players, such as external programs.
// Users choose such a player by its name.
type PlayerFactory interface {
	// MakePlayer returns the player that a.Player names. It returns the same errors as
	// Engine.NewPlayer.
	MakePlayer(ctx context.Context, a Agent) (Player, error)
}

var errNoMove = errors.New("no legal move")

type randomPlayer struct {
	pcg   rand.PCG
	moves []Move
}

// Start seeds the generator of random numbers.
func (p *randomPlayer) Start(_ context.Context, s Seating) error {
	p.pcg = PCG(Seed(s.Seed, Purpose("random player"), uint64(s.Seat)))
	return nil
}

// Choose returns a random legal move.
func (p *randomPlayer) Choose(_ context.Context, g Position) (Move, error) {
	p.moves = g.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return 0, errNoMove
	}
	return p.moves[rand.New(&p.pcg).IntN(len(p.moves))], nil
}

type firstPlayer struct{ moves []Move }

// Choose returns the first legal move.
func (p *firstPlayer) Choose(_ context.Context, g Position) (Move, error) {
	p.moves = g.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return 0, errNoMove
	}
	return p.moves[0], nil
}
