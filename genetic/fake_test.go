package genetic

import (
	"context"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// fakeArena is a game with known best weights. Every seat has a random score around its strength,
// which falls with the distance of the weights from peak.
type fakeArena struct {
	peak  float64
	draws float64 // difference of scores below which a game is drawn
}

func (a fakeArena) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	r := engines.Rand(seed)
	scores := make([]float64, len(seats))
	for i, s := range seats {
		for _, w := range s.Weights {
			scores[i] -= math.Abs(w-a.peak) / float64(len(s.Weights))
		}
		scores[i] += r.NormFloat64()
	}
	places := make([]int, len(seats))
	for i := range scores {
		for j := range scores {
			if scores[j] > scores[i]+a.draws {
				places[i]++
			}
		}
	}
	return engines.Record{Outcome: engines.Places(places...)}, nil
}

// square returns a space of n real weights within [0, 10], as in the Risk procedure.
func square(n int) engines.Space {
	s := make(engines.Space, n)
	for i := range s {
		s[i] = engines.Weight{Name: fmt.Sprintf("w%d", i+1), Min: 0, Max: 10, Default: 1}
	}
	return s
}

// kinds is a list of weights that contains every kind of weight.
var kinds = engines.Space{
	{Name: "real", Min: -2, Max: 3, Default: 1},
	{Name: "integer", Min: -3, Max: 12, Default: 4, Kind: engines.Integer},
	{Name: "fixed", Min: 0, Max: 9, Default: 7, Kind: engines.Fixed},
	{Name: "log", Min: 0.01, Max: 100, Default: 1, Kind: engines.Log},
	{Name: "point", Min: 5, Max: 5, Default: 5},
	{Name: "narrow", Min: 0.5, Max: 2.5, Default: 2, Kind: engines.Integer},
	engines.NewChoices("style", "", []string{"solid", "normal", "risky"}, "normal"),
}

// drawWeights draws a random weight vector that the space allows.
func drawWeights(t *rapid.T, s engines.Space, label string) engines.Weights {
	r := engines.Rand(rapid.Uint64().Draw(t, label))
	v := make(engines.Weights, len(s))
	for i, w := range s {
		v[i] = draw(r, w)
	}
	return v
}

func mustNew(t testing.TB, p tuning.Problem, config Config) *Breeder {
	t.Helper()
	b, err := New(p, config)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// round plays one generation and returns its batch and results.
func round(t testing.TB, b *Breeder, arena engines.Arena) (tuning.Batch, []tournament.Result) {
	t.Helper()
	batch, err := b.Ask()
	if err != nil {
		t.Fatal(err)
	}
	results := play(t, batch, arena)
	if err := b.Tell(batch, results); err != nil {
		t.Fatal(err)
	}
	return batch, results
}

func play(t testing.TB, batch tuning.Batch, arena engines.Arena) []tournament.Result {
	t.Helper()
	var results []tournament.Result
	x := tournament.Local{Arena: arena, Workers: 1}
	for res, err := range tournament.Run(t.Context(), x, batch.Field, tournament.Pairings(batch.Pairings), tournament.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, res)
	}
	return results
}

// small returns a config for fast tests.
func small() Config {
	config := Paper()
	config.Population, config.Groups, config.GroupSize = 12, 3, 4
	config.Selection.Count = 2
	config.Crossover.Pairs, config.Mutation.Count = 3, 1
	return config
}
