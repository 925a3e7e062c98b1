package runs_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/spsa"
)

const onDuels = `config:
  engine: {name: duel}
  verification: {games: 0}
strategies: [spsa, cmaes]
seeds: 4-6
seed_keys: [engine.settings.instance]
budgets: [60, 120]
variants:
  quad-4: {engine: {settings: {kind: quad, weights: 4}}}
  multi-10: {engine: {settings: {kind: multi, weights: 10}}}
`

// An experiment on duels measures every result by its known strength, on the instance of its
// seed. Its medians and means are those of the strengths. It ends alike if it is stopped.
func TestExperimentOnDuels(t *testing.T) {
	t.Parallel()
	db := inStore(t)
	r, err := runs.Experiment(t.Context(), both(), runs.Options{Text: onDuels, Store: db, Name: "whole"})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Runs) != 24 || r.MatchGames != 0 || !slices.Equal(r.Against, []string{"optimum"}) || len(r.Regrets) != 4 {
		t.Fatalf("%+v", r)
	}
	problems := map[string]struct {
		kind bench.Kind
		dim  int
	}{"quad-4": {bench.Quad, 4}, "multi-10": {bench.Multi, 10}}
	regrets := make(map[string][]float64) // by variant, strategy and budget
	place := func(variant, strategy string, budget int) string {
		return variant + strategy + string(rune('0'+budget/60))
	}
	for _, run := range r.Runs {
		rec, err := runs.Record(t.Context(), db, run.Run)
		if err != nil {
			t.Fatal(err)
		}
		p := problems[run.Variant]
		d, err := bench.NewDuel(p.kind, p.dim, run.Seed, bench.Variant{})
		if err != nil {
			t.Fatal(err)
		}
		regret := d.Regret(rec.Result.Weights)
		if math.Abs(run.StrengthAgainst(0)+regret) > 1e-12 {
			t.Errorf("%s: strength %v, regret %v", rec.Name, run.StrengthAgainst(0), regret)
		}
		key := place(run.Variant, run.Strategy, run.Budget)
		regrets[key] = append(regrets[key], regret)
	}
	for _, row := range r.Regrets {
		product := 1.0
		for _, cell := range row.Variants {
			x := regrets[place(cell.Variant, row.Strategy, row.Budget)]
			slices.Sort(x)
			if want := x[1]; len(x) != 3 || cell.Seeds != 3 || math.Abs(float64(cell.Median)-want) > 1e-12 {
				t.Errorf("%+v: the regrets are %v", cell, x)
			}
			product *= float64(cell.Median)
		}
		if math.Abs(float64(row.GeometricMean)-math.Sqrt(product)) > 1e-9 {
			t.Errorf("%+v: the mean is not %v", row, math.Sqrt(product))
		}
	}

	if !exhaustive {
		return // TestExperimentIsResumed stops another experiment
	}
	db = inStore(t)
	stopped := 0
	for {
		ctx, cancel := context.WithCancel(t.Context())
		left := 60
		again, err := runs.Experiment(ctx, both(), runs.Options{Text: onDuels, Store: db, Name: "whole", Events: tuning.Events{RoundSaved: func(tuning.Round) {
			if left--; left == 0 {
				cancel()
			}
		}}})
		cancel()
		var interrupted *runs.ExperimentInterruptedError
		if errors.As(err, &interrupted) {
			stopped++
			continue
		}
		if diff := sameExperiment(again, r); err != nil || diff != "" {
			t.Error(err, diff)
		}
		break
	}
	t.Logf("stopped %d times", stopped)
	if stopped < 3 {
		t.Errorf("it was stopped %d times only", stopped)
	}
}

// The runs of an experiment on a duel reach what the searches of the benchmark reach on it.
func TestExperimentOnDuelsIsTheBenchmark(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("plays for seconds")
	}
	seeds := 6
	if exhaustive {
		seeds = 12
	}
	text := fmt.Sprintf("config: {engine: {name: duel}, verification: {games: 0}}\nstrategies: [spsa]\nseeds: 1-%d\nseed_keys: [engine.settings.instance]\nbudgets: [400]\n", seeds)
	r, err := runs.Experiment(t.Context(), both(), runs.Options{Text: text, Store: inStore(t)})
	if err != nil {
		t.Fatal(err)
	}
	report, err := bench.Run(t.Context(), []bench.Entry{bench.With("spsa", spsa.New, spsa.Options{})}, bench.Options{
		FirstSeed: 1, Seeds: seeds, Budgets: []int{400}, Kinds: []bench.Kind{bench.Quad}, Dims: []int{4},
	})
	if err != nil {
		t.Fatal(err)
	}
	got, want := float64(r.Regrets[0].Variants[0].Median), report.Strategies[0].Cells[0].Median
	t.Logf("median regrets: %.1f, %.1f in the benchmark", got, want)
	if ratio := got / want; !(ratio > 0.5 && ratio < 2) { // of 12 seeds each median has an error of about 40%
		t.Errorf("median regrets: %v, %v in the benchmark", got, want)
	}
}
