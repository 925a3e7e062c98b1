package engines

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// times are the clocks of a match.
type times struct {
	margin time.Duration
	left   [MaxSeats]time.Duration
}

// wind sets the clocks to their start.
func (m *match) wind() {
	for i, p := range m.seats {
		m.left[i] = p.agent.Limit.Clock
	}
}

// chooseInTime asks a player whose time is limited. The context that the player
// gets ends when its time and the margin are over; a move that comes later still
// is late, too.
func (m *match) chooseInTime(ctx context.Context, seat int, seen Position) (Move, error) {
	p := m.seats[seat]
	limit := p.agent.Limit
	allowed := limit.Move
	if limit.Clock > 0 {
		allowed = m.left[seat]
		if p.clock != nil {
			p.clock.Clocks(m.left[:len(m.seats)])
		}
	}
	inner, cancel := context.WithTimeout(ctx, allowed+m.margin)
	begun := time.Now()
	move, err := p.player.Choose(inner, seen)
	spent := time.Since(begun)
	over := inner.Err()
	cancel()
	if ctx.Err() == nil && (spent > allowed+m.margin || err != nil && over != nil && errors.Is(err, over)) {
		return 0, &Fault{ForfeitTimeout, fmt.Errorf("a move after %v where %v were left", spent.Round(time.Millisecond), allowed.Round(time.Millisecond))}
	}
	if limit.Clock > 0 {
		m.left[seat] = max(0, m.left[seat]-spent) + limit.Add
	}
	return move, err
}
