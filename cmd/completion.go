package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// completer completes flags and arguments for shells, such as the names of games, presets, runs,
// agents and settings. If it cannot determine the names, it offers none.
type completer struct {
	catalog runs.Catalog
	env     func(string) string // environment variables, one of which may set the flag --db
}

// register adds shell completions to the root command and its subcommands. Some flags and arguments
// have no completion function. For these, the shell completes file names if the placeholder in the
// help text is a file or folder, and otherwise nothing.
func (w completer) register(root *cobra.Command) { w.registerWith(root, w.arguments()) }

// registerWith adds shell completions to a command and its subcommands. arguments is the result of
// [completer.arguments], which is computed once for all commands.
func (w completer) registerWith(c *cobra.Command, arguments map[string]cobra.CompletionFunc) {
	path := verbOf(c)
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if complete := w.flag(path, f); complete != nil {
			_ = c.RegisterFlagCompletionFunc(f.Name, complete) // fails for an unknown flag only
		}
		f.Usage = strings.ReplaceAll(f.Usage, "`", "") // the description; placeholders were needed until here
	})
	switch complete, ok := arguments[path]; {
	case ok:
		c.ValidArgsFunction = complete
	case c.ValidArgsFunction == nil && !namesFile(c.Use) && !c.HasSubCommands():
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, sub := range c.Commands() {
		w.registerWith(sub, arguments)
	}
}

// verbOf returns the path of a command without the program's name, such as "runs delete".
func verbOf(c *cobra.Command) string {
	_, verb, _ := strings.Cut(c.CommandPath(), " ")
	return verb
}

// namesFile reports whether a usage text contains a placeholder for a file, a folder or the command
// of a program, whose words may be files.
func namesFile(usage string) bool {
	return strings.Contains(usage, "FILE") || strings.Contains(usage, "FOLDER") || strings.Contains(usage, "COMMAND")
}

// arguments returns the completion functions of positional arguments, by command path.
func (w completer) arguments() map[string]cobra.CompletionFunc {
	run, config, file := inOrder(w.runs), cobra.FixedCompletions([]string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt), inOrder(w.etudeSets)
	position := fixedWords("start")
	return map[string]cobra.CompletionFunc{
		"engines": inOrder(w.gamesAndFiles), "agents": inOrder(w.games), "perft": inOrder(w.gamesAndFiles, position),
		"eval": inOrder(w.gamesAndFiles, position), "play": inOrder(w.gamesAndFiles), "check": inOrder(w.gamesAndFiles, w.programs),
		"presets": inOrder(w.presets("")), "config check": inOrder(w.presets("")), "config show": inOrder(w.presets("")),
		"evolve": inOrder(w.presets("evolve")), "fit": inOrder(w.presets("fit")), "grid": inOrder(w.presets("grid")),
		"tournament": inOrder(w.presets("tournament")), "experiment": config, "match": nil,
		"runs": inOrder(w.runs, config), "export": run, "chart": run, "report": run, "compare": inOrder(w.runs, w.runs),
		"explain": inOrder(w.runs, config), "replay": inOrder(w.runs, config),
		"runs delete": w.runs, "store copy": w.runsAndFile, "runs rename": run, "runs note": run, "runs tag": w.runAndTags,
		"etudes make": inOrder(w.games), "etudes check": file, "etudes label": file, "etudes rate": file,
	}
}

// flag returns the function that completes the value of a command's flag. It returns nil if the
// shell should complete file names.
func (w completer) flag(verb string, f *pflag.Flag) cobra.CompletionFunc {
	if c, ok := f.Value.(*flagValue); ok && c.words != nil {
		return fixedWords(c.words...)
	}
	switch verb + " --" + f.Name {
	case "experiment --resume":
		return w.experiments
	case "experiment --set":
		return w.experimentKeys
	case "experiment --strategy":
		return commaList(w.strategies())
	case "bench --strategy":
		return fixedWords(append(w.benchEntries(), "all")...)
	case "play --resume":
		return nil
	case "match --variant":
		return fixedWords(variants...)
	case "check --set":
		return w.keys
	}
	switch f.Name {
	case "resume":
		return w.runsOfVerb
	case "candidate":
		return w.candidates
	case "agent", "weights", "opponent":
		return w.agents
	case "level":
		return w.levels
	case "set":
		if slices.Contains([]string{"agents", "engines", "eval", "perft", "play", "etudes make", "etudes check", "etudes label", "etudes rate"}, verb) {
			return w.settings
		}
		return w.keys
	case "label":
		return w.settings
	case "engine", "game":
		if f.Value.Type() == "string" { // not the number of a game
			return w.games
		}
	case "strategy":
		return fixedWords(w.strategies()...)
	case "variant":
		return beginnings(bench.VariantNames)
	case "tag":
		return w.tags
	case "etudes":
		if verb == "grid" {
			return w.etudeSets
		}
	case "config":
		if verb == "bench" {
			return w.presets("evolve")
		}
	}
	switch placeholder, usage := pflag.UnquoteUsage(f); {
	case strings.Contains(usage, "FOLDER") || placeholder == "FOLDER":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	case placeholder == "FILE" || f.Hidden:
		return nil
	}
	return cobra.NoFileCompletions
}

