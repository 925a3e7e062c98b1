package ratinglist

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/models"
)

// match is the result between two agents: of pairs if there are any, else of single
// games.
func (t *twoSeats) match(first, second int) *Match {
	var c rating.Counts
	m := &Match{}
	for _, games := range []int{2, 1} {
		if c, m.Others = t.tally.Counts(first, second, games); c.Clusters() > 0 {
			break
		}
	}
	m.Clusters, m.LOS = c, c.LOS()
	if elo := rating.Elo(c.Mean()); !math.IsInf(elo, 0) {
		m.Elo = &elo
	}
	z := distuv.UnitNormal.Quantile((1 + t.options.Confidence) / 2)
	if i := c.Interval(z).Elo(); !math.IsInf(i.Lo, 0) && !math.IsInf(i.Hi, 0) {
		m.Interval = &[2]float64{i.Lo, i.Hi}
	}
	if c.Variance() > 0 {
		elo, arm := c.NormalizedElo(), c.NormalizedErrorDelta(z)
		m.NormalizedElo, m.NormalizedError = &elo, &arm
	}
	if ratio := c.PairsRatio(); !math.IsInf(ratio, 0) {
		m.PairsRatio = &ratio
	}
	if wins, draws, losses := t.tally.Results(first, second); len(c) == 5 {
		m.PairingGain = rating.PairingGain(rating.Trinomial(wins, losses, draws), c)
	}
	return m
}

// test puts a hypothesis to a match: with bayeselo by the ratio of cutechess, which
// looks at single games.
func (t *twoSeats) test(o rating.SPRT, m *Match, first, second int) *Test {
	lower, upper := o.Bounds()
	out := &Test{Elo: [2]float64{o.Elo0, o.Elo1}, Bounds: [2]float64{lower, upper}}
	if t.options.Model == BayesElo {
		wins, draws, losses := t.tally.Results(first, second)
		out.LLR = models.LLRBayesElo(wins, losses, draws, o.Elo0, o.Elo1)
	} else {
		out.LLR = rating.LLR(m.Clusters, o.Model, o.Elo0, o.Elo1)
	}
	switch {
	case out.LLR >= upper:
		out.Decision = rating.AcceptH1
	case out.LLR <= lower:
		out.Decision = rating.AcceptH0
	}
	out.Verdict = out.Decision.String()
	return out
}
