package search

import (
	"context"
	"errors"
	"fmt"
)

// ErrNodes is returned by a search if its node limit is reached before depth 1 is complete.
var ErrNodes = errors.New("the node limit is too small for one ply")

const pollEvery = 4096

// Searcher searches the tree of one game. Only one goroutine may use it at a time. It keeps its
// buffers between searches, so use one Searcher for many positions.
type Searcher[S, M any, T Tree[S, M]] struct {
	tree  T
	leaf  LeafEvaluator[S, M] // the tree, nil if it is no LeafEvaluator
	plies []ply[S, M]

	ctx     context.Context
	seat    int
	nodes   uint64 // of this search
	limit   uint64 // on nodes; 0 for none
	check   uint64 // the number of nodes at which halt is called next
	stopped bool

	moveOnly bool
}

// ply contains the buffers for one position on the path from the root.
type ply[S, M any] struct {
	state *S
	moves []M
}

// NewSearcher returns a searcher for the game that tree describes.
func NewSearcher[S, M any, T Tree[S, M]](tree T) *Searcher[S, M, T] {
	s := &Searcher[S, M, T]{tree: tree}
	if l, ok := any(tree).(LeafEvaluator[S, M]); ok {
		s.leaf = l
	}
	return s
}

func (s *Searcher[S, M, T]) start(ctx context.Context, root *S, seat int, l Limits) error {
	if l.Depth < 0 || l.Depth > maxLeft {
		return fmt.Errorf("depth %d is not within [0, %d]", l.Depth, maxLeft)
	}
	for len(s.plies) <= l.Depth {
		s.plies = append(s.plies, ply[S, M]{state: new(S)})
	}
	s.plies[0].state = root
	s.ctx, s.seat = ctx, seat
	s.nodes, s.check, s.limit, s.stopped = 0, 0, l.Nodes, false
	s.moveOnly = l.MoveOnly
	return nil
}

// enter counts a visit to a position. It returns false, without counting, if the search must stop.
func (s *Searcher[S, M, T]) enter() bool {
	if s.nodes >= s.check && s.halt() {
		return false
	}
	s.nodes++
	return true
}

// halt reports whether the search must stop because it has reached the node limit or ctx has ended.
// Otherwise it sets s.check, the number of visited nodes at which enter calls it again.
func (s *Searcher[S, M, T]) halt() bool {
	if s.stopped || s.limit != 0 && s.nodes >= s.limit || s.ctx.Err() != nil {
		s.stopped = true
		return true
	}
	s.check = s.nodes + pollEvery
	if s.limit != 0 {
		s.check = min(s.check, s.limit)
	}
	return false
}

// search performs a search within the limits. The function look searches to a given depth. It
// returns the best move at the root, its index and its value; the index is -1 if there is no move.
// Without a node limit, search calls look once, with the depth in the limits. With a node limit, it
// calls look with depth 1, 2, 3 and so on. It returns the last result that was completed within the
// limit.
func (s *Searcher[S, M, T]) search(ctx context.Context, root *S, seat int, l Limits, look func(depth int) (M, int, float64)) (Result[M], error) {
	var best M
	index, value, completed := -1, 0.0, -1
	if err := s.start(ctx, root, seat, l); err != nil {
		return Result[M]{Index: -1}, err
	}
	depth := l.Depth
	if l.Nodes != 0 {
		depth = min(1, l.Depth)
	}
	for ; depth <= l.Depth && !s.stopped; depth++ {
		m, i, v := look(depth)
		if !s.stopped {
			best, index, value, completed = m, i, v, depth
		}
	}
	var err error
	switch {
	case ctx.Err() != nil && s.stopped:
		err = ctx.Err()
	case completed < 0:
		err = ErrNodes
	}
	return Result[M]{best, index, value, completed, s.nodes}, err
}
