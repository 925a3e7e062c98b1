package cmd

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
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
