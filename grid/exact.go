package grid

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Bound is the result of the exact search: the largest number of labelled positions that any
// weights within their ranges evaluate correctly. The weights may lie on the grid or between its
// points.
type Bound struct {
	Hits    int
	Weights engines.Weights // weights with this number of hits
	OnGrid  bool            // some point of the grid has as many hits; Weights is then that point
	// Proven reports whether the search for the limit was completed. If it was stopped, Hits is
	// only a lower bound.
	Proven bool
	Cells  int // number of boxes and cells (parts of the weight space) that were searched
}

// maxCells is the largest number of steps of the search for the [Bound]. A step examines a box (a
// range of values for every weight), or a cell, which is a part of a box between planes.
const maxCells = 1 << 24

// bound computes the [Bound]: the largest number of labelled positions (etudes) that any weights
// within the ranges hit, which means that they evaluate the positions correctly. chosen is the
// best point of the grid. The search stops after the given number of cells and boxes. tell
// receives the searched share as progress; it may be nil.
//
// Each etude has planes on which the winner's lead over another seat is zero. They divide the box
// of the ranges into cells. All points of a cell hit the same etudes, and a point on a plane hits
// no more than the better side. So it is enough to find the best cell (on arrangements of planes:
// Edelsbrunner, Algorithms in Combinatorial Geometry, 1987).
//
// The search is branch and bound. It halves the box until few planes pass through a part. Then it
// divides this part into cells, by one plane after the other, and keeps a point inside each cell.
// It abandons every box and every cell that cannot exceed the largest number of hits so far. At the
// beginning, this is the number of hits of the point chosen.
//
// A cell narrower than a billionth of the ranges counts as empty. The hits of a point are counted
// exactly, so the result is never above the true limit and never below the hits of the point
// chosen.
func bound(ctx context.Context, l *lattice, chosen Point, cells int, tell func(tuning.Progress)) (Bound, error) {
	w := newCellSearch(ctx, l)
	w.most, w.tell = cells, tell
	w.best = Bound{Hits: chosen.Hits, Weights: chosen.Weights, OnGrid: true, Proven: true}
	boxes := w.outer()
	for _, b := range boxes {
		w.searchBox(b, w.cuts, l.etudes(), 1/float64(len(boxes)))
	}
	w.best.Cells = w.cells
	return w.best, ctx.Err()
}

// cellSearch is the state of the search for the [Bound]. The planes of all labelled positions
// divide the box of the weights' ranges into cells. All weights in a cell evaluate the same
// positions correctly, and are said to hit them. The search finds the cell with the most hits.
type cellSearch struct {
	ctx  context.Context
	l    *lattice
	free []int // indices of the weights whose range is not a single number
	cuts []cut // planes of all labelled positions, in their order

	planes   []cut   // planes that cut the current box, in units of this box
	possible int     // number of labelled positions that some point of the current box may hit
	missed   []bool  // labelled positions that the current cell misses
	side     []plane // planes of the current cell, oriented so that the cell is on the positive side
	box      box     // the current box
	table    tableau // memory for the linear programs

	active []int   // indices of the planes in side that limited the previous cell
	few    []plane // the planes with these indices
	best   Bound
	cells  int // number of cells and boxes searched so far
	most   int // number of cells and boxes after which the search stops
	tell   func(tuning.Progress)
	share  float64 // searched share of the weight space
}

// cut is a plane in the space of the weights on which the expected winner of a labelled position
// and another seat have equal values. On its positive side the winner has the higher value.
type cut struct {
	plane
	etude int     // index of the labelled position
	depth float64 // smaller of the largest leads on the two sides of the plane in a box
}

// box is a part of the space of weights: for every free weight the interval from low to high. The
// ends are fractions of the weight's range, from 0 to 1.
type box struct{ low, high []float64 }

