package grid

import "math"

// A cell is the set of weights within a box on the positive side of some planes. Its widest
// point is the solution x of this linear program, and t is its distance to the nearest plane:
//
//	maximise t  subject to  c.x + d >= t for every plane,  0 <= x <= 1,  t <= 1
//
// x contains the weights in units of the box, and t is in units of their ranges: every plane (c, d)
// has |c| = 1 in these units, or c = 0 if it depends on no weight. A cell with t <= thin counts as
// empty.
//
// gonum's lp.Simplex finds the same solutions, but it allocates matrices in every call and
// takes a hundred times as long; an exact search solves millions of such programs.

// thin is the width, as a fraction of the ranges of the weights, up to which a cell counts as
// empty. A cell is a part of the space of weights between planes; see [cellSearch]. thin is far
// above rounding errors and far below any step of a grid.
const thin = 1e-9

// plane is an oriented plane. Its positive side contains the points x with c.x + d > 0.
type plane struct {
	c []float64
	d float64
}

func (p plane) at(x []float64) float64 {
	sum := p.d
	for k, c := range p.c {
		sum += float64(c * x[k])
	}
	return sum
}

func (p plane) opposite() plane {
	c := make([]float64, len(p.c))
	for k := range c {
		c[k] = -p.c[k]
	}
	return plane{c, -p.d}
}

// tableau is a linear program in dictionary form (Chvatal, Linear Programming, 1983, chapter 2).
// Every row expresses a basic variable as a constant plus a combination of the nonbasic variables,
// which are zero. The variables 0 to n-1 belong to the program; the others are slack variables.
// A tableau is reused for many cells to avoid allocations.
type tableau struct {
	rows  [][]float64 // coefficients of every row, its constant first
	basic []int       // the basic variable of every row
	other []int       // the nonbasic variables, by column
	cells []float64   // memory of the rows
}

// widest stores in x the point that is farthest from all planes, within the cell (the region on the
// positive sides of the planes). It returns the distance to the nearest plane. The point is the
// solution of a linear program, which is shifted so that x = 0 satisfies all planes. The program is
// therefore feasible at the start. It is bounded, and Bland's rule prevents cycles (Bland, "New
// finite pivoting rules for the simplex method", Mathematics of Operations Research 2, 1977).
func (t *tableau) widest(planes []plane, x []float64) float64 {
	n := len(x)
	shift := 0.0
	for _, p := range planes {
		shift = max(shift, -p.d)
	}
	t.reset(len(planes)+n+2, n+1)
	for i, p := range planes { // slack = d + shift + c.x - t
		t.rows[i][0] = p.d + shift
		copy(t.rows[i][1:], p.c)
		t.rows[i][n+1] = -1
	}
	for k := range n { // slack = 1 - x
		r := t.rows[len(planes)+k]
		r[0], r[1+k] = 1, -1
	}
	last := t.rows[len(planes)+n] // slack = 1 + shift - t
	last[0], last[n+1] = 1+shift, -1
	t.rows[len(planes)+n+1][n+1] = 1 // the objective, t
	for t.pivot() {
	}
	for k := range x {
		x[k] = 0
	}
	for i, v := range t.basic[:len(t.basic)-1] {
		if v < n {
			x[v] = min(max(t.rows[i][0], 0), 1)
		}
	}
	return t.rows[len(t.rows)-1][0] - shift
}

// reset empties the tableau and gives it n variables and m rows. The last row is the objective
// function.
func (t *tableau) reset(m, n int) {
	if need := m * (n + 1); cap(t.cells) < need {
		t.cells = make([]float64, 2*need)
	}
	clear(t.cells[:m*(n+1)])
	t.rows, t.basic, t.other = t.rows[:0], t.basic[:0], t.other[:0]
	for i := range m {
		t.rows = append(t.rows, t.cells[i*(n+1):(i+1)*(n+1)])
		t.basic = append(t.basic, n+i)
	}
	for k := range n {
		t.other = append(t.other, k)
	}
}

// epsilon is the largest absolute value of a coefficient that counts as zero. Pivots between nearly
// parallel planes leave rounding errors of about 1e-11.
const epsilon = 1e-10

// pivot makes one step of the simplex method. The first variable that increases the objective
// enters the basis (Bland's rule), and the basic variable that becomes zero first leaves it. pivot
// returns false if the objective is at its maximum.
func (t *tableau) pivot() bool {
	objective := t.rows[len(t.rows)-1]
	enter := -1
	for k, v := range t.other {
		if objective[1+k] > epsilon && (enter < 0 || v < t.other[enter]) {
			enter = k
		}
	}
	if enter < 0 {
		return false
	}
	leave, least := -1, math.Inf(1)
	for i, r := range t.rows[:len(t.rows)-1] {
		if a := r[1+enter]; a < -epsilon {
			ratio := max(r[0], 0) / -a
			if ratio < least || ratio == least && t.basic[i] < t.basic[leave] {
				leave, least = i, ratio
			}
		}
	}
	if leave < 0 {
		return false
	}
	t.exchange(leave, enter)
	return true
}

// exchange removes the variable of row leave from the basis, and adds the nonbasic variable with
// the index enter. It solves the row for the added variable, and substitutes the solution into the
// other rows.
func (t *tableau) exchange(leave, enter int) {
	pivot := t.rows[leave]
	a := pivot[1+enter]
	pivot[1+enter] = -1
	for j := range pivot {
		pivot[j] /= -a
	}
	for i, r := range t.rows {
		if f := r[1+enter]; i != leave && f != 0 {
			r[1+enter] = 0
			for j := range r {
				r[j] += float64(f * pivot[j])
			}
		}
	}
	t.basic[leave], t.other[enter] = t.other[enter], t.basic[leave]
}
