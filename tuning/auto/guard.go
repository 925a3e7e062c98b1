package auto

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// guard keeps an answer from doing harm: where the model of the games does not say that
// it is better than the start it is the start, and where the model is not sure the two
// play for it.
type guard struct {
	on      bool
	looked  bool // it was decided whether there is a test
	testing bool
	answer  tuning.Estimate // under test
	pairs   int             // of a round of the test
	games   int             // played in it
	score   float64         // of the answer in them
	refused bool            // the answer at the end is the start
}

// margin is what the response surface, by all games, says the answer gains over the start,
// in standard errors.
func (m *method) margin(answer engines.Weights) (errors float64, ok bool) {
	mean, deviation, ok := m.rsm.Over(answer, m.Problem.Start, m.log)
	return mean / math.Hypot(deviation, rating.Logit(m.c.GuardFloor)), ok
}

// look decides, when few games are left, whether they test the answer, and at the end
// whether the answer is the start.
func (m *method) look(pairs int) {
	g := &m.guard
	left := m.planned() - m.games()
	switch {
	case !g.on || g.testing || m.searching || m.finishing:
		return
	case left <= 0:
		if errors, ok := m.margin(m.answer().Weights); ok && errors < m.untested() {
			g.refused = true
		}
		return
	case g.looked || m.testGames() < m.c.GuardLeast || float64(left) > m.testGames():
		return
	}
	g.looked = true
	if m.walk != nil {
		m.refine()
	}
	g.answer, g.pairs = m.answer(), pairs
	if errors, ok := m.margin(g.answer.Weights); ok && m.promise() <= errors && errors < m.sure() {
		m.leave = func(int) error { g.testing = true; return nil }
		return
	}
	m.refined = nil
}

// promise is how many standard errors an answer must promise to be tested. The error of
// a test falls with the root of its games, and what the model has to say falls with it:
// 20,000 games test an answer by 1,000.
func (m *method) promise() float64 {
	return m.c.GuardErrors * math.Sqrt(m.c.GuardLeast/m.testGames())
}

// sure is how many standard errors make a test needless. Errors fall with the root of the
// games. What the model is wrong by where no quadratic fits does not fall, so that it is
// more errors the more games there are: with their fourth root, of the powers that were tried.
func (m *method) sure() float64 {
	return m.c.SureErrors * math.Sqrt(math.Sqrt(m.testGames()/m.c.GuardLeast))
}

// untested is how many standard errors an answer must promise that was not tested. In a
// run too short for a test that is as many as its test would ask for, up to a limit: the
// model has nobody to correct it, and the fewer games it has the more often it is wrong.
func (m *method) untested() float64 {
	return max(m.c.GuardErrors, min(m.promise(), m.c.UntestedErrors))
}

// testGames returns the number of games that test an answer: a share of the budget. CMA-ES
// leaves a part of a generation of the budget, which the share does not take into account.
func (m *method) testGames() float64 {
	return m.c.GuardShare * float64(m.Problem.Games)
}

// test proposes a round of the test.
func (m *method) test(round int) pairwise.Proposal {
	g := &m.guard
	before := m.games() / m.PairGames() // pairs
	n := min(g.pairs, m.PlannedPairs()-before-(round-m.learned-1)*g.pairs)
	if n <= 0 {
		return pairwise.Proposal{}
	}
	p := pairwise.Proposal{Points: []engines.Weights{g.answer.Weights, m.Problem.Start}, Pairs: make([]pairwise.Pair, n)}
	for j := range p.Pairs {
		p.Pairs[j] = pairwise.Pair{A: 0, B: 1, Deal: m.Deal(round, j)}
	}
	return p
}

// learnTest counts a round of the test. The answer stays with half of the points.
func (m *method) learnTest(scores []float64) {
	g := &m.guard
	for _, s := range scores {
		g.games += m.PairGames()
		g.score += s * float64(m.PairGames())
	}
	if m.games() >= m.planned() {
		g.refused = g.score < float64(g.games)/2
	}
}
