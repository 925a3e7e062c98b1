package fit

import (
	"errors"

	"github.com/lanista/lanista/engines"
)

// targetsOf returns the target of every seat: its points, or its score minus the mean score of
// the others.
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
