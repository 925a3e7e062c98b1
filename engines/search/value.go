package search

import "math"

// maxLeft is the largest argument that [Win] and [Loss] distinguish: the number of plies from the
// end of a game to the depth limit. A larger number has the same value as maxLeft.
const maxLeft = 1 << 16

var infinity = math.Inf(1)

// Win returns the value of a won game. left is the number of plies from the end of the game to
// the depth limit. The value increases with left, so that an earlier win is better. It is one of
// the largest finite numbers and exceeds every evaluation.
func Win(left int) float64 {
	return math.Float64frombits(math.Float64bits(math.MaxFloat64) - maxLeft + uint64(min(max(left, 0), maxLeft)))
}

// Loss returns the value of a lost game. left is the number of plies from the end of the game to
// the depth limit. The value decreases with left, so that a later loss is better.
func Loss(left int) float64 { return -Win(left) }

// IsWin reports whether v is the value of a won game, as [Win] returns it.
func IsWin(v float64) bool { return v >= Win(0) }

// IsLoss reports whether v is the value of a lost game, as [Loss] returns it.
func IsLoss(v float64) bool { return v <= Loss(0) }
