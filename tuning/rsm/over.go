package rsm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// Over is how much stronger one vector is than another, in logits, and the standard
// deviation of that, by the model in use fitted to all pairs of the strategy and
// others, in coordinates of the region's box. It is false where no model can be fitted.
func (s *Strategy) Over(a, b engines.Weights, others pairwise.Log) (mean, deviation float64, ok bool) {
	return s.method().fit.over(a, b, others)
}

func (s *fit) over(a, b engines.Weights, others pairwise.Log) (mean, deviation float64, ok bool) {
	const refits = 3
	games := slices.Concat(s.log, others)
	p := newPosterior(s.best.model)
	p.theta, p.priors = slices.Clone(s.best.theta), s.best.priors
	for range refits {
		if p.refit(games) != nil {
			return 0, 0, false
		}
	}
	row := make([]float64, p.model.size())
	p.model.add(row, s.Box.Unit(a), 1)
	p.model.add(row, s.Box.Unit(b), -1)
	for j, v := range row {
		mean += v * p.theta[j]
	}
	c := p.covariance(mat.NewDense(1, len(row), row))
	if c == nil {
		return 0, 0, false
	}
	return mean, math.Sqrt(c.At(0, 0)), true
}
