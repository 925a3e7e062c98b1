package constraints

import (
	"math"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
)

// tolerance is the violation of a condition that still counts as a rounding error. It is measured
// in coordinates in which every weight has a range of about 1.
const tolerance = 1e-11

// project moves v to the nearest vector that satisfies all constraints within the ranges lo to hi.
// It returns false, with v unchanged, if no such vector exists.
//
// The vector solves the quadratic program: minimize |y-y0|^2 subject to linear inequalities, in
// coordinates y = v/scale. The algorithm is the dual active-set method of Goldfarb and Idnani, for
// the identity matrix. Source: "A numerically stable dual method for solving strictly convex
// quadratic programs", Mathematical Programming 27, 1983. The method begins at v and repeatedly
// adds the most violated condition. After finitely many steps it has found the solution, or the
// proof that the conditions contradict each other.
func (s *Set) project(v engines.Weights, lo, hi []float64) bool {
	scale := s.scales(v)
	q := quadraticProgram{}
	variable := make(map[int]int) // index of a variable, by the index of its weight
	for _, i := range s.weights {
		if lo[i] < hi[i] {
			variable[i] = len(q.y)
			q.y = append(q.y, v[i]/scale[i])
		}
	}
	n := len(q.y)
	for i := range s.rows {
		if !q.addRow(&s.rows[i], variable, scale, lo, n) {
			return false
		}
	}
	for _, i := range s.weights {
		if k, ok := variable[i]; ok {
			low, high := make([]float64, n), make([]float64, n)
			low[k], high[k] = 1, -1
			q.add(low, lo[i]/scale[i])
			q.add(high, -hi[i]/scale[i])
		}
	}
	if !q.solve() {
		return false
	}
	for _, i := range s.weights {
		v[i] = lo[i]
		if k, ok := variable[i]; ok {
			v[i] = min(max(q.y[k]*scale[i], lo[i]), hi[i])
		}
	}
	s.align(v, lo)
	return true
}

// scales returns a unit of change for every weight, which makes changes of different weights
// comparable. It is the width of the weight's range. For a logarithmic weight it is the change near
// v that corresponds to the whole range on the logarithmic scale. For a weight that is not tuned it
// is 1.
func (s *Set) scales(v engines.Weights) []float64 {
	out := make([]float64, len(v))
	for i, w := range s.space {
		switch out[i] = 1; {
		case !w.Free():
		case w.Kind.Has(engines.Log):
			out[i] = min(max(v[i], w.Min), w.Max) * elementary.Log(w.Max/w.Min)
		default:
			out[i] = w.Max - w.Min
		}
	}
	return out
}

// align removes rounding errors from order constraints, in which no weight may exceed the next one.
// A weight that exceeds the next one by no more than a rounding error gets the value of the next
// one. align does not lower a weight below its limit in lo.
func (s *Set) align(v engines.Weights, lo []float64) {
	for k := len(s.rows) - 1; k >= 0; k-- {
		r := &s.rows[k]
		if r.kind != orderRow {
			continue
		}
		a, b := r.terms[0].weight, r.terms[1].weight
		if v[a] > v[b] && v[a]-v[b] <= r.slack && v[b] >= lo[a] {
			v[a] = v[b]
		}
	}
}

// quadraticProgram is the problem of finding the point nearest to y that satisfies all conditions,
// which are linear inequalities.
type quadraticProgram struct {
	y          []float64
	conditions []condition
}

// condition is a linear inequality: the scalar product of normal and a vector is at least bound.
// normal has the length 1.
type condition struct {
	normal []float64
	bound  float64
}

// addRow adds a linear condition on the weights to the quadratic program. If all weights in the
// condition are constant, addRow adds nothing, and returns false if the condition is violated.
// Otherwise it returns true.
//
// The program has n variables. variable contains the index of the variable of every weight that is
// not constant. The value of a variable is the weight divided by its unit, an element of scale. The
// value of a constant weight is its element of fixed.
func (q *quadraticProgram) addRow(r *row, variable map[int]int, scale, fixed []float64, n int) bool {
	normal := make([]float64, n)
	constant, any := 0.0, false
	for _, t := range r.terms {
		if k, ok := variable[t.weight]; ok {
			normal[k] += float64(t.factor * scale[t.weight])
			any = any || normal[k] != 0
		} else {
			constant += float64(t.factor * fixed[t.weight])
		}
	}
	if !any {
		return constant >= r.lo-r.slack && constant <= r.hi+r.slack
	}
	if !math.IsInf(r.lo, 0) {
		q.add(normal, r.lo-constant)
	}
	if !math.IsInf(r.hi, 0) {
		opposite := make([]float64, n)
		for k, f := range normal {
			opposite[k] = -f
		}
		q.add(opposite, constant-r.hi)
	}
	return true
}

