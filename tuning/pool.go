package tuning

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Pool makes an arena in which two agents do not meet each other but fixed
// opponents: both play the same opponent on the same deal from the same seat,
// and the better outcome wins. So a strategy that learns from duels learns to
// beat the pool. Which opponent it is depends on the deal alone; the two seat
// orders of a cluster are the two seats that both play from. A duel costs two
// games of the arena beneath.
func Pool(arena engines.Arena, opponents []engines.Agent) engines.Arena {
	return pool{arena, opponents}
}

type pool struct {
	arena     engines.Arena
	opponents []engines.Agent
}

// Fork returns a pool for one goroutine.
func (p pool) Fork() engines.Arena {
	if f, ok := p.arena.(engines.Forker); ok {
		p.arena = f.Fork()
	}
	return p
}

// Play lets both agents play the pool.
func (p pool) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Outcome, error) {
	if len(seats) != 2 {
		return engines.Outcome{}, fmt.Errorf("tuning: opponents to train against need tables of two seats, not %d", len(seats))
	}
	opponent := p.opponents[engines.Seed(seed, engines.Purpose("pool"))%uint64(len(p.opponents))]
	side := 0
	if slices.Compare(seats[0].Weights, seats[1].Weights) > 0 {
		side = 1
	}
	var points [2]float64
	for i, a := range seats {
		table := []engines.Agent{a, a}
		table[1-side] = opponent
		o, err := p.arena.Play(ctx, table, seed)
		var f *engines.ForfeitError
		switch {
		case errors.As(err, &f) && f.Seat == side:
			return engines.Outcome{}, &engines.ForfeitError{Seat: i, Err: f.Err}
		case errors.As(err, &f): // the opponent's failure is the agent's win
			points[i] = 1
		case err != nil:
			return engines.Outcome{}, err
		default:
			points[i] = o.Points(side)
		}
	}
	switch {
	case points[0] > points[1]:
		return engines.Winner(2, 0), nil
	case points[0] < points[1]:
		return engines.Winner(2, 1), nil
	}
	return engines.Draw(2), nil
}
