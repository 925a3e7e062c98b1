package auto

import (
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/rsm"
)

// probePhase is the phase that plays the probe, the first part of the rsm strategy. The probe finds
// the size of the region to search.
type probePhase struct{ strategy *rsm.Strategy }

// enterProbe starts the probe, the phase in which a response surface finds the size of the region
// to search. The surface lies around the start weights of the run. If the run began with a Gaussian
// process, it lies around the maximum of the process and has the rest of the budget. round is the
// number of rounds played before.
func enterProbe(m *method, round int) (phase, error) {
	p := m.setup.Problem
	if m.gp != nil {
		p = m.rest(p, m.gp.Best().Weights, round, "auto after the field") // the name is part of every result
	}
	var err error
	m.surface, err = m.newSurface(p, false)
	return &probePhase{m.surface}, err
}

func (p *probePhase) ProposeAhead(n int) (pairwise.Proposal, error) {
	return p.strategy.ProposeAhead(n)
}

func (p *probePhase) Learn(_ pairwise.Proposal, scores []float64) error {
	return p.strategy.Learn(scores)
}

func (p *probePhase) Finish() error { return nil }

func (p *probePhase) Games() int { return p.strategy.Progress().Games }

func (p *probePhase) Best() tuning.Estimate { return p.strategy.Best() }

// surfacePhase is the phase that fits a response surface, a model of strength, and plays around its
// maximum.
type surfacePhase struct {
	strategy *rsm.Strategy
	probed   int  // games of the probe
	assessed bool // true once it is decided whether the surface is stuck
}

func (p *surfacePhase) ProposeAhead(n int) (pairwise.Proposal, error) {
	return p.strategy.ProposeAhead(n)
}

func (p *surfacePhase) Learn(_ pairwise.Proposal, scores []float64) error {
	return p.strategy.Learn(scores)
}

func (p *surfacePhase) Finish() error { return nil }

func (p *surfacePhase) Games() int { return p.strategy.Progress().Games - p.probed }

func (p *surfacePhase) Best() tuning.Estimate { return p.strategy.Best() }
