package grid

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Limit is the most hits that any weights within the ranges reach.
type Limit struct {
	Hits    int
	Weights engines.Weights // reach it
	OnGrid  bool            // a point of the grid reaches it too, and Weights are that point
	// Proven is false if the search was given up: Hits are then reached, but
	// more may be possible.
	Proven bool
	Cells  int // cells of the arrangement that were looked into
}

// maxCells is the number of cells after which bound gives up: a minute or two.
const maxCells = 1 << 24

// bound walks through the cells into which the planes of the etudes (where a
// winner's lead is zero) divide the box. Hits change only from cell to cell, and
// on a plane there are no more than in the better of its sides, so the answer is
// that of the best cell (on arrangements of planes: Edelsbrunner, Algorithms in
// Combinatorial Geometry, 1987; the search is branch and bound). Plane by plane
// the cells are divided, keeping a point
// inside each; a cell is left when it has missed so many etudes that it cannot
// beat the best known, which is at first what the grid has found.
//
// A cell narrower than a billionth of the ranges is taken for empty. What is
// reported as reached is counted exactly, so the answer never exceeds the truth
// and never falls below the grid.
func bound(ctx context.Context, l *lattice, chosen Point, cells int) (Limit, error) {
	w := newWalk(ctx, l)
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

// walk is a search through an arrangement of planes.
type walk struct {
	ctx    context.Context
	l      *lattice
	free   []int // weights with more than one value
	planes []plane
	etude  []int // of every plane

	fixed int     // etudes missed everywhere in the box
	side  []plane // the planes passed so far, turned to the cell's side
	table tableau

	active []int   // sides that bounded the last cell looked for
	few    []plane // the same as planes
	best   Limit
	cells  int
	most   int // cells after which the walk gives up
}

// newWalk lists the planes that divide the box. An etude that is missed in all of
// the box has none: it is counted once and for all.
func newWalk(ctx context.Context, l *lattice) *walk {
	w := &walk{ctx: ctx, l: l}
	for k, a := range l.axes {
		if a.Count > 1 {
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
	// Planes through the middle first: they leave the fewest cells to search.
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Compare(b.depth, a.depth) })
	for _, c := range cuts {
		w.planes, w.etude = append(w.planes, c.plane), append(w.etude, c.etude)
	}
	return w
}

// plane is a row over the free weights in units of their ranges, with the least
// and the largest value of the row in the box.
func (w *walk) plane(r row) (p plane, low, high float64) {
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
		return p, 0, 0 // a tie everywhere
	}
	p.d = float64(constant) / scale
	return p, float64(least) / scale, float64(most) / scale
}

// visit divides a cell, of which x is an inner point, by the planes from the
// i-th on. missed marks the etudes with a plane on whose wrong side the cell is.
func (w *walk) visit(i int, x []float64, misses int, missed []bool) {
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

// enter visits one side of a plane if the cell reaches there; here says that x
// already does.
func (w *walk) enter(i int, p plane, here bool, x []float64, misses int, missed []bool) {
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

// widest finds the widest point of the cell on the sides passed so far, writes it
// into x, and returns its distance to the nearest of them. Of many planes few
// bound a cell: it starts with those that bounded the last one and adds the plane
// that the answer violates most, until none is violated or what is left has no
// inside.
func (w *walk) widest(x []float64) float64 {
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

// record counts, exactly, what a point hits.
func (w *walk) record(x []float64) {
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

// hits counts the etudes that weights hit, without rounding: in fractions, as the
// weights of a point between those of the grid are no decimals.
func (l *lattice) hits(weights engines.Weights) int {
	exact := make([]*big.Rat, len(weights))
	for k, a := range l.axes {
		exact[k] = new(big.Rat).SetFloat64(weights[k])
		if a.Count == 1 { // the decimal that is meant
			exact[k].SetFrac64(a.from, int64(pow10[a.digits]))
		}
		exact[k].Mul(exact[k], new(big.Rat).SetInt64(int64(pow10[a.digits])))
	}
	hits := 0
	var sum, term big.Rat
	for e := range l.etudes() {
		hit := true
		for _, r := range l.rows[l.first[e]:l.first[e+1]] {
			sum.SetInt64(0)
			for k, c := range r.coef {
				sum.Add(&sum, term.Mul(term.SetInt64(c), exact[k]))
			}
			hit = hit && sum.Sign() > 0
		}
		if hit {
			hits++
		}
	}
	return hits
}
