package arms

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// certain returns the number of standard errors above one half that the score of another
// combination of choices needs to replace the winner of the race. A combination as strong as the
// winner then replaces it by chance in 5% of the cases, or in at most 8% with few deals. With five
// or more deals the number is a quantile of the normal distribution, and with fewer deals one of
// Student's t distribution.
func certain(deals int) float64 {
	switch {
	case deals <= 3:
		return 2.920
	case deals == 4:
		return 2.353
	}
	return 1.645
}

// leastDeals is the smallest number of deals that can replace the winner of the race. An equally strong
// combination wins all four games of two deals in 6% of the cases if no game is drawn.
const leastDeals = 3

// test is the last round of a run: the best combination of choices so far plays against each of the
// other combinations, from the same starts. Choices are the values of weights that select one of
// several texts. All other weights have their tuned values. The code calls a weight vector with one
// combination an arm, and arms[0] is the best one. A test is a [pairwise.Method].
type test struct {
	setup pairwise.Setup
	arms  []engines.Weights
	deals int // number of deals on which each other arm plays against arms[0]
	best  int // index of the selected arm; 0 before the test
}

// Propose returns the pairs of the only round of the test: each arm plays the winner of the race on
// every deal.
func (t *test) Propose(round int) pairwise.Proposal {
	if round > 1 {
		return pairwise.Proposal{}
	}
	p := pairwise.Proposal{Points: t.arms}
	for k := range t.deals {
		for j := 1; j < len(t.arms); j++ {
			p.Pairs = append(p.Pairs, pairwise.Pair{A: j, B: 0, Deal: t.setup.Deal(round, k)})
		}
	}
	return p
}

// Learn selects the arm that scored highest against the winner of the race. Only arms count whose
// score exceeds one half by [certain] standard errors. If there are none, or the test had fewer
// than leastDeals deals, the winner of the race remains selected.
func (t *test) Learn(_ int, p pairwise.Proposal, scores []float64) error {
	if t.deals < leastDeals {
		return nil
	}
	n := float64(t.deals)
	most := n / 2 // sums of scores are exact for games of two seats, unlike means
	for j := 1; j < len(t.arms); j++ {
		sum, squares := 0.0, 0.0
		for k, pair := range p.Pairs {
			if pair.A == j {
				sum += scores[k]
				squares += float64(scores[k] * scores[k])
			}
		}
		mean := sum / n
		deviation := math.Sqrt(max(squares/n-float64(mean*mean), 0) / max(n-1, 1))
		if sum > most && mean-float64(certain(t.deals)*deviation) > 0.5 {
			most, t.best = sum, j
		}
	}
	return nil
}

// Best returns the weight vector that the test has selected. Its Fitness is always 0.5, because the
// test does not estimate it.
func (t *test) Best() tuning.Estimate {
	return tuning.Estimate{Weights: slices.Clone(t.arms[t.best]), Fitness: 0.5, Name: "the tuned numbers with other choices"}
}

// PlannedPairs returns the number of pairs of weight vectors that play each other in the test.
func (t *test) PlannedPairs() int { return t.deals * (len(t.arms) - 1) }

// LargestRound returns the number of pairs of weight vectors that play each other in the only
// round.
func (t *test) LargestRound() int { return t.PlannedPairs() }