// inOrder returns a completion of positional arguments. It completes the i-th argument with the
// i-th function, and offers nothing for further arguments.
func inOrder(of ...cobra.CompletionFunc) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= len(of) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return of[len(args)](cmd, args, typed)
	}
}

func fixedWords(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// beginnings returns a completion that offers NAME= for every name; the user types the value.
func beginnings(names []string) cobra.CompletionFunc {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = name + "="
	}
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace)
}

func commaList(words []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1]
		var offered []string
		for _, word := range words {
			if !slices.Contains(strings.Split(before, ","), word) {
				offered = append(offered, before+word)
			}
		}
		return offered, cobra.ShellCompDirectiveNoFileComp
	}
}

func (w completer) strategies() (names []string) {
	for _, m := range w.catalog.AllStrategies() {
		names = append(names, m.Name)
	}
	return names
}

func (w completer) benchEntries() (names []string) {
	for _, e := range runs.BenchEntries(w.catalog) {
		names = append(names, e.Name)
	}
	return names
}

func (w completer) games(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return w.catalog.Games.Names(), cobra.ShellCompDirectiveNoFileComp
}

// gamesAndFiles completes the name of a game, or of a file.
func (w completer) gamesAndFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return w.catalog.Games.Names(), cobra.ShellCompDirectiveDefault
}

// programs completes the name of an external program that the config on the command line defines.
func (w completer) programs(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if dash := cmd.ArgsLenAtDash(); dash >= 0 && dash < len(args) { // a COMMAND
		return nil, cobra.ShellCompDirectiveDefault
	}
	return w.programNames(cmd, args), cobra.ShellCompDirectiveNoFileComp
}

// presets returns a completion that offers file names and the presets that the given command
// accepts. If verb is "", it offers all presets.
func (w completer) presets(verb string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		names := w.catalog.Configs().Names()
		if verb != "" {
			names = slices.DeleteFunc(names, func(name string) bool { return w.catalog.PresetVerb(name) != verb })
		}
		return names, cobra.ShellCompDirectiveDefault
	}
}

// etudeSets completes the name of an etude set, a list of labelled positions. It offers the sets
// that ship with a game, and file names. The game is that of the flag --engine or of the config on
// the command line.
func (w completer) etudeSets(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	name, err := cmd.Flags().GetString("engine")
	if err != nil {
		name = w.gameName(cmd, args)
	}
	e, err := w.catalog.Engine(name, nil)
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return runs.EtudeSets(e), cobra.ShellCompDirectiveDefault
}

// agents completes the name of an agent. It offers the agents that ship with the game, the programs
// of the config, the results of stored runs, and file names. The game and the config are those that
// the command line names.
func (w completer) agents(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	words := append([]string{"default", "random", "run:last"}, w.programNames(cmd, args)...)
	game := w.gameName(cmd, args)
	if e, err := w.catalog.Engine(game, nil); err == nil {
		if list, err := runs.Opponents(w.catalog, e); err == nil {
			for _, o := range list {
				words = append(words, o.Source)
			}
		}
	} else {
		game = ""
	}
	for _, word := range w.storedRuns(cmd, func(r results.Summary) bool {
		return (game == "" || r.Engine == game) && r.Result != nil && r.Result.Weights != nil
	}) {
		words = append(words, "run:"+word)
	}
	slices.Sort(words)
	return slices.Compact(words), cobra.ShellCompDirectiveDefault
}

// levels completes the name of a strength level. It offers the levels of the game that the command
// line names.
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

// openedGame returns the game that the arguments or the flag --engine name.
func (w completer) openedGame(cmd *cobra.Command, args []string) (engines.Engine, error) {
	name := w.gameName(cmd, args)
	if typed, err := cmd.Flags().GetString("engine"); err == nil {
		name = typed
	}
	return w.catalog.Engine(name, nil)
}
