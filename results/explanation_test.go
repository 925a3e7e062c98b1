package results

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// match is a match of 200 pairings whose score is z standard errors above one half.
func match(elo, half, z float64) *rating.Standing {
	return &rating.Standing{
		Games: 400, Pairings: 200, Rating: rating.Float(elo), Interval: rating.Interval{Low: elo - half, High: elo + half},
		LOS: rating.Float(distuv.StudentsT{Sigma: 1, Nu: 199}.CDF(z)),
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
		[]*rating.Standing{match(61, 9, 13), match(2, 9, 0.4), match(-30, 10, -3), match(20, 18, 2.1), nil, nil}, nil, 1600)
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

// A weight is said to change no game if its match shows no difference in any game.
func TestWeightThatChangesNoGame(t *testing.T) {
	t.Parallel()
	same := match(0, 30, 0)
	same.SameGames, same.Games = true, 1000
	e := NewExplanation(engines.Space{{Name: "fear", Max: 2}}, engines.Weights{2}, []float64{1}, []*rating.Standing{same}, nil, 1000)
	if e.Text != "fear changed the end of no game (1000 games)" || e.Weights[0].Contribution != NotShown || !e.Weights[0].SameGames {
		t.Errorf("%s, %+v", e.Text, e.Weights[0])
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
	e := NewExplanation(space, make(engines.Weights, 8), make([]float64, 8), matches, nil, 80)
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

// Six weights of a kind are named; of more, only the number is stated.
func TestExplanationsOfManyWeights(t *testing.T) {
	t.Parallel()
	explain := func(n int, m *rating.Standing) string {
		var space engines.Space
		var matches []*rating.Standing
		for i := range n {
			space = append(space, engines.Weight{Name: string(rune('a' + i)), Max: 1})
			matches = append(matches, m)
		}
		return NewExplanation(space, make(engines.Weights, n), make([]float64, n), matches, nil, 1).Text
	}
	for _, test := range []struct {
		n    int
		of   *rating.Standing
		want string
	}{
		{2, match(3, 9, 0.1), "a nothing measurable (+3 ± 9), b nothing measurable (+3 ± 9)"},
		{7, match(3, 9, 0.1), "7 weights nothing measurable (each ± 9 Elo or less)"},
		{7, match(3, math.Inf(1), 0.1), "7 weights nothing measurable"},
		{2, nil, "a has its start value, b has its start value"},
		{7, nil, "7 weights have their start values"},
	} {
		if got := explain(test.n, test.of); got != test.want {
			t.Errorf("%d: %s, want %s", test.n, got, test.want)
		}
	}
	for _, m := range []*rating.Standing{nil, match(3, 9, 0.1)} {
		if got := explain(6, m); strings.Count(got, ", ") != 5 || !strings.HasPrefix(got, "a ") {
			t.Errorf("six weights: %s", got)
		}
	}
}

func TestMeasuredContribution(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]Contributed{
		"+61 ± 9":     {Rating: 61, Interval: rating.Interval{Low: 52, High: 70}},
		"unknown":     {Rating: rating.Float(math.NaN()), Interval: rating.Open()},
		"+40 or more": {Rating: 90, Interval: rating.Interval{Low: 40, High: math.Inf(1)}},
		"-40 or less": {Rating: -90, Interval: rating.Interval{Low: math.Inf(-1), High: -40}},
		"-90":         {Rating: -90, Interval: rating.Open()},
		"+90, 3 different pairings are too few for an interval": {Rating: 90, Interval: rating.Open(), Variety: rating.Variety{Distinct: 9, DistinctPairings: 3}},
	} {
		if got := c.Measured(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for want, c := range map[string]Contributed{
		"x brought +61 ± 9 Elo":          {Contribution: Gain, Rating: 61, Interval: rating.Interval{Low: 52, High: 70}},
		"x cost +61 ± 9 Elo":             {Contribution: Loss, Rating: -61, Interval: rating.Interval{Low: -70, High: -52}},
		"x cost +40 or more Elo":         {Contribution: Loss, Rating: -90, Interval: rating.Interval{Low: math.Inf(-1), High: -40}},
		"x nothing measurable (+1 ± 9)":  {Contribution: NotShown, Rating: 1, Interval: rating.Interval{Low: -8, High: 10}},
		"x nothing measurable (unknown)": {Contribution: NotShown, Rating: rating.Float(math.NaN())},
		"x has its start value":          {Contribution: Unmeasured},
		"x was not measured, since a constraint excludes its start value": {Contribution: Unmeasured, Constrained: true},
	} {
		c.Weight = "x"
		if got := c.Sentence(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestExplanationPairings stores several pairings at once and replaces one. An explanation that a run
// without a beginning of one gets is an error.
func TestExplanationPairings(t *testing.T) {
	t.Parallel()
	s := testStore(t)
	r := testRun(t, s, testInfo())
	must(t, r.Finish(t.Context(), Result{Weights: testSpace.Default()}))
	must(t, s.SaveExplanationPairings(t.Context(), r.ID(), nil)) // before there is a table
	agents := []engines.Agent{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	_, err := s.BeginExplanation(t.Context(), r.ID(), agents)
	must(t, err)
	must(t, s.SaveExplanationPairings(t.Context(), r.ID(), []tournament.Result{testPairing(0), testPairing(2), testPairing(1)}))
	again := testPairing(2)
	again.Pairing.Seed = 9
	for i := range again.Games { // whether a weight has changed the end of a game depends on the plies
		again.Games[i].Plies = 30 + i
	}
	must(t, s.SaveExplanationPairings(t.Context(), r.ID(), []tournament.Result{again}))
	played, err := s.BeginExplanation(t.Context(), r.ID(), agents)
	must(t, err)
	want := map[int]tournament.Result{0: testPairing(0), 1: testPairing(1), 2: again}
	if diff := cmp.Diff(want, played, sameOutcome); diff != "" {
		t.Error(diff)
	}
	// An explanation of an earlier result is not shown.
	must(t, s.SaveExplanation(t.Context(), r.ID(), Explanation{Text: "old", Result: engines.Weights{9, 9, 1, 9}}))
	if rec, err := s.Get(t.Context(), r.ID()); err != nil || rec.Explanation != nil {
		t.Errorf("%v, %v", rec.Explanation, err)
	}
	must(t, s.SaveExplanation(t.Context(), r.ID(), Explanation{Text: "new", Result: testSpace.Default()}))
	if rec, err := s.Get(t.Context(), r.ID()); err != nil || rec.Explanation == nil || rec.Explanation.Text != "new" {
		t.Errorf("%v, %v", rec.Explanation, err)
	}
	for _, change := range []string{"UPDATE explanation SET data = '{', sum = NULL", "UPDATE explanation SET field = 'x'"} {
		must(t, s.transact(t.Context(), func(ctx context.Context, tx transaction) error { return execute(ctx, tx, change) }))
		if _, err := s.Get(t.Context(), r.ID()); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", change, err)
		}
	}
	other := testRun(t, s, testInfo())
	if err := s.SaveExplanation(t.Context(), other.ID(), Explanation{}); err == nil {
		t.Error("an explanation was saved that was never begun")
	}
	if rec, err := s.Get(t.Context(), other.ID()); err != nil || rec.Explanation != nil {
		t.Errorf("%v, %v", rec.Explanation, err)
	}
}
