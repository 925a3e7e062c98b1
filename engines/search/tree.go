package search

// Tree is a game as a [Searcher] sees it: positions of type S, joined by moves of
// type M, and their worth to a seat. States are passed by pointer and never kept; a
// Tree that is itself a pointer is called without copying.
type Tree[S, M any] interface {
	// Turn is the seat to move at s.
	Turn(s *S) int
	// Moves appends the moves at s to dst, in the game's order.
	Moves(s *S, dst []M) []M
	// Play sets next to the position after m at s, and leaves s as it was. The
	// two never share memory; what next held before is to be overwritten.
	Play(s, next *S, m M)
	// Over reports whether nothing more is to be searched for seat at s: the
	// game has ended, or the seat is out of it.
	Over(s *S, seat int) bool
	// Value is the worth of s to seat, left plies above the depth limit: of a
	// finished game [Win], [Loss] or a drawn value, otherwise the static
	// evaluation, which must not depend on left and lie between [Loss] and [Win].
	Value(s *S, seat, left int) float64
}

// LeafEvaluator is implemented by trees that can value a move without playing it; alpha-beta
// asks them one ply above the depth limit, where most positions are.
type LeafEvaluator[S, M any] interface {
	// Leaf returns what Value(next, seat, 0) returns after Play(s, next, m), and
	// leaves s as it was. A value of at most alpha may be replaced by any bound
	// between it and alpha, a value of at least beta by any between beta and it.
	Leaf(s *S, m M, seat int, alpha, beta float64) float64
}

// Limits bound a search.
type Limits struct {
	// Depth is the number of plies to look ahead; 0 values the position itself.
	Depth int
	// Nodes, if not 0, is the number of positions that may be visited. The
	// search then deepens ply by ply and returns its last complete depth.
	Nodes uint64
	// Order, if not 0, makes AlphaBeta visit the moves of a node with at least
	// Order plies below it in the order of their static values, best first. 2 is
	// the smallest number that helps: below a node of one ply are leaves. It changes
	// the number of nodes, never the value or the move.
	Order int
	// MoveOnly says that the value of the only move at a root is not wanted: that
	// move is then returned without a search, and with value 0.
	MoveOnly bool
}

// Result is what a search found.
type Result[M any] struct {
	Move  M
	Index int     // place of Move in the game's order, from 0; -1 if there is none
	Value float64 // to the seat that asked
	Depth int     // plies looked ahead
	Nodes uint64  // positions visited, the root among them
}
