package rsm

import (
	"math"
	"slices"

	"github.com/lanista/lanista/tuning/pairwise"
)

// open doubles the width of the trust region, the part of the ranges that is searched, if better
// weights probably lie beyond its edge; see [fit.confined]. The fit of the wider region receives
// all games of the old one. round is the last round whose results were received.
func (m *method) open(round int) error {
	const wider = 2
	if m.probe.half*m.probe.shape.least() >= 1 || !m.fit.confined(round-m.fit.offset) {
		return nil
	}
	m.probe.half = min(wider*m.probe.half, 1/m.probe.shape.least())
	p := m.fit.setup.Problem
	p.Space, p.Start, p.Steps = m.setup.Problem.Space, m.setup.Problem.Start, m.setup.Problem.Steps
	region, err := m.setup.Within(narrowed(p, m.probe.half, m.probe.shape))
	if err != nil {
		return err
	}
	next := newFit(region, m.options, m.c, m.setup.Problem.Games, m.fit.offset)
	if err := next.adopt(m.fit); err != nil {
		return err
	}
	m.fit = next
	return nil
}

// confined reports whether the region to search should be extended, because an edge of it limits
// the maximum of the fitted surface. The weight's own range must continue beyond the edge. Strength
// must rise towards the edge by more than Constants.SureErrors standard errors. confined returns
// false during the lack-of-fit test and after the last round. own is the number of rounds whose
// results the fit has.
func (s *fit) confined(own int) bool {
	if own >= s.plan.Rounds || s.check.in(own) {
		return false
	}
	v := view{box: s.setup.Box, ranges: s.setup.Ranges}
	at := s.setup.Box.Nearest(s.centre)
	var slope, variance []float64
	for k, i := range s.setup.Box.Space().Free() {
		if !v.beyond(i, at[i]) {
			continue
		}
		if slope == nil {
			if slope, variance = s.best.slope(s.centre); slope == nil {
				return false
			}
		}
		outward := slope[k]
		if s.centre[k] < 0.5 {
			outward = -outward
		}
		if outward > s.c.SureErrors*math.Sqrt(variance[k]) {
			return true
		}
	}
	return false
}

// adopt fits the surface of s to the games of an earlier fit, which searched another region. It
// converts the points that played and the maximum of the earlier surface to the coordinates of s.
func (s *fit) adopt(earlier *fit) error {
	convert := conversion(earlier.setup.Box, s.setup.Box)
	for _, g := range earlier.log {
		s.log = append(s.log, pairwise.Outcome{A: convert(g.A), B: convert(g.B), Score: g.Score, Games: g.Games})
	}
	low, high := convert(make([]float64, len(s.centre))), convert(slices.Repeat([]float64{1}, len(s.centre)))
	widest := 0.0 // width of the earlier region in the coordinates of this one
	for k := range low {
		widest = max(widest, high[k]-low[k])
	}
	s.reach, s.centre = earlier.reach*widest, convert(earlier.centre)
	s.check, s.check.setup = earlier.check, s.setup
	if earlier.extended != nil {
		s.extended = newPosterior(s.model(int(s.c.CosineTerms)))
	}
	return s.refit(3)
}

// conversion returns the function that converts coordinates, from 0 to 1 in one box of ranges, to
// the coordinates in another box of the same weights.
func conversion(from, to *pairwise.Box) func([]float64) []float64 {
	corner := func(u float64) []float64 { // it may violate constraints between weights
		space := from.Space()
		w := space.Default()
		for _, i := range space.Free() {
			w[i] = min(max(space[i].FromUnit(u), space[i].Min), space[i].Max)
		}
		return to.Unit(w)
	}
	low, high := corner(0), corner(1)
	return func(x []float64) []float64 {
		out := make([]float64, len(x))
		for k, u := range x {
			out[k] = low[k] + u*(high[k]-low[k])
		}
		return out
	}
}
