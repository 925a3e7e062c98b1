package rsm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating"
)

// counting is the probability, by the games alone, that a coordinate counts at all and is
// not one that does nothing. All coordinates counting stands against all but one doing so:
// then strength has no slope along that one, no curvature and no product with it, and the
// curvatures of the others differ as much or as little as before. Both are averages over
// the priors. Beforehand one is as likely as the other. It is NaN where no prior fits.
//
// Slopes are as large as lead to a maximum within reach of the answer along an axis of the
// common curvature: hardly bounded ones would speak for a coordinate that does nothing
// whatever the games.
func (a *assessment) counting(p *posterior, games int) []float64 {
	const nearby = 0.3 // of the range
	var with []float64
	without := make([][]float64, a.model.dim)
	p.underEach(games, nearby, a.evenness(), func() {
		gain := p.withoutEach()
		if gain == nil {
			return
		}
		e := p.evidence()
		with = append(with, e)
		for k, g := range gain {
			without[k] = append(without[k], e+g)
		}
	})
	out := make([]float64, a.model.dim)
	for k := range out {
		if out[k] = math.NaN(); len(with) > 0 {
			out[k] = rating.Logistic(average(with) - average(without[k]))
		}
	}
	return out
}

// perWeight gives the probabilities of the coordinates to their weights. Where only ratios
// count that of the weight with which all others are compared is the largest of theirs: it
// counts as compared with them.
func (a *assessment) perWeight(chances []float64) []float64 {
	out := make([]float64, len(a.view.answer))
	if a.view.rays {
		out[a.view.largest] = slices.Max(chances)
	}
	for k, i := range a.view.free {
		out[i] = chances[k]
	}
	return out
}

// withoutEach is by how much the log evidence rises where a coordinate does nothing, for
// every one of them; nil where the covariance cannot be told.
func (p *posterior) withoutEach() []float64 {
	var covariance mat.SymDense
	if unlessIll(p.factor.InverseTo(&covariance)) != nil {
		return nil
	}
	out := make([]float64, p.model.dim)
	for k := range out {
		var ok bool
		if out[k], ok = p.without(k, &covariance); !ok {
			return nil
		}
	}
	return out
}

// without is that for one coordinate: the ratio of the densities, after the games and
// before, at a slope, a curvature and products of 0 (Savage and Dickey; J. Dickey, "The
// weighted likelihood ratio, linear hypotheses on normal location parameters", Annals of
// Mathematical Statistics 42, 1971). The curvature is the common one and a deviation from
// it. Where the coordinate does nothing the common one is that of the others and may be
// anything, and the deviation is minus that: no prior draws it to 0.
func (p *posterior) without(k int, covariance *mat.SymDense) (gain float64, ok bool) {
	own := p.model.of(k)
	all := append(own, p.model.dim)
	n := len(all)
	// The parameters are t times the common curvature there.
	t, mean, part := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	t.SetVec(1, -1)
	t.SetVec(n-1, 1)
	for i, from := range all {
		mean.SetVec(i, p.theta[from])
		for j := i; j < n; j++ {
			part.SetSym(i, j, covariance.At(from, all[j]))
		}
	}
	var factor mat.Cholesky
	var qt, qm mat.VecDense // the precision times t and the mean
	if !factor.Factorize(part) || unlessIll(factor.SolveVecTo(&qt, t)) != nil || unlessIll(factor.SolveVecTo(&qm, mean)) != nil {
		return 0, false
	}
	precision := mat.Dot(t, &qt) - p.prior(own[1]) // of the common curvature there
	gain = square(mat.Dot(t, &qm))/precision - mat.Dot(mean, &qm) - math.Log(precision) - factor.LogDet()
	for _, j := range own {
		gain -= math.Log(p.prior(j))
	}
	return gain / 2, true
}

// of lists the parameters that a coordinate has in the quadratic of a full model: its
// slope, the deviation of its curvature, and its products with all others.
func (f model) of(k int) []int {
	out := []int{k, f.dim + 1 + k}
	for i, j := 0, 2*f.dim+1; i < f.dim; i++ {
		for l := i + 1; l < f.dim; l++ {
			if i == k || l == k {
				out = append(out, j)
			}
			j++
		}
	}
	return out
}
