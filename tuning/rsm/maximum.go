package rsm

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// maximum returns the point, near the point from, at which f(x) - z'Kz/2 is largest. f is the
// surface with the parameters theta, and z is the distance of x from its origin. K is shrinkage, a
// penalty for the distance; nil means no penalty. Every coordinate of the point stays within [0, 1]
// and within the distance step of the same coordinate of from. maximum improves one coordinate
// after another. It finds the maximum if f is concave, and otherwise ends at an edge of the region.
func (f model) maximum(theta, from []float64, step float64, shrinkage *mat.SymDense) []float64 {
	const (
		sweeps    = 200
		tolerance = 1e-7
	)
	h := f.hessian(theta)
	if shrinkage != nil {
		h.AddSym(h, shrinkage)
	}
	tables := f.tables(theta)
	z := make([]float64, f.dim)
	for i := range z {
		z[i] = from[i] - f.origin[i]
	}
	for range sweeps {
		moved := 0.0
		for i := range z {
			slope := theta[i] + h.At(i, i)*z[i]
			for j, v := range z {
				slope -= h.At(i, j) * v
			}
			lo := max(from[i]-step, 0) - f.origin[i]
			hi := min(from[i]+step, 1) - f.origin[i]
			var next float64
			if tables == nil {
				next = vertex(slope, h.At(i, i), lo, hi)
			} else {
				c := coordinate{slope, h.At(i, i), f.origin[i], f.amplitudes(theta, i), tables[i]}
				next = c.maximum(lo, hi)
			}
			moved = max(moved, math.Abs(next-z[i]))
			z[i] = next
		}
		if moved < tolerance {
			break
		}
	}
	for i := range z {
		z[i] = min(max(z[i]+f.origin[i], 0), 1)
	}
	return z
}

// vertex returns the point z of [lo, hi] at which slope z - curvature z^2/2 is largest.
func vertex(slope, curvature, lo, hi float64) float64 {
	if curvature > 0 {
		return min(max(slope/curvature, lo), hi)
	}
	if slope*(hi-lo)-curvature*(hi*hi-lo*lo)/2 > 0 {
		return hi
	}
	return lo
}

// cells is the number of intervals into which the search for a maximum divides the range of a
// coordinate. With the default number of cosine terms, half a period of the shortest term has
// twelve of them.
const cells = 100

// tables returns, for every coordinate, the sum of its cosine terms at cells+1 evenly spaced values
// from 0 to 1. The search for a maximum takes its starting points from them. tables returns nil if
// the model has no cosine terms.
func (f model) tables(theta []float64) [][]float64 {
	if f.cosines == 0 {
		return nil
	}
	t := make([][]float64, f.dim)
	for i := range t {
		t[i] = make([]float64, cells+1)
		for c := range t[i] {
			t[i][c] = cosineValue(f.amplitudes(theta, i), float64(c)/cells)
		}
	}
	return t
}

// coordinate is strength as a function of one coordinate: slope z - curvature z^2/2 plus cosine
// terms. z is the distance from origin.
type coordinate struct {
	slope, curvature, origin float64
	amplitudes, table        []float64
}

// maximum returns the distance z from origin, in [lo, hi], at which strength is largest along
// this coordinate. It compares evenly spaced points, for which the table has the values of the
// cosines, and improves the best one by Newton's method.
func (c coordinate) maximum(lo, hi float64) float64 {
	best, most := lo, math.Inf(-1)
	from, to := int(math.Ceil((lo+c.origin)*cells)), int(math.Floor((hi+c.origin)*cells))
	for k := max(from, 0); k <= min(to, cells); k++ {
		z := float64(k)/cells - c.origin
		if v := c.slope*z - c.curvature*z*z/2 + c.table[k]; v > most {
			most, best = v, z
		}
	}
	for range 3 {
		first, second := cosineSlope(c.amplitudes, best+c.origin)
		if down := c.curvature - second; down > 0 {
			move := (c.slope - c.curvature*best + first) / down
			best += min(max(move, -1.0/cells), 1.0/cells)
			best = min(max(best, lo), hi)
		}
	}
	return best
}

