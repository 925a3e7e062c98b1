package runs_test

import (
	"path/filepath"
	"testing"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
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
