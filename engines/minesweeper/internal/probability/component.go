package probability

import (
	"math/bits"
)

// class is a set of all undecided cells that touch the same open numbers. Its cells are
// interchangeable: only the number of mines in the class matters.
type class struct {
	size    int32
	first   int32 // its cells are component.cells[first:][:size]
	numbers [8]int16
	used    uint8 // how many elements of numbers are used; each is an index of component.numbers
}

// component is a connected component of the graph of open numbers, in which two numbers are
// connected if they share an undecided neighbour. A solution of a component is a possible placement
// of mines in its undecided cells. The component stores the number of its solutions for each number
// of mines.
type component struct {
	numbers []int16 // the cells of the numbers
	cells   []int16 // the undecided cells, class by class
	classes []class

	// low is the smallest number of mines in a solution. total contains the number of solutions
	// with low, low+1, ... mines. mine and clear contain one such row for each class of cells. In
	// mine, a solution counts once for every mine in the class, and in clear once for every safe
	// cell.
	low         int
	total       []float64
	mine, clear []float64
	rough       bool // whether the counts are approximate
}

// span returns how many different numbers of mines the component can contain: the largest minus the
// smallest, plus 1.
func (k *component) span() int { return len(k.total) }

// fixed reports whether all solutions of the component have the same number of mines. Its
// probabilities then do not depend on the rest of the position.
func (k *component) fixed() bool { return len(k.total) == 1 }

func (k *component) copyFrom(o *component) {
	k.numbers = append(k.numbers[:0], o.numbers...)
	k.cells = append(k.cells[:0], o.cells...)
	k.classes = append(k.classes[:0], o.classes...)
	k.low, k.rough = o.low, o.rough
	k.total = append(k.total[:0], o.total...)
	k.mine = append(k.mine[:0], o.mine...)
	k.clear = append(k.clear[:0], o.clear...)
}

// builder contains the buffers for finding the components of a position, which are independent
// groups of open numbers.
type builder struct {
	round  uint32
	number []uint32 // by cell: the round in which the number was reached
	cell   []uint32 // by cell: the round in which the undecided cell was reached
	place  []int16  // by number reached: its index in its component
	seeds  []int16
	cells  []int16 // undecided cells in the order reached
	class  []int16 // their classes
	keys   []uint32
}

func (b *builder) allocate(n int) {
	stamps := make([]uint32, 2*n)
	b.number, b.cell, b.round = stamps[:n], stamps[n:], 0
	b.place = make([]int16, n)
}

// rebuild updates the components (independent groups of open numbers) in which cells have changed,
// and counts their solutions. It returns errContradiction if a component has no solution, and the
// error of the [Watch] if the limit of work is reached.
func rebuild(s *Solver) error {
	b := &s.builder
	b.round++
	if b.round == 0 { // overflow: old stamps would be taken for new ones
		clear(b.number)
		clear(b.cell)
		b.round = 1
	}
	b.seeds = b.seeds[:0]
	for _, u := range s.dirty {
		s.stale[u] = false
		s.dissolve(u)
		b.seeds = append(b.seeds, u)
	}
	s.dirty = s.dirty[:0]
	for i := 0; i < len(b.seeds); i++ { // dissolve appends
		u := b.seeds[i]
		if b.number[u] == b.round || s.Undecided[u] == 0 {
			continue
		}
		at := s.take()
		k := &s.components[at]
		gather(s, k, u, at)
		group(s, k)
		if err := count(s, k); err != nil {
			return err
		}
		if k.fixed() {
			writeFixed(s, k)
		}
	}
	return nil
}

// gather adds the connected component of number u to k: all open numbers that are connected to u by
// shared undecided cells. at is the index of k in s.components.
func gather(s *Solver, k *component, u, at int16) {
	b := &s.builder
	k.numbers = append(k.numbers[:0], u)
	b.number[u], b.place[u], s.home[u] = b.round, 0, at
	b.cells = b.cells[:0]
	for i := 0; i < len(k.numbers); i++ {
		u := int(k.numbers[i])
		for m := s.Undecided[u]; m != 0; m &= m - 1 {
			v := u + s.Field.Offset[bits.TrailingZeros8(m)]
			if b.cell[v] == b.round {
				continue
			}
			b.cell[v] = b.round
			b.cells = append(b.cells, int16(v))
			for o := s.Open[v]; o != 0; o &= o - 1 {
				w := v + s.Field.Offset[bits.TrailingZeros8(o)]
				if b.number[w] == b.round {
					continue
				}
				s.dissolve(int16(w))
				b.number[w], b.place[w], s.home[w] = b.round, int16(len(k.numbers)), at
				k.numbers = append(k.numbers, int16(w))
			}
		}
	}
}

// windows contains, for every set of directions, the shape of the neighbours in these directions: a
// bit mask of their offsets from the first of them. Two cells have the same set of open neighbours
// if the shapes and the first neighbours are equal.
var windows = func() (t [256]uint16) {
	column := [8]int{-1, 0, 1, -1, 1, -1, 0, 1}
	row := [8]int{-1, -1, -1, 0, 0, 1, 1, 1}
	for set := 1; set < len(t); set++ {
		first := bits.TrailingZeros8(uint8(set))
		for d := range 8 {
			if set>>d&1 != 0 {
				t[set] |= 1 << ((row[d]-row[first])*5 + column[d] - column[first] + 2)
			}
		}
	}
	return t
}()

// group divides the undecided cells of component k into classes, and stores the cells class by
// class. The cells of a class touch the same open numbers.
func group(s *Solver, k *component) {
	b := &s.builder
	k.classes, b.keys, b.class = k.classes[:0], b.keys[:0], b.class[:0]
	for _, v := range b.cells {
		around := s.Open[v]
		first := int(v) + s.Field.Offset[bits.TrailingZeros8(around)]
		key := uint32(first)<<16 | uint32(windows[around])
		at := len(b.keys) - 1
		for at >= 0 && b.keys[at] != key {
			at--
		}
		if at < 0 {
			at = len(b.keys)
			b.keys = append(b.keys, key)
			k.classes = append(k.classes, newClass(s, int(v)))
		}
		k.classes[at].size++
		b.class = append(b.class, int16(at))
	}
	first := int32(0)
	for i := range k.classes {
		k.classes[i].first = first
		first += k.classes[i].size
		k.classes[i].size = 0
	}
	k.cells = append(k.cells[:0], b.cells...)
	for i, v := range b.cells {
		g := &k.classes[b.class[i]]
		k.cells[g.first+g.size] = v
		g.size++
	}
}

// newClass returns an empty class with the open numbers that cell v touches.
func newClass(s *Solver, v int) class {
	var g class
	for o := s.Open[v]; o != 0; o &= o - 1 {
		g.numbers[g.used] = s.builder.place[v+s.Field.Offset[bits.TrailingZeros8(o)]]
		g.used++
	}
	return g
}
