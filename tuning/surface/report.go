package surface

import (
	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
)

// Report reads importances and interactions from the curvature of the surface.
// Moving weight i by a quarter of its range from the peak loses half of H_ii/16,
// moving i and j costs or saves H_ij/16 more; a natural logit is 400/ln 10 Elo.
// Weights that are not tuned have none of either.
func (s *Strategy) Report() tuning.Report {
	n := len(s.box.Space())
	r := tuning.Report{Importance: make([]float64, n), Interaction: make([][]float64, n)}
	for i := range r.Interaction {
		r.Interaction[i] = make([]float64, n)
	}
	h := s.plain.form.bowl(s.plain.theta)
	free := s.box.Space().Free()
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

// Bend is the mean curvature of the bowl over its axes, in logits per square of a
// weight's range.
func (s *Strategy) Bend() float64 {
	return mat.Trace(s.plain.form.bowl(s.plain.theta)) / float64(s.box.Dim())
}
