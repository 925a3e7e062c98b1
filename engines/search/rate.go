package search

import (
	"context"
	"slices"
)

// Rating is a move at the root of a search with its value.
type Rating[M any] struct {
	Move  M
	Index int     // of Move in the game's order, from 0
	Value float64 // for the seat of the search
	Line  []M     // the expected moves, Move first
}

// Rate returns the moves at the root with their values as [Searcher.Minimax] defines them. The
// first move is the one that [Searcher.AlphaBeta] returns. The others are ordered by their value
// for the seat to move, best first, and equal ones in the game's order. A limit of nodes applies
// only to the search for the first move. All moves are then searched to the depth that this
// search has reached. Rate returns the error of ctx if ctx ends first.
func (s *Searcher[S, M, T]) Rate(ctx context.Context, root *S, seat int, l Limits) ([]Rating[M], Result[M], error) {
	l.MoveOnly = false
	chosen, err := s.AlphaBeta(ctx, root, seat, l)
	if err != nil || chosen.Index < 0 || chosen.Depth < 1 {
		return nil, chosen, err
	}
	depth := chosen.Depth
	s.check, s.limit, s.stopped = s.nodes, 0, false
	s.plies[0].state = root
	var ratings []Rating[M]
	for i, m := range s.tree.Moves(root, nil) {
		v := s.child(0, depth, m, -infinity, infinity)
		ratings = append(ratings, Rating[M]{Move: m, Index: i, Value: v, Line: s.line(root, m, depth-1)})
		s.plies[0].state = root
		if s.stopped {
			return nil, chosen, ctx.Err()
		}
	}
	sign := 1.0
	if s.tree.Turn(root) != seat {
		sign = -1
	}
	slices.SortStableFunc(ratings, func(a, b Rating[M]) int {
		switch {
		case a.Index == chosen.Index || b.Index != chosen.Index && sign*a.Value > sign*b.Value:
			return -1
		case b.Index == chosen.Index || sign*a.Value < sign*b.Value:
			return 1
		}
		return 0
	})
	chosen.Nodes = s.nodes
	return ratings, chosen, nil
}

// Line returns the principal variation: the best moves of all seats, beginning with the move of
// found. found is a result of [Searcher.AlphaBeta] for the same root. Line visits about as many
// positions as AlphaBeta did.
func (s *Searcher[S, M, T]) Line(ctx context.Context, root *S, seat int, found Result[M]) []M {
	if found.Index < 0 || s.start(ctx, root, seat, Limits{Depth: max(found.Depth, 0)}) != nil {
		return nil
	}
	return s.line(root, found.Move, found.Depth-1)
}

// line returns the move m at the root and, after it, at most depth best moves of the seats. It
// returns fewer if the game ends or the search is stopped.
func (s *Searcher[S, M, T]) line(root *S, m M, depth int) []M {
	line := []M{m}
	at := new(S)
	s.tree.Play(root, at, m)
	for ; depth > 0 && !s.stopped; depth-- {
		s.plies[0].state = at
		best, index, _ := s.alphaBetaRoot(depth)
		if index < 0 || s.stopped {
			break
		}
		line = append(line, best)
		next := new(S)
		s.tree.Play(at, next, best)
		at = next
	}
	return line
}
