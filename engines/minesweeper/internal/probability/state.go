package probability

import (
	"cmp"
	"fmt"
	"math/bits"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// show updates the solver after closed cell c has been opened. content is a number from 0 to 8, or
// field.Mine.
func (s *Solver) show(c int, content uint8) {
	s.cells[c] = content
	was := s.status[c]
	switch {
	case content == field.Mine:
		s.Left--
		s.P[c] = 1
		if was == sure { // no probability changes
			s.status[c] = found
			s.Sure.Clear(c)
			return
		}
		s.changed = true
		if was == safe {
			s.contradict(c)
			return
		}
		s.hidden--
		s.leave(c, found, s.Mines)
	case content <= 8:
		s.changed = true
		s.P[c] = 0
		if was == sure {
			s.contradict(c)
			return
		}
		s.openNumber(c, was)
	default:
		s.changed = true
		x, y := s.Field.XY(c)
		s.err = cmp.Or(s.err, fmt.Errorf("cell %d,%d has the value %d, which is neither a number, a mine nor closed", x, y, content))
	}
}

// contradict records that no placement of mines agrees with the content of cell c. It allocates no
// memory, because assumptions fail often.
func (s *Solver) contradict(c int) {
	if s.err == nil {
		s.err, s.culprit = errContradiction, c
	}
}

// leave updates the sets of the solver after the undecided cell c has been decided. status is its
// new state. For each cell around it, leave moves c from the undecided neighbours to kind, which is
// s.Mines or s.Clear.
func (s *Solver) leave(c int, status uint8, kind []uint8) {
	if s.Open[c] == 0 {
		s.sea--
		s.Sea.Clear(c)
	} else {
		s.Frontier.Clear(c)
	}
	s.status[c] = status
	for m := s.Field.Inside[c]; m != 0; m &= m - 1 {
		d := bits.TrailingZeros8(m)
		v, back := c+s.Field.Offset[d], uint8(0x80)>>d
		s.Undecided[v] &^= back
		kind[v] |= back
	}
	s.wake(c)
}

// openNumber updates the sets of the solver after cell c has been opened and shows a number. was is
// its previous state, undecided or safe.
func (s *Solver) openNumber(c int, was uint8) {
	if was == safe {
		s.Safe.Clear(c)
	} else if s.Open[c] == 0 {
		s.sea--
		s.Sea.Clear(c)
	} else {
		s.Frontier.Clear(c)
	}
	s.status[c] = open
	f := s.Field
	for m := f.Inside[c]; m != 0; m &= m - 1 {
		d := bits.TrailingZeros8(m)
		v, back := c+f.Offset[d], uint8(0x80)>>d
		if s.status[v] == undecided && s.Open[v] == 0 {
			s.sea--
			s.Sea.Clear(v)
			s.Frontier.Set(v)
		}
		s.Undecided[v] &^= back
		s.Clear[v] &^= back
		s.Open[v] |= back
	}
	if was == undecided {
		s.wake(c)
	}
	s.push(int16(c))
}

// wake adds the open numbers around cell c to the queue of [Solver.propagate], since they may now
// decide further cells.
func (s *Solver) wake(c int) {
	for m := s.Open[c]; m != 0; m &= m - 1 {
		s.push(int16(c + s.Field.Offset[bits.TrailingZeros8(m)]))
	}
}

// push adds the open number u to the queue of [Solver.propagate], unless it is in the queue
// already.
func (s *Solver) push(u int16) {
	if !s.queued[u] {
		s.queued[u] = true
		s.queue = append(s.queue, u)
	}
}

// Missing returns the number of mines among the undecided neighbours of the open cell u.
func (s *Solver) Missing(u int) int { return int(s.cells[u]) - bits.OnesCount8(s.Mines[u]) }

// propagate decides the cells that must be mines, or must be safe, because of a single open number.
// It processes all numbers in the queue and marks their components to be rebuilt. Decided cells may
// add further numbers to the queue. If a number cannot be true, propagate returns errContradiction.
func (s *Solver) propagate() error {
	for i := 0; i < len(s.queue); i++ {
		u := s.queue[i]
		s.queued[u] = false
		if !s.stale[u] {
			s.stale[u] = true
			s.dirty = append(s.dirty, u)
		}
		need, total := s.Missing(int(u)), bits.OnesCount8(s.Undecided[u])
		switch {
		case need < 0 || need > total:
			s.culprit = int(u)
			return errContradiction
		case need == 0:
			s.decideAround(int(u), false)
		case need == total:
			s.decideAround(int(u), true)
		}
	}
	s.queue = s.queue[:0]
	return nil
}

func (s *Solver) decideAround(u int, mine bool) {
	for m := s.Undecided[u]; m != 0; m &= m - 1 {
		s.decide(u+s.Field.Offset[bits.TrailingZeros8(m)], mine)
	}
}

func (s *Solver) decide(c int, mine bool) {
	if mine {
		s.hidden--
		s.Sure.Set(c)
		s.P[c] = 1
		s.leave(c, sure, s.Mines)
		return
	}
	s.Safe.Set(c)
	s.P[c] = 0
	s.leave(c, safe, s.Clear)
}
