package completion

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

// Words are those of a program's games, presets and runs.
type Words struct{ Catalog runs.Catalog }

// Flags offers values of flags to the shell, in a command and all below it.
func (w Words) Flags(c *cobra.Command) {
	offered := map[string]cobra.CompletionFunc{
		"resume":   w.Runs,
		"agent":    w.agents,
		"weights":  w.agents,
		"level":    w.levels,
		"set":      w.settings,
		"engine":   w.Engines,
		"strategy": fixed(w.strategies()...),
		"status":   fixed("finished", "running", "interrupted"),
		"suite":    fixed("duel", "wild", "edges", "funnels", "families"),
		"model":    fixed(ratinglist.Models()...),
		"scale":    fixed(ratinglist.Scales()...),
		"format":   fixed(weights.Formats...),
		"kind":     fixed("evolve", "tournament", "grid", "fit"),
	}
	if c.Name() == "chart" {
		offered["kind"] = fixed(charts.Names()...)
	}
	if c.Name() == "play" {
		offered["resume"] = nil // a file
	}
	for flag, complete := range offered {
		if complete != nil && c.Flags().Lookup(flag) != nil {
			_ = c.RegisterFlagCompletionFunc(flag, complete) // fails for a flag that is not there
		}
	}
	for _, sub := range c.Commands() {
		w.Flags(sub)
	}
}

// fixed offers some words.
func fixed(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

func (w Words) strategies() (names []string) {
	for _, m := range w.Catalog.Strategies() {
		names = append(names, m.Name)
	}
	return names
}

// Engines offers the games.
func (w Words) Engines(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return w.Catalog.Games.Names(), cobra.ShellCompDirectiveNoFileComp
}

// Presets offers the presets that a verb plays, all for "", and files.
func (w Words) Presets(verb string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		names := w.Catalog.Configs().Names()
		if verb != "" {
			names = slices.DeleteFunc(names, func(name string) bool { return w.Catalog.PresetVerb(name) != verb })
		}
		return names, cobra.ShellCompDirectiveDefault
	}
}

// Runs offers the ids of the stored runs.
func (w Words) Runs(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
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

// agents offers the agents that ship with the game that was typed, and files.
func (w Words) agents(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	words := []string{"default", "random", "run:last"}
	if len(args) > 0 {
		if e, err := w.Catalog.Engine(args[0], nil); err == nil {
			if list, err := w.Catalog.Opponents(e); err == nil {
				for _, o := range list {
					words = append(words, o.Source)
				}
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words), cobra.ShellCompDirectiveDefault
}

// levels offers the levels of the game that was typed.
func (w Words) levels(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	agents, _ := w.agents(cmd, args, typed)
	var levels []string
	for _, agent := range agents {
		if level, ok := strings.CutPrefix(agent, "level:"); ok {
			levels = append(levels, level)
		}
	}
	return levels, cobra.ShellCompDirectiveNoFileComp
}

// settings offers settings of the game that was typed, or the keys of configs.
func (w Words) settings(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var words []string
	if slices.Contains([]string{"agents", "engines", "eval", "perft", "play"}, cmd.Name()) && len(args) > 0 {
		if e, err := w.Catalog.Engine(args[0], nil); err == nil {
			for _, s := range e.Spec().Settings {
				words = append(words, s.Name+"=")
			}
		}
		return words, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
	r, err := w.Catalog.Reference()
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
