package genetic

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// Rating is the strength of the Bradley-Terry model (Zermelo 1929; Hunter, "MM
// algorithms for generalized Bradley-Terry models", Annals of Statistics 32,
// 2004): the odds that a genome beats another are those of their strengths. It
// knows whom a record was made against, and it shrinks: a normal prior of
// standard deviation Prior (Elo) around the common mean keeps nine lucky games
// from looking like strength.
type Rating struct{ Prior float64 }

// Judge returns the score that each member is expected to make against the
// average member.
func (j Rating) Judge(e Evidence) []float64 {
	p, n := newPosterior(e, math.Pow(rating.EloPerLogit/j.Prior, 2))
	return expected(p.peak(n)[:len(e.Members)])
}

// expected turns log-strengths into expected scores against their mean.
func expected(strength []float64) []float64 {
	mean := 0.0
	for _, s := range strength {
		mean += s / float64(len(strength))
	}
	scores := make([]float64, len(strength))
	for i, s := range strength {
		scores[i] = rating.Logistic(s - mean)
	}
	return scores
}
