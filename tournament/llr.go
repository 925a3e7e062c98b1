package tournament

import (
	"math"
	"slices"
)

// Model says what a hypothesis of a sequential test is about.
type Model int

// The models.
const (
	// Normalized hypotheses fix the normalized Elo: the length of a test does
	// not depend on the draw rate.
	Normalized Model = iota
	// Logistic hypotheses fix the Elo, that is the mean score.
	Logistic
)

// emptyCount stands in for a count of zero, so that no likelihood is zero.
const emptyCount = 1e-3

// LLR is the generalised log-likelihood ratio of H1 (strength elo1) against H0
// (strength elo0): the likelihood of the counts under the distribution of each
// hypothesis that makes them likeliest. It is exact, and finite for any counts;
// 0 for none. M. Van den Bergh, "Comparing the approximations for the
// generalized log likelihood ratio of a multinomial distribution" and "Comments
// on normalized Elo".
func LLR(c Counts, m Model, elo0, elo1 float64) float64 {
	if c.Clusters() == 0 || len(c) < 2 {
		return 0
	}
	s := regularised(c)
	p0, p1 := s.fit(m, elo0), s.fit(m, elo1)
	sum := 0.0
	for i, p := range s.p {
		sum += p * math.Log(p1[i]/p0[i])
	}
	return s.n * sum
}

// LLRApprox is the closed form for the same, for progress displays: it is wrong
// where all or nearly all clusters ended alike.
func LLRApprox(c Counts, m Model, elo0, elo1 float64) float64 {
	if c.Clusters() == 0 || len(c) < 2 {
		return 0
	}
	s := regularised(c)
	if m == Logistic {
		around0, around1 := 0.0, 0.0
		for i, a := range s.a {
			around0 += s.p[i] * (a - Score(elo0)) * (a - Score(elo0))
			around1 += s.p[i] * (a - Score(elo1)) * (a - Score(elo1))
		}
		return s.n / 2 * math.Log(around0/around1)
	}
	mean, variance := s.moments(s.p)
	games := float64(c.perCluster())
	t := (mean - 0.5) / math.Sqrt(variance*games)
	t0, t1 := elo0/NormalizedScale, elo1/NormalizedScale
	return s.n * games / 2 * math.Log((1+(t-t0)*(t-t0))/(1+(t-t1)*(t-t1)))
}

// sample is the distribution that counts describe.
type sample struct {
	n     float64   // clusters
	a     []float64 // the scores
	p     []float64 // their shares, none 0
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

// moments are the mean and variance of the scores under a distribution.
func (s sample) moments(p []float64) (mean, variance float64) {
	for i, a := range s.a {
		mean += p[i] * a
	}
	for i, a := range s.a {
		variance += p[i] * (a - mean) * (a - mean)
	}
	return mean, variance
}

// fit is the distribution of the hypothesis that makes the sample likeliest.
func (s sample) fit(m Model, elo float64) []float64 {
	if m == Logistic {
		phi := make([]float64, len(s.a))
		for i, a := range s.a {
			phi[i] = a - Score(elo)
		}
		p, _ := s.tilt(phi)
		return p
	}
	return s.fitNormalized(math.Sqrt(s.games) * elo / NormalizedScale)
}

// fitNormalized finds the likeliest distribution with (mean-1/2)/sd = t by
// repeated linearisation of that constraint, from the uniform distribution.
func (s sample) fitNormalized(t float64) []float64 {
	p := make([]float64, len(s.a))
	for i := range p {
		p[i] = 1 / float64(len(p))
	}
	phi := make([]float64, len(p))
	for range 10 {
		next, ok := s.tilt(s.slope(p, t, phi))
		if !ok { // the uniform distribution is too far off
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

// slope is the linearised constraint at p.
func (s sample) slope(p []float64, t float64, phi []float64) []float64 {
	mean, variance := s.moments(p)
	sd := math.Sqrt(variance)
	for i, a := range s.a {
		phi[i] = a - 0.5 - 0.5*t*sd*(1+(a-mean)*(a-mean)/variance)
	}
	return phi
}

// exponential is a distribution proportional to exp(k·a) that has
// (mean-1/2)/sd = t.
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

// tilt returns the distribution p_i/(1+θ·phi_i) with mean phi of 0. It fails if
// phi does not take both signs.
func (s sample) tilt(phi []float64) ([]float64, bool) {
	least, most := slices.Min(phi), slices.Max(phi)
	if !(least < 0 && most > 0) {
		return nil, false
	}
	lo, hi := -1/most, -1/least
	theta := 0.0
	for range 200 { // Newton's method, halving the bracket where it leaves it
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
	p := make([]float64, len(phi))
	for i, f := range phi {
		p[i] = s.p[i] / (1 + theta*f)
	}
	return p, true
}