// newCellSearch returns the state at the beginning of the exact search. It contains the weights
// that are not fixed, and the planes of all labelled positions.
func newCellSearch(ctx context.Context, l *lattice) *cellSearch {
	w := &cellSearch{ctx: ctx, l: l, missed: make([]bool, l.etudes())}
	for k, a := range l.axes {
		if a.width() > 0 {
			w.free = append(w.free, k)
		}
	}
	for e := range l.etudes() {
		for _, r := range l.rows[l.first[e]:l.first[e+1]] {
			w.cuts = append(w.cuts, cut{plane: w.plane(r), etude: e})
		}
	}
	return w
}

// plane returns the plane on which the row r is 0: the expected winner of a labelled position and
// another seat have equal values. The coordinates of the plane are the free weights, as fractions
// of their ranges from 0 to 1.
func (w *cellSearch) plane(r row) (p plane) {
	constant := int64(0)
	for k, a := range w.l.axes {
		constant += r.coef[k] * a.from
	}
	scale := r.norm
	if scale == 0 {
		scale = math.Abs(float64(constant))
	}
	p.c = make([]float64, len(w.free))
	if scale == 0 {
		return p // a tie in all of the box
	}
	for i, k := range w.free {
		p.c[i] = float64(r.coef[k]*w.l.axes[k].width()) / scale
	}
	p.d = float64(constant) / scale
	return p
}

// outer returns the boxes that the search must examine. A weight vector and its positive multiples
// evaluate the same labelled positions correctly. It is therefore enough to examine the largest
// multiples within the ranges, which lie on faces of the box of ranges. If a fixed weight is not 0,
// multiples are impossible, and outer returns the whole box.
func (w *cellSearch) outer() []box {
	whole := box{make([]float64, len(w.free)), slices.Repeat([]float64{1}, len(w.free))}
	var faces []box
	for k, a := range w.l.axes {
		if a.width() == 0 && a.from != 0 {
			return []box{whole}
		}
		i := slices.Index(w.free, k)
		if a.to > 0 {
			faces = append(faces, whole.with(i, 1, 1))
		}
		if a.from < 0 {
			faces = append(faces, whole.with(i, 0, 0))
		}
	}
	return faces
}

// with returns the part of the box in which the i-th weight lies between low and high.
func (b box) with(i int, low, high float64) box {
	out := box{slices.Clone(b.low), slices.Clone(b.high)}
	out.low[i], out.high[i] = low, high
	return out
}

// over returns the smallest and the largest value that the linear function c.x + d of the plane has
// in the box. The plane passes through the box if the values have different signs.
func (p plane) over(b box) (least, most float64) {
	least, most = p.d, p.d
	for k, c := range p.c {
		low, high := c*b.low[k], c*b.high[k]
		least += min(low, high)
		most += max(low, high)
	}
	return least, most
}

// fewPlanes is the number of planes through a box, per free weight, up to which the cells between
// the planes are searched. A box with more planes is halved first. On a plane, two seats of a
// labelled position have equal values.
const fewPlanes = 2

// shortest is the length of the longest side of a box, as a fraction of a range, below which the
// box is not halved. Halving does not help if many planes pass through one point.
const shortest = 1.0 / 1024

// searchBox searches a box, a part of the weights' ranges, for the weights that evaluate the most
// labelled positions correctly. Planes pass through the box; on a plane, the expected winner of a
// position and another seat have equal values. searchBox halves the box until few planes pass
// through a part, and then searches the cells between these planes. It leaves out parts that cannot
// exceed the best number so far.
//
// cuts must contain all planes that pass through b, and may contain others. possible is an upper
// bound for the number of positions that one point of b evaluates correctly. share is the fraction
// of the whole search that b represents, for the progress.
func (w *cellSearch) searchBox(b box, cuts []cut, possible int, share float64) {
	if w.stopped() {
		return
	}
	cuts, possible = b.reduce(cuts, possible)
	if possible <= w.best.Hits {
		w.searched(share)
		return
	}
	if x := b.center(); hits(cuts, possible, x) > w.best.Hits {
		w.record(x)
	}
	lower, upper, length := b.halves()
	if len(cuts) <= fewPlanes*len(w.free) || length < shortest {
		w.searchCells(b, cuts, possible)
		w.searched(share)
		return
	}
	if hits(cuts, possible, upper.center()) > hits(cuts, possible, lower.center()) {
		lower, upper = upper, lower
	}
	w.searchBox(lower, cuts, possible, share/2)
	w.searchBox(upper, cuts, possible, share/2)
}

