package runs_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

func TestCompare(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	for name, text := range map[string]string{
		"a": onTrack, "b": strings.Replace(onTrack, "seed: 3", "seed: 4", 1), "other": onRisk, "same": onTrack,
	} {
		if _, err := both().Tune(t.Context(), runs.Options{Text: text, Store: db, Name: name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := both().Tournament(t.Context(), runs.Options{Text: cup, Store: db, Name: "cup"}, nil); err != nil {
		t.Fatal(err)
	}
	o := runs.CompareOptions{Store: db, Games: 400, Seed: 1}
	c, err := runs.Compare(t.Context(), both(), "a", "b", o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]results.Difference{{Key: "seed", Values: []string{"3", "4"}}}, c.Config); diff != "" {
		t.Error(diff)
	}
	if !c.Shares || len(c.Weights[1]) != 2 || math.Abs(c.Weights[1][0]+c.Weights[1][1]-1) > 1e-12 {
		t.Errorf("shares %v", c.Weights)
	}
	if c, err := runs.Compare(t.Context(), both(), "last", "last", runs.CompareOptions{Store: db}); err != nil || c.Runs[1].Kind == results.Tournament {
		t.Errorf("the newest run with weights: %v, %v", c.Runs[1].ID, err)
	}
	if m := c.Match; m == nil || m.Agent != "b" || m.Games != 400 {
		t.Fatalf("%+v", c.Match)
	}
	back, err := runs.Compare(t.Context(), both(), "b", "a", o)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(float64(back.Match.Score+c.Match.Score-1)) > 1e-12 {
		t.Errorf("the same games from both sides: %v and %v", c.Match.Score, back.Match.Score)
	}
	for other, want := range map[string]string{"other": "is of track", "cup": "has no weights to compare"} {
		if _, err := runs.Compare(t.Context(), both(), "a", other, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", other, err)
		}
	}
	same, err := runs.Compare(t.Context(), both(), "a", "same", o)
	if err != nil || !same.Same || same.Match != nil {
		t.Errorf("the same result: %+v, %v", same.Match, err)
	}
}

// Each result plays with its own settings of players, such as a fitted table, on both sides.
func TestCompareWithSettingsOfTheResults(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	store, err := results.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	spec := risk.New().Spec()
	var id [2]string
	for i, settings := range []engines.Settings{{"min_diff": "3"}, nil} {
		run, err := store.Begin(t.Context(), results.Info{
			Kind: results.Fit, Engine: "risk", Strategy: "fit", Space: spec.Weights, ScaleFree: true, Rules: spec.Version,
			Config: "engine: {name: risk, settings: {size: 3, depth: 1}}\nstrategy: {name: fit}\nseed: 3\n",
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Finish(t.Context(), results.Result{Weights: spec.Weights.Default(), Settings: settings}); err != nil {
			t.Fatal(err)
		}
		id[i] = run.ID()
	}
	var scores [2]float64
	for i := range id {
		c, err := runs.Compare(t.Context(), both(), id[i], id[1-i], runs.CompareOptions{Store: db, Games: 100, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		scores[i] = float64(c.Match.Score)
	}
	if scores[0] == 0.5 || math.Abs(scores[0]+scores[1]-1) > 1e-12 {
		t.Errorf("the scores of both sides are %v", scores)
	}
}

// Runs with programs are compared without a match, and the error names the flag that asks for none.
func TestCompareWithPrograms(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	store, err := results.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	for name, speed := range map[string]float64{"a": 3, "b": 5} {
		run, err := store.Begin(t.Context(), results.Info{
			Kind: results.Evolve, Name: name, Engine: "track", Space: engines.Space{{Name: "speed", Max: 9}},
			Config: "engine: {name: track, player: bot}\nprograms: {bot: {protocol: ludus}}\n",
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Finish(t.Context(), results.Result{Weights: engines.Weights{speed}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for games, want := range map[int]string{0: "", 100: "uses the program bot, which compare cannot start; use --games 0 to compare without a match, or a tournament with the agents run:"} {
		c, err := runs.Compare(t.Context(), both(), "a", "b", runs.CompareOptions{Store: db, Games: games})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d games: %v, want %q", games, err, want)
		}
		if c.Match != nil || c.Weights[0][0] != 3 || c.Weights[1][0] != 5 {
			t.Errorf("%d games: weights %v, match %v", games, c.Weights, c.Match)
		}
	}
}

// Results with equal numbers for different weights are not the same.
func TestCompareEqualNumbersOfOtherWeights(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	store, err := results.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var id [2]string
	for i, second := range []string{"b", "c"} {
		space := engines.Space{{Name: "a", Max: 10, Default: 1}, {Name: second, Max: 10, Default: 1}}
		run, err := store.Begin(t.Context(), results.Info{Kind: results.Evolve, Engine: "risk", Strategy: "spsa", Space: space, Config: "engine: {name: risk}\n"})
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Finish(t.Context(), results.Result{Weights: engines.Weights{1, 2}}); err != nil {
			t.Fatal(err)
		}
		id[i] = run.ID()
	}
	c, err := runs.Compare(t.Context(), both(), id[0], id[1], runs.CompareOptions{Store: db})
	if err != nil || c.Same || len(c.Space) != 1 {
		t.Errorf("%+v, %v", c, err)
	}
}
