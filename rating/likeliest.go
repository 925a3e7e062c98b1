package rating

import (
	"math"
	"slices"
)

// sample is the empirical distribution of scores over clusters. A cluster is a group of dependent
// games that counts as one observation.
type sample struct {
	n     float64   // clusters
	a     []float64 // scores
	p     []float64 // share of each score, never 0
	games float64   // in a cluster
}

func regularised(c Counts) sample {
	s := sample{a: make([]float64, len(c)), p: make([]float64, len(c)), games: float64(c.perCluster())}
	for i, v := range c {
		s.a[i] = c.score(i)
		s.p[i] = max(float64(v), emptyCount)
		s.n += s.p[i]
	}
	for i := range s.p {
		s.p[i] /= s.n
	}
	return s
}

// moments returns the mean and the variance of a score that has the i-th possible value with the
// probability p[i].
func (s sample) moments(p []float64) (mean, variance float64) {
	for i, a := range s.a {
		mean += p[i] * a
	}
	for i, a := range s.a {
		variance += p[i] * (a - mean) * (a - mean)
	}
	return mean, variance
}

// fit returns the score distribution that makes the observed sample most likely, among all
// distributions that correspond to the strength elo. The model defines the unit of elo.
func (s sample) fit(m Model, elo float64) []float64 {
	if m != NormalizedModel {
		phi := make([]float64, len(s.a))
		for i, a := range s.a {
			phi[i] = a - Score(elo)
		}
		p, _ := s.tilt(phi)
		return p
	}
	return s.fitNormalized(math.Sqrt(s.games) * elo / normalizedScale)
}

// fitNormalized returns the score distribution that makes the observed sample most likely, among
// those with (mean-1/2)/sd = t. It linearises this constraint repeatedly, beginning with the
// uniform distribution.
func (s sample) fitNormalized(t float64) []float64 {
	p := make([]float64, len(s.a))
	for i := range p {
		p[i] = 1 / float64(len(p))
	}
	phi := make([]float64, len(p))
	for range 10 {
		next, ok := s.tilt(s.slope(p, t, phi))
		if !ok { // the uniform distribution is too far from the solution
			next, ok = s.tilt(s.slope(s.exponential(t), t, phi))
			if !ok {
				return p
			}
		}
		change := 0.0
		for i := range p {
			change = max(change, math.Abs(next[i]-p[i]))
		}
		p = next
		if change < 1e-9 {
			break
		}
	}
	return p
}

// slope returns a linear form of the condition (mean-1/2)/sd = t near the score distribution p. The
// i-th element of the result belongs to the i-th possible score; a distribution fulfils the linear
// condition if the mean of the elements is 0. The result is stored in phi.
func (s sample) slope(p []float64, t float64, phi []float64) []float64 {
	mean, variance := s.moments(p)
	sd := math.Sqrt(variance)
	for i, a := range s.a {
		phi[i] = a - 0.5 - 0.5*t*sd*(1+(a-mean)*(a-mean)/variance)
	}
	return phi
}

// exponential returns a distribution of scores with (mean-1/2)/sd = t. The probability of a score a
// is proportional to exp(k·a), with the k that fulfils this condition.
func (s sample) exponential(t float64) []float64 {
	p := make([]float64, len(s.a))
	lo, hi := -200.0, 200.0
	for range 100 {
		k, sum := (lo+hi)/2, 0.0
		for i, a := range s.a {
			p[i] = math.Exp(k * (a - 0.5))
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
		mean, variance := s.moments(p)
		if (mean-0.5)/math.Sqrt(variance) < t {
			lo = k
		} else {
			hi = k
		}
	}
	return p
}

// tilt returns the distribution of scores that makes the sample most likely, among those for which
// the mean of phi is 0. Its elements are p_i/(1+θ·phi_i), where p is the distribution of the sample.
// The boolean is false if the values of phi do not have both signs, so that there is no such
// distribution.
func (s sample) tilt(phi []float64) ([]float64, bool) {
	least, most := slices.Min(phi), slices.Max(phi)
	if !(least < 0 && most > 0) {
		return nil, false
	}
	theta, _ := s.multiplier(phi, -1/most, -1/least)
	p := make([]float64, len(phi))
	for i, f := range phi {
		p[i] = s.p[i] / (1 + theta*f)
	}
	return p, true
}

// multiplier returns the θ in [lo, hi] for which phi has the mean 0 under the tilted distribution
// p_i/(1+θ·phi_i), and the number of iterations. It uses Newton's method, and bisection if a step
// leaves the bracket.
func (s sample) multiplier(phi []float64, lo, hi float64) (theta float64, steps int) {
	for steps < 200 {
		steps++
		value, slope := 0.0, 0.0
		for i, f := range phi {
			q := f / (1 + theta*f)
			value += s.p[i] * q
			slope -= s.p[i] * q * q
		}
		if value > 0 {
			lo = theta
		} else {
			hi = theta
		}
		next := theta - value/slope
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
		}
		moved := math.Abs(next - theta)
		theta = next
		if moved <= 1e-15*(1+math.Abs(theta)) {
			break
		}
	}
	return theta, steps
}