// stopped reports whether the search must end early, so that its result is not proven. This is so
// if it has visited as many boxes and cells as its limit allows, or if ctx has ended. Each call
// counts one visit.
func (w *cellSearch) stopped() bool {
	if w.best.Proven {
		w.cells++
		w.best.Proven = w.cells < w.most && w.ctx.Err() == nil
	}
	return !w.best.Proven
}

// parts is the number of equal shares of the searched volume in which the progress is reported.
const parts = 1000

// searched adds share, the fraction of the search that has just been finished, to the progress.
func (w *cellSearch) searched(share float64) {
	before := int64(w.share * parts)
	w.share += share
	if done := int64(float64(w.share*parts) + 1e-6); done > before && w.tell != nil {
		w.tell(tuning.Progress{Phase: tuning.Exact, Unit: "parts", Done: min(done, parts), Of: parts})
	}
}

// reduce adapts data about a larger box to its part b. cuts contains the planes that may pass
// through the larger box. possible is the number of labelled positions that some point of the
// larger box may evaluate correctly. reduce returns the same data for b. It leaves out planes that
// do not pass through b, and the planes of positions that every point of b evaluates wrongly.
func (b box) reduce(cuts []cut, possible int) ([]cut, int) {
	var out []cut
	for from := 0; from < len(cuts); {
		to, kept, missed := from, len(out), false
		for ; to < len(cuts) && cuts[to].etude == cuts[from].etude; to++ {
			c := cuts[to]
			least, most := c.over(b)
			missed = missed || most <= thin
			if least <= 0 {
				c.depth = min(-least, most)
				out = append(out, c)
			}
		}
		if missed {
			out = out[:kept]
			possible--
		}
		from = to
	}
	return out, possible
}

// hits returns the number of labelled positions that the point x of a box evaluates correctly. cuts
// contains the planes through the box, and possible is the number of positions that some point of
// the box may evaluate correctly. From possible, hits subtracts the positions for which x lies on
// the wrong side of a plane.
func hits(cuts []cut, possible int, x []float64) int {
	last := -1
	for _, c := range cuts {
		if c.etude != last && c.at(x) <= thin {
			last = c.etude
			possible--
		}
	}
	return possible
}

// at converts a point of the box to the coordinates of the whole space, which are fractions of the
// weights' ranges. u contains the coordinates of the point within the box, from 0 to 1.
func (b box) at(u []float64) []float64 {
	x := make([]float64, len(u))
	for k := range x {
		x[k] = b.low[k] + float64(u[k]*(b.high[k]-b.low[k]))
	}
	return x
}

// middle returns the center of a unit box: 0.5 for every weight.
func middle(weights int) []float64 { return slices.Repeat([]float64{0.5}, weights) }

// center returns the center of the box in units of the ranges.
func (b box) center() []float64 { return b.at(middle(len(b.low))) }

// halves divides the box in the middle of its longest side. length is the length of this side.
func (b box) halves() (lower, upper box, length float64) {
	longest := 0
	for k := range b.low {
		if b.high[k]-b.low[k] > b.high[longest]-b.low[longest] {
			longest = k
		}
	}
	at := (b.low[longest] + b.high[longest]) / 2
	return b.with(longest, b.low[longest], at), b.with(longest, at, b.high[longest]), b.high[longest] - b.low[longest]
}

