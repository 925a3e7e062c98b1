package rsm

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// maximum returns where f - z'Kz/2 is largest over the part of the unit box that
// lies within step of a point in every coordinate, K being a shrinkage or nil. It
// ascends along one coordinate after the other, exactly in each: that ends at the
// maximum where f is concave, and at an edge of the region where it is not.
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

// vertex is where slope z - curvature z^2/2 is largest within [lo, hi].
func vertex(slope, curvature, lo, hi float64) float64 {
	if curvature > 0 {
		return min(max(slope/curvature, lo), hi)
	}
	if slope*(hi-lo)-curvature*(hi*hi-lo*lo)/2 > 0 {
		return hi
	}
	return lo
}

// cells is the number of steps in which a coordinate is searched where it has
// cosine terms: twelve to half the shortest period.
const cells = 100

// tables holds the cosine terms of every coordinate at the edges of the cells, nil
// if there are none.
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

// coordinate is f along one coordinate: slope z - curvature z^2/2 and cosine terms.
type coordinate struct {
	slope, curvature, origin float64
	amplitudes, table        []float64
}

// maximum is where it is largest within [lo, hi]: the best edge of a cell, and from
// there by Newton's method.
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