// ascend returns a maximum of slope'z - z'Hz/2 over the unit box, where z = x - origin. It starts
// at the point from and applies Newton's method to the coordinates that are not at an edge of the
// box. If H is not positive definite among these, it moves along the most negative curvature to an
// edge. The maximum is global if H is positive definite, and local otherwise. Unlike coordinate
// ascent it is not slowed by narrow valleys.
func ascend(slope []float64, h *mat.SymDense, origin, from []float64) []float64 {
	const (
		rounds    = 20 // for every coordinate
		tolerance = 1e-9
	)
	x := append([]float64(nil), from...)
	for range rounds * len(x) {
		gradient, free := uphill(slope, h, origin, x)
		var direction *mat.VecDense
		whole := false
		for len(free) > 0 { // an edge may block a step that begins at it
			if direction, whole = step(gradient, h, free); direction == nil {
				return x
			}
			open := unblocked(direction, free, x)
			if len(open) == len(free) {
				break
			}
			free = open
		}
		if len(free) == 0 || advance(x, direction, free, whole) < tolerance {
			break
		}
	}
	return x
}

// unblocked returns the free coordinates that can change along the direction without leaving the
// unit box. Element k of direction is the change of x[free[k]].
func unblocked(direction *mat.VecDense, free []int, x []float64) []int {
	var open []int
	for k, i := range free {
		if p := direction.AtVec(k); x[i] >= 1 && p > 0 || x[i] <= 0 && p < 0 {
			continue
		}
		open = append(open, i)
	}
	return open
}

// advance moves the point x in place along a direction and returns the largest change of a
// coordinate. Element k of direction is the change of x[free[k]]; all other coordinates stay as
// they are. x moves until a coordinate reaches 0 or 1. If whole is true, it stops earlier where the
// given direction ends.
func advance(x []float64, direction *mat.VecDense, free []int, whole bool) (moved float64) {
	length := math.Inf(1)
	if whole {
		length = 1
	}
	for k, i := range free {
		if p := direction.AtVec(k); p > 0 {
			length = min(length, (1-x[i])/p)
		} else if p < 0 {
			length = min(length, -x[i]/p)
		}
	}
	for k, i := range free {
		next := min(max(x[i]+length*direction.AtVec(k), 0), 1)
		if wall := math.Round(next); math.Abs(next-wall) < 1e-12 {
			next = wall
		}
		moved = max(moved, math.Abs(next-x[i]))
		x[i] = next
	}
	return moved
}

// uphill returns the gradient of slope'z - z'Hz/2 at x, where z = x - origin. free contains the
// coordinates that can move along the gradient without leaving the unit box.
func uphill(slope []float64, h *mat.SymDense, origin, x []float64) (gradient []float64, free []int) {
	gradient = make([]float64, len(x))
	for i := range x {
		gradient[i] = slope[i]
		for j := range x {
			gradient[i] -= h.At(i, j) * (x[j] - origin[j])
		}
		if x[i] <= 0 && gradient[i] <= 0 || x[i] >= 1 && gradient[i] >= 0 {
			continue
		}
		free = append(free, i)
	}
	return gradient, free
}

// step returns a direction for the free coordinates in which the surface rises.
// If H is positive definite among these coordinates, it is Newton's step, and whole is true: the
// step leads to the maximum. Otherwise it is a direction of negative curvature, and whole is false:
// its length has no meaning. direction is nil if the decomposition fails.
func step(gradient []float64, h *mat.SymDense, free []int) (direction *mat.VecDense, whole bool) {
	part, g := mat.NewSymDense(len(free), nil), mat.NewVecDense(len(free), nil)
	for k, i := range free {
		g.SetVec(k, gradient[i])
		for l, j := range free {
			part.SetSym(k, l, h.At(i, j))
		}
	}
	var factor mat.Cholesky
	direction = new(mat.VecDense)
	if factor.Factorize(part) && unlessIll(factor.SolveVecTo(direction, g)) == nil {
		return direction, true
	}
	var e mat.EigenSym
	if !e.Factorize(part, true) {
		return nil, false
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	direction.CloneFromVec(vectors.ColView(0)) // belongs to the smallest eigenvalue
	if mat.Dot(direction, g) < 0 {
		direction.ScaleVec(-1, direction)
	}
	return direction, false
}
