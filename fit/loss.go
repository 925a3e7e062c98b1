package fit

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// loss is a loss function.
type loss int

// The loss functions.
const (
	// logistic is the log loss, in nats, of predicting a result in [0, 1] as 1/(1 + exp(-z)).
	logistic loss = iota
	// squares is half the squared difference between a score and its prediction z.
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

// mean returns the expected target for the prediction z.
func (l loss) mean(z float64) float64 {
	if l == squares {
		return z
	}
	return rating.Logistic(z)
}
