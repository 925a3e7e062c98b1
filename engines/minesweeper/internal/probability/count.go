package probability

import (
	"math"
	"math/bits"
)

// These constants limit the work for one component, an independent group of open numbers. Positions
// of real games need far less.
const (
	maxStates   = 1 << 16 // states of one layer
	maxEdges    = 1 << 20 // edges in total; after that every layer is thinned
	maxWork     = 1 << 28 // estimated steps of the passes over the edges, for a component as large as the field
	thinned     = 1 << 10 // states of a thinned layer
	slotBits    = 4       // a number misses at most 8 mines
	slotsInWord = 64 / slotBits
	slots       = 2 * slotsInWord
	ignored     = -1 // the need of a number that has no slot in the front
)

// key identifies a state of a [counter]. It contains, for every open number that [counter.sweep] is
// processing, how many further mines the number needs.
type key struct{ a, b uint64 }

// state is a node of the graph by which [counter.sweep] counts placements of mines. It stands for
// all placements in the classes so far after which every open number needs equally many further
// mines; key contains these needs. The list counter.ways contains two counts for each number of
// mines. Those from index ahead on count the ways to reach the state, and those from index behind
// on the ways from it to a solution.
type state struct {
	key                 key
	mass                float64 // ways to the state, for all numbers of mines
	low, high           int16   // mines placed so far
	restLow, restHigh   int16   // mines to be placed
	ahead, behind       int32   // indices in counter.ways
	firstEdge, lastEdge int32
	dropped             bool
}

// edge is a step in the graph of a [counter]: it leads from a state to a state of the next layer by
// placing count mines in one class of cells. ways is the number of ways to choose the cells for
// these mines.
type edge struct {
	to    int32
	count int32
	ways  float64
}

// counter counts the solutions of a component by dynamic programming. The method sweep builds a
// graph whose paths from the first state to the last stand for all solutions. forward counts the
// ways from the first state to every state, and backward those from every state to the last. The
// number of solutions through an edge is the product of these two counts and the ways of the edge.
type counter struct {
	order   []int32 // the order in which sweep processes the classes
	placed  []bool  // by class: whether it is in order
	pending []int32 // by number: its classes that are not in order yet
	isOpen  []bool  // by number: whether one of its classes is in order

	slot   []int8  // by number: its slot in the key, -1 outside the front
	room   []int32 // by number: cells in the classes not yet swept
	need   []int32 // by number: the mines that it misses, or ignored
	states []state
	layers []int32 // index of the first state of each layer
	edges  []edge
	ways   []float64
	table  stateTable
	limit  int   // states of one layer
	front  int   // numbers in the front
	capped bool  // whether states or numbers were dropped
	made   int   // states of all sweeps
	work   int64 // estimated for the edges so far
	budget int64 // of work; beyond it layers are thinned
	steps  int64 // taken since the last report to the watch
	watch  *Watch
}

// count counts the solutions of component k, a connected group of open numbers: the possible
// placements of mines around it. It returns errContradiction if there are none, and an error if the
// limit of work is reached.
func count(s *Solver, k *component) error {
	if len(k.classes) == 1 {
		return countSingle(s, k)
	}
	w := &s.counter
	w.capped = false
	if err := w.sweep(s, k); err != nil {
		return err
	}
	w.forward()
	k.rough = w.capped
	if err := w.report(); err != nil {
		return err
	}
	if last := w.layer(len(w.order)); len(last) == 0 {
		if !w.capped {
			return errContradiction
		}
		guess(s, k)
		return nil
	}
	w.backward()
	return w.collect(k)
}

// guess stores an estimate for component k if the limits of the sweep have left no solution. It
// estimates the mines in each class of cells, as if the mines that a number needs were spread
// evenly over its undecided neighbours.
func guess(s *Solver, k *component) {
	k.total = append(k.total[:0], 1)
	k.mine, k.clear = k.mine[:0], k.clear[:0]
	mines := 0.0
	for i := range k.classes {
		g := &k.classes[i]
		share := 0.0
		for _, u := range g.numbers[:g.used] {
			at := int(k.numbers[u])
			share += float64(s.Missing(at)) / float64(bits.OnesCount8(s.Undecided[at]))
		}
		share = float64(share * (float64(g.size) / float64(g.used)))
		mines += share
		k.mine = append(k.mine, share)
		k.clear = append(k.clear, float64(g.size)-share)
	}
	k.low = int(math.Round(mines))
}

// countSingle counts the solutions of the simplest and most common components: one open number, or
// several numbers that touch the same cells.
func countSingle(s *Solver, k *component) error {
	k.rough = false
	g := &k.classes[0]
	need := s.Missing(int(k.numbers[0]))
	for _, u := range k.numbers[1:] {
		if s.Missing(int(u)) != need {
			return errContradiction
		}
	}
	ways := choose(s.binomials(int(g.size)), need)
	k.low = need
	k.total = append(k.total[:0], ways)
	k.mine = append(k.mine[:0], ways*float64(need))
	k.clear = append(k.clear[:0], ways*float64(int(g.size)-need))
	return nil
}

