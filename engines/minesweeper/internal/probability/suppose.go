package probability

import (
	"errors"
	"math/bits"
	"math/rand/v2"
)

// Suppose adds the assumption that closed cell c is a mine, or that it is safe and stays closed.
// Call [Solver.Settle] before reading the results, which then hold under all assumptions. If an
// assumption contradicts what is known, Settle returns an error.
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

// SupposeNumber adds the assumption that closed cell c is opened and shows a number. Call
// [Solver.Settle] before reading the results.
func (s *Solver) SupposeNumber(c, number int) { s.show(c, uint8(number)) }

// Settle computes the probabilities under the assumptions made. It returns an error if no placement
// of mines agrees with them, or if a limit set by Watch is reached.
func (s *Solver) Settle() error {
	if s.changed && s.err == nil {
		s.err = s.settle()
	}
	return s.err
}

// Blank returns the exact probability that no neighbour of cell c is a mine, whether or not c is
// one. It uses scratch for its assumptions and overwrites it; s does not change.
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

// BlankProduct returns an approximate probability that no neighbour of cell c is a mine: the
// product of 1-p over the undecided neighbours, as if they were independent. It is 0 if a neighbour
// is known to be a mine.
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

// Sample places the hidden mines at random, so that all placements that agree with the position are
// equally likely. It decides one cell after another by its probability. Afterwards s.Sure contains
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
