package engines

import (
	"context"
	"errors"
	"io"
	"strconv"
	"time"
)

// SearchResult is the result of a game tree search to a given depth.
type SearchResult struct {
	Move  Move
	Depth int    // in plies
	Nodes uint64 // positions visited
	Final bool   // a deeper search returns the same
}

// Deepener is implemented by players that can search the game tree to any given depth. If the agent
// has a limit of time, [NewPlayer] repeats such a search with depth 1, 2, 3 and so on until the
// time ends. The player then makes the move of the deepest search that was completed.
type Deepener interface {
	// Look searches the position to the given depth, at least 1. This depth replaces the depth in
	// the player's settings. If a limit of nodes ends the search first, Look returns the final
	// result of the depth that it has reached. Look returns the error of ctx if ctx ends first.
	Look(ctx context.Context, p Position, depth int) (SearchResult, error)
}

// timedPlayer is a player with a time limit. It repeats the search of a [Deepener] with increasing
// depth until the time ends.
type timedPlayer struct {
	Player
	deepener Deepener
	limit    Limit
	maxDepth int
	left     time.Duration // on the player's clock
	made     int           // moves that the player has made in the game
	seat     int
	depth    int    // of the search for the last move
	nodes    uint64 // that all searches for the last move visited, but for one that was not completed
}

var (
	_ Starter        = (*timedPlayer)(nil)
	_ Watcher        = (*timedPlayer)(nil)
	_ Ender          = (*timedPlayer)(nil)
	_ Timekeeper     = (*timedPlayer)(nil)
	_ Assessor       = (*timedPlayer)(nil)
	_ SearchReporter = (*timedPlayer)(nil)
	_ io.Closer      = (*timedPlayer)(nil)
)

// newTimedPlayer returns a player that repeats the searches of p with increasing depth while time
// is left. It returns p itself if p is no [Deepener] or if the agent has no limit of time. The
// greatest depth is the agent's setting depth or, without it, the maximum of this setting. It is 1
// if the engine has no such setting for players.
func newTimedPlayer(e Engine, a Agent, p Player) Player {
	d, ok := p.(Deepener)
	if !ok || !a.Limit.Timed() {
		return p
	}
	limit := a.Limit.bounded()
	t := &timedPlayer{Player: p, deepener: d, limit: limit, maxDepth: 1, left: limit.Clock}
	for _, s := range e.Spec().Settings {
		if s.Name == "depth" && s.Player {
			t.maxDepth = int(s.Max)
		}
	}
	if depth, err := strconv.Atoi(a.Settings["depth"]); err == nil {
		t.maxDepth = depth
	}
	return t
}

// Choose returns the move of the deepest search that is completed in time. The search to depth 1
// is never interrupted. Choose starts no deeper search after half of the time.
func (t *timedPlayer) Choose(ctx context.Context, p Position) (Move, error) {
	allowed := t.limit.Move
	if t.limit.Clock > 0 {
		movesLeft := 25 // assumed
		if t.limit.Moves > 0 {
			movesLeft = min(movesLeft, t.limit.Moves-t.made%t.limit.Moves+1)
		}
		allowed = min(t.left/time.Duration(movesLeft)+t.limit.Add*3/4, t.left*3/4)
	}
	t.made++
	allowed -= allowed / 10
	begin := time.Now()
	inner, cancel := context.WithTimeout(ctx, allowed)
	defer cancel()
	t.depth, t.nodes = 0, 0
	best, err := t.look(ctx, p, 1)
	if err != nil {
		return best.Move, err
	}
	for depth := 2; time.Since(begin) < allowed/2 && !best.Final && depth <= t.maxDepth; depth++ {
		next, err := t.look(inner, p, depth)
		switch {
		case err == nil:
			best = next
		case inner.Err() != nil && errors.Is(err, inner.Err()):
			return best.Move, nil
		default:
			return best.Move, err
		}
	}
	return best.Move, nil
}

// look searches the position to the given depth. It stores the depth and counts the visited
// positions of a completed search, for [timedPlayer.LastSearch].
func (t *timedPlayer) look(ctx context.Context, p Position, depth int) (SearchResult, error) {
	r, err := t.deepener.Look(ctx, p, depth)
	if err == nil {
		t.depth, t.nodes = r.Depth, t.nodes+r.Nodes
	}
	return r, err
}

// LastSearch returns the depth of the search whose move was played. nodes is the number of
// positions that all completed searches for this move visited.
func (t *timedPlayer) LastSearch() (depth int, nodes uint64) { return t.depth, t.nodes }

// Assessment returns the wrapped player's evaluation after the last search that it completed. ok is
// false if the wrapped player has no evaluation.
func (t *timedPlayer) Assessment() (eval float64, ok bool) {
	if p, is := t.Player.(Assessor); is {
		return p.Assessment()
	}
	return 0, false
}

// Start resets the player's clock to its limit. It then calls Start of the wrapped player, if there
// is such a method.
func (t *timedPlayer) Start(ctx context.Context, s Seating) error {
	t.seat, t.left, t.made = s.Seat, t.limit.Clock, 0
	if p, ok := t.Player.(Starter); ok {
		return p.Start(ctx, s)
	}
	return nil
}

// Saw calls Saw of the wrapped player.
func (t *timedPlayer) Saw(seat int, m Move) {
	if p, ok := t.Player.(Watcher); ok {
		p.Saw(seat, m)
	}
}

// End calls End of the wrapped player.
func (t *timedPlayer) End(o Outcome) {
	if p, ok := t.Player.(Ender); ok {
		p.End(o)
	}
}

// Clocks stores the remaining time and calls Clocks of the wrapped player.
func (t *timedPlayer) Clocks(left []time.Duration) {
	if t.seat < len(left) {
		t.left = left[t.seat]
	}
	if p, ok := t.Player.(Timekeeper); ok {
		p.Clocks(left)
	}
}

// Close closes the wrapped player.
func (t *timedPlayer) Close() error { return Close(t.Player) }
