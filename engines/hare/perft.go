package hare

import (
	"context"

	"github.com/lanista/lanista/engines"
)

// perft returns the number of sequences of exactly depth legal moves from a position. Hare squares
// count as squares without an effect. Sequences that end the game earlier are not counted.
func perft(ctx context.Context, t *table, depth int) (uint64, error) {
	w := walker{ctx: ctx, board: t.board}
	if depth <= 0 {
		return 1, nil
	}
	return w.count(&t.state, depth), ctx.Err()
}

type walker struct {
	ctx   context.Context
	board *board
	steps uint64
	done  bool // ctx has ended
}

func (w *walker) count(s *state, depth int) uint64 {
	if s.over() || w.done {
		return 0
	}
	c := s.choose(w.board)
	if depth == 1 {
		return uint64(c.count())
	}
	if w.steps++; w.steps&0xffff == 0 {
		w.done = w.ctx.Err() != nil
	}
	var buffer [maxMoves]engines.Move
	total := uint64(0)
	for _, m := range c.list(int(s.square[s.turn]), buffer[:0]) {
		next := *s
		next.apply(w.board, m, &c)
		if next.drawing {
			next.draw(w.board, noCard)
		}
		total += w.count(&next, depth-1)
	}
	return total
}
