package engines

import (
	"context"
	"errors"
	"io"
	"strconv"
	"time"
)

// SearchResult is what a player has found by looking ahead to one depth.
type SearchResult struct {
	Move  Move
	Depth int
	Value []*float64 // the worth to every seat, nil for a seat that is not valued
	Nodes uint64     // positions visited
	Final bool       // looking further would find nothing else
}

// Deepener is implemented by players that can look ahead to any depth. With a limit
// of time they look ahead one ply after the other; see Deepen.
type Deepener interface {
	// Look chooses as Choose does, looking ahead to a depth of at least 1 in place
	// of the player's own.
	Look(ctx context.Context, p Position, depth int) (SearchResult, error)
}

// Deepen lets a player look ahead to depth 1, 2 and so on up to a largest depth,
// until ctx is done or looking further would find nothing else. It returns the last
// thought that was finished, and ctx's error if there is none. report, when set,
// is told of every one.
func Deepen(ctx context.Context, d Deepener, p Position, most int, report func(SearchResult)) (SearchResult, error) {
	return deepen(ctx, ctx, d, p, most, func(t SearchResult) bool {
		if report != nil {
			report(t)
		}
		return true
	})
}

// deepen is Deepen with a context of its own for the first depth, which ends when
// more says that it may.
func deepen(first, ctx context.Context, d Deepener, p Position, most int, more func(SearchResult) bool) (SearchResult, error) {
	best, err := d.Look(first, p, 1)
	if err != nil {
		return best, err
	}
	for depth := 2; more(best) && !best.Final && depth <= most; depth++ {
		next, err := d.Look(ctx, p, depth)
		switch {
		case err == nil:
			best = next
		case ctx.Err() != nil && errors.Is(err, ctx.Err()):
			return best, nil
		default:
			return best, err
		}
	}
	return best, nil
}

// timed is a player that looks as far ahead as its time allows.
type timed struct {
	Player
	deepener Deepener
	limit    Limit
	most     int
	left     time.Duration // on its own clock
	seat     int
}

var (
	_ Starter    = (*timed)(nil)
	_ Watcher    = (*timed)(nil)
	_ Ender      = (*timed)(nil)
	_ Timekeeper = (*timed)(nil)
	_ io.Closer  = (*timed)(nil)
)

// newTimed gives a player its time: up to the depth that its agent sets, otherwise
// up to the largest that the game has.
func newTimed(e Engine, a Agent, p Player) Player {
	d, ok := p.(Deepener)
	if !ok || !a.Limit.Timed() {
		return p
	}
	t := &timed{Player: p, deepener: d, limit: a.Limit, most: 1, left: a.Limit.Clock}
	for _, s := range e.Spec().Settings {
		if s.Name == "depth" && s.Player {
			t.most = int(s.Max)
		}
	}
	if depth, err := strconv.Atoi(a.Settings["depth"]); err == nil {
		t.most = depth
	}
	return t
}

// Choose looks one ply further until its time is up, and does not begin what it
// would hardly finish.
func (t *timed) Choose(ctx context.Context, p Position) (Move, error) {
	allowed := t.limit.Move
	if t.limit.Clock > 0 { // as if so many moves were still to come
		const moves = 25
		allowed = min(t.left/moves+t.limit.Add*3/4, t.left*3/4)
	}
	allowed -= allowed / 10
	begun := time.Now()
	inner, cancel := context.WithTimeout(ctx, allowed)
	defer cancel()
	best, err := deepen(ctx, inner, t.deepener, p, t.most, func(SearchResult) bool { return time.Since(begun) < allowed/2 })
	return best.Move, err
}

// Start begins a game.
func (t *timed) Start(ctx context.Context, s Seating) error {
	t.seat, t.left = s.Seat, t.limit.Clock
	if p, ok := t.Player.(Starter); ok {
		return p.Start(ctx, s)
	}
	return nil
}

// Saw tells the player of a move.
func (t *timed) Saw(seat int, m Move) {
	if p, ok := t.Player.(Watcher); ok {
		p.Saw(seat, m)
	}
}

// End tells the player how a game ended.
func (t *timed) End(o Outcome) {
	if p, ok := t.Player.(Ender); ok {
		p.End(o)
	}
}

// Clocks notes the time that is left.
func (t *timed) Clocks(left []time.Duration) {
	if t.seat < len(left) {
		t.left = left[t.seat]
	}
	if p, ok := t.Player.(Timekeeper); ok {
		p.Clocks(left)
	}
}

// Close closes the player.
func (t *timed) Close() error { return Close(t.Player) }
