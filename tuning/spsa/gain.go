package spsa

import (
	"math"
	"slices"
)

// How the gain adapts.
const (
	memory   = 0.1  // share of the newest step in the trend
	learning = 0.05 // of the logarithm of the factor, per round
	farthest = 4.0  // the factor stays within [1/farthest, farthest]
)

// adapt multiplies the gain by exp(0.05 cos sqrt(n)) for n weights, cos being the
// cosine between the step of a round, in games won along each weight, and the
// moving average of the steps before it. That is Kesten's rule ("Accelerated
// stochastic approximation", 1958) with a cosine in place of a sign: while steps
// agree the centre is still under way and the gain grows; when they contradict
// each other it overshoots and the gain falls.
//
// With rounds in play ahead it is the moving average that the round was proposed with:
// steps that were taken since say nothing about it, for it knew nothing of them.
func (m *method) adapt(step []float64) {
	trend := m.Trend
	if n := m.Problem.Ahead; n > 0 {
		m.Trends = append(m.Trends, slices.Clone(m.Trend))
		trend = m.Trends[0]
		if len(m.Trends) > n {
			m.Trends = m.Trends[1:]
		}
	}
	var dot, own, past float64
	for i, v := range step {
		t := trend[i]
		dot += v * t
		own += v * v
		past += t * t
	}
	if own > 0 && past > 0 {
		cosine := dot / math.Sqrt(own*past)
		factor := m.Factor * math.Exp(learning*cosine*math.Sqrt(float64(len(step))))
		m.Factor = min(max(factor, 1/farthest), farthest)
	}
	for i, v := range step {
		m.Trend[i] += memory * (v - m.Trend[i])
	}
}
