package arms

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// certain returns the lead that another combination of choices needs in the final test to replace
// the winner of the race. The lead is the score above one half, in standard errors. deals is the
// number of deals (starts of the game) in the test.
//
// An equally strong combination replaces the winner by chance in 5% of the cases, or in at most 8%
// with few deals. The lead is a quantile of Student's t distribution for fewer than five deals, and
// otherwise of the normal distribution.
func certain(deals int) float64 {
	switch {
	case deals <= 3:
		return 2.920
	case deals == 4:
		return 2.353
	}
	return 1.645
}

// leastDeals is the smallest number of deals (starts of the game) with which the final test may
// select another combination of choices than the race. With two deals, an equally strong
// combination would win all four games in 6% of the cases if no game is drawn.
const leastDeals = 3

// test is the last round of a run. It tests the choices, which are the values of weights that are
// not numbers, again after the numbers have been tuned. An arm is a weight vector with one
// combination of choices and the tuned numbers. arms[0], the winner of the first phase (the race),
// plays against each other arm from the same starts. A test is a [pairwise.Method].
type test struct {
	setup pairwise.Setup
	arms  []engines.Weights
	deals int // number of deals on which each other arm plays against arms[0]
	best  int // index of the selected arm; 0 before the test
}

// Propose returns the games of the only round of the test. On every deal (start of the game),
// arms[0], the winner of the race, plays every other arm (combination of choices).
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

// Learn selects the arm (combination of choices) with the highest score against the winner of the
// race. The score must exceed one half by more than [certain] standard errors, over at least
// leastDeals deals. Otherwise the winner of the race remains selected.
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

// Best returns the weight vector that the test has selected: the tuned numeric weights with one
// combination of choices. Its Fitness is always 0.5, which means unknown.
func (t *test) Best() tuning.Estimate {
	return tuning.Estimate{Weights: slices.Clone(t.arms[t.best]), Fitness: 0.5, Name: "the tuned numbers with other choices"}
}

// PlannedPairs returns the number of pairs of weight vectors that play each other in the test.
func (t *test) PlannedPairs() int { return t.deals * (len(t.arms) - 1) }

// LargestRound returns the number of pairs of weight vectors that play each other in the only
// round.
func (t *test) LargestRound() int { return t.PlannedPairs() }
