package cmaes

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

func with(o Options) pairwisetest.New { return pairwisetest.With(New, o) }

func TestContract(t *testing.T) {
	t.Run("adaptive", func(t *testing.T) { pairwisetest.Contract(t, with(Options{})) })
	t.Run("fixed", func(t *testing.T) { pairwisetest.Contract(t, with(Options{FixedRates: true, Unpaired: true})) })
}

func TestStoredSnapshots(t *testing.T) {
	pairwisetest.Stored(t, with(Options{}), "testdata/snapshots.json")
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	err := Options{Population: 3, GamesPerPair: -1, Sigma: 1.5}.Validate()
	var got []string
	for _, e := range keys.All(err) {
		got = append(got, e.Error())
	}
	want := []string{
		"population: 3 is not within [4, 1000000]", "population: 3 is odd, and candidates come in pairs",
		"games_per_pair: -1 is not within [1, 1000000]", "sigma: 1.5 is not within [0.000001, 1]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// More weights than a distribution can have are refused at once.
func TestTooManyWeightsAreRefused(t *testing.T) {
	for n, want := range map[int]string{MostWeights: "", MostWeights + 1: "takes too long with 1001 weights; at most 1000"} {
		space := make(engines.Space, n)
		for i := range space {
			space[i] = engines.Weight{Name: "w" + strconv.Itoa(i), Max: 1}
		}
		_, err := New(tuning.Problem{Space: space, Games: 2000}, Options{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d weights: %v", n, err)
		}
	}
}

// A small budget has fewer candidates, a large one more games for every pair, and the number
// of rounds stays within its limit.
func TestSizesFollowTheBudget(t *testing.T) {
	for _, c := range []struct{ weights, games, rounds, population, pair int }{
		{10, 2000, 1000, 32, 2},
		{10, 2000, 0, 32, 2},
		{10, 20000, 0, 32, 6},
		{10, 100, 0, 10, 2},
		{4, 8, 0, 4, 2},
		{10, 2000, 10, 32, 12},
	} {
		o := Options{}.withDefaults(c.weights, c.games, c.rounds, 2, false)
		if o.Population != c.population || o.GamesPerPair != c.pair || o.Sigma != 0.25 {
			t.Errorf("%d weights, %d games, %d rounds: %d candidates with %d games each pair and sigma %v, want %d, %d and 0.25",
				c.weights, c.games, c.rounds, o.Population, o.GamesPerPair, o.Sigma, c.population, c.pair)
		}
	}
}

// With more seats a pair plays more games, so that fewer pairs fit into a small budget. A search
// plays at least one round if two pairs do.
func TestSizesFollowTheSeats(t *testing.T) {
	for _, c := range []struct{ seats, games, population, rounds int }{
		{2, 400, 26, 15},
		{4, 400, 12, 16},
		{8, 400, 10, 10},
		{4, 4000, 32, 62},
		{8, 39, 4, 2},
		{8, 16, 4, 1},
	} {
		var space engines.Space
		for i := range 10 {
			space = append(space, engines.Weight{Name: string(rune('a' + i)), Max: 1, Default: 0.5})
		}
		s, err := New(tuning.Problem{Space: space, Games: c.games, Seats: c.seats}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if rounds := s.PlannedGames() / s.LargestRound(); s.Options().Population != c.population || rounds != c.rounds {
			t.Errorf("%d seats, %d games: %d candidates in %d rounds, want %d in %d", c.seats, c.games, s.Options().Population, rounds, c.population, c.rounds)
		}
	}
}

// The first candidates are normally distributed around the start with the steps of the weights as standard
// deviations, or sigma without a step. Every second one is the mirror image of the one before, unless each
// candidate has a score of its own and can be scaled by no factor.
func TestFirstCandidates(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a", Max: 100, Default: 50}, {Name: "b", Max: 100, Default: 50}, {Name: "c", Max: 100, Default: 50}}
	for _, c := range []struct{ valued, scaleFree, mirrored bool }{{false, false, true}, {true, false, false}, {true, true, true}} {
		p := tuning.Problem{Space: space, Steps: []float64{5, 0, 15}, Games: 20000, Seed: 1, Valued: c.valued, ScaleFree: c.scaleFree}
		s, err := New(p, Options{Population: 2000, Sigma: 0.1})
		if err != nil {
			t.Fatal(err)
		}
		points, _ := s.method().candidates(1)
		mean := s.method().evolution.Mean
		for i := range space {
			var values []float64
			opposite := 0.0
			for k, x := range points {
				values = append(values, x[i])
				opposite += (x[i] - mean[i]) * (points[k^1][i] - mean[i]) / float64(len(points))
			}
			deviation := stat.StdDev(values, nil)
			if want := []float64{0.05, 0.1, 0.15}[i]; !c.scaleFree && math.Abs(deviation/want-1) > 0.08 {
				t.Errorf("%+v: %s has the deviation %.3f, want %.3f", c, space[i].Name, deviation, want)
			}
			want := 0.0
			if c.mirrored {
				want = -1
			}
			if got := opposite / (deviation * deviation); !c.scaleFree && math.Abs(got-want) > 0.1 {
				t.Errorf("%+v: the correlation of neighbours in %s is %.2f, want %.2f", c, space[i].Name, got, want)
			}
		}
		if s.method().mirrored != c.mirrored {
			t.Errorf("%+v: mirrored %v", c, s.method().mirrored)
		}
	}
}

// A damaged snapshot or one of another problem is refused.
func TestDamagedSnapshotsAreRefused(t *testing.T) {
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 200, Seed: 1}
	s, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		key   string
		value any
	}{
		"2 weights; this problem has 3": {"mean", []float64{0.5, 0.5}},
		"damaged":                       {"covariance", []float64{1, 0, 0, 1}},
		"distribution":                  {"sigma", 0},
	} {
		var v map[string]any
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		v["state"].(map[string]any)["evolution"].(map[string]any)[c.key] = c.value
		bad, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Restore(bad); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s = %v: %v", c.key, c.value, err)
		}
	}
}

// A fast check of quality. The middle of the box is about 170 Elo below the optimum.
func TestRegretOnDuels(t *testing.T) {
	t.Parallel()
	r, err := bench.Run(t.Context(), []bench.Entry{bench.With("cmaes", New, Options{})}, bench.Options{
		Seeds: pairwisetest.Seeds(3, 20), FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad, bench.Ill}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Strategies[0].GeometricMean; got > 15 {
		t.Errorf("geometric mean %.1f Elo, want at most 15", got)
	}
}

// The optimum is found for all kinds of weights, with two seats and with four.
func TestMixedWeightsAreTuned(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 6000, Seed: 9}
	for _, seats := range []int{2, 4} {
		p.Seats = seats
		if r := pairwisetest.Regret(t, with(Options{}), p); r > 25 {
			t.Errorf("%d seats: regret %.1f Elo", seats, r)
		}
	}
}