// add adds a linear condition: the scalar product of normal and the solution must be at least
// bound. It scales the condition so that normal has the length 1.
func (q *quadraticProgram) add(normal []float64, bound float64) {
	length := math.Sqrt(dot(normal, normal))
	if !(length > 1e-150 && length < 1e150) { // squares of such numbers overflow or are 0
		length = 0
		for _, f := range normal {
			length = elementary.Hypot(length, f)
		}
	}
	c := condition{make([]float64, len(normal)), bound / length}
	for k, f := range normal {
		c.normal[k] = f / length
	}
	q.conditions = append(q.conditions, c)
}

// solve moves q.y to the nearest point that satisfies all conditions. It returns false if there is
// no such point, or if it does not find the point in 100 steps per condition.
func (q *quadraticProgram) solve() bool {
	var active []int       // conditions that hold with equality
	var pressure []float64 // Lagrange multiplier of each active condition
	for range 100 * (len(q.conditions) + 1) {
		worst, most := -1, tolerance
		for i, c := range q.conditions {
			if gap := c.bound - dot(c.normal, q.y); gap > most {
				worst, most = i, gap
			}
		}
		if worst < 0 {
			return true
		}
		next := q.conditions[worst]
		added := 0.0 // multiplier of the added condition
		for {
			weights := q.onto(active, next.normal)
			direction := q.residual(active, weights, next.normal)
			drop, limit := -1, math.Inf(1)
			for k, w := range weights {
				if w > 0 && pressure[k]/w < limit {
					drop, limit = k, pressure[k]/w
				}
			}
			step := math.Inf(1)
			slope := dot(direction, next.normal)
			if slope > 1e-10 {
				step = (next.bound - dot(next.normal, q.y)) / slope
			}
			length := min(step, limit)
			if math.IsInf(length, 0) {
				return false
			}
			if !math.IsInf(step, 0) {
				for k, d := range direction {
					q.y[k] += float64(length * d)
				}
			}
			for k, w := range weights {
				pressure[k] -= float64(length * w)
			}
			added += length
			if step <= limit {
				break
			}
			active = append(active[:drop:drop], active[drop+1:]...)
			pressure = append(pressure[:drop:drop], pressure[drop+1:]...)
		}
		active, pressure = append(active, worst), append(pressure, added)
	}
	return false
}

// onto returns the orthogonal projection of v onto the space that the normals of some conditions
// span. The result is one factor per normal; the projection is the sum of the normals times these
// factors. active contains the indices of the conditions. Their normals must be linearly
// independent.
func (q *quadraticProgram) onto(active []int, v []float64) []float64 {
	n := len(active)
	l := make([][]float64, n)
	x := make([]float64, n)
	for i := range n {
		l[i] = make([]float64, i+1)
		a := q.conditions[active[i]].normal
		for j := range i + 1 {
			sum := dot(a, q.conditions[active[j]].normal)
			for k := range j {
				sum -= float64(l[i][k] * l[j][k])
			}
			if i == j {
				l[i][i] = math.Sqrt(max(sum, 1e-24))
			} else {
				l[i][j] = sum / l[j][j]
			}
		}
		x[i] = dot(a, v)
		for k := range i {
			x[i] -= float64(l[i][k] * x[k])
		}
		x[i] /= l[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= float64(l[k][i] * x[k])
		}
		x[i] /= l[i][i]
	}
	return x
}

// residual returns v minus a sum of normals, each times a factor. active contains the indices of
// the conditions to which the normals belong. With factors from [quadraticProgram.onto], the result
// is the part of v that is orthogonal to these normals.
func (q *quadraticProgram) residual(active []int, factors, v []float64) []float64 {
	out := slices.Clone(v)
	for k, i := range active {
		for j, f := range q.conditions[i].normal {
			out[j] -= float64(factors[k] * f)
		}
	}
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
