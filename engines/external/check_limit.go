package external

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/protocol"
)

// minNodeRate is the lowest plausible speed of a search, in nodes per second. If a program takes
// longer than this speed allows for its limit of nodes, the check reports that it ignores the
// limit.
const minNodeRate = 500

// checkFirstAnswer requests one move under a limit of depth or nodes. It runs before all tests that
// play games. So these tests are not delayed by a program that never ends its search.
func checkFirstAnswer(ctx context.Context, c *checker) error {
	l, ok := tableLimit(c)
	if !ok || l.Nodes == 0 && l.Depth == 0 {
		return nil
	}
	allowed := c.checked.program.config.Timeouts.Move
	if l.Nodes > 0 {
		slowest := float64(l.Nodes) / minNodeRate // seconds
		allowed = min(allowed, 5*time.Second+time.Duration(min(slowest, allowed.Seconds())*float64(time.Second)))
	}
	game, err := c.checked.game(c.checked.about.Weights.Default(), 0)
	if err != nil {
		return c.conclude(ctx, "limit", err, "")
	}
	g, err := c.checked.engine.NewGame(game.Seats, engines.Seed(c.checked.options.Seed, engines.Purpose("check limit")))
	if err != nil {
		return c.conclude(ctx, "limit", err, "")
	}
	game.Seat = g.Turn()
	end := time.Now().Add(allowed)
	limited, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	err = c.checked.withProcess(ctx, c.checked.about.Weights.Default(), func(i *instance) error {
		if err := i.session.Begin(limited, game); err != nil {
			return err
		}
		_, err := i.session.Choose(limited, protocol.Turn{Position: engines.View(g, g.Turn()), Seat: g.Turn()})
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// The context and the session have equal time limits. Either of the two timers may expire
	// first.
	if err != nil && !time.Now().Before(end) {
		c.unplayable = true
		reportEndlessSearch(c, l)
	}
	return nil // games show other failures
}

// reportEndlessSearch reports that the program did not answer a request for a move in time.
func reportEndlessSearch(c *checker, l engines.Limit) {
	advice := fmt.Sprintf("no answer within %v", c.checked.program.config.Timeouts.Move)
	if l.Nodes > 0 {
		advice = "use depth"
	}
	c.report("limit", Fail, "%s goes on after 'go %v': %s", c.checked.program.config.Name, l, advice)
}

// tableLimit returns the limit of depth, nodes or time for the program's moves. ok is false if
// the program plays whole games by itself, because such a game has no limit of this kind.
func tableLimit(c *checker) (l engines.Limit, ok bool) {
	table, ok := c.checked.engine.(*Table)
	if !ok {
		return l, false
	}
	l, err := engines.ParseLimit(table.limit)
	return l, err == nil
}

// checkLimit tests whether the program keeps its limit of depth, nodes or time. It compares a limit
// of depth or nodes with the numbers that the program reported for its searches. lost is the first
// failure by which the program lost a game, or nil. It shows whether a move came too late or never.
func checkLimit(c *checker, lost *engines.Forfeit) {
	l, ok := tableLimit(c)
	switch {
	case !ok:
		return
	case lost != nil && lost.Kind == engines.ForfeitStalled && l != (engines.Limit{}):
		reportEndlessSearch(c, l)
		return
	case lost != nil && lost.Kind == engines.ForfeitTimeout:
		c.report("limit", Fail, "%s answers later than '%v' and a margin of %v: %s", c.checked.program.config.Name, l, c.checked.program.config.Margin, lost.Reason)
		return
	}
	switch {
	case c.games == 0: // no search of a finished game is known
		return
	case l == (engines.Limit{}):
		c.report("limit", Pass, "none is set")
		return
	}
	var nodes []uint64
	deepest := 0
	for _, x := range c.checked.searches {
		deepest = max(deepest, x.depth)
		if x.nodes > 0 {
			nodes = append(nodes, x.nodes)
		}
	}
	slices.Sort(nodes)
	switch {
	case l.Depth > 0 && deepest > l.Depth:
		c.report("limit", Fail, "%s goes on after '%v': it reports depth %d", c.checked.program.config.Name, l, deepest)
	case l.Nodes > 0 && len(nodes) > 0 && float64(nodes[len(nodes)-1]) > 2*float64(l.Nodes)+1000:
		c.report("limit", Fail, "%s goes on after '%v': it reports up to %d nodes; use depth", c.checked.program.config.Name, l, nodes[len(nodes)-1])
	case l.Nodes > 0 && len(nodes) > 0 && nodes[len(nodes)/2] < l.Nodes/20:
		c.report("limit", Warn, "of '%v' it uses at most %d nodes in half of its moves", l, nodes[len(nodes)/2])
	case (l.Nodes > 0 || l.Depth > 0) && len(nodes) == 0 && deepest == 0:
		c.report("limit", Pass, "%v; it reports neither depth nor nodes", l)
	default:
		c.report("limit", Pass, "%v is kept", l)
	}
}
