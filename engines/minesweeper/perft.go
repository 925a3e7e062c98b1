package minesweeper

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

var _ analysis.PerftCounter = (*engine)(nil)

// Perft counts the sequences of depth legal moves from a table, its mines left
// where they lie. A game that ends earlier counts for nothing.
func (e *engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	t, ok := g.(*table)
	if !ok {
		return 0, nil, fmt.Errorf("a game of %T has no mines to count with", g)
	}
	if depth < 0 {
		return 0, nil, fmt.Errorf("depth %d: want 0 or more", depth)
	}
	if depth > t.seen.closed { // every move opens a cell
		return 0, nil, ctx.Err()
	}
	p := perft{ctx: ctx}
	for range depth + 1 {
		p.tables = append(p.tables, newTable(t.seen.field, rules{}))
		p.moves = append(p.moves, nil)
	}
	p.tables[depth].copyFrom(t)
	n, err := p.count(depth)
	return n, nil, err
}

// perft contains a table and a list of moves for every remaining depth.
type perft struct {
	ctx    context.Context
	tables []*table
	moves  [][]engines.Move
}

func (p *perft) count(depth int) (uint64, error) {
	if depth == 0 {
		return 1, nil
	}
	t := p.tables[depth]
	p.moves[depth] = t.Moves(p.moves[depth][:0])
	if depth == 1 {
		return uint64(len(p.moves[depth])), p.ctx.Err()
	}
	sum := uint64(0)
	for _, m := range p.moves[depth] {
		next := p.tables[depth-1]
		next.copyFrom(t)
		if err := next.Apply(m); err != nil {
			return 0, err
		}
		n, err := p.count(depth - 1)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// copyFrom makes t a copy of a table on the same field.
func (t *table) copyFrom(o *table) {
	number, cells, owner := t.number, t.seen.cells, t.seen.owner
	*t = *o
	t.number, t.seen.cells, t.seen.owner = number, cells, owner
	copy(t.number, o.number)
	copy(t.seen.cells, o.seen.cells)
	copy(t.seen.owner, o.seen.owner)
}
