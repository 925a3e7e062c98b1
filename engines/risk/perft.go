package risk

import (
	"context"

	"github.com/lanista/lanista/engines"
)

// perft counts the sequences of exactly depth legal moves that begin in a position. Sequences that
// end the game earlier do not count. A move is a placement of any number of units on any own
// territory, an attack with an army of any size, or a stop.
//
// No dice are rolled: every attack succeeds. The army loses one unit for each defender but keeps at
// least one, and moves to the target. If the army consists of all units of the source, one of the
// remaining units goes back to the source. If only one remains, it stays on the target, and the
// source gets an additional unit.
func perft(ctx context.Context, t *game, depth int) (uint64, error) {
	c := counter{ctx: ctx, stack: make([]perftPly, max(depth, 0)+1)}
	c.stack[0].game = *t
	nodes := c.count(0, max(depth, 0))
	return nodes, ctx.Err()
}

type counter struct {
	ctx     context.Context
	stack   []perftPly
	visited uint64
	stopped bool
}

type perftPly struct {
	game  game
	moves []engines.Move
}

func (c *counter) count(at, left int) uint64 {
	p := &c.stack[at]
	if left == 0 {
		return 1
	}
	p.moves = p.game.Moves(p.moves[:0])
	if left == 1 {
		return uint64(len(p.moves))
	}
	nodes := uint64(0)
	for _, m := range p.moves {
		if c.visited++; c.visited%1024 == 1 && c.ctx.Err() != nil {
			c.stopped = true
		}
		if c.stopped {
			break
		}
		next := &c.stack[at+1].game
		*next = p.game
		applyCertain(next, m)
		nodes += c.count(at+1, left-1)
	}
	return nodes
}

// applyCertain makes a legal move without dice: every attack succeeds, as [perft] describes.
func applyCertain(g *game, m engines.Move) {
	if m <= 0 {
		g.make(m)
		return
	}
	from, to, army := attackOf(m)
	g.moves++
	g.conclude(from, to, army, max(1, army-g.state.cells[to].units), 0)
}
