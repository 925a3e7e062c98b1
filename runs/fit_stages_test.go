package runs_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

const staged = "engine: {name: risk, settings: {size: 3, depth: 2}}\nstrategy: {name: fit, positions: 8, stages: [{games: 200, settings: {depth: 1}}, {games: 100}]}\nverification: {games: 0}\nseed: 3\n"

// Every stage learns from its own games alone and begins at the weights of the one
// before; its players have its settings.
func TestFitInStages(t *testing.T) {
	t.Parallel()
	var found []tuning.Round
	got, err := both().Fit(t.Context(), runs.Options{Text: staged, Store: inStore(t), Events: tuning.Events{RoundSaved: func(r tuning.Round) {
		found = append(found, r)
	}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 2 || found[0].Games != 200 || found[1].Games != 100 || got.Record.Games != 300 {
		t.Fatalf("rounds: %+v", found)
	}
	if got.Record.Result.Fit.Games != 100 || got.Record.Result.Fit.Positions > 800 {
		t.Errorf("the last stage learned from %d positions of %d games", got.Record.Result.Fit.Positions, got.Record.Result.Fit.Games)
	}
	alone := strings.Replace(staged, "size: 3, depth: 2", "size: 3, depth: 1", 1)
	alone = strings.Replace(alone, "stages: [{games: 200, settings: {depth: 1}}, {games: 100}]", "stages: [{games: 200}]", 1)
	first, err := both().Fit(t.Context(), runs.Options{Text: alone, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for j, w := range first.Found.Weights {
		if found[0].Best.Weights[j] != w {
			t.Errorf("the first stage at depth 1 found %v, a fit at depth 1 %v", found[0].Best.Weights, first.Found.Weights)
			break
		}
	}
}

// A fit that is stopped between its stages ends as if it had not been.
func TestFitResumesBetweenStages(t *testing.T) {
	t.Parallel()
	want, err := both().Fit(t.Context(), runs.Options{Text: staged, Store: inStore(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	db := inStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = both().Fit(ctx, runs.Options{Text: staged, Store: db, Events: tuning.Events{RoundSaved: func(tuning.Round) { cancel() }}}, nil)
	var stopped *runs.InterruptedError
	if !errors.As(err, &stopped) {
		t.Fatal(err)
	}
	got, err := both().Fit(t.Context(), runs.Options{Resume: stopped.Run, Store: db}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := sameFitted(got, want); diff != "" {
		t.Error(diff)
	}
}

func TestStageMistakes(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]string{
		"strategy.stages=[{games: 0}]":                          "strategy.stages[0].games: 0 is below the minimum 1",
		"strategy.stages=[{games: 9, settings: {dept: 1}}]":     "strategy.stages[0].settings.dept: unknown setting",
		"strategy.stages=[{games: 9, settings: {depth: many}}]": "strategy.stages[0].settings.depth",
		"strategy.stages=[{games: 9, settings: {size: 4}}]":     "strategy.stages[0].settings.size: applies to the whole game",
		"budget.games=7":              "budget.games: the stages play 300 games",
		"budget.rounds=5":             "budget.rounds: the stages are the rounds",
		"strategy.from=some.csv":      "strategy.stages: they are of self-play",
		"strategy.stages=[{gams: 9}]": "gams",
		"strategy.searched=2":         "strategy.searched: 2 is not within [0, 1]",
		"strategy.searched=0.5":       "strategy.searched: requires the target score",
	} {
		_, err := both().Fit(t.Context(), runs.Options{Text: staged, Set: []string{set}, Store: inStore(t)}, nil)
		var mistake *runs.MistakeError
		if !errors.As(err, &mistake) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", set, err, want)
		}
	}
}
