package cmaes

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// height is a game of one seat. Its score is the first weight minus the luck of the deal. An agent
// whose weight is below fail forfeits.
type height struct{ fail float64 }

func (h height) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	w := seats[0].Weights[0]
	if w < h.fail {
		return engines.ForfeitRecord(1, engines.Forfeit{Reason: "too low"}), nil
	}
	return engines.Record{Outcome: engines.ByScore(w - 100*engines.Rand(seed).NormFloat64())}, nil
}

// observed is a cmaes strategy that records the fitness of the candidates of every round.
type observed struct {
	*Strategy
	points  [][]engines.Weights
	fitness [][]float64
}

func (o *observed) TellValues(b tuning.Batch, results []tournament.Result, values [][2]float64) error {
	p, err := o.Propose()
	if err != nil {
		return err
	}
	of := make([][2]float64, len(values))
	for i, v := range values { // the first agent of every second pairing is the second point
		if of[i] = v; i%2 == 1 {
			of[i] = [2]float64{v[1], v[0]}
		}
	}
	m := o.method()
	m.Value(of)
	fitness, err := m.fitness(len(p.Points), make([]float64, len(values)))
	if err != nil {
		return err
	}
	o.points, o.fitness = append(o.points, p.Points), append(o.fitness, fitness)
	return o.Strategy.TellValues(b, results, values)
}

// observe plays the game height with options and returns what was observed.
func observe(t *testing.T, g height, o Options) *observed {
	t.Helper()
	p := tuning.Problem{
		Space: engines.Space{{Name: "x", Max: 1, Default: 0.5}, {Name: "y", Max: 1, Default: 0.5}},
		Seats: 1, Games: 1200, Seed: 3,
	}
	var seen *observed
	s, err := tuning.NewIndependentPairings(p, func(p tuning.Problem) (tuning.Strategy, error) {
		s, err := New(p, o)
		seen = &observed{Strategy: s}
		return seen, err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range tuning.Run(t.Context(), s, tournament.Local{Arena: g, Workers: 2}, tuning.Options{Budget: tuning.Budget{Games: p.Games}}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(seen.fitness) == 0 {
		t.Fatal("no round was observed")
	}
	return seen
}

// In games of one seat candidates are ranked by their scores, all on the same deal.
func TestScoresRankCandidates(t *testing.T) {
	t.Parallel()
	for _, deals := range []int{1, 4} {
		o := observe(t, height{}, Options{GamesPerPair: deals})
		for round, fitness := range o.fitness {
			order := make([]int, len(fitness))
			for i := range order {
				order[i] = i
			}
			x := func(k int) float64 { return o.points[round][k][0] }
			slices.SortFunc(order, func(a, b int) int { return compare(fitness[a], fitness[b]) })
			if !slices.IsSortedFunc(order, func(a, b int) int { return compare(x(a), x(b)) }) {
				t.Fatalf("%d deals, round %d: points %v have fitness %v", deals, round+1, o.points[round], fitness)
			}
		}
		if best := o.Best(); best.Weights[0] < 0.9 || best.Name != "the last centre" {
			t.Errorf("%d deals: best weights %v, %s", deals, best.Weights, best.Name)
		}
	}
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// A candidate that forfeits has the last rank, and the partner of its pairing keeps its own score.
func TestForfeitsRankLast(t *testing.T) {
	t.Parallel()
	o := observe(t, height{fail: 0.4}, Options{GamesPerPair: 2})
	forfeits := 0
	for round, fitness := range o.fitness {
		for k, f := range fitness {
			if low := o.points[round][k][0] < 0.4; math.IsInf(f, -1) != low || math.IsNaN(f) {
				t.Fatalf("round %d: point %v has fitness %v", round+1, o.points[round][k], f)
			} else if low {
				forfeits++
			}
		}
	}
	if forfeits == 0 || o.Best().Weights[0] < 0.9 {
		t.Errorf("%d forfeits, best weights %v", forfeits, o.Best().Weights)
	}
}

// A candidate without any score has the mean fitness of the others.
func TestUnknownScoresAreTheMean(t *testing.T) {
	m := &method{deals: 2, valued: true, values: [][2]float64{
		{1, math.NaN()}, {3, math.NaN()}, {math.NaN(), 5}, {4, math.Inf(-1)},
	}}
	got, err := m.fitness(4, make([]float64, 4))
	if want := []float64{2, 3, 4, math.Inf(-1)}; err != nil || !slices.Equal(got, want) {
		t.Errorf("fitness %v, want %v (%v)", got, want, err)
	}
	if _, err := m.fitness(4, make([]float64, 4)); err == nil {
		t.Error("a round without scores is accepted")
	}
}

// Unpaired games of two seats give candidates different seats, so that their scores cannot be
// compared.
func TestUnpairedSeatsAreComparedInPairs(t *testing.T) {
	p := tuning.Problem{Space: engines.Space{{Name: "x", Max: 1}}, Valued: true, Games: 100}
	for unpaired, want := range map[bool]bool{true: false, false: true} {
		s, err := New(p, Options{Unpaired: unpaired})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.method().valued; got != want {
			t.Errorf("unpaired %v: by scores %v", unpaired, got)
		}
	}
}
