package search

import (
	"math"
	"testing"
)

func TestWinsAndLosses(t *testing.T) {
	for left := range 100 {
		if !(Win(left) < Win(left+1)) {
			t.Errorf("a win with %d plies left is not below one with %d", left, left+1)
		}
		if !(Loss(left) > Loss(left+1)) {
			t.Errorf("a loss with %d plies left is not above one with %d", left, left+1)
		}
	}
	for _, left := range []int{-1, 0, 1, 60, maxLeft, maxLeft + 1, math.MaxInt} {
		w, l := Win(left), Loss(left)
		if math.IsInf(w, 0) || !IsWin(w) || IsLoss(w) || !IsLoss(l) || IsWin(l) || w != -l {
			t.Errorf("left %d: win %v, loss %v", left, w, l)
		}
	}
	for _, v := range []float64{0, 1, -1, 1e300, -1e300} {
		if IsWin(v) || IsLoss(v) {
			t.Errorf("%v counts as a finished game", v)
		}
	}
}
