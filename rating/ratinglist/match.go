package ratinglist

import (
	"math"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/rating/models"
)

// match returns the results between two agents as a [Match], without the likelihood of superiority
// (LOS). It counts pairs of games with swapped seats if the file has any, and otherwise single
// games. The interval of the Elo difference uses Student's distribution; see [models.Tally.Fit].
func (t *twoSeats) match(first, second int) (*Match, error) {
	var c rating.Counts
	m := &Match{}
	games := 2
	if c, m.Others = t.tally.Counts(first, second, games); c.Clusters() == 0 {
		games = 1
		c, m.Others = t.tally.Counts(first, second, games)
	}
	m.Clusters = c
	mean := t.tally.Score(first, second)
	if elo := rating.Elo(mean) + 0; !math.IsInf(elo, 0) { // never -0
		m.Elo = &elo
		fitted, err := t.tally.Among([]int{first, second}).Fit(models.Options{Confidence: t.options.Confidence})
		if err != nil {
			return nil, err
		}
		_, interval, _ := fitted.Against(0, 1)
		m.Interval = &interval
	}
	if c.Variance() > 0 {
		elo, arm := c.NormalizedElo(), c.NormalizedErrorDelta(t.options.Confidence)
		m.NormalizedElo, m.NormalizedError = &elo, &arm
		if games == 2 {
			wins, draws, losses := t.tally.Results(first, second, games)
			m.PairingGain = rating.PairingGain(rating.Trinomial(wins, losses, draws), c)
		}
	}
	if ratio := c.PairsRatio(); !math.IsInf(ratio, 0) {
		m.PairsRatio = &ratio
	}
	return m, nil
}

// mostUnpaired is the largest share of games without a partner with which a sequential test can
// still count pairs of games. A partner has the same start and swapped seats. One game without a
// partner is always allowed, because a match may be in progress.
const mostUnpaired = 0.01

// test applies a sequential test to the games between two agents. With the model bayeselo it counts
// single games by the formula of cutechess. With other models it counts pairs of games with swapped
// seats if the file has any, and otherwise single games.
//
// If the file shows the starts of games, test with these other models reaches no verdict without
// pairs, or with too many games outside of pairs: more than one, and more than the share
// mostUnpaired.
func (t *twoSeats) test(o rating.SPRT, m *Match, first, second, games int) *Test {
	lower, upper := o.Bounds()
	out := &Test{Elo: [2]float64{o.Elo0, o.Elo1}, Unit: o.Model.Unit(), Bounds: [2]float64{lower, upper}}
	llr := 0.0
	if t.options.Model == BayesElo {
		wins, draws, losses := t.tally.Results(first, second, 0)
		out.Unit = rating.BayesianModel.Unit()
		llr = models.LLRBayesElo(wins, losses, draws, o.Elo0, o.Elo1)
	} else {
		pairs, unpaired := t.tally.Counts(first, second, 2)
		if most := max(1, mostUnpaired*float64(games)); t.deals && unpaired > 0 && (float64(unpaired) > most || pairs.Clusters() == 0) {
			out.Unpaired, out.Verdict = unpaired, "no verdict"
			return out
		}
		elo0, elo1 := o.Hypotheses(t.tally.Results(first, second, 0))
		llr = rating.LLR(m.Clusters, o.Model, elo0, elo1)
	}
	out.LLR = &llr
	switch {
	case llr >= upper:
		out.Decision = rating.AcceptH1
	case llr <= lower:
		out.Decision = rating.AcceptH0
	}
	out.Verdict = out.Decision.String()
	return out
}