func (w *counter) layer(i int) []state {
	return w.states[w.layers[i]:w.layers[i+1]]
}

// forward counts the placements of mines that lead to every state of the sweep, separately for each
// number of placed mines.
func (w *counter) forward() {
	w.ways = append(w.ways[:0], 1)
	w.states[0].ahead = 0
	for i := range w.order {
		next := w.layer(i + 1)
		for j := range next {
			next[j].ahead = w.zeros(next[j].low, next[j].high)
		}
		for _, from := range w.layer(i) {
			ahead := w.ways[from.ahead:][:from.high-from.low+1]
			w.steps += int64(len(ahead)) * int64(from.lastEdge-from.firstEdge)
			for _, e := range w.edges[from.firstEdge:from.lastEdge] {
				to := &w.states[e.to]
				dst := w.ways[int(to.ahead)+int(from.low)+int(e.count)-int(to.low):]
				for m, n := range ahead {
					dst[m] += float64(n * e.ways)
				}
			}
		}
	}
}

// backward counts, for every state of the sweep, the ways to place mines in the remaining cells,
// separately for each number of these mines.
func (w *counter) backward() {
	end := &w.layer(len(w.order))[0]
	end.restLow, end.restHigh, end.behind = 0, 0, int32(len(w.ways))
	w.ways = append(w.ways, 1)
	for i := len(w.order) - 1; i >= 0; i-- {
		from := w.layer(i)
		for j := range from {
			w.complete(&from[j])
		}
	}
}

// complete counts, for one state of the sweep, the ways to place mines in the remaining cells,
// separately for each number of these mines. The states of the next layer must have their counts
// already.
func (w *counter) complete(from *state) {
	from.restLow, from.restHigh = 1<<14, -1
	edges := w.edges[from.firstEdge:from.lastEdge]
	for _, e := range edges {
		to := &w.states[e.to]
		if to.restHigh < to.restLow {
			continue // a dead end
		}
		from.restLow = min(from.restLow, to.restLow+int16(e.count))
		from.restHigh = max(from.restHigh, to.restHigh+int16(e.count))
	}
	if from.restHigh < from.restLow {
		return
	}
	from.behind = w.zeros(from.restLow, from.restHigh)
	w.steps += int64(from.restHigh-from.restLow+1) * int64(len(edges))
	for _, e := range edges {
		to := &w.states[e.to]
		if to.restHigh < to.restLow {
			continue
		}
		behind := w.ways[to.behind:][:to.restHigh-to.restLow+1]
		dst := w.ways[int(from.behind)+int(to.restLow)+int(e.count)-int(from.restLow):]
		for m, n := range behind {
			dst[m] += float64(n * e.ways)
		}
	}
}

// zeros appends a count of 0 to w.ways for each number of mines from low to high. It returns the
// index of the first.
func (w *counter) zeros(low, high int16) int32 {
	at := len(w.ways)
	for range int(high) - int(low) + 1 {
		w.ways = append(w.ways, 0)
	}
	return int32(at)
}

// collect stores the results of a count in component k, for each number of mines. They are the
// number of solutions and, for each class of cells, the mines and the safe cells, summed over the
// solutions. It returns an error if the limit of work is reached.
func (w *counter) collect(k *component) error {
	end := w.layer(len(w.order))[0]
	k.low = int(end.low)
	span := int(end.high) - k.low + 1
	k.total = append(k.total[:0], w.ways[end.ahead:][:span]...)
	k.mine = grow(k.mine, span*len(k.classes))
	k.clear = grow(k.clear, span*len(k.classes))
	clear(k.mine)
	clear(k.clear)
	for i, at := range w.order {
		size := int(k.classes[at].size)
		mine, safe := k.mine[int(at)*span:][:span], k.clear[int(at)*span:][:span]
		for _, from := range w.layer(i) {
			for _, e := range w.edges[from.firstEdge:from.lastEdge] {
				w.share(&from, e, k.low, size, mine, safe)
			}
			if w.steps >= pollEvery {
				if err := w.report(); err != nil {
					return err
				}
			}
		}
	}
	return w.report()
}

// share adds the solutions through one edge, which begins at the state from, to the counts of a
// class of size cells. A solution with t mines adds e.count, the mines in the class, to
// mine[t-low]. It adds size - e.count, the safe cells, to safe[t-low].
func (w *counter) share(from *state, e edge, low, size int, mine, safe []float64) {
	to := &w.states[e.to]
	if to.restHigh < to.restLow {
		return
	}
	ahead := w.ways[from.ahead:][:from.high-from.low+1]
	behind := w.ways[to.behind:][:to.restHigh-to.restLow+1]
	base := int(from.low) + int(e.count) + int(to.restLow) - low
	m, c := float64(e.count), float64(size-int(e.count))
	w.steps += pairSteps * int64(len(ahead)) * int64(len(behind))
	for i, x := range ahead {
		x *= e.ways
		for j, y := range behind {
			mine[base+i+j] += float64(m * x * y)
			safe[base+i+j] += float64(c * x * y)
		}
	}
}
