package auto

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// requiredGain returns the smallest predicted gain with which a result replaces the start weights
// without a test. The gain is in standard errors of the prediction, and budget is the number of
// games of the run. A result with a smaller gain needs a clear gain in the test at the end of the
// run; see [confirmPhase.refused].
//
// For a budget of RSM.Many games the required gain is RSM.Errors. In longer runs it falls with the
// square root of the budget, as the error of the test does. Shorter runs do not test results that
// reach the required gain, and a model of few games is wrong more often. There the required gain is
// inversely proportional to the fourth root of the budget.
//
// Evidence: docs/lab/auto.md, "A longer test needs a smaller promise" and "A result that is not
// tested must promise more".
func (c *Constants) requiredGain(budget int) float64 {
	factor := math.Sqrt(c.RSM.Many / float64(budget))
	if factor > 1 {
		factor = math.Sqrt(factor)
	}
	return c.RSM.Errors * factor
}

// requiredGain returns the smallest predicted gain over the start weights with which the result of
// the run may replace them. The gain is in standard errors of the prediction. It is usually that of
// [Constants.requiredGain]. After SPSA it is 0 if only the ratios of the weights matter and the
// budget is large enough for a test, which then decides alone. Evidence: docs/lab/auto.md, "If only
// directions count".
func (m *method) requiredGain() float64 {
	budget := m.setup.Problem.Games
	if m.at == spsaSearch && m.directionsOnly() && float64(budget) >= m.c.RSM.Many {
		return 0
	}
	return m.c.requiredGain(budget)
}

// sure returns how large the predicted gain over the start weights must be for a result to be
// accepted without a test. The gain is in standard errors of the prediction. It is RSM.SureErrors
// for a budget of up to RSM.Many games, and grows with the square root of larger budgets. Evidence:
// docs/lab/auto.md, section "More games need more errors to make a test needless".
func (c *Constants) sure(budget int) float64 {
	return c.RSM.SureErrors * max(math.Sqrt(float64(budget)/c.RSM.Many), 1)
}

// testGames returns the number of games in the test of an uncertain result. budget is the number of
// games of the run. The test has the share RSM.TestShare of the budget. For budgets above RSM.Many
// games, the share falls with the fourth root of the budget. Evidence: docs/lab/auto.md, "Fewer
// constants" (Risk).
func (c *Constants) testGames(budget int) float64 {
	return c.RSM.TestShare * float64(budget) / c.RSM.Growth(budget)
}

// confirmPhase plays the best weights of the previous phase against the start weights, to test
// whether they are better.
type confirmPhase struct {
	setup     *pairwise.Setup
	candidate tuning.Estimate
	gain      float64 // predicted gain of the candidate; see [method.predictedGain]
	doubtful  bool    // whether gain is less than required
	pairs     int     // number of pairs in a round
	left      int     // number of pairs that the test has not played
	round     int     // the next round, counted from the first of the run
	games     int     // number of games played
	score     float64 // sum of the candidate's scores in these games, each in [0, 1]
}

// enterConfirm starts the final test of the best weights against the start weights, which plays all
// games that are left. Its rounds are as large as the last round of the phase before.
func enterConfirm(m *method, round int) phase {
	left := (m.planned - m.games()) / m.setup.PairGames()
	return &confirmPhase{
		setup: &m.setup, candidate: m.candidate, gain: m.gain, doubtful: m.gain < m.requiredGain(),
		pairs: m.testPairs, left: left, round: round + 1,
	}
}

// ProposeAhead returns the pairs of games for a round of the test, all between the best weights and
// the start weights. The round is the next one if ahead is 0, the round after it if ahead is 1, and
// so on.
func (p *confirmPhase) ProposeAhead(ahead int) (pairwise.Proposal, error) {
	n := min(p.pairs, p.left-ahead*p.pairs)
	if n <= 0 {
		return pairwise.Proposal{}, tuning.Done
	}
	out := pairwise.Proposal{Points: []engines.Weights{p.candidate.Weights, p.setup.Problem.Start}, Pairs: make([]pairwise.Pair, n)}
	for j := range out.Pairs {
		out.Pairs[j] = pairwise.Pair{A: 0, B: 1, Deal: p.setup.Deal(p.round+ahead, j)}
	}
	return out, nil
}

// Learn adds the scores of the best weights against the start weights in one round of the test to
// their total.
func (p *confirmPhase) Learn(_ pairwise.Proposal, scores []float64) error {
	p.round++
	p.left -= len(scores)
	for _, s := range scores {
		p.games += p.setup.PairGames()
		p.score += s * float64(p.setup.PairGames())
	}
	return nil
}

// lost reports whether the best weights have scored less than half of the points against the
// start weights.
func (p *confirmPhase) lost() bool { return p.won() < 0 }

// won returns the lead of the best weights over the start weights in the test: the difference of
// their points, in standard errors. The standard error is that of equally strong weights.
func (p *confirmPhase) won() float64 {
	n := float64(p.games)
	return (2*p.score - n) / math.Sqrt(n)
}

// leastSum is the threshold in the test of a result whose predicted gain over the start weights is
// less than required. The result stays only if the sum of two numbers reaches leastSum: the
// predicted gain, and the gain measured in the test, each in its own standard errors. The two
// errors are independent, so the sum has the standard error √2, which is the threshold (S. A.
// Stouffer et al., "The American Soldier", volume 1, 1949). Evidence: docs/lab/auto.md, "A result
// that promises too little is tested".
const leastSum = math.Sqrt2

// refused reports whether the test has rejected the best weights, so that the start weights become
// the result. There are two cases:
//
//   - The best weights scored fewer points than the start weights.
//   - The predicted gain of the best weights was too small, and the predicted plus the measured
//     gain, in standard errors, is below leastSum.
func (p *confirmPhase) refused() bool {
	return p.lost() || p.doubtful && p.gain+p.won() < leastSum
}

func (p *confirmPhase) Finish() error { return nil }

func (p *confirmPhase) Games() int { return p.games }

func (p *confirmPhase) Best() tuning.Estimate { return p.candidate }
