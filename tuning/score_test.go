package tuning_test

import (
	"context"
	"encoding/json"
	"math"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// solo is a game of one seat. The score is the first weight plus a random part that all agents with
// the same seed share, plus noise.
type solo struct{ games *atomic.Int64 }

func (a solo) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	a.games.Add(1)
	w := 0.0
	if len(seats[0].Weights) > 0 {
		w = seats[0].Weights[0]
	}
	own := engines.Seed(seed, math.Float64bits(w))
	return engines.Record{Outcome: engines.ByScore(w + 40*engines.Rand(seed).NormFloat64() + 10*engines.Rand(own).NormFloat64())}, nil
}

// In games of one seat, all candidates play from the same seeds and are compared by rank or by
// score. Every game is counted.
func TestVerifyGamesOfOneSeat(t *testing.T) {
	candidates := []tuning.Estimate{
		{Name: "own", Weights: engines.Weights{100}}, {Name: "best", Weights: engines.Weights{108}}, {Name: "worse", Weights: engines.Weights{90}},
	}
	opponents := []engines.Agent{{Name: "default", Weights: engines.Weights{96}}, {Name: "strong", Weights: engines.Weights{110}}}
	for name, o := range map[string]tournament.Objective{"places": {}, "score": {Scale: 20}} {
		var games atomic.Int64
		v, err := tuning.Verify(t.Context(), local(solo{&games}, 2), candidates, opponents,
			tuning.VerifyOptions{Terms: tournament.Terms{Objective: o}, Games: 3000, Seats: 1, Seed: 2})
		if err != nil {
			t.Fatal(err)
		}
		if v.Result.Name != "best" || v.Games != 3000 || games.Load() != 3000 || v.PlayoffGames != 1200 {
			t.Errorf("%s: result %s, %d games counted, %d of them in the playoff, %d played", name, v.Result.Name, v.Games, v.PlayoffGames, games.Load())
		}
		for i, p := range v.Playoff {
			if p.Games != 400 {
				t.Errorf("%s: candidate %d played %d games of the playoff", name, i, p.Games)
			}
		}
		for i, ahead := range []float64{12, -2} {
			m := v.Matches[i]
			if m.Games != 1200 || m.Wins+m.Draws+m.Losses != 600 || m.Pairings != 600 || !m.Interval.Contains(float64(m.Rating)) {
				t.Errorf("%s: the match does not add up: %+v", name, m)
			}
			if (m.LOS > 0.975) != (ahead > 0) || (m.Rating > 0) != (ahead > 0) {
				t.Errorf("%s: %v ahead is %v Elo %v, LOS %v", name, ahead, m.Rating, m.Interval, m.LOS)
			}
			s := m.Scored
			if s == nil || math.Abs(s.Against.Result.Mean-108) > 4*float64(s.Against.Result.Error) || math.Abs(s.Against.Difference.Mean-ahead) > 4*float64(s.Against.Difference.Error) {
				t.Errorf("%s: scored %+v", name, s)
			} else if s.Against.Difference.Error > 0.8 || s.Against.Result.Error < 1.3 || s.Against.Result.Error > 2 {
				t.Errorf("%s: errors %v and %v; the same deals cancel", name, s.Against.Result.Error, s.Against.Difference.Error)
			}
		}
	}
}

// The intervals of graded scores between equal agents contain 0 in about 95% of cases.
func TestGradedVerificationCovers(t *testing.T) {
	covered, n := 0, 300
	for seed := range uint64(n) {
		var games atomic.Int64
		// The game ignores names, so both receive equal deals.
		v, err := tuning.Verify(t.Context(), local(solo{&games}, 1), []tuning.Estimate{{Weights: engines.Weights{1e-9}}},
			[]engines.Agent{{Name: "equal", Weights: engines.Weights{0}}},
			tuning.VerifyOptions{Terms: tournament.Terms{Objective: tournament.Objective{Scale: 15}}, Games: 200, Seats: 1, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if v.Matches[0].Interval.Contains(0) {
			covered++
		}
	}
	if share := float64(covered) / float64(n); share < 0.91 || share > 0.985 {
		t.Errorf("95%% intervals cover in %.3f of %d verifications", share, n)
	}
}

// In symmetric games a deal is played once.
func TestVerifySymmetricGames(t *testing.T) {
	seen := make(map[uint64]int)
	arena := seeds{seen}
	v, err := tuning.Verify(t.Context(), local(arena, 1), []tuning.Estimate{{Weights: engines.Weights{60}}},
		[]engines.Agent{{Name: "default", Weights: engines.Weights{0}}}, tuning.VerifyOptions{Games: 300, Symmetric: true})
	if err != nil {
		t.Fatal(err)
	}
	if m := v.Matches[0]; v.Games != 300 || m.Games != 300 || m.Pairings != 300 || len(seen) != 300 || m.Rating < 0 || m.Scored != nil {
		t.Errorf("%d deals, %+v", len(seen), m)
	}
}

// seeds is the game duels. It also counts how many games are played with each seed.
type seeds struct{ seen map[uint64]int }

func (s seeds) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	s.seen[seed]++
	return duels{}.Play(ctx, seats, seed)
}

// The JSON of a match has its values; an open end is null.
func TestMatchesHaveJSON(t *testing.T) {
	v, err := tuning.Verify(t.Context(), local(duels{}, 1), []tuning.Estimate{{Weights: engines.Weights{9000}}},
		[]engines.Agent{{Name: "default"}}, tuning.VerifyOptions{Games: 20})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v.Matches[0])
	if err != nil {
		t.Fatal(err)
	}
	var back rating.Standing
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, v.Matches[0]) || !math.IsInf(back.Interval.High, 1) {
		t.Errorf("%+v came back of %s as %+v", v.Matches[0], data, back)
	}
}
