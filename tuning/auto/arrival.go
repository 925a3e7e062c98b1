package auto

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/spsa"
)

// arrives reports whether SPSA is to end what the field has begun: the field finds hills,
// and averaged steps find their tops. Where only directions count strength is as a rule a
// linear evaluation's, with an edge wherever a choice flips, and there the field goes on.
func (m *method) arrives() bool { return !m.Problem.ScaleFree }

// approach lets SPSA play the rest of the games, about the field's peak.
func (m *method) approach(round int) error {
	m.switched = m.field.Best()
	m.switched.Games = m.games()
	p := m.Problem
	p.Start, p.Games = m.switched.Weights, m.planned()-m.games()
	if p.Rounds > 0 {
		p.Rounds = max(p.Rounds-round, 1)
	}
	p.Seed = engines.Seed(p.Seed, engines.Purpose("auto arrival"))
	m.spread = m.c.ArrivalSpread / 100
	var err error
	m.walk, err = spsa.New(p, spsa.Options{Spread: m.spread, Unpaired: m.options.Unpaired})
	m.searching, m.finishing = false, true
	return err
}

// arrive ends it. The field fits the games of SPSA as well, and has a peak by all of them.
// It gives way to SPSA's average, and that to the maximum of a local quadratic about it,
// unless the field says that they are worse, by its standard deviation.
func (m *method) arrive() error {
	if err := m.field.Join(m.log); err != nil {
		return err
	}
	peak := m.field.Best().Weights
	m.refined = peak
	as := func(w engines.Weights) {
		if gain, deviation := m.field.Over(w, peak); gain > -deviation {
			m.refined = w
		}
	}
	as(m.walk.Best().Weights)
	if w, ok := m.rsm.Refine(m.refined, m.c.Drift+m.spread, m.field.Games()); ok {
		as(w)
	}
	return nil
}

// arrived is the answer of a run in which SPSA follows the field.
func (m *method) arrived() tuning.Estimate {
	e := m.walk.Best()
	e.Fitness, e.Name = m.switched.Fitness, "the average of SPSA about the peak of the field"
	if m.refined != nil {
		gain, _ := m.field.Over(m.refined, m.Problem.Start)
		e.Weights, e.Fitness, e.Name = m.refined, rating.Logistic(gain), "what SPSA found about the peak of the field"
	}
	return e
}
