package cli

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/keys"
)

// CheckArguments makes mistakes in the arguments of a command and of those below it
// usage errors that say what is wanted. A command that has others below it takes
// no arguments of its own.
func CheckArguments(c *cobra.Command) {
	check := c.Args
	switch {
	case c.HasSubCommands() && !strings.Contains(c.Use, " "):
		c.Args = noCommand
		if c.RunE == nil {
			c.RunE = ShowHelp
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
			verb := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
			return Usagef("%s takes %s; given: %d\nSee '%s --help'", verb, takes, len(args), cmd.CommandPath())
		}
	}
	for _, sub := range c.Commands() {
		CheckArguments(sub)
	}
}

// ShowHelp runs a command that others stand below: it says which.
func ShowHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// noCommand refuses what is typed in the place of a command.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	meant := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		meant = fmt.Sprintf(" (did you mean %s?)", strings.Join(near, " or "))
	}
	return Usagef("unknown command %q for %q%s\nSee '%s --help'", args[0], cmd.CommandPath(), meant, cmd.CommandPath())
}

// NewHelp makes the command help, which refuses what it knows nothing about.
func NewHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
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

// parsing is what Go's own reading of values says, which no user needs, and what is said
// in its place.
var parsing = []struct {
	pattern, said string
}{
	{`strconv\.ParseBool: parsing "[^"]*": invalid syntax`, "true or false is needed"},
	{`strconv\.\w+: parsing "[^"]*": (invalid syntax|value out of range)`, "a number is needed"},
	{`time: (missing unit in|unknown unit "[^"]*" in|invalid) duration "[^"]*"`, "a time such as 500ms, 5s or 10m is needed"},
}

// FlagError makes a mistake in a flag a usage error, and says which flag may have
// been meant.
func FlagError(c *cobra.Command, err error) error {
	text := err.Error()
	for _, p := range parsing {
		text = regexp.MustCompile(p.pattern).ReplaceAllLiteralString(text, p.said)
	}
	if typed, unknown := strings.CutPrefix(text, "unknown flag: --"); unknown {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if meant := keys.Nearest(known, typed); meant != "" {
			text += fmt.Sprintf(" (did you mean --%s?)", meant)
		}
		text += fmt.Sprintf("\nSee '%s --help'", c.CommandPath())
	}
	return Usagef("%s", text)
}
