package results

import (
	"math"
	"testing"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
)

// A checkpoint is better than the result where the difference exceeds three standard
// errors of both together and its games suffice for an interval; the last checkpoint is the result itself.
func TestEarlierCheckpointThatWasBetter(t *testing.T) {
	t.Parallel()
	at := func(round int, elo, half float64) Checkpoint {
		return Checkpoint{Round: round, Rating: rating.Float(elo), Interval: rating.Interval{Low: elo - half, High: elo + half}}
	}
	few := at(3, 90, 20)
	few.Variety = rating.Variety{Distinct: 16, DistinctPairings: rating.LeastPairings - 1}
	for name, c := range map[string]struct {
		elo   float64
		list  []Checkpoint
		round int // 0 for none
	}{
		"none":              {30, []Checkpoint{at(9, 30, 20)}, 0},
		"within the error":  {30, []Checkpoint{at(3, 73, 20), at(9, 30, 20)}, 0},
		"beyond it":         {30, []Checkpoint{at(3, 74, 20), at(9, 30, 20)}, 3},
		"the best of two":   {30, []Checkpoint{at(3, 90, 20), at(5, 70, 20), at(9, 30, 20)}, 3},
		"no checkpoints":    {30, nil, 0},
		"two alike":         {30, []Checkpoint{at(3, 90, 20), at(5, 90, 20), at(9, 30, 20)}, 3},
		"below the result":  {30, []Checkpoint{at(3, -90, 20), at(9, 30, 20)}, 0},
		"unknown":           {math.NaN(), []Checkpoint{at(3, 90, 20), at(9, 30, 20)}, 0},
		"itself":            {30, []Checkpoint{at(3, 30, 20), at(9, 90, 20)}, 0},
		"few games":         {30, []Checkpoint{few, at(9, 30, 20)}, 0},
		"one without limit": {30, []Checkpoint{{Round: 3, Rating: 200, Interval: rating.Interval{Low: 90, High: math.Inf(1)}}, at(9, 30, 20)}, 0},
	} {
		a := Result{Rating: &evidence.Rating{Elo: rating.Float(c.elo), Interval: rating.Interval{Low: c.elo - 20, High: c.elo + 20}}, Checkpoints: c.list}
		got := a.Earlier()
		if got == nil && c.round != 0 || got != nil && got.Round != c.round {
			t.Errorf("%s: %+v, want round %d", name, got, c.round)
		}
	}
	if (Result{Checkpoints: []Checkpoint{at(1, 5, 1), at(2, 5, 1)}}).Earlier() != nil {
		t.Error("a result without a rating")
	}
}
