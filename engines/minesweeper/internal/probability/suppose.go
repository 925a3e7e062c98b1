package probability

import (
	"errors"
	"iter"
	"math/bits"
	"math/rand/v2"
)

// Suppose assumes that an undecided cell is a mine, or that it is none without showing
// its number. Call [Solver.Settle] before reading the results, which then hold under the
// assumption. A decided cell does not change; an assumption against it is a
// contradiction.
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

// SupposeNumber assumes that a closed cell shows a number.
func (s *Solver) SupposeNumber(c, number int) { s.show(c, uint8(number)) }

// Settle computes the probabilities under the assumptions made. It returns an error if no
// placement agrees with them.
func (s *Solver) Settle() error {
	if s.changed && s.err == nil {
		s.err = s.settle()
	}
	return s.err
}

// Blank is the joint probability that no neighbour of a cell is a mine,
// whatever the cell itself is. It works in scratch and leaves s as it is.
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
	return scratch.weight / s.weight
}

// BlankProduct is the probability that no neighbour of a cell is a mine as if
// neighbours were independent: 0 next to a mine found or certain, otherwise the
// product of 1-p over the undecided neighbours.
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

// Sample places the mines that are still hidden, all placements that agree with
// the position alike: it supposes cell after cell with its probability. The
// position is spent afterwards; s.Sure holds the mines. Where the probabilities are
// approximate it may lose its way, and fails with [ErrTooWide].
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

// Missing returns the number of mines that an open number still misses among its
// undecided neighbours.
func (s *Solver) Missing(number int) int { return s.need(number) }

// Closed yields every cell with whether it is closed.
func (s *Solver) Closed() iter.Seq2[int, bool] {
	return func(yield func(int, bool) bool) {
		for c, status := range s.status {
			if !yield(c, status < open) {
				return
			}
		}
	}
}
