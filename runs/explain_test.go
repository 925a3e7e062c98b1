package runs_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// tuned is a store with a short search in a small game of Risk.
func tuned(t *testing.T, set ...string) (db string, r runs.TuneResult) {
	t.Helper()
	db = inStore(t)
	r, err := both().Tune(t.Context(), runs.Options{
		Text: `{engine: {name: risk, settings: {size: 4, depth: 1}}, strategy: {name: genetic, population: 10}, budget: {games: 400}, verification: {games: 0}}`,
		Set:  set, Store: db,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return db, r
}

// An explanation is stored with its run: a second call plays nothing, one with more games plays
// the missing ones, and one that was stopped ends as if it had not been.
func TestExplain(t *testing.T) {
	t.Parallel()
	db, run := tuned(t)
	ask := runs.ExplainOptions{Run: run.Record.ID, Store: db, Games: 400, Workers: 2}
	plan, err := runs.PlanExplanation(t.Context(), both(), ask)
	if err != nil || len(plan.Weights) != 4 || plan.Games != 400 || plan.Stored != 0 || math.Abs(plan.Difference-86.77) > 0.01 { // 2.4977 standard errors of 100 games, for four weights together
		t.Fatalf("%+v, %v", plan, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopping := ask
	stopping.Events = tuning.Events{Progress: func(p tuning.Progress) {
		if p.Phase != tuning.Explaining || p.Of != 400 {
			t.Errorf("%+v", p)
		}
		if p.Done >= 100 {
			cancel()
		}
	}}
	var stopped *runs.InterruptedError
	if _, err := runs.Explain(ctx, both(), stopping); !errors.As(err, &stopped) || stopped.Run != run.Record.ID {
		t.Fatal(err)
	}
	first := 0
	counting := ask
	counting.Events.Progress = func(p tuning.Progress) { first = max(first, 1) }
	got, err := runs.Explain(t.Context(), both(), counting)
	if err != nil || got.Stored || first == 0 || got.Explanation.Games != 400 {
		t.Fatalf("%+v, %v", got.Explanation, err)
	}
	for _, c := range got.Explanation.Weights {
		if c.Games != 100 || !c.Interval.Contains(float64(c.Rating)) || c.Contribution == results.Unmeasured {
			t.Errorf("%+v", c)
		}
	}
	again, err := runs.Explain(t.Context(), both(), runs.ExplainOptions{Run: "last", Store: db})
	if err != nil || !again.Stored {
		t.Fatal(again.Stored, err)
	}
	if diff := cmp.Diff(got.Explanation, again.Explanation); diff != "" {
		t.Error(diff)
	}
	ask.Games = 800
	more, err := runs.Explain(t.Context(), both(), ask)
	if err != nil || more.Stored || more.Explanation.Games != 800 {
		t.Fatalf("%+v, %v", more.Explanation, err)
	}
	rec, err := runs.Record(t.Context(), db, "last")
	if err != nil || rec.Explanation == nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(more.Explanation, *rec.Explanation); diff != "" {
		t.Error(diff)
	}
	// Another store with the same run, explained at once.
	fresh, other := tuned(t)
	ask.Run, ask.Store = other.Record.ID, fresh
	at, err := runs.Explain(t.Context(), both(), ask)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(more.Explanation, at.Explanation); diff != "" {
		t.Error("an explanation in parts is not one at once:", diff)
	}
}

// Runs without anything to explain are mistakes that say why.
func TestNothingToExplain(t *testing.T) {
	t.Parallel()
	kept := inStore(t)
	rejected(t, kept)
	league := inStore(t)
	if _, err := both().Tournament(t.Context(), runs.Options{
		Text: `{engine: {name: track}, agents: [{name: a}, {name: b, weights: {way: 2, fuel: 1}}], schedule: {cycles: 2}}`, Store: league,
	}, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ db, run, want string }{
		{kept, "last", "is its start"},
		{league, "risk", "no such run"},
		{inStore(t), "last", "no store"},
	} {
		_, err := runs.Explain(t.Context(), both(), runs.ExplainOptions{Run: c.run, Store: c.db})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.run, err, c.want)
		}
	}
	list, err := runs.List(t.Context(), league, results.Query{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = runs.Explain(t.Context(), both(), runs.ExplainOptions{Run: list[0].ID, Store: league})
	var mistake *runs.MistakeError
	if !errors.As(err, &mistake) || !strings.Contains(err.Error(), "is of the verb tournament") {
		t.Error(err)
	}
}

// A game can have more seats than an explanation has agents.
func TestExplainAGameOfManySeats(t *testing.T) {
	t.Parallel()
	db, run := tuned(t, "engine.seats=6", "engine.weights={territories: {kind: fixed}, units: {kind: fixed}}")
	ask := runs.ExplainOptions{Run: run.Record.ID, Store: db, Games: 24}
	plan, err := runs.PlanExplanation(t.Context(), both(), ask)
	if err != nil {
		t.Fatal(err)
	}
	got, err := runs.Explain(t.Context(), both(), ask)
	if err != nil || got.Explanation.Games != plan.Games || plan.Games != 24 || len(plan.Weights) != 2 {
		t.Errorf("%+v: %+v, %v", plan, got.Explanation, err)
	}
}

// No weights outside of the constraints play: a weight that cannot be set back alone is not measured.
func TestExplainKeepsToConstraints(t *testing.T) {
	t.Parallel()
	db, run := tuned(t, "engine.constraints=[{ratio: [density, units], equals: 1}]")
	ask := runs.ExplainOptions{Run: run.Record.ID, Store: db, Games: 40}
	plan, err := runs.PlanExplanation(t.Context(), both(), ask)
	if err != nil {
		t.Fatal(err)
	}
	got, err := runs.Explain(t.Context(), both(), ask)
	if err != nil {
		t.Fatal(err)
	}
	measured := 0
	for _, c := range got.Explanation.Weights {
		if excluded := c.Weight == "density" || c.Weight == "units"; c.Constrained != excluded || excluded != (c.Games == 0) {
			t.Errorf("%+v", c)
		}
		measured += c.Games
	}
	if len(plan.Weights) != 2 || plan.Games != measured {
		t.Errorf("%+v, and %d games were played", plan, measured)
	}

	fixed := []string{"engine.constraints=[{ratio: [density, units], equals: 1}]"}
	for _, w := range run.Record.Space {
		if w.Name != "density" && w.Name != "units" {
			fixed = append(fixed, "engine.weights."+w.Name+".kind=fixed")
		}
	}
	db, run = tuned(t, fixed...)
	if _, err := runs.Explain(t.Context(), both(), runs.ExplainOptions{Run: run.Record.ID, Store: db}); err == nil || !strings.Contains(err.Error(), "constraints between weights exclude") {
		t.Errorf("%v", err)
	}
}

// In a game of one seat, a deal gives one comparison of every weight, from a game with each of the two
// values. One game of the result serves all weights.
func TestPlanOfAnExplanationOfOneSeat(t *testing.T) {
	t.Parallel()
	spec := engines.Spec{Name: "hill", Weights: engines.Space{{Name: "x", Max: 10, Default: 9}, {Name: "y", Max: 10, Default: 1}}}
	game := solo.Func(spec, func(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
		return 5*engines.Rand(seed).Float64() - math.Abs(a.Weights[0]-3) - math.Abs(a.Weights[1]-6), nil
	})
	db := inStore(t)
	if _, err := only(game).Tune(t.Context(), runs.Options{Text: "{engine: {name: hill}, strategy: {name: spsa}, budget: {games: 60}, verification: {games: 0}}", Store: db}, nil); err != nil {
		t.Fatal(err)
	}
	plan, err := runs.PlanExplanation(t.Context(), only(game), runs.ExplainOptions{Run: "last", Store: db, Games: 302})
	const deals, z = 100, 2.241402727604947 // three games a deal; the normal quantile of 1 - 0.05/2/2
	if want := z * 800 / math.Ln10 / math.Sqrt(deals); err != nil || plan.Games != 300 || math.Abs(plan.Difference-want) > 1e-6 {
		t.Errorf("%+v, %v; want a difference of %v", plan, err, want)
	}
}
