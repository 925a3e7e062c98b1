package runs_test

import (
	"context"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/spsa"
)

// Zero values and empty arguments return errors or empty results. They never panic, and no
// store is made.
func TestZeroValues(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx := t.Context()
	var c runs.Catalog
	var o runs.Options
	for name, do := range map[string]func() error{
		"Tune":               func() error { _, err := c.Tune(ctx, o, nil); return err },
		"Tournament":         func() error { _, err := c.Tournament(ctx, o, nil); return err },
		"Grid":               func() error { _, err := c.Grid(ctx, o, runs.GridOptions{}); return err },
		"Fit":                func() error { _, err := c.Fit(ctx, o, nil); return err },
		"Experiment":         func() error { _, err := runs.Experiment(ctx, c, o); return err },
		"TuneSeeds":          func() error { _, err := runs.TuneSeeds(ctx, c, o, runs.Seeds{}, nil); return err },
		"ForecastTuning":     func() error { _, err := runs.ForecastTuning(ctx, c, o); return err },
		"ForecastTournament": func() error { _, err := runs.ForecastTournament(ctx, c, o); return err },
		"ForecastGrid":       func() error { _, err := runs.ForecastGrid(ctx, c, o, runs.GridOptions{}); return err },
		"ForecastFit":        func() error { _, err := runs.ForecastFit(ctx, c, o); return err },
		"ForecastExperiment": func() error { _, err := runs.ForecastExperiment(ctx, c, o); return err },
		"NewPlan":            func() error { _, err := runs.NewPlan(ctx, c, o); return err },
		"CheckConfig":        func() error { _, _, err := runs.CheckConfig(ctx, c, o); return err },
		"Check":              func() error { _, err := runs.Check(ctx, c, runs.CheckOptions{}); return err },
		"CheckCommand":       func() error { _, _, err := runs.CheckCommand(ctx, c, runs.CommandOptions{}); return err },
		"Compare":            func() error { _, err := runs.Compare(ctx, c, "", "", runs.CompareOptions{}); return err },
		"Analyze":            func() error { _, err := runs.Analyze(ctx, c, runs.AnalyzeOptions{}); return err },
		"Perft":              func() error { _, err := runs.Perft(ctx, c, runs.PerftOptions{}); return err },
		"MeasurePool":        func() error { _, err := runs.MeasurePool(ctx, c, o, runs.PoolOptions{}); return err },
		"Calibrate":          func() error { _, err := runs.Calibrate(ctx, c, o, 0, 0, 0); return err },
		"ReplayFailure":      func() error { _, err := runs.ReplayFailure(ctx, c, o, 0); return err },
		"Record":             func() error { _, err := runs.Record(ctx, "", ""); return err },
		"List":               func() error { _, err := runs.List(ctx, "", results.Query{}); return err },
		"Failures":           func() error { _, err := runs.Failures(ctx, "", ""); return err },
		"NewScoreboard":      func() error { _, err := runs.NewScoreboard(c, results.Summary{}); return err },
		"ParseSeeds":         func() error { _, err := runs.ParseSeeds(""); return err },
		"Calibrate many":     func() error { _, err := runs.Calibrate(ctx, c, o, 0, math.MaxInt, 1); return err },
		"Catalog.Agent":      func() error { _, err := c.Agent(ctx, nil, nil, 2, "default", ""); return err },
		"Opponents":          func() error { _, err := runs.Opponents(c, nil); return err },
		"Position":           func() error { _, err := runs.Position(nil, ""); return err },
		"CountEtudes":        func() error { _, err := runs.CountEtudes(nil, "", nil); return err },
		"OpenedGame.Agent":   func() error { _, err := new(runs.OpenedGame).Agent(ctx, "default", 2); return err },
		"OpenedGame.Set":     func() error { return new(runs.OpenedGame).Set(nil) },
		"Reference":          func() error { _, err := runs.Reference(runs.Catalog{Games: engines.Registry{nil}}); return err },
		"FindGame":           func() error { _, _, err := runs.FindGame(ctx, nil, "last", 1); return err },
		"Replay":             func() error { _, err := runs.Replay(ctx, c, "", nil, "last", results.GameRef{}); return err },
		"CheckReplay":        func() error { return runs.CheckReplay(ctx, c, nil, "last") },
		"Lengths":            func() error { _, err := runs.Lengths(ctx, c, nil, "last", nil, nil); return err },
		"ReadExperiment":     func() error { _, err := runs.ReadExperiment(ctx, c, nil, "last"); return err },
		"DescribeEngine":     func() error { _, err := runs.DescribeEngine(ctx, c, "", nil); return err },
	} {
		if err := do(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if made, err := filepath.Glob("*"); err != nil || len(made) > 0 {
		t.Errorf("files %v were made, %v", made, err)
	}
}

// careless is a game whose method With returns nothing, as a game without settings may be tempted to.
type careless struct{ engines.Engine }

func (careless) With(engines.Settings) (engines.Engine, error) { return nil, nil }

// An author's method With that returns nil is an error, not a panic.
func TestEngineWithReturnsNil(t *testing.T) {
	t.Parallel()
	c := runs.Catalog{Games: engines.Registry{careless{risk.New()}}}
	const want = "method With of the engine returned neither an engine nor an error"
	_, err := c.Tune(t.Context(), runs.Options{Text: "{engine: {name: risk}, strategy: {name: spsa}, budget: {games: 100}}", Store: filepath.Join(t.TempDir(), "runs.db")}, nil)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	if _, err := c.Engine("risk", nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

// Functions of a caller that are missing or return nothing are errors that name them.
func TestMissingFunctions(t *testing.T) {
	t.Parallel()
	game := solo.Func(engines.Spec{Name: "hill", Title: "Hill", Version: "1", Weights: engines.Space{{Name: "x", Max: 1}}},
		func(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
			return a.Weights[0] + engines.Rand(seed).Float64(), nil
		})
	c := runs.Catalog{Games: engines.Registry{game}}
	options := func(*configs.Document, tuning.Problem) (any, error) { return 5, nil }
	for want, change := range map[string]func(c *runs.Catalog, o *runs.Options){
		"strategy mine: NamedStrategy.Options is nil": func(c *runs.Catalog, _ *runs.Options) { c.Strategies = []runs.NamedStrategy{{Name: "mine"}} },
		"strategy mine: NamedStrategy.Options returned a value of type int, not a pointer": func(c *runs.Catalog, _ *runs.Options) {
			c.Strategies = []runs.NamedStrategy{{
				Name: "mine", Options: options, Used: func(tuning.Strategy) any { return nil },
				New: func(tuning.Problem, any) (tuning.Strategy, error) { return nil, nil },
			}}
		},
		"NewExecutor returned neither an executor nor an error": func(_ *runs.Catalog, o *runs.Options) {
			o.Text = `{engine: {name: hill}, strategy: {name: spsa}, budget: {games: 100}}`
			o.NewExecutor = func(runs.ExecutorRequest) (tournament.Executor, error) { return nil, nil }
		},
	} {
		c, o := c, runs.Options{Text: `{engine: {name: hill}, strategy: {name: mine}, budget: {games: 100}}`, Store: filepath.Join(t.TempDir(), "runs.db")}
		change(&c, &o)
		if _, err := c.Tune(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A strategy of a caller with a missing function, or with one that returns nothing, is an error of
// every function that uses it.
func TestStrategiesThatReturnNothing(t *testing.T) {
	t.Parallel()
	score := func(context.Context, engines.Agent, uint64) (float64, error) { return 1, nil }
	numbers := engines.Space{{Name: "x", Max: 1}}
	games := engines.Registry{
		solo.Func(engines.Spec{Name: "hill", Title: "Hill", Version: "1", Weights: numbers}, score),
		solo.Func(engines.Spec{Name: "forked", Title: "Forked", Version: "1", Weights: append(numbers, engines.NewChoices("y", "", engines.Switch, "true"))}, score),
	}
	type options struct {
		Step float64 `yaml:"step"`
	}
	complete := runs.NamedStrategy{
		Name:    "mine",
		Options: func(*configs.Document, tuning.Problem) (any, error) { return new(options), nil },
		New:     func(p tuning.Problem, _ any) (tuning.Strategy, error) { return spsa.New(p, spsa.Options{}) },
		Used:    func(tuning.Strategy) any { return options{} },
	}
	const (
		noStrategy = "strategy mine: NamedStrategy.New returned neither a strategy nor an error"
		noUsed     = "strategy mine: NamedStrategy.Used returned nil"
	)
	for _, test := range []struct {
		want   string
		change func(s *runs.NamedStrategy)
	}{
		{"strategy mine: NamedStrategy.New is nil", func(s *runs.NamedStrategy) {
			*s = runs.NewStrategy[spsa.Options, *spsa.Strategy]("mine", "", nil)
		}},
		{"strategy mine: NamedStrategy.Options returned nil, not a pointer to options", func(s *runs.NamedStrategy) {
			s.Options = func(*configs.Document, tuning.Problem) (any, error) { return nil, nil }
		}},
		{"strategy mine: NamedStrategy.Options returned a nil pointer, not a pointer to options", func(s *runs.NamedStrategy) {
			s.Options = func(*configs.Document, tuning.Problem) (any, error) { return (*options)(nil), nil }
		}},
		{noStrategy, func(s *runs.NamedStrategy) {
			s.New = func(tuning.Problem, any) (tuning.Strategy, error) { return nil, nil }
		}},
		{noStrategy, func(s *runs.NamedStrategy) {
			*s = runs.NewStrategy("mine", "", func(tuning.Problem, spsa.Options) (*spsa.Strategy, error) { return nil, nil })
		}},
		{noUsed, func(s *runs.NamedStrategy) { s.Used = func(tuning.Strategy) any { return nil } }},
		{noUsed, func(s *runs.NamedStrategy) { s.Used = func(tuning.Strategy) any { return (*options)(nil) } }},
	} {
		want := test.want
		s := complete
		test.change(&s)
		c := runs.Catalog{Games: games, Strategies: []runs.NamedStrategy{s}}
		for _, game := range []string{"hill", "forked"} {
			o := runs.Options{Text: `{engine: {name: ` + game + `}, strategy: {name: mine}, budget: {games: 100}}`, Store: filepath.Join(t.TempDir(), "runs.db"), Force: true}
			if _, err := c.Tune(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", game, err, want)
			}
		}
		entries, err := runs.BenchEntry(c, "mine")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entries[0].New(tuning.Problem{Space: numbers, Games: 100}); err == nil || err.Error() != want {
			t.Errorf("bench: %v, want %q", err, want)
		}
		_, err = runs.Reference(c)
		if made := want == noStrategy || want == noUsed; made == (err != nil) || !made && err.Error() != want {
			t.Errorf("reference: %v, want %q", err, want)
		}
	}
	if _, err := runs.Reference(runs.Catalog{Strategies: []runs.NamedStrategy{{}}}); err == nil || !strings.HasSuffix(err.Error(), "NamedStrategy.Name is empty") {
		t.Errorf("a strategy without a name: %v", err)
	}
}
