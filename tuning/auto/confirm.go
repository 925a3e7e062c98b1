package auto

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// ConfirmConstants are the numbers that decide whether the result is better than the start.
type ConfirmConstants struct {
	Budget         float64 // games of a run from which on a result must promise a gain, and CMA-ES may play
	Errors         float64 // standard errors of the predicted gain that a result must promise with 2,000 games
	UntestedErrors float64 // the most that it must promise if the budget is too small for a test
	SureErrors     float64 // standard errors that make a test needless with 2,000 games
	ModelError     float64 // Elo by which the model is wrong at least
	Share          float64 // share of the budget that the test plays
	Games          float64 // games of a test at least: if the share is smaller there is none
}

// games returns the number of games of the test. CMA-ES may leave a part of a generation of
// the budget, which the share does not take into account.
func (c ConfirmConstants) games(budget int) float64 { return c.Share * float64(budget) }

// promise returns how many standard errors a result must promise to be tested. The error of
// a test falls with the root of its games, so a long test needs a small promise.
// Evidence: docs/lab/auto.md, "A longer test needs a smaller promise".
func (c ConfirmConstants) promise(budget int) float64 {
	return c.Errors * math.Sqrt(c.Games/c.games(budget))
}

// sure returns how many standard errors make a test needless. Errors fall with the root of
// the games, but the bias of a model that does not fit stays, so the limit grows with the
// fourth root of the games.
// Evidence: docs/lab/auto.md, "More games need more errors to make a test needless".
func (c ConfirmConstants) sure(budget int) float64 {
	return c.SureErrors * math.Sqrt(math.Sqrt(c.games(budget)/c.Games))
}

// untested returns how many standard errors a result must promise that was not tested: as
// many as a test would ask for, within limits. No test corrects the model then, and the
// fewer games it has the more often it is wrong.
// Evidence: docs/lab/auto.md, "A result that is not tested must promise more".
func (c ConfirmConstants) untested(budget int) float64 {
	return max(c.Errors, min(c.promise(budget), c.UntestedErrors))
}

// confirmPhase plays the result of the phase before it against the start.
type confirmPhase struct {
	setup     *pairwise.Setup
	candidate tuning.Estimate
	pairs     int     // of a round
	left      int     // pairs that the test has not played
	round     int     // the next round, counted from the first of the run
	games     int     // played
	score     float64 // of the candidate, in points
}

func (m *method) enterConfirm(round int) phase {
	left := (m.planned - m.games()) / m.setup.PairGames()
	return &confirmPhase{setup: &m.setup, candidate: m.candidate, pairs: m.testPairs, left: left, round: round + 1}
}

// ProposeAhead returns pairs of the candidate and the start.
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

// Learn counts the points of a round.
func (p *confirmPhase) Learn(_ pairwise.Proposal, scores []float64) error {
	p.round++
	p.left -= len(scores)
	for _, s := range scores {
		p.games += p.setup.PairGames()
		p.score += s * float64(p.setup.PairGames())
	}
	return nil
}

// lost reports whether the candidate has scored less than half of the points.
func (p *confirmPhase) lost() bool { return p.score < float64(p.games)/2 }

func (p *confirmPhase) Finish() error { return nil }

func (p *confirmPhase) Games() int { return p.games }

func (p *confirmPhase) Best() tuning.Estimate { return p.candidate }