// searchCells searches the cells of box b one by one for more hits than the best number so far. The
// planes in cuts divide the box into cells. possible is the number of labelled positions that some
// point of the box may evaluate correctly.
func (w *cellSearch) searchCells(b box, cuts []cut, possible int) {
	w.box, w.possible, w.active = b, possible, w.active[:0]
	// Planes through the middle of the box come first: they leave the fewest cells to search.
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Compare(b.depth, a.depth) })
	w.planes = w.planes[:0]
	for _, c := range cuts {
		p := plane{make([]float64, len(c.c)), c.d}
		for k, v := range c.c {
			p.c[k] = v * (b.high[k] - b.low[k])
			p.d += float64(v * b.low[k])
		}
		w.planes = append(w.planes, cut{plane: p, etude: c.etude})
	}
	w.visit(0, middle(len(w.free)), 0)
}

// visit searches the cell around the point x, which lies between planes with indices below i.
// Unless the cell cannot exceed the best number of hits so far, visit divides it by the planes from
// index i on. x is in coordinates of the current box, from 0 to 1. misses is the number of labelled
// positions that all points of the cell evaluate wrongly.
func (w *cellSearch) visit(i int, x []float64, misses int) {
	if w.possible-misses <= w.best.Hits {
		return
	}
	for i < len(w.planes) && w.missed[w.planes[i].etude] {
		i++
	}
	if i == len(w.planes) {
		w.record(w.box.at(x))
		return
	}
	if w.stopped() {
		return
	}
	p := w.planes[i]
	inside := p.at(x)
	right := func() {
		w.enter(i, p.plane, inside > thin, x, misses)
	}
	wrong := func() {
		w.missed[p.etude] = true
		w.enter(i, p.opposite(), inside < -thin, x, misses+1)
		w.missed[p.etude] = false
	}
	if inside >= 0 {
		right()
		wrong()
	} else {
		wrong()
		right()
	}
}

// enter searches the part of the current cell on the positive side of the plane p, unless this part
// is empty. i is the index of p, and x is a point of the cell. here is true if x lies in the part;
// otherwise enter finds another point that does. misses is the number of labelled positions that
// all points of the part evaluate wrongly.
func (w *cellSearch) enter(i int, p plane, here bool, x []float64, misses int) {
	if !w.best.Proven {
		return
	}
	w.side = append(w.side, p)
	defer func() { w.side = w.side[:len(w.side)-1] }()
	if !here {
		x = make([]float64, len(x))
		if w.widest(x) <= thin {
			return
		}
	}
	w.visit(i+1, x, misses)
}

// widest stores in x the point of the current cell that is farthest from all planes. It returns the
// distance to the nearest plane.
//
// Usually only a few planes limit a cell. So widest first uses only the newest plane and those that
// limited the previous cell. While the solution violates other planes, it adds the one that is
// violated most and solves the problem again. It stops early if the cell is empty.
func (w *cellSearch) widest(x []float64) float64 {
	last := len(w.side) - 1
	keep := w.active[:0]
	for _, i := range w.active {
		if i < last && len(keep) < 2*len(x)+2 {
			keep = append(keep, i)
		}
	}
	w.active = append(keep, last)
	for {
		w.few = w.few[:0]
		for _, i := range w.active {
			w.few = append(w.few, w.side[i])
		}
		t := w.table.widest(w.few, x)
		worst, least := -1, t-1e-12
		for i, p := range w.side {
			if v := p.at(x); v < least {
				worst, least = i, v
			}
		}
		if worst < 0 || t <= thin || slices.Contains(w.active, worst) {
			return t
		}
		w.active = append(w.active, worst)
	}
}

// record counts exactly how many positions the weights at x evaluate correctly. It stores the
// weights if they are better than the best so far. x contains fractions of the ranges.
func (w *cellSearch) record(x []float64) {
	weights := make(engines.Weights, len(w.l.axes))
	for k, a := range w.l.axes {
		weights[k] = a.From()
	}
	for i, k := range w.free {
		a := w.l.axes[k]
		weights[k] = min(max(a.From()+x[i]*float64(a.width())/pow10[a.digits], a.From()), a.To())
	}
	if hits := w.l.hits(weights); hits > w.best.Hits {
		w.best.Hits, w.best.Weights, w.best.OnGrid = hits, weights, false
	}
}
