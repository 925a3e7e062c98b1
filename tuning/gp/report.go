package gp

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/rsm"
)

// Report describes how strength depends on the weights, according to the model. It contains the
// variation of strength on every length scale, standard errors and curves of the weights, and a map
// over two weights. These two are the weights along which strength falls most around the result. The
// report has no importances: they compare points a quarter of the range away, where too few games
// are played.
func (s *Strategy) Report() tuning.Report { return s.ReportOf(s.Best().Weights) }

// ReportOf returns a report like Report, but with the standard errors and curves of result, which
// need not be the strategy's own result.
func (s *Strategy) ReportOf(result engines.Weights) tuning.Report {
	r := s.method().report()
	r.Error = s.Errors(result)
	r.Curves = s.method().curves(result)
	return r
}

// curves computes how strength varies over the range of each free weight, according to the
// posterior. The intervals are widened by the factor [method.overconfidence]. curves returns nil
// before the first games.
func (m *method) curves(result engines.Weights) (out []tuning.Curve) {
	if len(m.log) == 0 {
		return nil
	}
	space, here, wider := m.setup.Box.Space(), m.setup.Box.Unit(result), m.overconfidence()
	for k, i := range space.Free() {
		c := tuning.Curve{Weight: i}
		for n := range tuning.CurvePoints {
			u := slices.Clone(here)
			u[k] = float64(n) / (tuning.CurvePoints - 1)
			mean, deviation := m.posterior.difference(u, here)
			mean, half := mean*rating.EloPerLogit, rating.Z()*wider*deviation*rating.EloPerLogit
			c.Add(space[i].FromUnit(u[k]), mean, rating.Interval{Low: mean - half, High: mean + half})
		}
		out = append(out, c)
	}
	return out
}

func (m *method) report() tuning.Report {
	var r tuning.Report
	for k, elo := range m.posterior.amplitudes() {
		r.Octaves = append(r.Octaves, tuning.Octave{Scale: longest * math.Pow(0.5, float64(k)), Elo: elo})
	}
	order := make([]int, m.setup.Box.Dim())
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.fall(b), m.fall(a)) })
	if len(order) > 1 {
		r.Map = m.mapped(min(order[0], order[1]), max(order[0], order[1]))
	}
	return r
}

// fall returns how much strength falls near the centre along coordinate k, in logits. It is the sum
// of the losses at a tenth of the range above and at a tenth below the centre.
func (m *method) fall(k int) float64 {
	const away = 0.1
	sum := 0.0
	for _, side := range []float64{-away, away} {
		u := slices.Clone(m.centre)
		u[k] = min(max(u[k]+side, 0), 1)
		sum += m.posterior.strength(m.centre) - m.posterior.strength(u)
	}
	return sum
}

// mapped returns the predicted strength (posterior mean) on a grid over the coordinates x and y.
// All other coordinates are at the centre of the search.
func (m *method) mapped(x, y int) *tuning.Map {
	const cells = 41 // in each direction
	space := m.setup.Box.Space()
	free := space.Free()
	out := &tuning.Map{Weights: [2]int{free[x], free[y]}}
	for c := range cells {
		u := float64(c) / (cells - 1)
		out.X = append(out.X, space[free[x]].FromUnit(u))
		out.Y = append(out.Y, space[free[y]].FromUnit(u))
	}
	here := m.posterior.strength(m.centre)
	for r := range cells {
		row := make([]float64, cells)
		for c := range row {
			u := slices.Clone(m.centre)
			u[x], u[y] = float64(c)/(cells-1), float64(r)/(cells-1)
			row[c] = (m.posterior.strength(u) - here) * rating.EloPerLogit
		}
		out.Elo = append(out.Elo, row)
	}
	return out
}

// amplitudes returns how much strength varies on each length scale of the model: one standard
// deviation in Elo for every scale. For n cosines whose amplitudes have the prior precision alpha,
// it is sqrt(n / (2 alpha)) logits.
func (p *posterior) amplitudes() []float64 {
	out := make([]float64, len(p.model.first)-1)
	for k := range out {
		n := float64(p.model.first[k+1] - p.model.first[k])
		out[k] = math.Sqrt(n/(2*p.priors[octaveGroup+k])) * rating.EloPerLogit
	}
	return out
}

