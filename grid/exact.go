package grid

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Limit is the largest number of labelled positions that any weights within their ranges evaluate
// correctly, on the grid or between its points.
type Limit struct {
	Hits    int
	Weights engines.Weights // weights with this number of hits
	OnGrid  bool            // some point of the grid has as many hits; Weights is then that point
	// Proven reports whether the search for the limit was completed. If it was stopped, Hits is
	// only a lower bound.
	Proven bool
	Cells  int // number of cells (parts of the weight space) that were searched
}

// maxCells is the largest number of cells of the weight space that the function [bound] searches.
const maxCells = 1 << 24

// bound computes the [Limit], the largest number of labelled positions (etudes) that any weights
// within the ranges hit. Each etude has planes on which the winner's lead over another seat is
// zero. They divide the box of the ranges into cells. All points of a cell hit the same etudes, and
// a point on a plane hits no more than the better side. So it is enough to find the best cell (on
// arrangements of planes: Edelsbrunner, Algorithms in Combinatorial Geometry, 1987).
//
// The search is branch and bound: it divides the cells by one plane after the other and keeps a
// point inside each cell. It abandons a cell with too many misses to exceed the best known number,
// which at the beginning comes from the grid.
//
// A cell narrower than a billionth of the ranges counts as empty. The hits are counted exactly at a
// point, so they are never above the true limit and never below the grid's number.
func bound(ctx context.Context, l *lattice, chosen Point, cells int) (Limit, error) {
	w := newCellSearch(ctx, l)
	w.most = cells
	w.best = Limit{Hits: chosen.Hits, Weights: chosen.Weights, OnGrid: true, Proven: true}
	x := make([]float64, len(w.free))
	for k := range x {
		x[k] = 0.5
	}
	w.visit(0, x, 0, make([]bool, l.etudes()))
	w.best.Cells = w.cells
	return w.best, ctx.Err()
}

// cellSearch is the state of the search for the cell that hits the most labelled positions. Cells
// are the parts into which planes divide the box of the weights' ranges.
type cellSearch struct {
	ctx    context.Context
	l      *lattice
	free   []int // indices of the weights whose range is not a single number
	planes []plane
	etude  []int // labelled position that each plane belongs to

	fixed int     // number of labelled positions that all points of the box miss
	side  []plane // planes of the current cell, oriented so that the cell is on the positive side
	table tableau

	active []int   // indices of the planes in side that limited the previous cell
	few    []plane // these planes themselves
	best   Limit
	cells  int
	most   int // number of cells after which the search stops
}

// newCellSearch returns a search through all cells of the box of the weights' ranges. Labelled
// positions that all points of the box miss have no planes and are only counted.
func newCellSearch(ctx context.Context, l *lattice) *cellSearch {
	w := &cellSearch{ctx: ctx, l: l}
	for k, a := range l.axes {
		if a.width() > 0 {
			w.free = append(w.free, k)
		}
	}
	type cut struct {
		plane
		etude int
		depth float64
	}
	var cuts []cut
	for e := range l.etudes() {
		missed, from := false, len(cuts)
		for _, r := range l.rows[l.first[e]:l.first[e+1]] {
			p, low, high := w.plane(r)
			missed = missed || high <= 0
			if low <= 0 && high > 0 {
				cuts = append(cuts, cut{p, e, min(-low, high)})
			}
		}
		if missed {
			w.fixed++
			cuts = cuts[:from]
		}
	}
	// Planes through the middle of the box come first: they leave the fewest cells to search.
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Compare(b.depth, a.depth) })
	for _, c := range cuts {
		w.planes, w.etude = append(w.planes, c.plane), append(w.etude, c.etude)
	}
	return w
}

// plane converts r, the lead of a winner as a function of the weights, to a plane over the free
// weights in units of their ranges. low and high are the smallest and the largest lead in the box
// of the ranges.
func (w *cellSearch) plane(r row) (p plane, low, high float64) {
	constant := int64(0)
	for k, a := range w.l.axes {
		constant += r.coef[k] * a.from
	}
	least, most := constant, constant
	scale := r.norm
	if scale == 0 {
		scale = math.Abs(float64(constant))
	}
	p.c = make([]float64, len(w.free))
	for i, k := range w.free {
		c := r.coef[k] * w.l.axes[k].width()
		if c < 0 {
			least += c
		} else {
			most += c
		}
		p.c[i] = float64(c) / scale
	}
	if scale == 0 {
		return p, 0, 0 // a tie in all of the box
	}
	p.d = float64(constant) / scale
	return p, float64(least) / scale, float64(most) / scale
}

// visit searches the cell that contains the point x. It divides the cell by the planes from index i
// on. misses is the number of labelled positions that the cell misses, and missed marks these
// positions.
func (w *cellSearch) visit(i int, x []float64, misses int, missed []bool) {
	if w.l.etudes()-w.fixed-misses <= w.best.Hits || !w.best.Proven {
		return
	}
	for i < len(w.planes) && missed[w.etude[i]] {
		i++
	}
	if i == len(w.planes) {
		w.record(x)
		return
	}
	if w.cells++; w.cells >= w.most || w.ctx.Err() != nil {
		w.best.Proven = false
		return
	}
	inside := w.planes[i].at(x)
	right := func() {
		w.enter(i, w.planes[i], inside > thin, x, misses, missed)
	}
	wrong := func() {
		missed[w.etude[i]] = true
		w.enter(i, w.planes[i].opposite(), inside < -thin, x, misses+1, missed)
		missed[w.etude[i]] = false
	}
	if inside >= 0 {
		right()
		wrong()
	} else {
		wrong()
		right()
	}
}

// enter visits the part of a cell on the positive side of plane p, unless that part is empty. here
// reports whether the point x is in this part. The other parameters have the same
// meanings as in [cellSearch.visit].
func (w *cellSearch) enter(i int, p plane, here bool, x []float64, misses int, missed []bool) {
	w.side = append(w.side, p)
	defer func() { w.side = w.side[:len(w.side)-1] }()
	if !here {
		x = make([]float64, len(x))
		if w.widest(x) <= thin {
			return
		}
	}
	w.visit(i+1, x, misses, missed)
}

// widest sets x to the point of the current cell that is farthest from all planes, and returns its
// distance to the nearest plane. Since few planes limit a cell, it begins with the planes that
// limited the previous cell. It then adds the plane that the solution violates most, until none is violated
// or the cell is empty.
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

// record counts the hits (correctly evaluated positions) of the weights at x exactly, and keeps the
// weights if they are the best so far.
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
