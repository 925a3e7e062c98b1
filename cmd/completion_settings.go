package cmd

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/configs/reference"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

// configWait is the longest time that a completion waits for a config from a pipe.
const configWait = time.Second

// config returns the config that the first argument names, or nil if there is none.
func (w completer) config(cmd *cobra.Command, args []string) *configs.Document {
	if len(args) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), configWait)
	defer cancel()
	doc, err := w.catalog.Configs().Load(ctx, args[0], nil)
	if err != nil {
		return nil
	}
	return doc
}

// gameName returns the name of the game for a completion. The first argument is this name, or a
// config that contains it. gameName returns "" if there is none.
func (w completer) gameName(cmd *cobra.Command, args []string) string {
	config := strings.HasPrefix(cmd.Use, "evolve") || strings.Contains(cmd.Use, "CONFIG")
	if len(args) > 0 && !config && slices.Contains(w.catalog.Games.Names(), args[0]) {
		return args[0]
	}
	doc := w.config(cmd, args)
	if doc == nil {
		return ""
	}
	name, _ := doc.Text("engine.name")
	return name
}

// programNames returns the names of the external programs that the config on the command line
// defines.
func (w completer) programNames(cmd *cobra.Command, args []string) []string {
	doc := w.config(cmd, args)
	if doc == nil {
		return nil
	}
	config, err := doc.Config()
	if err != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(config.Programs))
}

// settings completes the settings of the game on the command line and their values.
func (w completer) settings(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	e, err := w.openedGame(cmd, args)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return assignments(settingRows(e, ""), typed)
}

// settingRows returns the settings of a game as rows of the config reference. prefix is put in
// front of each key.
func settingRows(e engines.Engine, prefix string) (rows []reference.Row) {
	for _, s := range e.Spec().Settings {
		row := reference.Row{Path: prefix + s.Name, Values: s.Choices}
		if s.Kind == engines.Bool {
			row.Values = []string{"true", "false"}
		}
		rows = append(rows, row)
	}
	return rows
}

func (w completer) keys(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	r, err := runs.Reference(w.catalog)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	rows := r.Plain()
	if e, err := w.catalog.Engine(w.gameName(cmd, args), nil); err == nil {
		rows = append(rows, settingRows(e, "engine.settings.")...)
	}
	for i := range rows {
		if rows[i].Path == "engine.name" {
			rows[i].Values = w.catalog.Games.Names()
		}
	}
	return assignments(append(rows, reference.Row{Path: "strategy.name", Values: w.strategies()}), typed)
}

func (w completer) experimentKeys(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	r, err := runs.Reference(w.catalog)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	rows := slices.DeleteFunc(r.Plain(), func(row reference.Row) bool { return !strings.HasPrefix(row.Path, "verification.") })
	for _, key := range []string{"name", "seeds", "seed_keys", "budgets", "strategies", "variants", "match.games", "match.seed"} {
		rows = append(rows, reference.Row{Path: key})
	}
	return assignments(append(rows, reference.Row{Path: "config", Values: w.catalog.Configs().Names()}), typed)
}

// assignments completes an assignment PATH=VALUE. It offers the paths in rows, and after an equals
// sign the accepted values of the typed path.
func assignments(rows []reference.Row, typed string) ([]string, cobra.ShellCompDirective) {
	var words []string
	if path, _, ok := strings.Cut(typed, "="); ok {
		for _, row := range rows {
			if row.Path == path {
				for _, value := range row.Values {
					words = append(words, path+"="+value)
				}
			}
		}
		slices.Sort(words)
		return slices.Compact(words), cobra.ShellCompDirectiveNoFileComp
	}
	for _, row := range rows {
		words = append(words, row.Path+"=")
	}
	slices.Sort(words)
	return slices.Compact(words), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
