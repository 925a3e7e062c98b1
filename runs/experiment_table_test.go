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
