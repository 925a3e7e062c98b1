package minesweeper

import (
	"context"

	"github.com/lanista/lanista/engines"
)

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
