package search

import "context"

// AlphaBeta searches the positions below root for seat. It returns the same value and move as
// [Searcher.Minimax], but skips branches that cannot change them. It returns the error of ctx if
// ctx ends first, and [ErrNodes] if the node limit ends the search before depth 1 is complete. See
// Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975.
func (s *Searcher[S, M, T]) AlphaBeta(ctx context.Context, root *S, seat int, l Limits) (Result[M], error) {
	return s.search(ctx, root, seat, l, s.alphaBetaRoot)
}

// alphaBetaRoot searches all moves of the root position to the given depth and returns the best
// one. Among equal values, the first move wins.
func (s *Searcher[S, M, T]) alphaBetaRoot(depth int) (best M, index int, value float64) {
	p := &s.plies[0]
	if !s.enter() {
		return best, -1, 0
	}
	if depth > 0 && !s.tree.Over(p.state, s.seat) {
		if depth == 1 {
			if m, index, leaves, v := s.lastPly(p.state, -infinity, infinity); leaves > 0 {
				if s.moveOnly && leaves == 1 {
					s.nodes, v = s.nodes-1, 0
				}
				return m, index, v
			}
		}
		p.moves = s.tree.Moves(p.state, p.moves[:0])
	} else {
		p.moves = p.moves[:0]
	}
	if len(p.moves) == 0 {
		return best, -1, s.tree.Value(p.state, s.seat, depth)
	}
	if s.moveOnly && len(p.moves) == 1 {
		return p.moves[0], 0, 0
	}
	own := s.tree.Turn(p.state) == s.seat
	index = -1
	alpha, beta := -infinity, infinity
	for i, m := range p.moves {
		v := s.child(0, depth, m, alpha, beta)
		switch {
		case s.stopped:
			return best, index, value
		case own && v > alpha:
			alpha = v
		case !own && v < beta:
			beta = v
		default:
			continue
		}
		best, index, value = m, i, v
	}
	return best, index, value
}

// alphaBeta returns the value of the position in s.plies[at], searched to a depth of left plies,
// if the value lies between alpha and beta. Otherwise it returns a bound on the same side of this
// window as the value.
func (s *Searcher[S, M, T]) alphaBeta(at, left int, alpha, beta float64) float64 {
	if !s.enter() {
		return 0
	}
	p := &s.plies[at]
	if left == 0 || s.tree.Over(p.state, s.seat) {
		return s.tree.Value(p.state, s.seat, left)
	}
	if left == 1 {
		if _, _, leaves, v := s.lastPly(p.state, alpha, beta); leaves > 0 {
			return v
		}
	}
	p.moves = s.tree.Moves(p.state, p.moves[:0])
	if len(p.moves) == 0 {
		return s.tree.Value(p.state, s.seat, left)
	}
	own := s.tree.Turn(p.state) == s.seat
	for _, m := range p.moves {
		v := s.child(at, left, m, alpha, beta)
		if own {
			if v > alpha {
				alpha = v
			}
		} else if v < beta {
			beta = v
		}
		if alpha >= beta || s.stopped {
			break
		}
	}
	if own {
		return alpha
	}
	return beta
}

// lastPly searches all moves of a position one ply above the depth limit. It needs only one call of
// the tree's method LastPly; see [LeafEvaluator]. leaves is the number of positions visited. It is
// 0, and nothing is searched, if the tree does not implement LeafEvaluator. It is also 0 if there
// are more leaves than the search may visit before it checks its limits.
func (s *Searcher[S, M, T]) lastPly(at *S, alpha, beta float64) (m M, index, leaves int, value float64) {
	if s.leaf == nil {
		return m, -1, 0, 0
	}
	m, index, leaves, value = s.leaf.LastPly(at, s.seat, alpha, beta, int(s.check-s.nodes))
	s.nodes += uint64(leaves)
	return m, index, leaves, value
}

// child returns the value of the position after move m, or a bound if the value is not between
// alpha and beta; see [Searcher.alphaBeta]. at is the ply of the move. left is the number of plies
// to search, including the move.
func (s *Searcher[S, M, T]) child(at, left int, m M, alpha, beta float64) float64 {
	if left == 1 && s.leaf != nil {
		if !s.enter() {
			return 0
		}
		return s.leaf.Leaf(s.plies[at].state, m, s.seat, alpha, beta)
	}
	s.tree.Play(s.plies[at].state, s.plies[at+1].state, m)
	return s.alphaBeta(at+1, left-1, alpha, beta)
}
