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

// Report says what the model makes of strength: how rough it is at every scale, and a
// map of it in the two weights along which it falls most about the answer. Importances
// it has none: a quarter of the range away the model has seen too few games.
func (s *Strategy) Report() tuning.Report { return s.ReportOf(s.Best().Weights) }

// ReportOf is the report with the errors of another answer.
func (s *Strategy) ReportOf(answer engines.Weights) tuning.Report {
	r := s.method().report()
	r.Error = s.Errors(answer)
	return r
}

func (m *method) report() tuning.Report {
	var r tuning.Report
	for k, elo := range m.posterior.amplitudes() {
		r.Octaves = append(r.Octaves, tuning.Octave{Scale: longest * math.Pow(0.5, float64(k)), Elo: elo})
	}
	order := make([]int, m.Box.Dim())
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.fall(b), m.fall(a)) })
	if len(order) > 1 {
		r.Map = m.mapped(min(order[0], order[1]), max(order[0], order[1]))
	}
	return r
}

// fall is how much the mean of the posterior falls, in logits, a tenth of the range to
// either side of the centre along a coordinate.
func (m *method) fall(k int) float64 {
	const away = 0.1
	sum := 0.0
	for _, side := range []float64{-away, away} {
		u := append([]float64(nil), m.centre...)
		u[k] = min(max(u[k]+side, 0), 1)
		sum += m.posterior.strength(m.centre) - m.posterior.strength(u)
	}
	return sum
}

// mapped is the strength over two coordinates, the others at the centre, by the mean
// of the posterior.
func (m *method) mapped(x, y int) *tuning.Map {
	const cells = 41 // in each direction
	space := m.Box.Space()
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
			u := append([]float64(nil), m.centre...)
			u[x], u[y] = float64(c)/(cells-1), float64(r)/(cells-1)
			row[c] = (m.posterior.strength(u) - here) * rating.EloPerLogit
		}
		out.Elo = append(out.Elo, row)
	}
	return out
}

// amplitudes are the standard deviations of the octaves, in Elo: sqrt(n / (2 alpha))
// logits for n features whose amplitudes have precision alpha.
func (p *posterior) amplitudes() []float64 {
	out := make([]float64, len(p.model.first)-1)
	for k := range out {
		n := float64(p.model.first[k+1] - p.model.first[k])
		out[k] = math.Sqrt(n/(2*p.priors[octaveGroup+k])) * rating.EloPerLogit
	}
	return out
}

// difference is how much stronger one point is than another by the mean of the
// posterior, and the standard deviation of that, in logits.
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

// overconfidence is by how much the posterior's deviations are too small for the place of
// the best. It takes the widths of its priors for known, though it has learned them from
// the same games, and those games for independent of what they showed, though earlier
// results chose them. What that leaves out falls faster with games than what it knows
// (R. Kass and D. Steffey, "Approximate Bayesian inference in conditionally independent
// hierarchical models", JASA 84, 1989): of the variance it is a share of so many
// parameters over the pairs. On Hare and Hedgehog deviations are three times as large with
// 2,000 games. The bias of the model, whose waves are no steps, does not fall with games:
// from about 9,000 games on it decides.
func (m *method) overconfidence() float64 {
	const (
		excess = 31   // pairs for a parameter with which the variance is twice as large
		least  = 1.65 // with any number of games
	)
	return max(math.Sqrt(1+excess*float64(m.posterior.model.size())/float64(len(m.log))), least)
}

// Errors are the standard errors of the weights of an answer: by the highest points of
// surfaces drawn from the posterior. They are the spread of where the best may lie, on
// other hills and along ridges too. There are none before the first games.
func (s *Strategy) Errors(answer engines.Weights) []float64 {
	m := s.method()
	if len(m.log) == 0 {
		return nil
	}
	const draws = 200
	rng, wider := m.Rand("gp errors"), m.overconfidence()
	maxima := make([]engines.Weights, draws)
	for k := range maxima {
		maxima[k] = m.Box.Nearest(m.top(m.posterior.sample(wider, rng), m.Box.Unit(answer), rng))
	}
	return rsm.Errors(m.Setup, answer, maxima, m.Problem.ScaleFree)
}

// sample draws parameters, mean + U^-1 n with n normal, so many times as wide as the
// posterior.
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

// top looks for the highest point of a surface with given parameters: from a point on it
// takes what is better, with one weight anywhere or all of them a little elsewhere. A
// weight that does nothing so ends anywhere.
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
		u := append([]float64(nil), best...)
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