// difference returns the strength at the place a minus the strength at b, according to the
// posterior, and its standard deviation. Both are in logits.
func (p *posterior) difference(a, b []float64) (mean, deviation float64) {
	v, row := make([]float64, p.model.dim), make([]float64, p.model.size())
	p.at.place(v, a)
	p.model.add(row, v, 1)
	p.at.place(v, b)
	p.model.add(row, v, -1)
	mean = dot(row, p.theta)
	x := blas64.Vector{N: len(row), Inc: 1, Data: row}
	blas64.Trmv(blas.Trans, p.inv, x) // the variance is |U'^-1 row|^2
	return mean, math.Sqrt(dot(row, row))
}

// overconfidence returns the factor, at least 1.65, by which the standard deviations of the
// posterior are multiplied to give realistic standard errors for the place of the maximum. The
// posterior is too narrow for two reasons: it treats the widths of its priors as known, although
// they were learned from the same games, and it treats the games as independent, although earlier
// results selected their points.
//
// The missing variance, relative to that of the posterior, is a multiple of the number of
// parameters divided by the number of pairs (R. Kass and D. Steffey, "Approximate Bayesian
// inference in conditionally independent hierarchical models", JASA 84, 1989). The lower limit 1.65
// covers the error of the model, whose cosines approximate steps badly. This error does not fall
// with the number of games. Evidence: docs/lab/errors-of-weights.md.
func (m *method) overconfidence() float64 {
	const (
		excess = 31   // pairs for each parameter at which the variance is doubled
		least  = 1.65 // lower limit for any number of games
	)
	return max(math.Sqrt(1+excess*float64(m.posterior.model.size())/float64(len(m.log))), least)
}

// Errors returns the standard errors of a result's weights, computed from the maxima of surfaces
// drawn from the posterior. They include the possibility that the best weights are at another
// maximum or along a ridge. Errors returns nil before the first games.
func (s *Strategy) Errors(result engines.Weights) []float64 {
	m := s.method()
	if len(m.log) == 0 {
		return nil
	}
	const draws = 200
	rng, wider := m.setup.Rand("gp errors"), m.overconfidence()
	maxima := make([]engines.Weights, draws)
	for k := range maxima {
		maxima[k] = m.setup.Box.Nearest(m.top(m.posterior.sample(wider, rng), m.setup.Box.Unit(result), rng))
	}
	return rsm.Errors(m.setup, result, maxima, m.setup.Problem.ScaleFree)
}

// sample draws parameters from the posterior, with standard deviations multiplied by wider. It
// returns mean + wider U^-1 n, where U'U is the precision of the posterior and n is a standard
// normal vector.
func (p *posterior) sample(wider float64, rng *rand.Rand) []float64 {
	x := make([]float64, len(p.theta))
	for i := range x {
		x[i] = wider * rng.NormFloat64()
	}
	blas64.Trmv(blas.NoTrans, p.inv, blas64.Vector{N: len(x), Inc: 1, Data: x})
	for i, v := range p.theta {
		x[i] += v
	}
	return x
}

// top returns a maximum of the surface with the parameters theta, found by a random search that
// begins at the point from. A step moves one weight to any place or all weights a little, and is
// accepted if it improves the strength. So a weight without effect ends at a random value.
func (m *method) top(theta, from []float64, rng *rand.Rand) []float64 {
	const steps = 40 // for every weight
	v, row := make([]float64, m.posterior.model.dim), make([]float64, m.posterior.model.size())
	height := func(u []float64) float64 {
		clear(row)
		m.posterior.at.place(v, u)
		m.posterior.model.add(row, v, 1)
		return dot(row, theta)
	}
	best := m.playable(from)
	most := height(best)
	for range steps * len(from) {
		u := slices.Clone(best)
		if one := rng.IntN(len(u)); rng.IntN(2) == 0 {
			u[one] = rng.Float64()
		} else {
			size := widest * rng.Float64() * rng.Float64()
			for k, c := range u {
				u[k] = m.stepped(c, size*rng.NormFloat64(), k)
			}
		}
		u = m.playable(u)
		if h := height(u); h > most {
			best, most = u, h
		}
	}
	return best
}
