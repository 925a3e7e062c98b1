package fit

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// loss is a loss function, which measures how far a prediction is from its target.
type loss int

const (
	// logistic is the cross-entropy, in nats, of predicting a result from 0 to 1 as 1/(1 +
	// exp(-z)).
	logistic loss = iota
	// squares is half the squared difference between a score and its prediction z.
	squares
)

// at returns the loss of the prediction z for a target, and its first and second derivatives (slope
// and curvature) with respect to z.
func (l loss) at(z, target float64) (loss, slope, curvature float64) {
	if l == squares {
		d := z - target
		return d * d / 2, d, 1
	}
	p := rating.Logistic(z)
	// This equals log(1 + exp(z)) - target z, without overflow.
	loss = math.Log1p(math.Exp(-math.Abs(z))) + max(z, 0) - target*z
	return loss, p - target, p * (1 - p)
}

// mean returns the expected target for the prediction z of the model.
func (l loss) mean(z float64) float64 {
	if l == squares {
		return z
	}
	return rating.Logistic(z)
}
