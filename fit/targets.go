package fit

import (
	"errors"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/rating"
)

// targetsOf returns the target of every seat from the outcome of a game: the result, from 0 to 1,
// or if byScore is true, the seat's score minus the mean score of the other seats.
func targetsOf(o engines.Outcome, byScore bool) ([]float64, error) {
	t := make([]float64, o.Seats())
	for seat := range t {
		t[seat] = o.Points(seat)
		if !byScore {
			continue
		}
		own, ok := o.Score(seat)
		if !ok {
			return nil, errors.New("the game counts no points: its score cannot be the target")
		}
		others := 0.0
		for other := range t {
			if other != seat {
				v, _ := o.Score(other)
				others += v / float64(len(t)-1)
			}
		}
		t[seat] = own - others
	}
	return t, nil
}

// returns computes the TD(lambda) targets for the coefficients b. The target of the last example of
// a line is its outcome. Every other target is a weighted mean of the next target (with weight
// lambda) and the prediction for the next example, plus the points gained between the two examples.
func (d *Data) returns(b []float64, loss loss, lambda float64) []float32 {
	targets := make([]float32, len(d.Target))
	var terms []training.Term
	for i := d.Len() - 1; i >= 0; i-- {
		targets[i] = d.Target[i]
		if i == d.Len()-1 || d.Line[i] != d.Line[i+1] {
			continue
		}
		terms = d.Terms(i+1, terms[:0])
		z := sumOf(terms, b)
		gained := float64(d.Target[i]) - float64(d.Target[i+1])
		targets[i] = float32(gained + (1-lambda)*loss.mean(z) + lambda*float64(targets[i+1]))
	}
	return targets
}

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
