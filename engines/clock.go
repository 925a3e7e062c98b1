package engines

import (
	"context"
	"errors"
	"fmt"
	"time"
)

type clocks struct {
	margin time.Duration
	left   [MaxSeats]time.Duration
	made   [MaxSeats]int // moves that each seat has made
}

// reset gives every seat the full time that its agent's limit allows.
func (c *clocks) reset(seats []*cachedPlayer) {
	for i, p := range seats {
		c.left[i], c.made[i] = p.agent.Limit.Clock, 0
	}
}

// choose calls Choose of the player at a seat and measures the time. The player's context ends
// when the allowed time plus a margin is over. A move that comes later is a [Fault] of the kind
// ForfeitTimeout.
func (c *clocks) choose(ctx context.Context, seats []*cachedPlayer, seat int, seen Position) (Move, error) {
	p := seats[seat]
	limit := p.agent.Limit
	allowed := limit.Move
	if limit.Clock > 0 {
		allowed = c.left[seat]
		if p.clock != nil {
			p.clock.Clocks(c.left[:len(seats)])
		}
	}
	inner, cancel := context.WithTimeout(ctx, allowed+c.margin)
	begin := time.Now()
	move, err := p.player.Choose(inner, seen)
	spent := time.Since(begin)
	over := inner.Err()
	cancel()
	if ctx.Err() == nil && (spent > allowed+c.margin || err != nil && over != nil && errors.Is(err, over)) {
		return 0, &Fault{ForfeitTimeout, fmt.Errorf("a move after %v where %v were left", spent.Round(time.Millisecond), allowed.Round(time.Millisecond))}
	}
	if limit.Clock > 0 {
		c.left[seat] = max(0, c.left[seat]-spent) + limit.Add
		if c.made[seat]++; limit.Moves > 0 && c.made[seat]%limit.Moves == 0 {
			c.left[seat] += limit.Clock
		}
	}
	return move, err
}
