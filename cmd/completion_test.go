package cmd

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
)

func TestCompletions(t *testing.T) {
	t.Parallel()
	w := completer{runs.Catalog{Games: engines.Registry{hare.New()}}}
	play := &cobra.Command{Use: "play ENGINE"}
	evolve := &cobra.Command{Use: "evolve CONFIG"}
	evolve.Flags().String("db", filepath.Join(t.TempDir(), "none.db"), "")
	for name, c := range map[string]struct {
		offer  cobra.CompletionFunc
		to     *cobra.Command
		args   []string
		want   string // "" for nothing at all
		absent string
	}{
		"games":            {w.engines, play, nil, "hare", "risk"},
		"one game":         {w.engines, play, []string{"hare"}, "", ""},
		"presets":          {w.presets("grid"), evolve, nil, "hare-grid", "hare"},
		"all presets":      {w.presets(""), evolve, nil, "hare", "risk"},
		"no store":         {w.runs, evolve, nil, "", ""},
		"levels":           {w.levels, play, []string{"hare"}, "hard", "random"},
		"agents":           {w.agents, play, []string{"hare"}, "level:easy", ""},
		"agents of none":   {w.agents, play, []string{"hair"}, "random", "level:easy"},
		"settings":         {w.settings, play, []string{"hare"}, "depth=", "seed="},
		"keys of a config": {w.settings, evolve, []string{"hare"}, "seed=", "depth="},
		"a strategy's key": {w.settings, evolve, []string{"hare"}, "strategy.name=spsa", "strategy.name="},
	} {
		words, _ := c.offer(c.to, c.args, "")
		if c.want == "" && len(words) > 0 || c.want != "" && !slices.Contains(words, c.want) || c.absent != "" && slices.Contains(words, c.absent) {
			t.Errorf("%s: %q, want %q and not %q", name, words, c.want, c.absent)
		}
	}
}

// The completion of export --candidate offers the candidates of the typed run.
func TestCompletionOfCandidates(t *testing.T) {
	t.Parallel()
	catalog := runs.Catalog{Games: engines.Registry{risk.New()}}
	store := filepath.Join(t.TempDir(), "runs.db")
	text := `{engine: {name: risk, settings: {map: grid, size: 2, depth: 1}}, seed: 1, budget: {games: 96},
  strategy: {name: genetic}, verification: {games: 40, opponents: [default]}}`
	if _, err := catalog.Tune(t.Context(), runs.Options{Store: store, Workers: 2, Name: "bred", Text: text}, nil); err != nil {
		t.Fatal(err)
	}
	a := &app{catalog: catalog}
	export := newExport(a, func(context.Context, exportOptions) error { return nil })
	export.SetContext(t.Context())
	if err := export.Flags().Set("db", store); err != nil {
		t.Fatal(err)
	}
	completer{catalog}.registerFlags(export)
	complete, ok := export.GetFlagCompletionFunc("candidate")
	if !ok {
		t.Fatal("--candidate has no completion")
	}
	for _, run := range []string{"bred", "last"} {
		words, _ := complete(export, []string{run}, "")
		for _, want := range []string{"candidate", "start", "the start weights", "the average of the parents"} {
			if !slices.Contains(words, want) {
				t.Errorf("%s: no %q in %q", run, want, words)
			}
		}
	}
	for _, args := range [][]string{nil, {"nobody"}} {
		if words, _ := complete(export, args, ""); len(words) > 0 {
			t.Errorf("%q: %q", args, words)
		}
	}
}
