package cmd

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/keys"
)

// checkArguments makes a command and its subcommands return a usage error for wrong arguments. The
// error lists the accepted arguments. A command that only groups subcommands accepts no arguments
// of its own.
func checkArguments(c *cobra.Command) {
	check := c.Args
	switch {
	case c.HasSubCommands() && !strings.Contains(c.Use, " "):
		c.Args = noCommand
		if c.RunE == nil {
			c.RunE = showHelp
		}
	case check != nil:
		c.Args = func(cmd *cobra.Command, args []string) error {
			if check(cmd, args) == nil {
				return nil
			}
			_, takes, _ := strings.Cut(cmd.Use, " ")
			if takes == "" {
				takes = "no arguments"
			}
			meant := ""
			if cmd.HasSubCommands() && len(args) > 0 {
				meant = nearestCommand(cmd, args[0])
			}
			if cmd.Name() == "match" && len(args) > 2 {
				meant = "; " + extraArguments(args[2:])
			}
			verb := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
			return usageErrorf("%s takes %s; given: %d%s\nSee '%s --help'", verb, takes, len(args), meant, cmd.CommandPath())
		}
	}
	for _, sub := range c.Commands() {
		checkArguments(sub)
	}
}

// extraArguments returns a hint for the usage error about words that follow the two players of a
// match. If one of them contains "=", the user probably wrote the value of a flag without quotes,
// as fastchess allows.
func extraArguments(extra []string) string {
	if slices.ContainsFunc(extra, func(word string) bool { return strings.Contains(word, "=") }) {
		return fmt.Sprintf("write the keys of a flag in one pair of quotes, such as --resign \"movecount=3 score=600\"; not part of a flag: %s", strings.Join(extra, " "))
	}
	return twoSides
}

// showHelp is the action of a command that only groups subcommands: it prints the help text,
// which lists them.
func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// noCommand returns a usage error for an unknown command, the first of args, or nil if there are no
// args. The error suggests the most similar known command.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageErrorf("unknown command %q for %q%s\nSee '%s --help'", args[0], cmd.CommandPath(), nearestCommand(cmd, args[0]), cmd.CommandPath())
}

// unknownCommand returns a usage error if args name an unknown command or subcommand that is
// followed by more arguments, such as flags. Otherwise it returns nil. It must be called before the
// flags are parsed, because the parser would report an unknown flag instead of the unknown command.
func unknownCommand(root *cobra.Command, args []string) error {
	root.InitDefaultHelpCmd() // otherwise "help" is added later
	cmd, rest, err := root.Find(args)
	if err != nil || len(rest) < 2 || strings.HasPrefix(rest[0], "-") || strings.HasPrefix(rest[0], "__") {
		return nil
	}
	if !cmd.HasSubCommands() || strings.Contains(cmd.Use, " ") { // it takes arguments
		return nil
	}
	return noCommand(cmd, rest)
}

// nearestCommand returns " (did you mean NAME?)" for a typed word that is no command. NAME is the
// subcommand or help topic that is most similar to the word, or that lists it in its field
// SuggestFor. nearestCommand returns "" if there is none.
func nearestCommand(cmd *cobra.Command, typed string) string {
	var names []string
	for _, sub := range cmd.Commands() {
		if slices.Contains(sub.SuggestFor, strings.ToLower(typed)) {
			return fmt.Sprintf(" (did you mean %s?)", sub.Name())
		}
		if !sub.Hidden {
			names = append(names, sub.Name())
		}
	}
	if near := keys.Nearest(names, typed); near != "" {
		return fmt.Sprintf(" (did you mean %s?)", near)
	}
	return ""
}

