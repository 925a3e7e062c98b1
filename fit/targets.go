package fit

import (
	"errors"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// targetsOf returns the target of every seat from the outcome of a game. This is the result, from 0
// to 1. If byScore is true, it is the seat's score minus the mean score of the other seats.
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

// returns computes the TD(lambda) targets of the examples from the coefficients b. The target of
// the last example of a trajectory is its outcome. Any other target is the points gained until the
// next example, plus a weighted mean of two numbers. They are the prediction for the next example
// and, with the weight lambda, the target of the next example.
func (d *Data) returns(b []float64, loss loss, lambda float64) []float32 {
	targets := make([]float32, len(d.Target))
	var terms []training.Term
	for i := d.Len() - 1; i >= 0; i-- {
		targets[i] = d.Target[i]
		if i == d.Len()-1 || d.Trajectory[i] != d.Trajectory[i+1] {
			continue
		}
		terms = d.Terms(i+1, terms[:0])
		z := sumOf(terms, b)
		gained := float64(d.Target[i]) - float64(d.Target[i+1])
		targets[i] = float32(gained + (1-lambda)*loss.mean(z) + lambda*float64(targets[i+1]))
	}
	return targets
}
