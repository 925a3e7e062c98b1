package search

import "math"

// maxLeft is the largest number of plies for which Win and Loss differ.
const maxLeft = 1 << 16

// infinity exceeds every value, including wins.
var infinity = math.Inf(1)

// Win returns the value of a won game, left plies above the depth limit. It increases with left,
// so that an earlier win has a higher value. It is one of the largest finite numbers and exceeds
// every evaluation.
func Win(left int) float64 {
	return math.Float64frombits(math.Float64bits(math.MaxFloat64) - maxLeft + uint64(min(max(left, 0), maxLeft)))
}

// Loss returns the value of a lost game, left plies above the depth limit. It decreases with left,
// so that a later loss has a higher value.
func Loss(left int) float64 { return -Win(left) }

// IsWin reports whether v is a value of [Win].
func IsWin(v float64) bool { return v >= Win(0) }

// IsLoss reports whether v is a value of [Loss].
func IsLoss(v float64) bool { return v <= Loss(0) }
