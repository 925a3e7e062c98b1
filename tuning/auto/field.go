package auto

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/gp"
)

// startField lets the field begin in two directions: with more it explores too much and
// ends below the other methods, with one a quadratic with cosine terms does as well.
func (m *method) startField() error {
	directions, err := gp.Directions(m.Problem)
	if err != nil || float64(directions) != m.c.FieldDirections || float64(m.planned()) < m.c.FieldGames || m.options.RSMShare < 0 {
		return err
	}
	p := m.Problem
	p.Seed = engines.Seed(p.Seed, engines.Purpose("auto field"))
	m.field, err = gp.New(p, gp.Options{Unpaired: m.options.Unpaired})
	m.searching = err == nil
	return err
}

// search lets the field learn. Where the evidence shows no reason for it after its
// share of the games the response surface begins, at the field's peak.
func (m *method) search(scores []float64) error {
	before := float64(m.games())
	if err := m.field.Learn(scores); err != nil {
		return err
	}
	games, at := float64(m.games()), m.c.FieldShare*float64(m.planned())
	switch {
	case m.games() >= m.planned():
		m.refinePeak()
	case before < at && games >= at:
		odds, err := gp.Odds(m.Problem, m.field.Games())
		if err != nil || odds > m.c.FieldOdds {
			return err
		}
		m.leave = m.leaveField
	case m.arrives() && games >= m.c.FieldMost*float64(m.planned()):
		m.leave = m.approach
	}
	return nil
}

// leaveField lets the response surface play the rest of the games.
func (m *method) leaveField(round int) error {
	p := m.Problem
	p.Start = m.field.Best().Weights
	p.Games = m.planned() - m.games()
	if p.Rounds > 0 {
		p.Rounds = max(p.Rounds-round, 1)
	}
	p.Seed = engines.Seed(p.Seed, engines.Purpose("auto after the field"))
	surface, err := m.surface(p, false)
	if err != nil {
		return err
	}
	m.before, m.searching, m.rsm = m.games(), false, surface
	return nil
}

// refinePeak ends a run of the field: where strength is smooth about its peak a local
// quadratic knows the top better. Where there is an edge the field knows that the
// quadratic's maximum is worse.
func (m *method) refinePeak() {
	peak := m.field.Best().Weights
	weights, ok := m.rsm.Refine(peak, m.c.NearPeak, m.field.Games())
	if !ok {
		return
	}
	if gain, deviation := m.field.Over(weights, peak); gain > -deviation {
		m.refined = weights
	}
}
