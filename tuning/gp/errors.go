package gp

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/rsm"
)

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
