package probability

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

var errContradiction = errors.New("no placement of the mines agrees with the numbers")

// ErrTooWide means that a position is too complex: counting its placements of mines takes too much
// work, or approximate counts contradict the rest of the position.
var ErrTooWide = errors.New("the position is too complex to count its placements")

// These are the states of cells in a solver.
const (
	undecided uint8 = iota
	safe            // closed, certainly no mine
	sure            // closed, certainly a mine
	open            // shows a number
	found           // a mine that a player has claimed
)

// Solver computes the probability of a mine in every cell of a position. Solve accepts any
// position, and is fast for one that continues the last one. The exported fields contain the
// results of the last Solve without an error and must not be changed. Only one goroutine may use a
// Solver.
//
// The methods are in this file, in state.go (the states of cells), count.go, sweep.go and
// combine.go (counting), and suppose.go (assumptions). watch.go limits the work.
type Solver struct {
	Field *field.Field

	// P contains the probability of a mine for each cell. It is 0 for an open number and 1 for a
	// mine that was found.
	P []float64

	// These fields contain, for each cell, sets of directions, one set for each state of a
	// neighbour. A neighbour is in exactly one of the four sets, unless it is outside of the
	// field.
	Undecided, Clear, Mines, Open []uint8

	// These are sets of closed cells. Sure cells are certain mines, and Safe cells are certainly
	// no mines. Undecided cells are in Frontier if they touch an open number, otherwise in Sea.
	Sure, Safe, Frontier, Sea field.Bits

	SeaP float64 // probability of a mine in the sea; 0 without a sea
	Left int     // mines not yet found, including certain ones

	// Approximate states that the probabilities are not exact, because a group of numbers took
	// too much work to be counted.
	Approximate bool

	pascal  []float64
	mines   int
	cells   []uint8 // the last position, padded to a multiple of eight
	status  []uint8 // the states of the cells
	hidden  int     // mines neither found nor certain
	sea     int     // number of cells in the sea
	changed bool    // whether the probabilities are out of date
	flat    bool    // whether P has not been written for the sea yet
	err     error
	culprit int     // a cell at which the contradiction appears, or -1
	weight  float64 // placements that agree with the position

	queue  []int16 // numbers to propagate
	queued []bool  // by cell: whether it is in queue
	dirty  []int16 // numbers whose component must be rebuilt
	stale  []bool  // by cell: whether it is in dirty

	certain []int16 // cells whose probability became 0 or 1 in the last count

	watch *Watch // nil for no limit

	components []component
	live, free []int16 // indices into components
	home       []int16 // by number: the index of its component, or -1
	builder    builder
	counter    counter
	mixer      mixer
}

// New returns a solver without a position.
func New() *Solver {
	return &Solver{pascal: pascal(), counter: counter{limit: maxStates, front: slots}}
}

// Solve computes the probability of a mine in every cell of a position. cells contains the visible
// content of each cell of f (0 to 8, [field.Mine] or [field.Closed]). mines is the total number of
// mines, including those found. Solve returns an error if a content is invalid, if no placement of
// the mines agrees with the position, or if a limit set by Watch is reached. After an error the
// exported fields are undefined.
func (s *Solver) Solve(f *field.Field, cells []uint8, mines int) error {
	if len(cells) != f.N {
		return fmt.Errorf("%d cells for a field of %d cells", len(cells), f.N)
	}
	if s.err != nil || s.Field != f || s.mines != mines || !s.follow(cells) {
		s.reset(f, mines)
		s.follow(cells)
	}
	if s.changed && s.err == nil {
		s.err = s.settle()
	}
	if s.err == errContradiction && s.culprit >= 0 {
		x, y := f.XY(s.culprit)
		s.err = fmt.Errorf("%w at %d,%d", errContradiction, x, y)
	}
	return s.err
}

// reset sets the solver to the start of a game, in which every cell is closed.
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

// follow applies the changes since the last position: opened cells and mines that were found. It
// returns false, and leaves the solver in an invalid state, if the position does not continue the
// last one.
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

// followEach passes the changed cells with indices from from to to-1 to [Solver.show]. It returns
// false if a cell has changed that was not closed, because the position then does not continue the
// last one.
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

// settle updates the probabilities after the states of cells have changed.
func (s *Solver) settle() error {
	s.certain = s.certain[:0]
	if err := s.watch.Err(); err != nil {
		return err
	}
	if err := s.propagate(); err != nil {
		return err
	}
	if err := rebuild(s); err != nil {
		return err
	}
	if err := combine(s); err != nil {
		return err
	}
	s.changed = false
	return nil
}

// CopyFrom makes s an independent copy of o, for example to make assumptions in it. Both share the
// Watch.
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
	s.culprit, s.watch = o.culprit, o.watch
	s.queue = append(s.queue[:0], o.queue...)
	s.dirty = append(s.dirty[:0], o.dirty...)
	s.copyComponents(o)
}

// Weight returns the number of placements of mines that agree with the position and all
// assumptions. The probability of an assumption is this number divided by the number without it.
func (s *Solver) Weight() float64 { return s.weight }

// States returns the number of states that the solver has created since New, when it counted
// placements of mines. After the first call of Solve, this number measures how complex the position
// is.
func (s *Solver) States() int { return s.counter.made }

// Watch sets the limit for the solver's work; nil means no limit. A call that reaches the limit
// returns [Watch.Err]. The next call of Solve starts from the beginning.
func (s *Solver) Watch(w *Watch) { s.watch = w }

// dissolve removes the component, the group of connected open numbers, that contains number u. Its
// numbers are queued so that rebuild assigns them to components again.
func (s *Solver) dissolve(u int16) {
	at := s.home[u]
	if at < 0 {
		return
	}
	for _, w := range s.components[at].numbers {
		s.home[w] = -1
		s.builder.seeds = append(s.builder.seeds, w)
	}
	for i, l := range s.live {
		if l == at {
			s.live[i] = s.live[len(s.live)-1]
			s.live = s.live[:len(s.live)-1]
			break
		}
	}
	s.free = append(s.free, at)
}

// take reserves an unused component and returns its index in s.components.
func (s *Solver) take() int16 {
	if n := len(s.free); n > 0 {
		at := s.free[n-1]
		s.free = s.free[:n-1]
		s.live = append(s.live, at)
		return at
	}
	s.components = append(s.components, component{})
	at := int16(len(s.components) - 1)
	s.live = append(s.live, at)
	return at
}

// release marks all components as unused, so that a new game reuses their buffers in the same
// order.
func (s *Solver) release() {
	s.live, s.free = s.live[:0], s.free[:0]
	for at := len(s.components) - 1; at >= 0; at-- {
		s.free = append(s.free, int16(at))
	}
}

func (s *Solver) copyComponents(o *Solver) {
	for len(s.components) < len(o.components) {
		s.components = append(s.components, component{})
	}
	for _, at := range o.live {
		s.components[at].copyFrom(&o.components[at])
	}
	s.live, s.free = append(s.live[:0], o.live...), s.free[:0]
	for at := len(s.components) - 1; at >= len(o.components); at-- { // its own, last to be taken
		s.free = append(s.free, int16(at))
	}
	s.free = append(s.free, o.free...)
	copy(s.home, o.home)
}

func (s *Solver) binomials(n int) []float64 { return s.pascal[n*(n+1)/2:][:n+1] }
