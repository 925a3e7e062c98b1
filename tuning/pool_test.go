package tuning_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
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

// Errors name the option. A pool of two opponents and a share of 0 are valid.
func TestInvalidPoolsAreRefused(t *testing.T) {
	t.Parallel()
	two := []engines.Agent{{Name: "a", Weights: engines.Weights{0}}, {Name: "b", Weights: engines.Weights{1}}}
	for name, c := range map[string]struct {
		problem tuning.Problem
		want    string // part of the error; "" for none
	}{
		"no opponent":      {tuning.Problem{}, "opponents"},
		"worst of one":     {tuning.Problem{Opponents: two[:1], Worst: true}, "at least 2 opponents"},
		"share of one":     {tuning.Problem{Opponents: two[:1], Shares: []float64{1}}, "at least 2 opponents"},
		"worst of two":     {tuning.Problem{Opponents: two, Worst: true}, ""},
		"both":             {tuning.Problem{Opponents: two, Worst: true, Shares: []float64{1, 1}}, "remove shares"},
		"too few":          {tuning.Problem{Opponents: two, Shares: []float64{1}}, "1 shares for 2 opponents"},
		"too large":        {tuning.Problem{Opponents: two, Shares: []float64{1e308, 1e308}}, "objective.shares: their sum is too large"},
		"negative":         {tuning.Problem{Opponents: two, Shares: []float64{1, -1}}, "objective.shares[1]"},
		"all 0":            {tuning.Problem{Opponents: two, Shares: []float64{0, 0}}, "must be above 0"},
		"one of them is 0": {tuning.Problem{Opponents: two, Shares: []float64{0, 0.5}}, ""},
		"no shares":        {tuning.Problem{Opponents: two}, ""},
	} {
		c.problem.Space = engines.Space{{Name: "x", Max: 1}}
		_, err := tuning.NewIndependentPairings(c.problem, func(tuning.Problem) (tuning.Strategy, error) { return &pairs{}, nil })
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// poolOf returns a strategy with the pool's scores, which requests many pairings of different seeds.
func poolOf(t *testing.T, p tuning.Problem, scores string) *tuning.IndependentPairings {
	t.Helper()
	b := tuning.Batch{Round: 1, Field: opponents(1, 3)}
	for i := range 4000 {
		b.Pairings = append(b.Pairings, tournament.Pairing{Agents: []int{0, 1}, Games: 1, Seed: engines.Seed(9, uint64(i))})
	}
	s := independent(t, p, &oneRound{batch: b})
	if scores != "" {
		if err := s.Restore([]byte(`{"pool":{"scores":` + scores + `},"inner":[0.5]}`)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Opponents are drawn with the probabilities of their shares. In a search for the lowest score, nine
// tenths of the games are shared in proportion to exp(-20 s) for mean scores s, and one tenth equally.
func TestSharesOfThePool(t *testing.T) {
	soft := func(scores ...float64) []float64 {
		sum := 0.0
		for _, s := range scores {
			sum += math.Exp(-20 * s)
		}
		out := make([]float64, len(scores))
		for i, s := range scores {
			out[i] = 0.9*math.Exp(-20*s)/sum + 0.1/float64(len(scores))
		}
		return out
	}
	three := opponents(2, 4, 6)
	for name, c := range map[string]struct {
		problem tuning.Problem
		scores  string
		want    []float64
	}{
		"equal":          {tuning.Problem{Opponents: three}, "", []float64{1. / 3, 1. / 3, 1. / 3}},
		"shares":         {tuning.Problem{Opponents: three, Shares: []float64{1, 2, 5}}, "", []float64{0.125, 0.25, 0.625}},
		"small shares":   {tuning.Problem{Opponents: three, Shares: []float64{0.01, 0.02, 0.01}}, "", []float64{0.25, 0.5, 0.25}},
		"only the first": {tuning.Problem{Opponents: three, Shares: []float64{4, 0, 0}}, "", []float64{1, 0, 0}},
		"only the last":  {tuning.Problem{Opponents: three, Shares: []float64{0, 0, 4}}, "", []float64{0, 0, 1}},
		"worst, new":     {tuning.Problem{Opponents: three, Worst: true}, "", []float64{1. / 3, 1. / 3, 1. / 3}},
		"worst":          {tuning.Problem{Opponents: three, Worst: true}, "[0.5,0.45,0.4]", soft(0.5, 0.45, 0.4)},
		"worst by far":   {tuning.Problem{Opponents: three, Worst: true}, "[0.9,0.1,0.9]", soft(0.9, 0.1, 0.9)},
	} {
		b, err := poolOf(t, c.problem, c.scores).Ask()
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]float64, 3)
		for _, p := range b.Pairings {
			counts[p.Opponents[0]-2]++ // after the two compared agents
		}
		n := float64(len(b.Pairings))
		for i, want := range c.want {
			if got := counts[i] / n; math.Abs(got-want) > 3.5*math.Sqrt(want*(1-want)/n) {
				t.Errorf("%s: opponent %d has a share of %.3f, want %.3f", name, i, got, want)
			}
		}
	}
}

// After a round the score of every opponent moves a fifth of the way to the mean score against it in
// the round. Opponents that were not met keep their scores.
func TestThePoolLearnsFromEveryGame(t *testing.T) {
	for name, c := range map[string]struct {
		problem  tuning.Problem
		pairings int
	}{
		"two seats":       {tuning.Problem{Opponents: opponents(0, 2, 9), Worst: true}, 200},
		"four seats":      {tuning.Problem{Opponents: opponents(0, 2, 9, 1), Seats: 4, Worst: true}, 200},
		"three, few met":  {tuning.Problem{Opponents: opponents(0, 2, 9, 1, 5, 7), Seats: 3, Worst: true}, 1},
		"two, one is met": {tuning.Problem{Opponents: opponents(0, 2, 9), Worst: true}, 1},
	} {
		b := tuning.Batch{Round: 1, Field: []engines.Agent{{Name: "weak", Weights: engines.Weights{1}}, {Name: "able", Weights: engines.Weights{3}}}}
		for i := range c.pairings {
			b.Pairings = append(b.Pairings, tournament.Pairing{Agents: []int{0, 1}, Games: 2, Seed: uint64(i)})
		}
		s := independent(t, c.problem, &oneRound{batch: b})
		var tables [][]string
		_, err := collect(t, t.Context(), s, local(table{&tables, false}, 1), tuning.Options{Budget: tuning.Budget{Rounds: 1}})
		if err != nil {
			t.Fatal(err)
		}
		strength := map[string]float64{"weak": 1, "able": 3}
		for _, o := range c.problem.Opponents {
			strength[o.Name] = o.Weights[0]
		}
		points, games := map[string]float64{}, map[string]float64{}
		for _, names := range tables {
			own := slices.IndexFunc(names, func(n string) bool { return n == "weak" || n == "able" })
			value := 0.0 // half a point for each tie, one for each opponent that is weaker
			for seat, name := range names {
				if mine, theirs := strength[names[own]], strength[name]; seat != own && mine >= theirs {
					value += 0.5
					if mine > theirs {
						value += 0.5
					}
				}
			}
			for seat, name := range names {
				if seat != own {
					points[name] += value / float64(len(names)-1)
					games[name]++
				}
			}
		}
		state, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Pool struct{ Scores []float64 } }
		if err := json.Unmarshal(state, &got); err != nil {
			t.Fatal(err)
		}
		for i, o := range c.problem.Opponents {
			want := 0.5
			if n := games[o.Name]; n > 0 {
				want += 0.2 * (points[o.Name]/n - 0.5)
			}
			if math.Abs(got.Pool.Scores[i]-want) > 1e-12 {
				t.Errorf("%s: score %v against opponent %d, want %v", name, got.Pool.Scores[i], i, want)
			}
		}
	}
}
