package search

// Tree is the game of a [Searcher]: positions of type S, moves of type M between them, and values
// for a seat. States are passed by pointer and must not be retained. The method calls of a Tree
// that is a pointer copy nothing.
type Tree[S, M any] interface {
	// Turn returns the seat to move at s.
	Turn(s *S) int
	// Moves appends the moves at s to dst, in the game's order.
	Moves(s *S, dst []M) []M
	// Play sets next to the position after m at s, and does not change s. The two must not share
	// memory. next contains an earlier position, which Play overwrites.
	Play(s, next *S, m M)
	// Over reports whether the search for seat ends at s: the game or the seat's part in it is over.
	Over(s *S, seat int) bool
	// Value returns the value of s for seat, left plies above the depth limit. For a finished game
	// it is [Win], [Loss] or the value of a draw, otherwise the static evaluation, which must lie
	// between [Loss] and [Win] and not depend on left.
	Value(s *S, seat, left int) float64
}

// LeafEvaluator is implemented by trees that evaluate a move without making it. AlphaBeta uses it
// one ply above the depth limit, where most positions are.
type LeafEvaluator[S, M any] interface {
	// Leaf returns Value(next, seat, 0) as after Play(s, next, m), and does not change s. A
	// value of at most alpha may be replaced by any bound between it and alpha, and a value of
	// at least beta by any bound between beta and it.
	Leaf(s *S, m M, seat int, alpha, beta float64) float64
}

// Limits are the bounds and options of a search.
type Limits struct {
	// Depth is the number of plies to search; 0 evaluates the root itself.
	Depth int
	// Nodes, if not 0, is the largest number of positions to visit. The search then searches to
	// depth 1, 2, 3 and so on up to Depth, and returns the last complete result.
	Nodes uint64
	// Order, if not 0, makes AlphaBeta visit the moves of a node with at least
	// Order plies below it in the order of their static values, best first. 2 is
	// the smallest number that helps: below a node of one ply are leaves. It changes
	// the number of nodes, never the value or the move.
	Order int
	// MoveOnly returns the only move of a root without a search, with value 0.
	MoveOnly bool
}

// Result is the result of a search.
type Result[M any] struct {
	Move  M
	Index int     // of Move in the game's order, from 0; -1 if there is no move
	Value float64 // for the seat of the search
	Depth int     // in plies
	Nodes uint64  // positions visited, including the root
}
