package rating

import (
	"math"
	"testing"
)

// The log-likelihood ratios of the three models for results of single games. The expected values are
// those of the tests of fastchess (app/tests/sprt_test.cpp).
func TestModelsOfSequentialTests(t *testing.T) {
	for _, test := range []struct {
		model               string
		elo0, elo1          float64
		wins, losses, draws int
		want                float64
	}{
		{"bayesian", 0, 2, 68965, 68526, 128429, -1.26},
		{"bayesian", 0.5, 2.5, 21629, 21484, 41111, -1.13},
		{"logistic", 0.5, 2.5, 21404, 21184, 40708, -1.57},
		{"normalized", -1.75, 0.25, 10871, 10650, 20431, 2.30},
	} {
		model, err := ParseModel(test.model)
		if err != nil || model.String() != test.model {
			t.Fatalf("%v, %v", model, err)
		}
		s, err := NewSequentialTest(SPRT{Elo0: test.elo0, Elo1: test.elo1, Model: model, Alpha: 1e-9, Beta: 1e-9}, 1)
		if err != nil {
			t.Fatal(err)
		}
		// All games but one at once, then the last.
		s.counts = Counts{test.losses, test.draws - 1, test.wins}
		s.AddResults(test.wins, test.draws-1, test.losses)
		s.AddResults(0, 1, 0)
		if s.Add(1); math.Abs(s.LLR()-test.want) > 0.01 {
			t.Errorf("%s: LLR %v, want %v", test.model, s.LLR(), test.want)
		}
	}
	if _, err := ParseModel("bayes"); err == nil {
		t.Error("bayes is a model")
	}
}

// WorstCaseGames equals the expected number of games that Characteristic returns for a strength half
// way between the hypotheses.
func TestWorstCaseOfModels(t *testing.T) {
	for _, model := range []Model{LogisticModel, BayesianModel} {
		o := SPRT{Elo0: 0, Elo1: 10, Model: model}
		_, games := o.Characteristic(5, 0.5)
		if got := o.WorstCaseGames(); math.Abs(got/games-1) > 1e-3 {
			t.Errorf("%v: %v games, want %v", model, got, games)
		}
	}
}
