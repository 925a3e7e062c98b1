package runs

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
)

// An experiment states how many of its runs are disputed.
func TestExperimentOfDisputedRuns(t *testing.T) {
	t.Parallel()
	r := ExperimentResult{Against: []string{"default"}, Strategies: []string{"spsa"}, Budgets: []int{100}, Seeds: Seeds{1, 10}, MatchGames: 10}
	for seed := uint64(1); seed <= 10; seed++ {
		r.Runs = append(r.Runs, ExperimentRun{Strategy: "spsa", Budget: 100, Seed: seed, Strengths: []float64{5}, Errors: []float64{3}, Disputed: seed == 4})
	}
	r.compare()
	if len(r.Caveats) != 1 || !strings.HasPrefix(r.Caveats[0], "1 run is disputed: ") {
		t.Errorf("%q", r.Caveats)
	}
}

// The mean of equal numbers of games is this number, without rounding.
func TestExperimentMeanGames(t *testing.T) {
	t.Parallel()
	r := ExperimentResult{Against: []string{"default"}, Strategies: []string{"spsa"}, Budgets: []int{200}, Seeds: Seeds{1, 6}, MatchGames: 10}
	for seed := uint64(1); seed <= 6; seed++ {
		r.Runs = append(r.Runs, ExperimentRun{Strategy: "spsa", Budget: 200, Seed: seed, Games: 200, Strengths: []float64{5}, Errors: []float64{3}})
	}
	if c := r.cell(0, "", "spsa", 200); c.Games != 200 {
		t.Errorf("%v games", c.Games)
	}
}

// Variants can have different opponents. A comparison that has no seed against an opponent is no test
// against which other p-values are adjusted, and its strengths are not reported as unknown.
func TestExperimentOfVariantsWithOpponentsOfTheirOwn(t *testing.T) {
	t.Parallel()
	r := ExperimentResult{
		Against: []string{"default", "random"}, Strategies: []string{"spsa", "de"}, Variants: []string{"a", "b"}, Budgets: []int{100}, Seeds: Seeds{1, 10}, MatchGames: 10,
	}
	rng := engines.Rand(3)
	nan := math.NaN()
	for seed := uint64(1); seed <= 10; seed++ {
		for _, strategy := range r.Strategies {
			r.Runs = append(r.Runs,
				ExperimentRun{Variant: "a", Strategy: strategy, Budget: 100, Seed: seed, Strengths: []float64{rng.NormFloat64()}, Errors: []float64{1}, Scores: []ExperimentScore{{Mean: 5, Difference: rng.NormFloat64()}}},
				ExperimentRun{
					Variant: "b", Strategy: strategy, Budget: 100, Seed: seed, Strengths: []float64{nan, rng.NormFloat64()}, Errors: []float64{nan, 1},
					Scores: []ExperimentScore{{Mean: nan, Difference: nan}, {Mean: 5, Difference: rng.NormFloat64()}},
				})
		}
	}
	r.compare()
	for _, c := range r.Comparisons {
		played := (c.Against == "default") == (c.Variant == "a")
		if (c.Seeds > 0) != played || (c.Score.Seeds > 0) != played {
			t.Fatalf("%+v", c)
		}
		if c.Adjusted != c.P || c.Score.Adjusted != c.Score.P || !played && c.Adjusted != 1 { // one test against each opponent
			t.Errorf("%s against %s: p %v, adjusted %v; of points %v, %v", c.Variant, c.Against, c.P, c.Adjusted, c.Score.P, c.Score.Adjusted)
		}
	}
	if len(r.Caveats) != 0 {
		t.Errorf("%q", r.Caveats)
	}
}

// If the start was kept and has played no game against the first opponent, its difference in points is
// as unknown as its strength.
func TestUnknownScoreOfAKeptStart(t *testing.T) {
	t.Parallel()
	var rec results.Record
	rec.Result = &results.Result{KeptStart: true, Rating: &evidence.Rating{Against: "champion", Elo: rating.Float(math.NaN()), Interval: rating.Open()}}
	list := verifiedStandings(rec)
	if elo, err := strengthAgainst(list, "champion"); !math.IsNaN(elo) || !math.IsNaN(err) {
		t.Errorf("%v ± %v", elo, err)
	}
	if s := scoreAgainst(list, "champion"); !math.IsNaN(s.Difference) || !math.IsNaN(s.Error) || !math.IsNaN(s.Mean) {
		t.Errorf("%+v", s)
	}
	rec.Result.Rating = &evidence.Rating{Against: "champion"} // it plays like the opponent
	if s := scoreAgainst(verifiedStandings(rec), "champion"); s.Difference != 0 || s.Error != 0 {
		t.Errorf("%+v", s)
	}
}

