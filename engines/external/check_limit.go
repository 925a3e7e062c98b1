package external

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// slowest is how many positions a second a program searches at the least: one that has
// not answered after so long has not kept its limit of nodes.
const slowest = 500

// answer asks for one move under a limit that is not of time. A program that goes on
// without an end is found here, and not after every game of the other tests.
func (t *trial) answer(ctx context.Context) error {
	l, ok := t.limited()
	if !ok || l.Nodes == 0 && l.Depth == 0 {
		return nil
	}
	allowed := t.program.Timeouts.Move
	if l.Nodes > 0 {
		allowed = min(allowed, 5*time.Second+time.Duration(l.Nodes)*time.Second/slowest)
	}
	game, err := t.game(t.about.Weights.Default(), 0)
	if err != nil {
		return t.judge(ctx, "limit", err, "")
	}
	g, err := t.engine.NewGame(game.Seats, engines.Seed(t.Seed, engines.Purpose("check limit")))
	if err != nil {
		return t.judge(ctx, "limit", err, "")
	}
	game.Seat = g.Turn()
	end := time.Now().Add(allowed)
	within, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	err = t.session(ctx, func(r *running) error {
		if err := r.session.Begin(within, game); err != nil {
			return err
		}
		_, err := r.session.Choose(within, driver.Turn{Position: engines.View(g, g.Turn()), Seat: g.Turn()})
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// The session keeps the same time: either of the two clocks may be the first to tell.
	if err != nil && !time.Now().Before(end) {
		t.hangs = true
		t.goesOn(l)
	}
	return nil // what else is wrong shows in games
}

// goesOn says that the program has not answered.
func (t *trial) goesOn(l engines.Limit) {
	advice := fmt.Sprintf("no answer within %v", t.program.Timeouts.Move)
	if l.Nodes > 0 {
		advice = "use depth"
	}
	t.say("limit", Fail, "%s goes on after 'go %v': %s", t.program.Name, l, advice)
}

// limited is the limit of the table; ok is false of a game that the program plays
// itself.
func (t *trial) limited() (l engines.Limit, ok bool) {
	host, ok := t.engine.(*Table)
	if !ok {
		return l, false
	}
	l, err := engines.ParseLimit(host.limit)
	return l, err == nil
}

// limit compares what the program says of its thinking with its limit, and how its
// games were lost.
func (t *trial) limit(lost *engines.Forfeit) {
	l, ok := t.limited()
	switch {
	case !ok:
		return
	case l == (engines.Limit{}):
		t.say("limit", Pass, "none is set")
		return
	case lost != nil && lost.Kind == engines.ForfeitStalled:
		t.goesOn(l)
		return
	case lost != nil && lost.Kind == engines.ForfeitTimeout:
		t.say("limit", Fail, "%s comes later than '%v' and a margin of %v: %s", t.program.Name, l, t.program.Margin, lost.Reason)
		return
	}
	var nodes []uint64
	deepest := 0
	for _, x := range t.thoughts {
		deepest = max(deepest, x.depth)
		if x.nodes > 0 {
			nodes = append(nodes, x.nodes)
		}
	}
	slices.Sort(nodes)
	switch {
	case l.Depth > 0 && deepest > l.Depth:
		t.say("limit", Fail, "%s goes on after '%v': it says that it has searched to depth %d", t.program.Name, l, deepest)
	case l.Nodes > 0 && len(nodes) > 0 && nodes[len(nodes)-1] > 2*l.Nodes+1000:
		t.say("limit", Fail, "%s goes on after '%v': it has searched up to %d nodes; use depth", t.program.Name, l, nodes[len(nodes)-1])
	case l.Nodes > 0 && len(nodes) > 0 && nodes[len(nodes)/2] < l.Nodes/20:
		t.say("limit", Warn, "of '%v' it uses %d nodes in half of its moves", l, nodes[len(nodes)/2])
	case (l.Nodes > 0 || l.Depth > 0) && len(nodes) == 0 && deepest == 0:
		t.say("limit", Pass, "%v; it does not say what it has searched", l)
	default:
		t.say("limit", Pass, "%v is kept", l)
	}
}
