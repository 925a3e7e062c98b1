package rsm

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// Hill is the place of an answer that was found by the games close by, because no
// quadratic fits those of the whole box. The zero value says that there is none.
type Hill struct {
	// Radius is how far the hill reaches from the answer along every weight, in
	// coordinates of the region's box.
	Radius float64
	// Odds is the logarithm of the odds beforehand that a quadratic holds on the hill alone.
	Odds float64
}

// maxima are the best points of the surfaces, by all games or by those of the hill. The
// games decide how many are by which: two quadratics, one on the hill and one for all other
// games, stand against a single one, by their evidence and the odds beforehand. The hill's are
// climbed no further than it reaches.
func (a *assessment) maxima(games pairwise.Log, h Hill, rng *rand.Rand) []engines.Weights {
	out := make([]engines.Weights, len(a.drawn))
	for k, theta := range a.drawn {
		out[k] = a.view.weights(a.maximum(theta))
	}
	own, odds, ok := a.onHill(games, h)
	if !ok {
		return out
	}
	n := int(math.Round(float64(len(out)) / (1 + math.Exp(-odds))))
	if n == 0 {
		return out
	}
	own.draw(n, 1, rng, own.freely)
	for k, theta := range own.drawn {
		x := a.maximum(theta)
		for i, u := range a.answer {
			r := reach(a.view.box, i, h.Radius)
			x[i] = min(max(x[i], u-r), u+r)
		}
		out[k*len(out)/n] = a.view.weights(x) // in place of some from all over the list
	}
	return out
}

// onHill fits surfaces to the games on the hill, and says what the log odds are of two
// quadratics, there and elsewhere, beside a single one. All three are fitted alike for
// that. It reports false where there is no hill, or all games or none lie on it.
func (a *assessment) onHill(games pairwise.Log, h Hill) (own assessment, odds float64, ok bool) {
	if !(h.Radius > 0) || a.view.rays {
		return assessment{}, 0, false
	}
	near, far := split(a.view.box, a.answer, h.Radius, games)
	if len(near) == 0 || len(far) == 0 {
		return assessment{}, 0, false
	}
	one, ok1 := a.fitted(near, h.Radius)
	rest, ok2 := a.fitted(far, 0)
	own = assessment{view: a.view, answer: a.answer, model: a.model}
	own.fitHill(near, h.Radius)
	if !ok1 || !ok2 || len(own.surfaces) == 0 {
		return assessment{}, 0, false
	}
	return own, one.evidence() + rest.evidence() - a.evidence() + h.Odds, true
}

// evidence is the log marginal likelihood of the games, whichever prior is right.
func (a *assessment) evidence() float64 {
	each := make([]float64, len(a.surfaces))
	for k, f := range a.surfaces {
		each[k] = f.evidence
	}
	return average(each)
}

// average is the logarithm of the mean of what some numbers are logarithms of.
func average(logs []float64) float64 {
	best, sum := slices.Max(logs), 0.0
	for _, v := range logs {
		sum += math.Exp(v - best)
	}
	return best + math.Log(sum/float64(len(logs)))
}
