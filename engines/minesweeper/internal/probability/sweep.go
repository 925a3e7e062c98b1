package probability

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// sweep builds the graph for counting the solutions of component k. It places mines in one class of
// cells after another; the states after a class form a layer. Placements lead to the same state if
// every number of the front then needs equally many further mines. The front consists of the open
// numbers that touch both processed and unprocessed classes. sweep returns an error if the limit of
// work is reached.
func (w *counter) sweep(s *Solver, k *component) error {
	w.arrange(k)
	w.prepare(s, k)
	w.states = append(w.states[:0], state{mass: 1})
	w.layers = append(w.layers[:0], 0, 1)
	w.edges = w.edges[:0]
	w.watch, w.steps = s.watch, 0
	w.work, w.budget = 0, maxWork*int64(len(k.cells))/int64(s.Field.N)
	for _, at := range w.order {
		g := &k.classes[at]
		st := w.enter(g)
		st.ways = s.binomials(int(g.size))
		if err := w.expand(g, &st); err != nil {
			return err
		}
		w.leave(g)
	}
	w.made += len(w.states)
	return w.report()
}

// report adds the steps since its last call to the work of the [Watch]. It returns an error if the
// limit of work is reached.
func (w *counter) report() error {
	steps := w.steps
	w.steps = 0
	return w.watch.spend(steps)
}

// prepare initializes the data about the open numbers of component k: how many mines each still
// needs, and how many undecided cells touch it.
func (w *counter) prepare(s *Solver, k *component) {
	n := len(k.numbers)
	w.slot, w.room, w.need = grow(w.slot, n), grow(w.room, n), grow(w.need, n)
	for i, u := range k.numbers {
		w.slot[i], w.room[i], w.need[i] = -1, 0, int32(s.Missing(int(u)))
	}
	for i := range k.classes {
		g := &k.classes[i]
		for _, u := range g.numbers[:g.used] {
			w.room[u] += g.size
		}
	}
}

// step describes how mines in one class of cells change the key of a state. The key contains, for
// each open number that the sweep is processing, how many further mines it needs.
type step struct {
	opened key // to add: the missing mines of the numbers that enter the front
	unit   key // to subtract for every mine
	ways   []float64
	shift  [8]uint8 // the slots of the class's numbers in the front
	room   [8]int32 // the cells of these numbers in later classes
	used   int      // how many of shift and room are used
}

// enter adds the open numbers beside class g to the front, the numbers that the sweep is
// processing. It returns how mines in the class change the key of a state. If no slot of the key is
// free for a number, the number is ignored and the counts become approximate.
func (w *counter) enter(g *class) step {
	var st step
	for _, u := range g.numbers[:g.used] {
		w.room[u] -= g.size
		if w.need[u] == ignored {
			continue
		}
		if w.slot[u] < 0 {
			slot := w.freeSlot()
			if slot < 0 { // more numbers than slots of a key: ignore this number
				w.need[u], w.capped = ignored, true
				continue
			}
			w.slot[u] = int8(slot)
			st.opened.add(slot, uint64(w.need[u]))
		}
		slot := int(w.slot[u])
		st.unit.add(slot, 1)
		st.shift[st.used], st.room[st.used] = uint8(slot), w.room[u]
		st.used++
	}
	return st
}

// freeSlot returns the index of an unused slot in the keys of states, or -1 if all are used. Each
// open number that the sweep is processing has a slot.
func (w *counter) freeSlot() int {
	var used uint64
	for _, slot := range w.slot {
		if slot >= 0 {
			used |= 1 << slot
		}
	}
	for slot := range w.front {
		if used>>slot&1 == 0 {
			return slot
		}
	}
	return -1
}

// leave removes numbers beside class g from the front, the open numbers that the sweep is
// processing, if no later class touches them.
func (w *counter) leave(g *class) {
	for _, u := range g.numbers[:g.used] {
		if w.room[u] == 0 {
			w.slot[u] = -1
		}
	}
}

func (k *key) add(slot int, n uint64) {
	if slot < slotsInWord {
		k.a += n << (slotBits * slot)
	} else {
		k.b += n << (slotBits * (slot - slotsInWord))
	}
}

func (k key) at(slot uint8) int32 {
	if slot < slotsInWord {
		return int32(k.a >> (slotBits * slot) & 15)
	}
	return int32(k.b >> (slotBits * (slot - slotsInWord)) & 15)
}

// expand adds a layer of states to the graph: after each state of the last layer, it places every
// possible number of mines in the cells of class g. It returns an error if the limit of work is
// reached.
func (w *counter) expand(g *class, st *step) error {
	from, end := w.layers[len(w.layers)-2], w.layers[len(w.layers)-1]
	w.table.reset()
	for i := from; i < end; i++ {
		first := int32(len(w.edges))
		if !w.states[i].dropped {
			w.expandState(i, end, g.size, st)
		}
		if w.steps >= pollEvery {
			if err := w.report(); err != nil {
				return err
			}
		}
		w.states[i].firstEdge, w.states[i].lastEdge = first, int32(len(w.edges))
	}
	w.layers = append(w.layers, int32(len(w.states)))
	w.thin(end)
	return nil
}

