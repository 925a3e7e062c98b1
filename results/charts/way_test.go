package charts

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// A doubt of the last round that the verification did not share is no part of the way.
func TestWayEndsAtTheAnswer(t *testing.T) {
	t.Parallel()
	rec := results.Record{}
	rec.Space = engines.Space{{Name: "a", Max: 10}, {Name: "b", Max: 10}}
	for i, w := range []engines.Weights{{1, 1}, {3, 1}, {5, 1}, {1, 1}} {
		rec.Generations = append(rec.Generations, results.Generation{Number: i + 1, Best: results.Answer{Weights: w}})
	}
	for _, c := range []struct {
		answer *results.Answer
		rounds int
	}{
		{nil, 4},
		{&results.Answer{Weights: engines.Weights{5.05, 1}}, 3},
		{&results.Answer{Weights: engines.Weights{9, 9}}, 4}, // of no round
		{&results.Answer{Weights: engines.Weights{3, 1}, KeptStart: true}, 4},
	} {
		rec.Answer = c.answer
		if got := way(rec); len(got) != c.rounds {
			t.Errorf("%+v: %d rounds, want %d", c.answer, len(got), c.rounds)
		}
	}
}
