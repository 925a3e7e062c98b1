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

// at returns the loss for a target if the weighted sum of the features is z. slope and curvature
// are the first and second derivatives of the loss with respect to z.
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

// mean returns the expected target if the weighted sum of the features is z. For the logistic loss
// it is a probability, and for least squares z itself.
func (l loss) mean(z float64) float64 {
	if l == squares {
		return z
	}
	return rating.Logistic(z)
}