// expandState places every possible number of mines in the next class of cells, after the
// placements of state i. For each number it stores an edge to the resulting state, which it creates
// if necessary. A number is possible if no open number gets too many mines and each can still get
// enough. size is the number of cells in the class, and layer the index of the first new state.
func (w *counter) expandState(i, layer, size int32, st *step) {
	s := &w.states[i]
	low, high, mass := s.low, s.high, s.mass
	k := key{s.key.a + st.opened.a, s.key.b + st.opened.b}
	least, most := int32(0), size
	for j := range st.used {
		need := k.at(st.shift[j])
		least = max(least, need-st.room[j])
		most = min(most, need)
	}
	k.a -= uint64(least) * st.unit.a
	k.b -= uint64(least) * st.unit.b
	span := int64(high) - int64(low) + 1
	w.work += int64(most-least+1) * span * span
	w.steps += edgeSteps * int64(max(1, most-least+1))
	for c := least; c <= most; c++ {
		to := w.find(k, layer)
		t := &w.states[to]
		t.mass += float64(mass * st.ways[c])
		t.low = min(t.low, low+int16(c))
		t.high = max(t.high, high+int16(c))
		w.edges = append(w.edges, edge{to, c, st.ways[c]})
		k.a -= st.unit.a
		k.b -= st.unit.b
	}
}

// find returns the index of the state with key k among those after the latest class of cells. If
// there is none, it creates the state. layer is the index of the first of these states.
func (w *counter) find(k key, layer int32) int32 {
	const few = 8
	n := int32(len(w.states))
	if n-layer <= few {
		for i := layer; i < n; i++ {
			if w.states[i].key == k {
				return i
			}
		}
		if n-layer == few {
			for i := layer; i < n; i++ {
				w.table.insert(w.states, i)
			}
		}
	} else if at := w.table.find(w.states, k); at >= 0 {
		return at
	}
	w.states = append(w.states, state{key: k, low: 1 << 14, high: -1})
	if n-layer >= few {
		w.table.insert(w.states, n)
	}
	return n
}

// affordable returns how many states may follow each further class of cells after a count has taken
// too much work. With this limit, the rest of the count takes at most about a quarter of the
// allowed work. states are those after the latest class.
func (w *counter) affordable(states []state) int {
	span := int64(1)
	for i := range states {
		span = max(span, int64(states[i].high)-int64(states[i].low)+1)
	}
	const choices = field.Directions + 1 // largest number of choices for the mines of a class
	left := int64(max(1, len(w.order)-len(w.layers)+2))
	return max(1, int(w.budget/4/(left*choices*span*span)))
}

// thin limits the number of states after the latest class of cells, which begin at index layer. It
// keeps the states that stand for the most placements of mines. If it drops any, the counts become
// approximate.
func (w *counter) thin(layer int32) {
	limit, states := w.limit, w.states[layer:]
	if len(w.edges) > maxEdges || w.work > w.budget {
		limit = min(limit, thinned, w.affordable(states))
	}
	if len(states) <= limit {
		return
	}
	w.capped = true
	w.steps += sortSteps * int64(len(states))
	order := make([]int, len(states))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := &states[i], &states[j]
		return cmp.Or(cmp.Compare(b.mass, a.mass), cmp.Compare(a.key.a, b.key.a), cmp.Compare(a.key.b, b.key.b))
	})
	for _, i := range order[limit:] {
		states[i].dropped = true
	}
}

// arrange computes the order in which the sweep processes the classes of cells of component k. It
// repeatedly takes the class with the lowest cost, so that few open numbers are processed at the
// same time.
func (w *counter) arrange(k *component) {
	n := len(k.classes)
	w.order = w.order[:0]
	w.placed = grow(w.placed, n)
	clear(w.placed)
	w.pending = grow(w.pending, len(k.numbers)) // classes of a number not yet swept
	clear(w.pending)
	w.isOpen = grow(w.isOpen, len(k.numbers))
	clear(w.isOpen)
	for i := range k.classes {
		g := &k.classes[i]
		for _, u := range g.numbers[:g.used] {
			w.pending[u]++
		}
	}
	for range n {
		best, bestCost := -1, 0
		for i := range k.classes {
			if w.placed[i] {
				continue
			}
			if cost := w.cost(&k.classes[i]); best < 0 || cost < bestCost {
				best, bestCost = i, cost
			}
		}
		w.placed[best] = true
		w.order = append(w.order, int32(best))
		g := &k.classes[best]
		for _, u := range g.numbers[:g.used] {
			w.isOpen[u] = true
			w.pending[u]--
		}
	}
}

// cost rates class g as the next class of cells in the sweep; lower is better. Most important is
// that the class touches an open number that is being processed. Next comes that it touches few new
// numbers, and then that it is the last class beside many numbers.
func (w *counter) cost(g *class) int {
	opens, closes, touches := 0, 0, false
	for _, u := range g.numbers[:g.used] {
		if w.isOpen[u] {
			touches = true
		} else {
			opens++
		}
		if w.pending[u] == 1 {
			closes++
		}
	}
	cost := 16*opens - closes
	if !touches {
		cost += 1 << 10
	}
	return cost
}

// grow returns a slice of length n with undefined contents. It reuses the memory of s if possible.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2+8)
	}
	return s[:n]
}
