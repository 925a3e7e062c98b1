package probability

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// errContradiction is returned for a position that no placement of the mines
// explains.
var errContradiction = errors.New("no placement of the mines agrees with the numbers")

// ErrTooWide is returned in place of an answer when a component was too wide to
// count and what could be counted of it does not fit the rest.
var ErrTooWide = errors.New("the position is too wide to count")

// What a solver knows about a cell.
const (
	undecided uint8 = iota
	safe            // closed, certainly no mine
	sure            // closed, certainly a mine
	open            // shows a number
	found           // a mine that a player has claimed
)

// Solver computes mine probabilities. It follows a game from call to call and
// may be given any position at any time. Use it from one goroutine. The
// exported fields are the answer of the last Solve that returned no error, and
// are only to be read.
type Solver struct {
	Field *field.Field

	// P is the probability of a mine per cell: 0 for an open number, 1 for a
	// mine found.
	P []float64

	// Per cell, the directions of its neighbours by what is known about them.
	// A neighbour is in exactly one of the five, or outside the field.
	Undecided, Clear, Mines, Open []uint8

	// Closed cells: certain mines, certainly no mines, and the undecided ones
	// that touch an open number (Frontier) or do not (Sea).
	Sure, Safe, Frontier, Sea field.Bits

	SeaP float64 // probability of a mine in the sea; 0 without a sea
	Left int     // mines that are still to be found, the sure ones included

	// Approximate reports that a component was too wide to count exactly.
	Approximate bool

	pascal  []float64
	mines   int
	cells   []uint8 // as last seen, padded to a multiple of eight
	status  []uint8
	hidden  int // undiscovered mines that are not proved: Left minus the sure
	sea     int // cells in the sea
	changed bool
	flat    bool // the sea cells of P are not yet written
	err     error
	stopped error   // what a watch stopped the last work with
	culprit int     // a cell that shows the contradiction, or -1
	weight  float64 // placements that agree with the position

	queue  []int16 // numbers to propagate
	queued []bool
	dirty  []int16 // numbers whose component must be built again
	stale  []bool  // per cell: listed in dirty

	certain []int16 // cells that the counts have found to be certain

	watch *Watch // nil: nobody stops it

	components []component
	live, free []int16 // indices into components
	home       []int16 // per number, its component or -1
	builder    builder
	counter    counter
	mixer      mixer
}

// New returns a solver without a position.
func New() *Solver { return &Solver{pascal: pascal()} }

// Solve finds the probabilities of a position: cells holds what each cell of f
// shows (0 to 8, [field.Mine] or [field.Closed]), mines counts all mines, found
// ones included. It fails with errContradiction, or on a cell that shows
// nothing known; then the exported fields mean nothing.
func (s *Solver) Solve(f *field.Field, cells []uint8, mines int) error {
	if len(cells) != f.N {
		return fmt.Errorf("%d cells given for a field of %d", len(cells), f.N)
	}
	wasStopped := s.err != nil && s.err == s.stopped
	if wasStopped || s.Field != f || s.mines != mines || !s.follow(cells) {
		s.reset(f, mines)
		s.follow(cells)
	}
	if s.changed && s.err == nil {
		s.err = s.settle()
	}
	if s.err == errContradiction && s.culprit >= 0 {
		x, y := f.XY(s.culprit)
		s.err = fmt.Errorf("%w: look at %d,%d", errContradiction, x, y)
	}
	return s.err
}

