package search

import "context"

// Minimax searches the whole tree below root for seat. Tests compare [Searcher.AlphaBeta] with
// it. It returns the error of ctx if ctx ends first.
func (s *Searcher[S, M, T]) Minimax(ctx context.Context, root *S, seat int, l Limits) (Result[M], error) {
	return s.search(ctx, root, seat, l, s.minimaxRoot)
}

func (s *Searcher[S, M, T]) minimaxRoot(depth int) (best M, index int, value float64) {
	value, index = s.minimax(0, depth)
	if index >= 0 {
		best = s.plies[0].moves[index]
	}
	return best, index, value
}

// minimax returns the value of the position in s.plies[at], searched to a depth of left plies.
// best is the index of the first move that leads to this value, or -1 at a leaf.
func (s *Searcher[S, M, T]) minimax(at, left int) (value float64, best int) {
	if !s.enter() {
		return 0, -1
	}
	p := &s.plies[at]
	if left == 0 || s.tree.Over(p.state, s.seat) {
		return s.tree.Value(p.state, s.seat, left), -1
	}
	p.moves = s.tree.Moves(p.state, p.moves[:0])
	own := s.tree.Turn(p.state) == s.seat
	best = -1
	for i, m := range p.moves {
		s.tree.Play(p.state, s.plies[at+1].state, m)
		v, _ := s.minimax(at+1, left-1)
		if s.stopped {
			return 0, -1
		}
		if best < 0 || own && v > value || !own && v < value {
			value, best = v, i
		}
	}
	if best < 0 { // no legal move: a leaf
		return s.tree.Value(p.state, s.seat, left), -1
	}
	return value, best
}