// newHelp returns the command "help". It reports an unknown command as a usage error.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show help for a command",
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			about, _, err := root.Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var names []string
			for _, sub := range about.Commands() {
				if !sub.Hidden {
					names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			about, rest, err := root.Find(args)
			if err == nil {
				err = noCommand(about, rest)
			}
			if err != nil {
				return err
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// parseErrors maps error texts of Go's parsers, as patterns, to texts that a user understands.
var parseErrors = []struct {
	pattern, text string
}{
	{`strconv\.ParseBool: parsing "[^"]*": invalid syntax`, "true or false is needed"},
	{`strconv\.\w+: parsing "[^"]*": (invalid syntax|value out of range)`, "a number is needed"},
	{`time: (missing unit in|unknown unit "[^"]*" in|invalid) duration "[^"]*"`, "a time such as 500ms, 5s or 10m is needed"},
}

// synonyms maps flag names that other tools use to flags of this program with the same meaning. If
// a user types such a name, the error suggests the first of these flags that the command has.
var synonyms = map[string][]string{
	"games": {"budget", "cycles"}, "num-games": {"budget", "games", "cycles"}, "rounds": {"generations", "cycles"}, "iterations": {"generations"},
	"threads": {"workers"}, "concurrency": {"workers"}, "jobs": {"workers"}, "cores": {"workers"}, "parallel": {"workers"},
	"algorithm": {"strategy"}, "method": {"strategy"}, "optimizer": {"strategy"}, "optimiser": {"strategy"},
	"out": {"output"}, "outfile": {"output"}, "database": {"db"}, "store": {"db"}, "title": {"name"},
	"strategies": {"strategy"}, "game": {"engine"}, "port": {"listen"}, "address": {"listen"}, "continue": {"resume"}, "opponent": {"agent"}, "time": {"movetime"}, "pgn": {"games-file"}, "log": {"trace"},
	"pgnout": {"games-file"}, "srand": {"seed"}, "use-affinity": {"affinity"}, "maxgames": {"games"},
}

// configKeys maps names that users may try as flags to the config keys that they probably mean,
// such as depth to engine.settings.depth. If a command with a config has no such flag, the error
// suggests --set with the key.
var configKeys = map[string]string{
	"depth": "engine.settings.depth", "seats": "engine.seats", "players": "engine.seats", "opponents": "verification.opponents", "opponent": "verification.opponents",
}

// absentFlags maps flags that fastchess and cutechess have to the reasons why this program does not
// have them.
var absentFlags = map[string]string{
	"tb": noTables, "tbpieces": noTables, "tbignore50": noTables, "tbadjudicate": noTables,
	"recover":           "a game that an engine lost by a crash is played again in any case",
	"engine":            "name the two engines: match OLD NEW; --old-option and --new-option apply to one of them",
	"each":              "flags such as --tc and --option apply to both engines",
	"repeat":            "every opening is played with both colours in any case",
	"autosaveinterval":  "every pair of games is stored when it ends",
	"config":            "every match is stored; --resume RUN continues it",
	"tournament":        twoSides,
	"seeds":             twoSides,
	"noswap":            "every opening is played with both colours, because a pair of games is the unit of evidence",
	"reverse":           "every opening is played with both colours, so the order of the colours does not matter",
	"quick":             "match OLD NEW --tc 10+0.1 --openings FILE --draw \"movenumber=30 movecount=8 score=8\" plays the same",
	"force-concurrency": "--concurrency may be larger than the number of cores",
	"wait":              "games follow each other without a pause",
	"event":             "the tag Event of the games is the seed of the match; --name names the run",
	"site":              "the tag Site of the games is \"?\"",
	"epdout":            "--games-file writes the moves of every game, but not its last position",
	"ratinginterval":    progressLine,
	"scoreinterval":     progressLine,
	"outcomeinterval":   progressLine,
	"output":            "--json prints one document; the table has no other format",
	"resultformat":      "--json prints one document; the table has no other format",
	"report":            "the table always has the pairs by points",
	"crc32":             "files of games have no checksum",
	"strict":            "warnings do not change the exit code",
	"show-latency":      "the times of lines are in the files of --trace FOLDER",
	"check-mate-pvs":    "the lines that an engine expects are not checked",
	"debug":             "--trace FOLDER writes all input and output of the engines",
	"compliance":        "use 'lanista check --protocol uci -- ENGINE'",
	"startup-ms":        timeouts + "start=10s",
	"ucinewgame-ms":     timeouts + "reply=60s",
	"ping-ms":           timeouts + "reply=60s",
	"ponder":            "use --option Ponder=true, with a clock",
	"plies":             "use --depth",
	"bookmode":          noPolyglot,
	"bookdepth":         noPolyglot,
	"book":              noPolyglot,
}

const (
	progressLine = "the progress line always has the current scores"
	timeouts     = "use --set programs.new.timeouts." // and programs.old
	noPolyglot   = "Polyglot books are not read; --openings takes PGN, EPD, FEN or moves"
)

const twoSides = "a match has two sides; a gauntlet or a round robin of more engines is a config for the verb tournament, see docs/chess-engines.md"

const noTables = "games are not adjudicated by endgame tables, because there is no maintained library in Go that reads them; --resign and --draw end games early"

// nearestFlag returns a hint for an unknown flag, such as " (did you mean --NAME?)". If the word
// means a config key, the hint is " (did you mean --set KEY=VALUE?)". For the command "match" and a
// flag in absentFlags, the hint is the reason why it is missing. nearestFlag returns "" if no flag
// or key is similar.
func nearestFlag(c *cobra.Command, typed string) string {
	typed, _, _ = strings.Cut(typed, "=")
	if reason, ok := absentFlags[strings.ToLower(typed)]; ok && c.Name() == "match" {
		return ": " + reason
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			known = append(known, f.Name)
		}
	})
	plain := strings.ToLower(strings.ReplaceAll(typed, "_", "-"))
	if set := c.Flags().Lookup("set"); set != nil && configKeys[plain] != "" && strings.Contains(set.Usage, "PATH=VALUE") {
		return fmt.Sprintf(" (did you mean --set %s=VALUE?)", configKeys[plain])
	}
	meant := firstKnown(synonyms[plain], known)
	if meant == "" {
		meant = keys.Nearest(known, plain)
	}
	if meant == "" {
		meant = firstKnown(synonyms[keys.Nearest(slices.Sorted(maps.Keys(synonyms)), plain)], known)
	}
	if meant == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean --%s?)", meant)
}

func firstKnown(names, known []string) string {
	for _, name := range names {
		if slices.Contains(known, name) {
			return name
		}
	}
	return ""
}

// longFlag matches the flag parser's error for a long flag that was typed with one hyphen, such as
// -budget instead of --budget. The group is the name of the flag.
var longFlag = regexp.MustCompile(` in -([a-zA-Z][\w-]+)$`)

// parseErrorText returns the text of an error of the flag parser in words that a user understands;
// see parseErrors.
func parseErrorText(err error) string {
	text := err.Error()
	for _, p := range parseErrors {
		text = regexp.MustCompile(p.pattern).ReplaceAllLiteralString(text, p.text)
	}
	return text
}

// flagError turns an error about a flag into a usage error, and adds the nearest known
// flag to it.
func flagError(c *cobra.Command, err error) error {
	text := parseErrorText(err)
	if typed, unknown := strings.CutPrefix(text, "unknown flag: --"); unknown {
		text += nearestFlag(c, typed) + fmt.Sprintf("\nSee '%s --help'", c.CommandPath())
	} else if strings.HasPrefix(text, "unknown shorthand flag: ") {
		if m := longFlag.FindStringSubmatch(text); m != nil {
			text += nearestFlag(c, m[1])
		}
		text += fmt.Sprintf("\nSee '%s --help'", c.CommandPath())
	}
	return usageErrorf("%s", text)
}
