package tuning

import (
	"context"
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

// Close closes what Fork has forked.
func (p pool) Close() error { return engines.Close(p.arena) }

// Play lets both agents play the pool.
func (p pool) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if len(seats) != 2 {
		return engines.Record{}, fmt.Errorf("tuning: opponents to train against need tables of two seats, not %d", len(seats))
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
		r, err := p.arena.Play(ctx, table, seed)
		switch {
		case err != nil:
			return engines.Record{}, err
		case r.Forfeited(side):
			f := *r.Forfeit
			f.Seat = i
			return engines.Forfeiture(2, f), nil
		case r.Forfeit != nil: // the opponent's failure is the agent's win
			points[i] = 1
		default:
			points[i] = r.Outcome.Points(side)
		}
	}
	switch {
	case points[0] > points[1]:
		return engines.Record{Outcome: engines.Winner(2, 0)}, nil
	case points[0] < points[1]:
		return engines.Record{Outcome: engines.Winner(2, 1)}, nil
	}
	return engines.Record{Outcome: engines.Draw(2)}, nil
}
