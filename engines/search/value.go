package search

import "math"

// maxLeft is the largest number of plies that Win and Loss tell apart.
const maxLeft = 1 << 16

// infinity is beyond every value, wins included.
var infinity = math.Inf(1)

// Win is the value of a won game found with left plies still to search: the
// more are left, the sooner it is won and the higher its value. It is one of
// the largest finite numbers, so that no scale of an evaluation reaches it.
func Win(left int) float64 {
	return math.Float64frombits(math.Float64bits(math.MaxFloat64) - maxLeft + uint64(min(max(left, 0), maxLeft)))
}

// Loss is the value of a lost game found with left plies still to search: the
// fewer are left, the later it is lost and the higher its value.
func Loss(left int) float64 { return -Win(left) }

// IsWin reports whether v is a Win.
func IsWin(v float64) bool { return v >= Win(0) }

// IsLoss reports whether v is a Loss.
func IsLoss(v float64) bool { return v <= Loss(0) }
