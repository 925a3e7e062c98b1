package game2048

import (
	"context"
	"errors"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

var _ analysis.PerftCounter = engine{}

// Perft counts the sequences of depth slides from a position if no new tiles
// come. A game that ends earlier counts as no sequence.
func (e engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	v, err := look(g)
	if err != nil {
		return 0, nil, err
	}
	if depth < 0 {
		return 0, nil, errors.New("a depth below 0")
	}
	p := perft{ctx: ctx, tables: tables()}
	return p.count(v.board, depth), nil, ctx.Err()
}

// perft counts until its context is done.
type perft struct {
	ctx    context.Context
	tables *rowTables
	steps  uint64
	done   bool
}

func (p *perft) count(b board, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if p.steps++; p.steps&0xffff == 0 {
		p.done = p.ctx.Err() != nil
	}
	total := uint64(0)
	for _, after := range p.tables.slides(b) {
		if after != b && !p.done {
			total += p.count(after, depth-1)
		}
	}
	return total
}
