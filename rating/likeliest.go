package rating

import (
	"math"
	"slices"
)

// sample is the observed distribution of the scores of clusters. A cluster is a group of dependent
// games that counts as one observation.
type sample struct {
	n     float64   // number of clusters
	a     []float64 // possible scores
	p     []float64 // share of each score, never 0
	games float64   // number of games in a cluster
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
		const least = 1.0 / (1 << 53)
		score := min(max(Score(elo), least), 1-least) // at a score of 0 or 1 all other results are impossible
		phi := make([]float64, len(s.a))
		for i, a := range s.a {
			phi[i] = a - score
		}
		p, _ := s.tilt(phi)
		return p
	}
	return s.fitNormalized(math.Sqrt(s.games) * elo / normalizedScale)
}

// fitNormalized returns the score distribution under which the observed sample is most likely,
// among all distributions with (mean-1/2)/sd = t.
//
// [sample.linearised] finds it quickly if it is near the sample. Otherwise that method may end at a
// distribution that is only locally the best, or not converge. In random samples this happens only
// if the divergence of the result from the sample is several times as large as the variance of the
// scores. fitNormalized accepts divergences below that variance. Otherwise it also computes the
// slower [sample.stationary] and returns the more likely result.
func (s sample) fitNormalized(t float64) []float64 {
	p, converged := s.linearised(t)
	_, variance := s.moments(s.p)
	if t == 0 || converged && s.divergence(p) < variance {
		return p
	}
	const same = 1e-9 // divergences that differ only by rounding errors
	if q := s.stationary(t); q != nil && (!converged || s.divergence(q) < s.divergence(p)-same) {
		return q
	}
	return p
}

// divergence returns the Kullback-Leibler divergence from the score distribution q to that of the
// sample. It measures how much less likely q makes the sample, in nats per cluster.
func (s sample) divergence(q []float64) float64 {
	sum := 0.0
	for i, p := range s.p {
		sum += p * math.Log(p/q[i])
	}
	return sum
}

// linearised computes the distribution that [sample.fitNormalized] describes, by a fast iteration.
// Each step replaces the condition (mean-1/2)/sd = t by a linear one near the current distribution,
// and moves to the best distribution under the linear condition. converged reports whether the
// steps became small. Even then the result may be only a local optimum.
func (s sample) linearised(t float64) (p []float64, converged bool) {
	p = make([]float64, len(s.a))
	for i := range p {
		p[i] = 1 / float64(len(p))
	}
	phi := make([]float64, len(p))
	for range 10 {
		next, ok := s.tilt(s.slope(p, t, phi))
		if !ok { // the uniform distribution is too far from the solution
			next, ok = s.tilt(s.slope(s.exponential(t), t, phi))
			if !ok {
				return p, false
			}
		}
		change := 0.0
		for i := range p {
			change = max(change, math.Abs(next[i]-p[i]))
		}
		p = next
		if change < 1e-9 {
			return p, true
		}
	}
	return p, false
}

// stationary returns the score distribution under which the sample is most likely, among all
// distributions with (mean-1/2)/sd = t. It is slower than [sample.linearised], but finds the best
// of several local maxima. It returns nil if it finds none.
//
// The function tries 100 standard deviations, from the largest possible one down to a ten
// thousandth of it. Where [sample.excess] changes its sign between two of them, it determines the
// zero, which is a local maximum or another stationary point of the likelihood.
func (s sample) stationary(t float64) (likeliest []float64) {
	const (
		points   = 100
		smallest = 1e-4 // as a share of the largest
	)
	largest := 0.5 / math.Sqrt(1+t*t) // all games won or lost
	phi := make([]float64, len(s.a))
	low, before := 0.0, math.NaN() // the point below, and the excess there
	for k := range points {
		sd := largest * math.Pow(smallest, 1-float64(k)/(points-1))
		excess, _ := s.excess(sd, t, phi)
		if excess*before < 0 {
			lo, hi := low, sd
			for range 60 {
				middle := (lo + hi) / 2
				if v, _ := s.excess(middle, t, phi); v*before > 0 {
					lo = middle
				} else {
					hi = middle
				}
			}
			if _, p := s.excess((lo+hi)/2, t, phi); p != nil && (likeliest == nil || s.divergence(p) < s.divergence(likeliest)) {
				likeliest = p
			}
		}
		low, before = sd, excess
	}
	return likeliest
}

// excess tests whether the distribution that [sample.stationary] searches for has the standard
// deviation sd. Its mean is then 1/2 + t·sd. excess replaces the condition (mean-1/2)/sd = t by its
// linear approximation at this mean and sd, and computes the best distribution p under the linear
// condition. It returns p and the mean square deviation of p from 1/2 + t·sd, minus sd². This
// difference is 0 if p really has the standard deviation sd and fulfils the original condition.
//
// If no distribution fulfils the linear condition, excess is NaN and p is nil. phi is scratch
// memory with an element for each possible score.
func (s sample) excess(sd, t float64, phi []float64) (excess float64, p []float64) {
	mean := 0.5 + t*sd
	for i, a := range s.a {
		phi[i] = a - 0.5 - 0.5*t*sd*(1+(a-mean)*(a-mean)/(sd*sd))
	}
	p, ok := s.tilt(phi)
	if !ok {
		return math.NaN(), nil
	}
	for i, a := range s.a {
		excess += p[i] * (a - mean) * (a - mean)
	}
	return excess - sd*sd, p
}

// slope returns a linear condition that approximates the condition (mean-1/2)/sd = t: the mean
// score exceeds 1/2 by t standard deviations. The approximation is good for score distributions
// near p. The linear condition is that phi, which contains a number for each possible score, has
// the mean 0. slope sets phi and returns it.
func (s sample) slope(p []float64, t float64, phi []float64) []float64 {
	mean, variance := s.moments(p)
	sd := math.Sqrt(variance)
	for i, a := range s.a {
		phi[i] = a - 0.5 - 0.5*t*sd*(1+(a-mean)*(a-mean)/variance)
	}
	return phi
}

// exponential returns a distribution of scores as a starting point for [sample.linearised]. The
// probability of a score a is proportional to exp(k·a). exponential chooses the k for which the
// mean exceeds 1/2 by t standard deviations.
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

// tilt returns the score distribution that makes the sample most likely, among those under which
// phi has the mean 0. phi contains a number for each possible score. The probabilities are
// p_i/(1+θ·phi_i), where p_i is the share of score i in the sample and [sample.multiplier] computes
// θ. tilt returns false unless phi contains both a positive and a negative number.
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

// multiplier computes the number θ in the probabilities p_i/(1+θ·phi_i) of [sample.tilt], where p_i
// is the share of score i in the sample. With this θ, phi has the mean 0. multiplier searches θ in
// [lo, hi] by Newton's method, and by bisection if a step leaves the interval. It also returns the
// number of steps.
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
