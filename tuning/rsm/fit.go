package rsm

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// fit is the second phase: it fits a response surface to all of its games, plays
// around the maximum of it, and tests it on the way.
type fit struct {
	pairwise.Setup // of the trust region
	options        Options
	c              *Constants
	plan           pairwise.Plan
	offset         int  // rounds of the run before this phase
	cosines        bool // there are games enough for cosine terms
	// reach is the most that points spread about the centre, as a share of the width, for
	// there strength saturates; 0 where that is not known.
	reach float64

	log      pairwise.Log // of this phase
	fitted   int          // pairs in it when all of them were last absorbed anew
	reduced  *posterior   // of the quadratic
	extended *posterior   // of the quadratic with cosine terms, nil while there is none
	best     *posterior   // one of the two
	centre   []float64    // the maximum of the best
	check    check
}

// newFit begins the phase after some rounds of a run with a budget of games.
func newFit(s pairwise.Setup, o Options, c *Constants, budget, offset int) *fit {
	d := s.Box.Dim()
	f := &fit{
		Setup: s, options: o, c: c, plan: s.Plan(o.Rounds), offset: offset,
		cosines: float64(budget) >= c.CosineGames*float64(d*d), centre: s.Box.Start(),
	}
	f.reduced = newPosterior(f.model(0))
	f.best = f.reduced
	f.check = newCheck(s, f.plan, budget, c)
	return f
}

func (s *fit) model(cosines int) model {
	return model{dim: s.Box.Dim(), full: s.options.Model == Full, cosines: min(cosines, mostCosines), origin: s.Box.Start()}
}

// propose draws the pairs of a round of the run.
func (s *fit) propose(round int) pairwise.Proposal {
	own := round - s.offset - 1 // rounds of the phase before
	if own >= s.plan.Rounds {
		return pairwise.Proposal{}
	}
	draw := s.check.draw
	if !s.check.in(own) {
		axes := s.axes(own)
		draw = func(round, pair int) (a, b engines.Weights) { return s.draw(round, pair, axes) }
	}
	n := s.plan.In(own + 1)
	p := pairwise.Proposal{Points: make([]engines.Weights, 0, 2*n), Pairs: make([]pairwise.Pair, n)}
	for j := range p.Pairs {
		a, b := draw(round, j)
		p.Points = append(p.Points, a, b)
		p.Pairs[j] = pairwise.Pair{A: 2 * j, B: 2*j + 1, Deal: s.Deal(round, j)}
	}
	return p
}

// ready reports whether a round of the run can be proposed.
func (s *fit) ready(round int) bool {
	return !s.check.in(round-s.offset-1) || s.check.place != nil
}

// learn fits the surface to the games of a round as well, and moves the centre to
// its maximum.
func (s *fit) learn(round int, p pairwise.Proposal, scores []float64) error {
	own := round - s.offset // rounds of the phase, this one included
	s.log.Add(s.Box, p, scores, s.PairGames())
	if own == s.check.end {
		s.check.conclude(s.reduced.model, s.log)
	}
	if err := s.update(own, s.log[len(s.log)-len(scores):]); err != nil {
		return err
	}
	s.centre = s.best.model.maximum(s.best.theta, s.centre, s.options.Step, s.best.shrinkage(s.centre, s.c))
	s.Box.Normalise(s.centre)
	if own == s.check.begin {
		s.check.start(s.reduced, s.centre, len(s.log))
	}
	return nil
}

// update absorbs the games of a round, and now and then, and at the end, all games
// anew. It chooses the model by the evidence.
func (s *fit) update(own int, games pairwise.Log) error {
	last := own == s.plan.Rounds
	anew := last || float64(len(s.log)) >= s.c.Refit*float64(s.fitted)
	if anew {
		s.fitted = len(s.log)
	}
	if err := s.absorb(s.reduced, games, anew, last); err != nil {
		return err
	}
	s.best = s.reduced
	if !s.cosines || float64(own) < s.c.CosineFrom*float64(s.plan.Rounds) {
		return nil
	}
	if s.extended == nil {
		s.extended, anew = newPosterior(s.model(int(s.c.CosineTerms))), true
	}
	if err := s.absorb(s.extended, games, anew, last); err != nil {
		return err
	}
	if s.cosineEvidence() > s.c.CosineEvidence {
		s.best = s.extended
	}
	return nil
}

func (s *fit) absorb(p *posterior, games pairwise.Log, anew, last bool) error {
	if !anew {
		p.absorb(games)
		return p.solve()
	}
	times := 1
	if last {
		times = 3
	}
	for range times {
		if err := p.refit(s.log); err != nil {
			return err
		}
	}
	return nil
}

// cosineEvidence is the log Bayes factor of the model with cosine terms over the
// quadratic; 0 while there is none.
func (s *fit) cosineEvidence() float64 {
	if s.extended == nil {
		return 0
	}
	return s.extended.evidence() - s.reduced.evidence()
}

// estimate is the maximum. Its fitness is the score against the start that the
// surface predicts.
func (s *fit) estimate() tuning.Estimate {
	p := s.best
	gain := p.model.value(p.theta, s.centre) - p.model.value(p.theta, p.model.origin)
	return tuning.Estimate{Weights: s.Box.Nearest(s.centre), Fitness: rating.Logistic(gain), Name: "the top of the fitted surface"}
}
