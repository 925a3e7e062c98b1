package auto

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/cmaes"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/rsm"
	"github.com/lanista/lanista/tuning/spsa"
)

// walker is a method that goes on from where the response surface has led.
type walker interface {
	proposer
	Learn(scores []float64) error
	Best() tuning.Estimate
	Progress() pairwise.Progress
	PlannedGames() int
	Setup() *pairwise.Setup
}

// noQuadratic says whether it is time to leave the response surface because no
// quadratic fits: the surface is stuck, the evidence says so, or the problem is
// scale-free and the surface has had the games that it needs to find the slope.
func (m *method) noQuadratic() bool {
	if m.options.RSMShare < 0 || m.games() >= m.planned() {
		return false
	}
	if m.isStuck() {
		return true
	}
	return m.evidence() > m.c.Threshold || m.scaleFree() && m.fitted()
}

// scaleFree says that nothing but the direction of the weights counts.
func (m *method) scaleFree() bool { return m.Box.ScaleFree() && m.rsm.Region().ScaleFree }

// evidence is how far the games speak against a quadratic, as the logarithm of odds:
// minus the logarithm of the p-value of the lack-of-fit test, and the log Bayes
// factor of cosine terms as long as there are games enough left for SPSA to cross
// them.
func (m *method) evidence() float64 {
	e, weights := -math.Log(m.rsm.LackOfFit()), float64(m.Box.Dim())
	if m.fitted() && float64(m.planned()-m.games()) >= m.c.CosineGames*weights*weights {
		e += max(m.rsm.CosineEvidence(), 0)
	}
	return e
}

// fitted says whether the response surface has had its share of the games, and its trust
// region.
func (m *method) fitted() bool {
	if m.rsm.Probing() {
		return false
	}
	return float64(m.rsm.Progress().Games) >= m.options.RSMShare*float64(m.rsm.PlannedGames())
}

// takeOver ends the response-surface phase after a round: SPSA, or CMA-ES where the
// surface is stuck, goes on from its answer, within its trust region.
func (m *method) takeOver(round int) error {
	m.switched = m.rsm.Best()
	m.switched.Games += m.before
	p := m.rsm.Region()
	p.Games = m.planned() - m.games()
	p.Start = m.switched.Weights
	if p.Rounds > 0 {
		p.Rounds = max(m.Problem.Rounds-round, 1)
	}
	p.Seed = engines.Seed(p.Seed, engines.Purpose("auto walk"))
	var err error
	if m.stuck.found {
		m.walk, err = cmaes.New(p, cmaes.Options{Unpaired: m.options.Unpaired})
		return err
	}
	o := m.near(p.Games)
	if m.scaleFree() {
		o = m.wide(p.Games)
	}
	m.walk, err = spsa.New(p, o)
	m.spread = o.Spread
	return err
}

// walkName is the name of the method that has taken over.
func (m *method) walkName() string {
	if m.stuck.found {
		return "CMA-ES"
	}
	return "SPSA"
}

// near gives the options of SPSA for its part of the games. Its points spread a
// little less than on its own, for it begins near the maximum, and where the surface
// was right after all it stays there.
func (m *method) near(games int) spsa.Options {
	square := m.c.Spread * m.c.Spread / 1e4
	return spsa.Options{Spread: m.c.Spread / 100, Gain: m.gain(games, m.halvings(), square, m.c.MostGain), Unpaired: m.options.Unpaired}
}

// halvings is how often SPSA is to halve the distance to the maximum of the surface. Where
// strength is sharper near the surface's maximum than the surface says, as on ripples and
// tips, the top is near and the steps are long enough. Where it is not, the surface leans to
// one side and the top may be far: then what is left of the distance is to fall as noise
// does, with the root of the games over 2,000.
func (m *method) halvings() float64 {
	const few, errors = 2000, 2
	games := float64(m.planned())
	if games <= few || m.rsm.Sharper() > errors {
		return m.c.Halvings
	}
	return m.c.Halvings + math.Log2(games/few)/2
}

// wide gives them for scale-free problems. There no surface has shown the way, and it
// may be far: points spread wide, the wider the fewer games there are.
func (m *method) wide(games int) spsa.Options {
	spread := min(max(m.c.WideSpread*math.Pow(2000/float64(m.planned()), m.c.WidePower), m.c.Spread/100), m.c.WideSpread)
	return spsa.Options{Spread: spread, Gain: m.gain(games, m.c.WideHalvings, spread*spread, m.c.WideMostGain), Unpaired: m.options.Unpaired}
}

// gain is what would halve the distance to the maximum of a quadratic with the
// curvature h of the surface so many times in n games, halvings ln 2 / (spread^2 h n),
// but at most what is stable for d weights, most / (d sqrt(n)): where strength is
// more curved near the maximum SPSA converges as much faster.
func (m *method) gain(games int, halvings, square, most float64) float64 {
	n, weights := float64(max(games, 1)), float64(m.Box.Dim())
	gain := halvings * math.Ln2 / (square * max(m.rsm.Curvature(), 0) * n)
	return min(gain, most/(weights*math.Sqrt(n)))
}

// refine ends a run of SPSA: the average of its steps counts the later half of its games
// alone, a local quadratic about it all that were played close by. CMA-ES is where no
// quadratic has shown anything.
func (m *method) refine() {
	if m.stuck.found {
		return
	}
	if weights, ok := m.rsm.Refine(m.walk.Best().Weights, m.c.Drift+m.spread, m.log); ok {
		m.refined = weights
	}
}

// hill is where the local refinement found the answer, because the games of the response
// surface spoke against a quadratic.
func (m *method) hill() rsm.Hill {
	if m.refined == nil || m.walk == nil {
		return rsm.Hill{}
	}
	return rsm.Hill{Radius: m.c.Drift + m.spread, Odds: -math.Log(m.rsm.LackOfFit()) + max(m.rsm.CosineEvidence(), 0)}
}
