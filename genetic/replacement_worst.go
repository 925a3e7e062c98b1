package genetic

import (
	"math/rand/v2"
	"slices"
)

// Worst lets the children take the slots of the least fit: the replacement of
// the Risk procedure (with one child, that of Whitley's GENITOR, ICGA 1989).
type Worst struct{}

// Children is 0: as many as are made.
func (Worst) Children(int) int { return 0 }

// Slots returns the slots of the n least fit.
func (Worst) Slots(_ *rand.Rand, ranked []int, n int) []int {
	slots := slices.Clone(ranked[len(ranked)-n:])
	slices.Sort(slots)
	return slots
}
