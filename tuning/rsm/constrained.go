package rsm

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// peak returns the point where the fitted surface of strength is highest, at most Options.Step away
// from the centre in every coordinate. With constraints between weights, it is a maximum among the
// points that satisfy the constraints.
func (s *fit) peak() []float64 {
	k := s.best.shrinkage(s.centre, s.c)
	at := s.best.model.maximum(s.best.theta, s.centre, s.options.Step, k)
	if !s.setup.Box.Constrained() {
		return at
	}
	h := hill{fit: s, shrinkage: k}
	best := h.climb(at)
	if other := h.climb(s.centre); h.height(other) > h.height(best) {
		best = other
	}
	share := 1.0 // of the way from the centre; the points on the way satisfy the constraints
	for i, u := range best {
		if d := math.Abs(u - s.centre[i]); d > s.options.Step {
			share = min(share, s.options.Step/d)
		}
	}
	for i, u := range best {
		at[i] = s.centre[i] + share*(u-s.centre[i])
	}
	return at
}

// hill is the function whose maximum peak searches: the fitted surface of strength minus a penalty
// for the distance from its origin. The penalty is z'Kz/2, where z is the distance and the matrix K
// is shrinkage. A nil matrix means no penalty. Points must satisfy the constraints between weights.
type hill struct {
	fit       *fit
	shrinkage *mat.SymDense
}

// height returns the strength that the fitted surface predicts for the point u, minus the penalty
// of h, in logits.
func (h hill) height(u []float64) float64 {
	m := h.fit.best.model
	value := m.value(h.fit.best.theta, u)
	if h.shrinkage != nil {
		z := mat.NewVecDense(len(u), nil)
		for i, v := range u {
			z.SetVec(i, v-m.origin[i])
		}
		value -= mat.Inner(z, h.shrinkage, z) / 2
	}
	return value
}

// climb returns a local maximum of h. It starts at the point that satisfies the constraints and is
// nearest to from. In each step it moves along the gradient and then to the nearest point that
// satisfies the constraints. If the value does not rise, it halves the step (projected gradients:
// Goldstein, "Convex programming in Hilbert space", 1964).
func (h hill) climb(from []float64) []float64 {
	const (
		steps      = 100
		difference = 1e-4 // of coordinates, for the numerical gradient
		longest    = 0.1  // first length of a step, in unit coordinates
		shortest   = 1e-5
	)
	at := append([]float64(nil), from...)
	h.fit.setup.Box.Feasible(at)
	most, length := h.height(at), longest
	for k := 0; k < steps && length > shortest; k++ {
		gradient, norm := make([]float64, len(at)), 0.0
		near := append([]float64(nil), at...)
		for i, u := range at {
			near[i] = u + difference
			up := h.height(near)
			near[i] = u - difference
			gradient[i] = (up - h.height(near)) / (2 * difference)
			near[i] = u
			norm = math.Hypot(norm, gradient[i])
		}
		if norm == 0 {
			break
		}
		next := make([]float64, len(at))
		for i, u := range at {
			next[i] = min(max(u+length*gradient[i]/norm, 0), 1)
		}
		h.fit.setup.Box.Feasible(next)
		if value := h.height(next); value > most {
			at, most, length = next, value, 1.5*length
		} else {
			length /= 2
		}
	}
	return at
}
