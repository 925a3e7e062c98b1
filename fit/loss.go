package fit

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// loss is what a prediction costs.
type loss int

// The losses.
const (
	// logistic is the log loss, in nats, of a result in [0, 1] that is predicted
	// as 1/(1 + exp(-z)).
	logistic loss = iota
	// squares is half the square of what a score is off from its prediction z.
	squares
)

// at returns the loss of predicting the target by z, with its first and second
// derivative by z.
func (l loss) at(z, target float64) (loss, slope, curvature float64) {
	if l == squares {
		d := z - target
		return d * d / 2, d, 1
	}
	p := rating.Logistic(z)
	// log(1 + exp(-|z|)) + max(z, 0) - y z, without overflow.
	loss = math.Log1p(math.Exp(-math.Abs(z))) + max(z, 0) - target*z
	return loss, p - target, p * (1 - p)
}

// mean is what a prediction by z expects.
func (l loss) mean(z float64) float64 {
	if l == squares {
		return z
	}
	return rating.Logistic(z)
}
