package engines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// clocks keeps the remaining time of every seat in a game. It enforces the time limits of [Limit]:
// Clock for all moves of a seat, and Move for a single move.
type clocks struct {
	left [MaxSeats]time.Duration
	made [MaxSeats]int // moves that each seat has made
}

// reset sets the remaining time of every seat to the Clock of its agent's limit.
func (c *clocks) reset(seats []*cachedPlayer) {
	for i, p := range seats {
		c.left[i], c.made[i] = p.agent.Limit.bounded().Clock, 0
	}
}

// choose calls Choose of the player at a seat and measures the time. The player's context ends when
// the allowed time and a margin have passed. If the player takes longer, choose returns a [Fault]
// of the kind ForfeitTimeout. A Fault that Choose itself returns, such as a crash, is returned
// unchanged.
func (c *clocks) choose(ctx context.Context, seats []*cachedPlayer, seat int, seen Position) (Move, error) {
	p := seats[seat]
	limit := p.agent.Limit.bounded()
	allowed := limit.Move
	if limit.Clock > 0 {
		allowed = c.left[seat]
		if p.clock != nil {
			p.clock.Clocks(c.left[:len(seats)])
		}
	}
	until := allowed + cmp.Or(p.margin, DefaultMargin)
	inner, cancel := context.WithTimeout(ctx, until)
	begin := time.Now()
	move, err := p.player.Choose(inner, seen)
	spent := time.Since(begin)
	over := inner.Err()
	cancel()
	_, failed := errors.AsType[*Fault](err)
	if ctx.Err() == nil && !failed && (spent > until || err != nil && over != nil && errors.Is(err, over)) {
		late := "a move"
		if err != nil {
			late = "no move"
		}
		return 0, &Fault{ForfeitTimeout, fmt.Errorf("%s after %v where %v were left", late, spent.Round(time.Millisecond), allowed.Round(time.Millisecond))}
	}
	if limit.Clock > 0 {
		c.left[seat] = max(0, c.left[seat]-spent) + limit.Add
		if c.made[seat]++; limit.Moves > 0 && c.made[seat]%limit.Moves == 0 {
			c.left[seat] += limit.Clock
		}
		c.left[seat] = min(c.left[seat], mostTime)
	}
	return move, err
}
