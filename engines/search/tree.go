package search

// Tree describes a game to a [Searcher]: positions of type S, moves of type M between them, and
// values of positions for a seat. Positions are passed by pointer, and methods must not keep
// these pointers. If the Tree itself is a pointer type, method calls copy nothing.
type Tree[S, M any] interface {
	// Turn returns the seat to move at s.
	Turn(s *S) int
	// Moves appends the legal moves at s to dst, in the game's order, and returns the extended
	// slice.
	Moves(s *S, dst []M) []M
	// Play sets next to the position after move m at s and does not change s. The two must not
	// share memory. At the call, next contains an earlier position, which Play overwrites.
	Play(s, next *S, m M)
	// Over reports whether the search for seat ends at s, because the game is over or the seat
	// has been eliminated from it.
	Over(s *S, seat int) bool
	// Value returns the value of s for seat. left is the number of plies from s to the depth
	// limit. For a finished game the value is [Win], [Loss] or the value of a draw. Otherwise it
	// is the static evaluation, which must lie between [Loss] and [Win] and not depend on left.
	Value(s *S, seat, left int) float64
}

// LeafEvaluator is implemented by trees that can evaluate the position after a move without making
// the move. AlphaBeta uses it for the last ply, which has most of the positions. It calls LastPly
// to search all moves of a position in the game's order. It calls Leaf for single moves, if they
// are searched in another order or a limit is near.
type LeafEvaluator[S, M any] interface {
	// Leaf returns Value(next, seat, 0), where next is the position that Play(s, next, m) would
	// make. It does not change s. A value of at most alpha may be replaced by any bound between
	// it and alpha, and a value of at least beta by any bound between beta and it.
	Leaf(s *S, m M, seat int, alpha, beta float64) float64
	// LastPly searches all moves at s with depth 1, in the game's order, and stops as soon as
	// alpha is not below beta. It returns the best move for the seat to move and its index, the
	// number of visited leaves, and the value of s for seat. If no move improves the window, the
	// index is -1 and the value is alpha or beta. If it would have to visit more than maxLeaves
	// leaves, the number is 0 and the other results are meaningless. LastPly does not change s.
	LastPly(s *S, seat int, alpha, beta float64, maxLeaves int) (m M, index, leaves int, value float64)
}

// Limits contains the limits and options of a search.
type Limits struct {
	// Depth is the number of plies to search. With 0 the root itself is evaluated.
	Depth int
	// Nodes, if not 0, is the largest number of positions to visit. The search then goes to depth
	// 1, 2, 3 and so on up to Depth, and returns the last complete result.
	Nodes uint64
	// MoveOnly makes a search return the only legal move of the root, if there is only one,
	// without searching and with value 0.
	MoveOnly bool
}

// Result contains the best move that a search has found, its value, and how much was searched.
type Result[M any] struct {
	Move  M
	Index int     // of Move in the game's order, from 0; -1 if there is no move
	Value float64 // for the seat of the search
	Depth int     // in plies
	Nodes uint64  // positions visited, including the root
}
