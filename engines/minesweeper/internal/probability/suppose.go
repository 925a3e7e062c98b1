package probability

import (
	"errors"
	"math/bits"
	"math/rand/v2"
)

// Suppose assumes that a closed cell is a mine, or that it is safe and stays closed. Call
// [Solver.Settle] before reading the results, which then hold under the assumption. An assumption
// that contradicts what is known of the cell makes the position impossible.
func (s *Solver) Suppose(c int, mine bool) {
	s.changed = true
	switch s.status[c] {
	case undecided:
		s.decide(c, mine)
	case sure, found:
		if !mine {
			s.contradict(c)
		}
	default:
		if mine {
			s.contradict(c)
		}
	}
}

// SupposeNumber assumes that a closed cell shows a number. Call [Solver.Settle] before reading
// the results.
func (s *Solver) SupposeNumber(c, number int) { s.show(c, uint8(number)) }

// Settle computes the probabilities under the assumptions made. It returns an error if no
// placement of mines agrees with them.
func (s *Solver) Settle() error {
	if s.changed && s.err == nil {
		s.err = s.settle()
	}
	return s.err
}

// Blank returns the exact probability that no neighbour of cell c is a mine, whether or not the
// cell itself is one. It overwrites scratch, in which it assumes that the neighbours are safe, and
// does not change s.
func (s *Solver) Blank(c int, scratch *Solver) float64 {
	if s.Mines[c] != 0 {
		return 0
	}
	if s.Undecided[c] == 0 {
		return 1
	}
	scratch.CopyFrom(s)
	for m := s.Undecided[c]; m != 0; m &= m - 1 {
		scratch.Suppose(c+s.Field.Offset[bits.TrailingZeros8(m)], false)
	}
	if scratch.Settle() != nil {
		return 0
	}
	return min(1, scratch.weight/s.weight) // approximate or rounded weights may be above
}

// BlankProduct returns the probability that no neighbour of cell c is a mine, under the
// simplification that neighbours are independent. It is 0 if a neighbour is a mine that was found
// or whose place is known. Otherwise it is the product of 1-p over the undecided neighbours.
func (s *Solver) BlankProduct(c int) float64 {
	if s.Mines[c] != 0 {
		return 0
	}
	b := 1.0
	for m := s.Undecided[c]; m != 0; m &= m - 1 {
		b *= 1 - s.P[c+s.Field.Offset[bits.TrailingZeros8(m)]]
	}
	return b
}

// Sample places the hidden mines at random. All placements that agree with the position are equally
// likely. It decides one cell after another by the cell's probability. Afterwards s.Sure contains
// the mines, and the solver no longer contains the original position. If the probabilities are
// approximate, Sample may fail with [ErrTooWide].
func (s *Solver) Sample(rng *rand.Rand) error {
	rough := false
	for s.err == nil {
		rough = rough || s.Approximate
		c := s.Frontier.First()
		if c < 0 {
			c = s.Sea.First()
		}
		if c < 0 {
			break
		}
		s.Suppose(c, rng.Float64() < s.P[c])
		if err := s.Settle(); err != nil {
			if rough && errors.Is(err, errContradiction) {
				return ErrTooWide
			}
			return err
		}
	}
	return s.err
}
