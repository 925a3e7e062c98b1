package auto

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/gp"
	"github.com/lanista/lanista/tuning/rsm"
)

// withLogs is the version of the form from which on the response surface may be one of
// logarithms.
const withLogs = 8

// withSaturation is the version of the form from which on all rounds of its probe size the
// trust region of the response surface.
const withSaturation = 11

// withWholeNumbers is the version of the form from which on the probe of the response
// surface leaves whole-number weights at the start where its radius is smaller than a step
// of one.
const withWholeNumbers = 15

// withField is the version of the form from which on the field may begin.
const withField = 6

// Follow makes the method go the way of a version: before withField there was no field,
// before withGuard no test of the answer, before withLogs no logarithms, before
// withStuck no CMA-ES and an answer had to promise more, before withUntested the promise was the
// same without a test, before withSaturation the last round of the probe sized the region,
// before withArrival the field played to the end, before withDoubt as many errors made a
// test needless whatever its games, before withHaste SPSA went as far however
// sharp strength is, before withWholeNumbers whole-number weights moved in every round of
// the probe.
func (m *method) Follow(version int) {
	m.guard.on = m.guard.on && version >= withGuard
	if version < withStuck {
		const errors = 2 // that an answer had to promise
		m.stuck.on, m.c.GuardErrors, m.guard.eased = false, errors, false
	}
	if version < withUntested {
		m.c.UntestedErrors = m.c.GuardErrors
	}
	m.arrival.off, m.guard.doubts = version < withArrival, version >= withDoubt
	m.hesitates = version < withHaste
	if version < withField {
		m.searching, m.field = false, nil
	}
	if version >= withWholeNumbers {
		return
	}
	m.former = rsm.Options{Plain: version < withLogs, LastRound: version < withSaturation, WholeSteps: true}
	if surface, err := m.surface(m.Problem, m.searching); err == nil { // as in newMethod, where it had none
		m.rsm = surface
	}
}

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
