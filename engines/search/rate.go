package search

import (
	"context"
	"slices"
)

// Rating is what a search finds one move of the root worth.
type Rating[M any] struct {
	Move  M
	Index int     // place of Move in the game's order, from 0
	Value float64 // to the seat that asked
	Line  []M     // the play expected, Move first
}

// Rate searches every move of the root with the whole window, so that every value
// is that of Minimax. The first is the move of AlphaBeta, the others follow by
// falling worth to the seat that moves, equal ones in the game's order. A limit of
// nodes bounds the search that chooses; the moves are then valued to the depth
// that it reached. It returns ctx's error when ctx is done first.
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

// Line is the play expected after what AlphaBeta has found at a root: its move
// first. It visits positions of its own, about as many as AlphaBeta once more.
func (s *Searcher[S, M, T]) Line(ctx context.Context, root *S, seat int, found Result[M]) []M {
	if found.Index < 0 || s.start(ctx, root, seat, Limits{Depth: max(found.Depth, 0)}) != nil {
		return nil
	}
	return s.line(root, found.Move, found.Depth-1)
}

// line is the play expected after a move of the root, depth more moves at the
// most.
func (s *Searcher[S, M, T]) line(root *S, m M, depth int) []M {
	line := []M{m}
	at := new(S)
	s.tree.Play(root, at, m)
	for ; depth > 0 && !s.stopped; depth-- {
		s.plies[0].state = at
		r := s.alphaBetaRoot(depth)
		if r.Index < 0 || s.stopped {
			break
		}
		line = append(line, r.Move)
		next := new(S)
		s.tree.Play(at, next, r.Move)
		at = next
	}
	return line
}
