package spsa

import "math"

// How the gain follows the games.
const (
	memory   = 0.1  // share of the newest step in the trend
	learning = 0.05 // of the logarithm of the factor, per round
	farthest = 4.0  // the factor stays within [1/farthest, farthest]
)

// correct compares the step of a round, in games won along each weight, with
// the trend of the steps before it. While steps agree, the centre is still under
// way and the gain grows; when they contradict each other it overshoots and the
// gain falls. That is Kesten's rule ("Accelerated stochastic approximation",
// 1958) with the cosine of the two in place of a sign.
func (s *Strategy) correct(step []float64) {
	var dot, own, past float64
	for i, v := range step {
		t := s.state.Trend[i]
		dot += v * t
		own += v * v
		past += t * t
	}
	if own > 0 && past > 0 {
		cosine := dot / math.Sqrt(own*past)
		factor := s.state.Factor * math.Exp(learning*cosine*math.Sqrt(float64(len(step))))
		s.state.Factor = min(max(factor, 1/farthest), farthest)
	}
	for i, v := range step {
		s.state.Trend[i] += memory * (v - s.state.Trend[i])
	}
}
