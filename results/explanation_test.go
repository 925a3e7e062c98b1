package results

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// match is a match of 200 pairings whose score is z standard errors above one half.
func match(elo, half, z float64) *rating.Standing {
	return &rating.Standing{
		Games: 400, Pairings: 200, Rating: rating.Float(elo), Interval: rating.Interval{Low: elo - half, High: elo + half},
		LOS: rating.Float(math.Erfc(-z/math.Sqrt2) / 2),
	}
}

// A contribution is stated if it is shown among all weights. The p-values are tails
// of Student's distribution of 199 degrees of freedom, integrated numerically: 0.68959, 0.003044
// and 0.036989, times 1, 3 and 2 by Holm's method.
func TestNewExplanation(t *testing.T) {
	t.Parallel()
	space := engines.Space{
		{Name: "Ks", Max: 10}, {Name: "Kc", Max: 10}, {Name: "Kp", Max: 10}, {Name: "Kx", Max: 10}, {Name: "Kq", Max: 10}, {Name: "fixed", Max: 10, Kind: engines.Fixed},
	}
	e := NewExplanation(space, engines.Weights{5, 4, 3, 2, 1, 0}, []float64{1, 1, 1, 1, 1, 0},
		[]*rating.Standing{match(61, 9, 13), match(2, 9, 0.4), match(-30, 10, -3), match(20, 18, 2.1), nil, nil}, 1600)
	const want = "Ks brought +61 ± 9 Elo, Kp cost +30 ± 10 Elo, Kc nothing measurable (+2 ± 9), Kx nothing measurable (+20 ± 18), Kq has its start value"
	if e.Text != want {
		t.Errorf("%s\nwant %s", e.Text, want)
	}
	for i, want := range []float64{0, 0.6896, 0.00914, 0.07397, 1} {
		if got := e.Weights[i].P; math.Abs(got-want) > 0.0002 {
			t.Errorf("%s: p %.5f, want %.5f", e.Weights[i].Weight, got, want)
		}
	}
	if len(e.Weights) != 5 || e.Weights[2].Contribution != Loss || e.Weights[4].Contribution != Unmeasured {
		t.Errorf("%+v", e.Weights)
	}
}

// Few pairings give no statement, and many weights without one are counted.
func TestFewPairingsExplainNothing(t *testing.T) {
	t.Parallel()
	few := match(100, 20, 8)
	few.Variety = rating.Variety{Distinct: 10, DistinctPairings: 5}
	var space engines.Space
	var matches []*rating.Standing
	for range 8 {
		space = append(space, engines.Weight{Name: "w", Max: 1})
		matches = append(matches, few)
	}
	e := NewExplanation(space, make(engines.Weights, 8), make([]float64, 8), matches, 80)
	if e.Text != "8 weights nothing measurable (each ± 20 Elo or less)" || e.Weights[0].P != 1 {
		t.Errorf("%s, %+v", e.Text, e.Weights[0])
	}
	if got := e.Weights[0].Sentence(); got != "w nothing measurable (+100, 5 different pairings are too few for an interval)" {
		t.Error(got)
	}
}

// The games and the text of an explanation are stored with its run, belong to one result, and go
// when the run is deleted.
func TestStoredExplanation(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	r := testRun(t, s, testInfo())
	answer := Result{Name: "best", Weights: engines.Weights{1, 2, 3, 4}}
	must(t, r.Finish(t.Context(), answer))
	agents := []engines.Agent{{Name: "the result", Weights: answer.Weights}, {Name: "without a", Weights: engines.Weights{0, 2, 3, 4}}}
	played, err := s.BeginExplanation(t.Context(), r.ID(), agents)
	if err != nil || len(played) != 0 {
		t.Fatal(played, err)
	}
	pairing := tournament.Result{
		Index: 3, Pairing: tournament.Pairing{Agents: []int{0, 1}, Seed: 7, Games: 2},
		Games: []engines.Record{{Outcome: engines.Places(1, 2)}, {Outcome: engines.Places(2, 1)}},
	}
	must(t, s.SaveExplanationPairings(t.Context(), r.ID(), []tournament.Result{pairing}))
	if rec, err := s.Get(t.Context(), r.ID()); err != nil || rec.Explanation != nil {
		t.Fatal("an unfinished explanation is shown:", err)
	}
	want := Explanation{Text: "a brought +1 ± 1 Elo", Games: 2, Result: answer.Weights, Weights: []Contributed{}}
	must(t, s.SaveExplanation(t.Context(), r.ID(), want))
	rec, err := s.Get(t.Context(), r.ID())
	must(t, err)
	if diff := cmp.Diff(&want, rec.Explanation); diff != "" {
		t.Error(diff)
	}
	if played, err = s.BeginExplanation(t.Context(), r.ID(), agents); err != nil || pairing.Games[0].Outcome != played[3].Games[0].Outcome || played[3].Pairing.Seed != 7 {
		t.Errorf("%+v, %v", played, err)
	}
	agents[1].Weights[0] = 5
	if played, err = s.BeginExplanation(t.Context(), r.ID(), agents); err != nil || len(played) != 0 {
		t.Errorf("pairings of other agents: %+v, %v", played, err)
	}
	must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error {
		return execute(ctx, tx, "UPDATE explanation SET data = '{}'")
	}))
	if _, err := s.Get(t.Context(), r.ID()); err == nil {
		t.Error("an explanation that was changed is read")
	}
	must(t, s.Delete(t.Context(), r.ID()))
	if n, err := column[int](t.Context(), s.read, "SELECT count(*) FROM explanation"); err != nil || n[0] != 0 {
		t.Errorf("%v explanations are left, %v", n, err)
	}
}
