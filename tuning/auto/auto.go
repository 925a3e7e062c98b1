package auto

import (
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/rsm"
)

var (
	_ tuning.Strategy    = (*Strategy)(nil)
	_ tuning.Reporter    = (*Strategy)(nil)
	_ tuning.Candidates  = (*Strategy)(nil)
	_ tuning.Planner     = (*Strategy)(nil)
	_ pairwise.Pipelined = (*method)(nil)
)

// Strategy is the tuning strategy auto, which runs several other strategies one after another.
// Create it with [New]. The embedded driver has the methods of [tuning.Strategy]: Ask, Tell, Best,
// Snapshot and Restore.
type Strategy struct{ pairwise.Driver[*method] }

func (s *Strategy) method() *method { return pairwise.MethodOf(&s.Driver) }

// New returns a Strategy for a problem. It returns an error if an option is out of its range, or if the
// problem is invalid or has no free weight.
func New(p tuning.Problem, o Options) (*Strategy, error) {
	d, err := pairwise.New(pairwise.SnapshotFormat{Strategy: "auto", Version: 3}, p, o, o.Unpaired, newMethod)
	if err != nil {
		return nil, err
	}
	return &Strategy{d}, nil
}

// Options returns the options in use, with defaults filled in.
func (s *Strategy) Options() Options { return s.method().options }

// Candidates returns the candidates for the result. The first is the best weights of the search,
// even if they are not shown to be better than the start weights. If SPSA or CMA-ES followed
// another phase, the weights where it began are a candidate too.
func (s *Strategy) Candidates() []tuning.Estimate {
	m := s.method()
	found := m.phase.Best()
	found.Games = s.Progress().Games
	all := []tuning.Estimate{found}
	if m.switched != nil {
		all = append(all, *m.switched)
	}
	return all
}

// Report describes how strength depends on the weights near the best weights, and how precisely
// these are known. It is computed from a surface fitted to all games; see [rsm.Assess]. If the
// search ended with a Gaussian process, the errors and curves are those of the process. The report
// then also has a map of the strength over two weights, and the variation of strength on every
// length scale.
func (s *Strategy) Report() tuning.Report {
	m := s.method()
	found, scaleFree := m.phase.Best().Weights, m.setup.Problem.ScaleFree
	if m.at != gpModel && m.at != gpPeak {
		return m.surface.Assess(found, scaleFree, m.others, m.spsa.hill())
	}
	r := m.surface.Assess(found, scaleFree, m.gp.Games(), rsm.Hill{})
	model := m.gp.ReportOf(found)
	r.Octaves, r.Map, r.Error, r.Curves = model.Octaves, model.Map, model.Error, model.Curves
	return r
}
