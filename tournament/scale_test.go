package tournament

import (
	"context"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
)

// noisy is an arena with random scores. The score of a seat has a standard deviation of 10 around a
// mean that all seats of a game share, and this mean has a standard deviation of 30.
func noisy(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	rng := engines.Rand(seed)
	deal := 30 * rng.NormFloat64()
	scores := make([]float64, len(seats))
	for i := range scores {
		scores[i] = 100 + deal + 10*rng.NormFloat64()
	}
	return engines.Record{Outcome: engines.ByScore(scores...)}, nil
}

func TestScoreScale(t *testing.T) {
	agent := engines.Agent{Name: "start"}
	for seats, want := range map[int]float64{1: math.Sqrt(2000), 2: math.Sqrt(200), 4: math.Sqrt(200)} {
		var first float64
		for _, workers := range []int{1, 4} {
			got, err := ScoreScale(t.Context(), Local{arenaFunc(noisy), workers}, agent, seats, 2000, 7, Terms{Objective: Objective{Scale: 3}})
			if err != nil || math.Abs(got-want) > 0.06*want {
				t.Errorf("%d seats: a scale of %v, %v; want about %v", seats, got, err, want)
			}
			if first != 0 && got != first {
				t.Errorf("%d seats: %v with one worker, %v with four", seats, first, got)
			}
			first = got
		}
	}
	for name, arena := range map[string]arenaFunc{
		"no scores": quick,
		"all alike": func(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
			return engines.Record{Outcome: engines.ByScore(make([]float64, len(seats))...)}, nil
		},
	} {
		if got, err := ScoreScale(t.Context(), Local{arena, 1}, agent, 2, 10, 7, Terms{}); err == nil {
			t.Errorf("%s: a scale of %v", name, got)
		}
	}
	if _, err := ScoreScale(t.Context(), Local{arenaFunc(noisy), 1}, agent, 1, 1, 7, Terms{}); err == nil {
		t.Error("one deal has a scale")
	}
}
