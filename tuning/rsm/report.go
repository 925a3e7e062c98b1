package rsm

import (
	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// report reads importances and interactions from the matrix H of the quadratic.
// Moving weight i by a quarter of its range from the maximum loses H_ii/32 logits,
// moving i and j costs or saves H_ij/16 more; a logit is 400/ln 10 Elo. Weights that
// are not tuned have none of either.
func (s *fit) report() tuning.Report {
	n := len(s.Box.Space())
	r := tuning.Report{Importance: make([]float64, n), Interaction: make([][]float64, n)}
	for i := range r.Interaction {
		r.Interaction[i] = make([]float64, n)
	}
	h := s.reduced.model.hessian(s.reduced.theta)
	free := s.Box.Space().Free()
	for k, i := range free {
		r.Importance[i] = max(h.At(k, k), 0) / 32 * rating.EloPerLogit
		for l, j := range free {
			if k != l {
				r.Interaction[i][j] = h.At(k, l) / 16 * rating.EloPerLogit
			}
		}
	}
	return r
}

// curvature is the mean of H over its axes.
func (s *fit) curvature() float64 {
	return mat.Trace(s.reduced.model.hessian(s.reduced.theta)) / float64(s.Box.Dim())
}