// reset forgets the position: every cell is closed.
func (s *Solver) reset(f *field.Field, mines int) {
	if s.Field == nil || s.Field.N != f.N {
		s.allocate(f.N)
	}
	s.Field, s.mines = f, mines
	s.Left, s.hidden, s.sea = mines, mines, f.N
	copy(s.Undecided, f.Inside)
	clear(s.Clear)
	clear(s.Mines)
	clear(s.Open)
	clear(s.status)
	clear(s.queued)
	clear(s.stale)
	for i := range s.cells {
		s.cells[i] = field.Closed
	}
	for i := range s.home {
		s.home[i] = -1
	}
	s.Sure, s.Safe, s.Frontier, s.Sea = field.Bits{}, field.Bits{}, field.Bits{}, f.All
	s.queue, s.dirty = s.queue[:0], s.dirty[:0]
	s.culprit = -1
	s.release()
	s.changed, s.flat, s.err, s.Approximate = true, true, nil, false
	if mines < 0 || mines > f.N {
		s.err = fmt.Errorf("%d mines do not fit a field of %d cells", mines, f.N)
	}
}

// allocate makes room for a field of n cells.
func (s *Solver) allocate(n int) {
	s.P = make([]float64, n)
	bytes := make([]uint8, 5*n)
	s.Undecided, s.Clear, s.Mines, s.Open, s.status = bytes[:n], bytes[n:2*n], bytes[2*n:3*n], bytes[3*n:4*n], bytes[4*n:]
	s.cells = make([]uint8, (n+7)&^7)
	flags := make([]bool, 2*n)
	s.queued, s.stale = flags[:n], flags[n:]
	s.home = make([]int16, n)
	s.builder.allocate(n)
}

// follow takes over what has been opened and found since the last position. It
// reports false, having spoiled its state, when the position does not continue
// the last one.
func (s *Solver) follow(cells []uint8) bool {
	const word = 8
	i := 0
	for ; i+word <= len(cells); i += word {
		if binary.LittleEndian.Uint64(cells[i:]) == binary.LittleEndian.Uint64(s.cells[i:]) {
			continue
		}
		if !s.followEach(cells, i, i+word) {
			return false
		}
	}
	return s.followEach(cells, i, len(cells))
}

// followEach is follow for the cells of a stretch.
func (s *Solver) followEach(cells []uint8, from, to int) bool {
	for c := from; c < to; c++ {
		now, was := cells[c], s.cells[c]
		if now == was {
			continue
		}
		if was != field.Closed {
			return false
		}
		s.show(c, now)
	}
	return true
}

// settle brings the probabilities up to date with all that was shown.
func (s *Solver) settle() error {
	s.certain = s.certain[:0]
	if s.stopped = s.watch.Err(); s.stopped != nil {
		return s.stopped
	}
	if err := s.propagate(); err != nil {
		return err
	}
	if err := s.rebuild(); err != nil {
		return err
	}
	if err := s.combine(); err != nil {
		return err
	}
	s.changed = false
	return nil
}

// CopyFrom makes s a copy of another solver in its present state, so that a
// supposition can be followed without spoiling the original.
func (s *Solver) CopyFrom(o *Solver) {
	if s.Field == nil || len(s.P) != len(o.P) {
		s.allocate(len(o.P))
	}
	s.Field, s.mines = o.Field, o.mines
	copy(s.P, o.P)
	copy(s.Undecided, o.Undecided)
	copy(s.Clear, o.Clear)
	copy(s.Mines, o.Mines)
	copy(s.Open, o.Open)
	copy(s.status, o.status)
	copy(s.cells, o.cells)
	copy(s.queued, o.queued)
	copy(s.stale, o.stale)
	s.Sure, s.Safe, s.Frontier, s.Sea = o.Sure, o.Safe, o.Frontier, o.Sea
	s.SeaP, s.Left, s.Approximate = o.SeaP, o.Left, o.Approximate
	s.hidden, s.sea, s.changed, s.flat, s.err, s.weight = o.hidden, o.sea, o.changed, o.flat, o.err, o.weight
	s.culprit, s.watch, s.stopped = o.culprit, o.watch, o.stopped
	s.queue = append(s.queue[:0], o.queue...)
	s.dirty = append(s.dirty[:0], o.dirty...)
	s.copyComponents(o)
}

// Weight returns the number of placements that agree with the position. Ratios of weights
// are conditional probabilities.
func (s *Solver) Weight() float64 { return s.weight }
