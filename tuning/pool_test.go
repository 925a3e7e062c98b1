package tuning_test

import (
	"bytes"
	"context"
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/spsa"
)

// tastes is a game with two opponents. Against opponent -1 a larger weight x is better;
// against opponent -2 a smaller one is better, by half as much. The mean score is highest at x
// = 1, the lowest score is highest at 1/3, and shares of 1 to 4 have their maximum at 0.
type tastes struct{}

func (tastes) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	own := 0
	if seats[0].Weights[0] < 0 {
		own = 1
	}
	x := seats[own].Weights[0]
	logit := 4*x - 2
	if seats[1-own].Weights[0] == -2 {
		logit = -2 * x
	}
	rng := engines.Rand(engines.Seed(seed, uint64(own), math.Float64bits(x)))
	winner := 1 - own
	if rng.Float64() < rating.Logistic(logit) {
		winner = own
	}
	return engines.Record{Outcome: engines.Winner(2, winner)}, nil
}

func pooled(t *testing.T, shares []float64, worst bool, games int) *tuning.IndependentPairings {
	t.Helper()
	p := tuning.Problem{
		Space: engines.Space{{Name: "x", Max: 1, Default: 0.6}}, Games: games, Seed: 4, Shares: shares, Worst: worst,
		Opponents: []engines.Agent{{Name: "one", Weights: engines.Weights{-1}}, {Name: "two", Weights: engines.Weights{-2}}},
	}
	s, err := tuning.NewIndependentPairings(p, func(p tuning.Problem) (tuning.Strategy, error) { return spsa.New(p, spsa.Options{Rounds: 100}) })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPools(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shares   []float64
		worst    bool
		from, to float64
	}{
		"mean":   {nil, false, 0.8, 1},
		"shares": {[]float64{1, 4}, false, 0, 0.2},
		"worst":  {nil, true, 0.23, 0.43},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := pooled(t, c.shares, c.worst, 24000)
			for _, err := range tuning.Run(t.Context(), s, local(tastes{}, 1), tuning.Options{}) {
				if err != nil {
					t.Fatal(err)
				}
			}
			if x := s.Best().Weights[0]; x < c.from || x > c.to {
				t.Errorf("the result is %.2f, want one within [%v, %v]", x, c.from, c.to)
			}
		})
	}
}

// The snapshot contains the scores of the pool: a stopped run requests the same games.
func TestThePoolIsRestored(t *testing.T) {
	t.Parallel()
	s := pooled(t, nil, true, 2000)
	rounds := 0
	for _, err := range tuning.Run(t.Context(), s, local(tastes{}, 1), tuning.Options{Budget: tuning.Budget{Rounds: 20}}) {
		if err != nil {
			t.Fatal(err)
		}
		rounds++
	}
	snapshot, err := s.Snapshot()
	if err != nil || rounds != 20 {
		t.Fatal(rounds, err)
	}
	again := pooled(t, nil, true, 2000)
	if err := again.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	a, err1 := s.Ask()
	b, err2 := again.Ask()
	if err1 != nil || err2 != nil || len(a.Pairings) == 0 || len(a.Pairings) != len(b.Pairings) {
		t.Fatal(err1, err2)
	}
	for i := range a.Pairings {
		if a.Pairings[i].Opponents[0] != b.Pairings[i].Opponents[0] {
			t.Fatalf("pairing %d meets another opponent", i)
		}
	}
	if back, err := again.Snapshot(); err != nil || !bytes.Equal(back, snapshot) {
		t.Errorf("restoring changed the snapshot: %v", err)
	}
	if again.Restore([]byte(`{"pool":{"scores":[0.5]},"inner":{}}`)) == nil {
		t.Error("a snapshot of another pool was taken")
	}
}

func TestInvalidPoolsAreRefused(t *testing.T) {
	t.Parallel()
	two := []engines.Agent{{Name: "a", Weights: engines.Weights{0}}, {Name: "b", Weights: engines.Weights{1}}}
	for name, p := range map[string]tuning.Problem{
		"one opponent": {Opponents: two[:1], Worst: true},
		"both":         {Opponents: two, Worst: true, Shares: []float64{1, 1}},
		"too few":      {Opponents: two, Shares: []float64{1}},
		"negative":     {Opponents: two, Shares: []float64{1, -1}},
		"none":         {Opponents: two, Shares: []float64{0, 0}},
	} {
		p.Space = engines.Space{{Name: "x", Max: 1}}
		if _, err := tuning.NewIndependentPairings(p, func(tuning.Problem) (tuning.Strategy, error) { return &pairs{}, nil }); err == nil {
			t.Errorf("%s: it was taken", name)
		}
	}
}