// The caveat about few seeds counts the seeds with a result, and not those that are planned.
func TestFewSeedsAreThoseWithAResult(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		planned, first, second int // seeds of the experiment, and with a result of either strategy
		want                   string
	}{
		{1, 1, 1, "one seed gives no interval"},
		{9, 9, 9, "9 seeds are few: their intervals are 1.2 times"},
		{10, 10, 10, ""},
		{20, 20, 10, ""},
		{20, 20, 9, "a strategy has results of 9 of the 20 seeds, which are few: their intervals are 1.2 times"},
		{20, 2, 0, "a strategy has results of 2 of the 20 seeds, which are few: their intervals are 6.5 times"},
		{20, 2, 1, "a strategy has a result of one of the 20 seeds, which gives no interval"},
		{20, 0, 0, ""},
	} {
		r := ExperimentResult{Against: []string{"default"}, Strategies: []string{"spsa", "de"}, Budgets: []int{100}, Seeds: Seeds{1, uint64(c.planned)}, MatchGames: 10}
		for i, seeds := range []int{c.first, c.second} {
			for seed := range uint64(seeds) {
				r.Runs = append(r.Runs, ExperimentRun{Strategy: r.Strategies[i], Budget: 100, Seed: seed + 1, Strengths: []float64{5}, Errors: []float64{3}})
			}
		}
		r.compare()
		if got := strings.Join(r.Caveats, "\n"); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%d seeds, %d and %d with a result: %q, want %q", c.planned, c.first, c.second, got, c.want)
		}
	}
}

// A run that has not met an opponent of later runs has unknown strengths for it, so that the lists of all
// runs have the order and the length of Against.
func TestRunsHaveAnElementForEachOpponent(t *testing.T) {
	t.Parallel()
	var r ExperimentResult
	r.add(ExperimentRun{Seed: 1}, nil)
	r.add(ExperimentRun{Seed: 2}, []rating.Standing{{Agent: "hard", Rating: 5}})
	r.add(ExperimentRun{Seed: 3}, []rating.Standing{{Agent: "hard", Rating: 6}, {Agent: "the start weights", Rating: 7}})
	r.fill()
	want := [][]float64{{math.NaN(), math.NaN()}, {5, math.NaN()}, {6, 7}}
	for i, run := range r.Runs {
		if len(run.Errors) != len(want[i]) || len(run.Scores) != len(want[i]) || len(run.Strengths) != len(want[i]) {
			t.Fatalf("seed %d: %+v", run.Seed, run)
		}
		for k, strength := range run.Strengths {
			if strength != want[i][k] && !(math.IsNaN(strength) && math.IsNaN(want[i][k])) {
				t.Errorf("seed %d: strength %v against %s, want %v", run.Seed, strength, r.Against[k], want[i][k])
			}
		}
	}
}

// Variants whose runs measured other scales of scores have Elo in different units.
func TestVariantsWithDifferentScales(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scales map[uint64]map[string]float64
		want   string
	}{
		{nil, ""},
		{map[uint64]map[string]float64{1: {"": 4.5}}, ""},
		{map[uint64]map[string]float64{1: {"a": 4.5, "b": 4.5, "places": 0}}, ""},
		{map[uint64]map[string]float64{1: {"a": 4.5, "b": 4.55}}, ""},
		{map[uint64]map[string]float64{1: {"a": 4.5}, 2: {"b": 4.9}}, ""},
		{map[uint64]map[string]float64{1: {"a": 8.502, "b": 4.9256}}, "a difference of 4.93 points in one and of 8.5 in another"},
	} {
		if got := differentScales(c.scales); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%v: %q, want %q", c.scales, got, c.want)
		}
	}
}
