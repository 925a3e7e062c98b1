package pairwisetest

import (
	"context"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// arena is a simple game for tests of strategies. The strength of an agent falls with the square of
// the distance of its weights from fixed best weights, in unit coordinates of the space.
type arena struct{ space engines.Space }

const (
	target = 0.3    // the optimum in every unit coordinate
	steep  = 2500.0 // Elo per square of the box's side
)

func (a arena) strength(w engines.Weights) float64 {
	sum := 0.0
	for _, i := range a.space.Free() {
		d := a.space[i].Unit(w[i]) - target
		sum -= steep * d * d
	}
	return sum
}

// Play plays a game of the test arena: it ranks the seats by the strength of their weights plus
// random noise. The noise depends on the seed and on all weights.
func (a arena) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	path := make([]uint64, 0, 16)
	for i, s := range seats {
		if err := a.space.Check(s.Weights); err != nil {
			return engines.ForfeitRecord(len(seats), engines.Forfeit{Seat: i, Reason: err.Error()}), nil
		}
		for _, w := range s.Weights {
			path = append(path, math.Float64bits(w))
		}
	}
	rng := engines.Rand(engines.Seed(seed, path...))
	score := make([]float64, len(seats))
	for i, s := range seats {
		score[i] = rating.Logit(a.strength(s.Weights)) - math.Log(rng.ExpFloat64())
	}
	return engines.Record{Outcome: engines.Ranked(len(seats), func(a, b int) bool { return score[a] > score[b] })}, nil
}

// results plays the games of a batch in the test arena and returns their results. It fails the
// test if a weight vector is not allowed.
func (a arena) results(t *testing.T, b tuning.Batch) []tournament.Result {
	t.Helper()
	var results []tournament.Result
	run := tournament.Run(t.Context(), tournament.Local{Arena: a, Workers: 1}, b.Field, tournament.Pairings(b.Pairings), tournament.Options{})
	for r, err := range run {
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range r.Games {
			if g.Forfeit != nil {
				t.Fatalf("round %d asked for a forbidden point: %s", b.Round, g.Forfeit.Reason)
			}
		}
		results = append(results, r)
	}
	return results
}

// scores plays the games of the batch b in the test arena. It returns, for each pair in p, the mean
// score of the pair's first point against the second, in [0, 1].
func (a arena) scores(t *testing.T, b tuning.Batch, p pairwise.Proposal) []float64 {
	t.Helper()
	scores := make([]float64, len(p.Pairs))
	for i, r := range a.results(t, b) {
		for g, game := range r.Games {
			seat := 0
			if r.Pairing.Seat(g, 1) == p.Pairs[i].A {
				seat = 1
			}
			scores[i] += game.Outcome.Points(seat) / float64(len(r.Games))
		}
	}
	return scores
}

// Mixed returns a list of weights for tests that contains every kind: real, whole-number, fixed
// and logarithmic.
func Mixed() engines.Space {
	return engines.Space{
		{Name: "attack", Min: -2, Max: 3, Default: 0.5, Kind: engines.Real},
		{Name: "depth", Min: 1, Max: 9, Default: 7, Kind: engines.Integer},
		{Name: "scale", Min: 1, Max: 1, Default: 1, Kind: engines.Real},
		{Name: "base", Min: 0, Max: 4, Default: 2, Kind: engines.Fixed},
		{Name: "rate", Min: 0.01, Max: 10, Default: 1, Kind: engines.Log},
	}
}

// Directions returns a list of three real weights for tests of problems in which only the ratios
// of the weights matter.
func Directions() engines.Space {
	var s engines.Space
	for _, name := range []string{"a", "b", "c"} {
		s = append(s, engines.Weight{Name: name, Min: -1, Max: 2, Default: 0.5, Kind: engines.Real})
	}
	return s
}
