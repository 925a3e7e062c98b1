package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/rating/ratinglist"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs"
)

// completer completes flags and arguments for shells: games, presets, runs, agents and
// settings. If a completion fails, it offers nothing.
type completer struct{ catalog runs.Catalog }

// registerFlags registers completions for the flags of a command and of its subcommands.
func (w completer) registerFlags(c *cobra.Command) {
	offered := map[string]cobra.CompletionFunc{
		"resume":    w.runs,
		"candidate": w.candidates,
		"agent":     w.agents,
		"weights":   w.agents,
		"level":     w.levels,
		"set":       w.settings,
		"engine":    w.engines,
		"strategy":  fixedWords(w.strategies()...),
		"status":    fixedWords("finished", "running", "interrupted"),
		"suite":     fixedWords("duel", "wild", "edges", "funnels", "families"),
		"model":     fixedWords(ratinglist.Models()...),
		"scale":     fixedWords(ratinglist.Scales()...),
		"format":    fixedWords(weights.Formats...),
		"kind":      fixedWords("evolve", "tournament", "grid", "fit"),
	}
	if c.Name() == "chart" {
		offered["kind"] = fixedWords(charts.Names()...)
	}
	if c.Name() == "init" {
		offered["kind"], offered["language"] = fixedWords("game", "bot"), fixedWords("go", "python", "javascript")
	}
	if c.Name() == "play" {
		offered["resume"] = nil // a file
	}
	if c.Name() == "experiment" {
		offered["resume"], offered["set"] = w.experiments, nil // its keys are not those of configs
	}
	for flag, complete := range offered {
		if complete != nil && c.Flags().Lookup(flag) != nil {
			_ = c.RegisterFlagCompletionFunc(flag, complete) // fails for a flag that is not there
		}
	}
	for _, sub := range c.Commands() {
		w.registerFlags(sub)
	}
}

// fixedWords returns a completion that offers the given words.
func fixedWords(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

func (w completer) strategies() (names []string) {
	for _, m := range w.catalog.AllStrategies() {
		names = append(names, m.Name)
	}
	return names
}

// engines completes the name of a game.
func (w completer) engines(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return w.catalog.Games.Names(), cobra.ShellCompDirectiveNoFileComp
}

// gamesAndFiles completes the name of a game, or of a file.
func (w completer) gamesAndFiles(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	names, _ := w.engines(c, args, typed)
	return names, cobra.ShellCompDirectiveDefault
}

// presets returns a completion for the presets of a verb, of all verbs if it is "", and for files.
func (w completer) presets(verb string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		names := w.catalog.Configs().Names()
		if verb != "" {
			names = slices.DeleteFunc(names, func(name string) bool { return w.catalog.PresetVerb(name) != verb })
		}
		return names, cobra.ShellCompDirectiveDefault
	}
}

// runs completes the id of a stored run.
func (w completer) runs(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	db, err := cmd.Flags().GetString("db")
	if len(args) > 0 || err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	store, err := results.OpenReadOnly(db)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer func() { _ = store.Close() }()
	list, err := store.Runs(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	ids := []string{"last"}
	for _, r := range list {
		ids = append(ids, r.ID)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// experiments completes the name of a stored experiment.
func (w completer) experiments(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	names := []string{"last"}
	db, err := cmd.Flags().GetString("db")
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	store, err := results.OpenReadOnly(db)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	defer func() { _ = store.Close() }()
	list, err := store.Experiments(cmd.Context())
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	for _, e := range list {
		names = append(names, e.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// candidates completes the candidates of the verification of the typed run.
func (w completer) candidates(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	db, err := cmd.Flags().GetString("db")
	if len(args) == 0 || err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	rec, err := runs.Record(cmd.Context(), db, weightsOf(args[0]))
	if err != nil || rec.Result == nil || len(rec.Result.Candidates) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := []string{"candidate", "start"}
	for _, c := range rec.Result.Candidates {
		names = append(names, c.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// agents completes the agents that ship with the typed game, and files.
func (w completer) agents(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	words := []string{"default", "random", "run:last"}
	if len(args) > 0 {
		if e, err := w.catalog.Engine(args[0], nil); err == nil {
			if list, err := runs.Opponents(w.catalog, e); err == nil {
				for _, o := range list {
					words = append(words, o.Source)
				}
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words), cobra.ShellCompDirectiveDefault
}

// levels completes the levels of the typed game.
func (w completer) levels(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	agents, _ := w.agents(cmd, args, typed)
	var levels []string
	for _, agent := range agents {
		if level, ok := strings.CutPrefix(agent, "level:"); ok {
			levels = append(levels, level)
		}
	}
	return levels, cobra.ShellCompDirectiveNoFileComp
}

// settings completes the settings of the typed game, or the keys of a config.
func (w completer) settings(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var words []string
	if slices.Contains([]string{"agents", "engines", "eval", "perft", "play"}, cmd.Name()) && len(args) > 0 {
		if e, err := w.catalog.Engine(args[0], nil); err == nil {
			for _, s := range e.Spec().Settings {
				words = append(words, s.Name+"=")
			}
		}
		return words, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
	r, err := runs.Reference(w.catalog)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	for _, path := range r.Plain() {
		words = append(words, path+"=")
	}
	for _, name := range w.strategies() {
		words = append(words, "strategy.name="+name)
	}
	return words, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
