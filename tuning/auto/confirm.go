package auto

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// ConfirmConstants contains the numbers of the last phase of a run, which plays the result against
// the start weights to test whether it is better. Predicted gains are in standard errors of the
// prediction.
type ConfirmConstants struct {
	Budget         float64 // smallest number of games with a required gain and with CMA-ES
	Errors         float64 // required gain with 2,000 games
	UntestedErrors float64 // upper limit of the required gain if the budget is too small for a test
	SureErrors     float64 // gain above which no test is played, with 2,000 games
	ModelError     float64 // minimum error of the model, in Elo
	Share          float64 // share of the games for the test
	Games          float64 // minimum number of games of a test; below it there is none
}

// games returns the number of games reserved for the test of the result against the start weights.
// budget is the number of games of the run. Games that CMA-ES leaves unused are not included.
func (c ConfirmConstants) games(budget int) float64 { return c.Share * float64(budget) }

// promise returns the smallest predicted gain over the start weights for which the result is
// tested against them. It is in standard errors of the prediction. The error of a test falls with
// the root of its games, so a longer test requires a smaller predicted gain. Evidence:
// docs/lab/auto.md, "A longer test needs a smaller promise".
func (c ConfirmConstants) promise(budget int) float64 {
	return c.Errors * math.Sqrt(c.Games/c.games(budget))
}

// sure returns the predicted gain over the start weights from which on a result needs no test
// against them. It is in standard errors of the prediction. These errors fall with the root of the
// number of games, but the bias of an unsuitable model does not. So the limit grows with the fourth
// root of the number of games. Evidence: docs/lab/auto.md, "More games need more errors to make a
// test needless".
func (c ConfirmConstants) sure(budget int) float64 {
	return c.SureErrors * math.Sqrt(math.Sqrt(c.games(budget)/c.Games))
}

// untested returns the smallest predicted gain, in standard errors, with which a result replaces
// the start weights if no games test it. It equals the smallest gain that leads to a test, within
// limits. A model of few games is wrong more often, and no test corrects it. Evidence:
// docs/lab/auto.md, "A result that is not tested must promise more".
func (c ConfirmConstants) untested(budget int) float64 {
	return max(c.Errors, min(c.promise(budget), c.UntestedErrors))
}

// confirmPhase plays the best weights of the previous phase against the start weights, to test
// whether they are better.
type confirmPhase struct {
	setup     *pairwise.Setup
	candidate tuning.Estimate
	pairs     int     // of a round
	left      int     // pairs that the test has not played
	round     int     // the next round, counted from the first of the run
	games     int     // played
	score     float64 // of the candidate, in points
}

func enterConfirm(m *method, round int) phase {
	left := (m.planned - m.games()) / m.setup.PairGames()
	return &confirmPhase{setup: &m.setup, candidate: m.candidate, pairs: m.testPairs, left: left, round: round + 1}
}

// ProposeAhead returns the pairs of games for the n-th round after the next, all between the best
// weights and the start weights.
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

// Learn adds the scores of a round to the total of the best weights.
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
func (p *confirmPhase) lost() bool { return p.score < float64(p.games)/2 }

func (p *confirmPhase) Finish() error { return nil }

func (p *confirmPhase) Games() int { return p.games }

func (p *confirmPhase) Best() tuning.Estimate { return p.candidate }
