package rsm

import (
	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/tuning"
)

// report assesses the maximum by all games of the phase.
func (s *fit) report(scaleFree bool) tuning.Report {
	return Assess(s.Setup, s.log, s.Box.Nearest(s.centre), scaleFree, Hill{})
}

// curvature is the mean of H over its axes.
func (s *fit) curvature() float64 {
	return mat.Trace(s.reduced.model.hessian(s.reduced.theta)) / float64(s.Box.Dim())
}
