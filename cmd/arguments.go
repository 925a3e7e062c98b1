package cmd

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/keys"
)

// checkArguments turns wrong arguments of a command and of its subcommands into usage
// errors that name the accepted arguments. A command with subcommands takes no arguments
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
			verb := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
			return usageErrorf("%s takes %s; given: %d\nSee '%s --help'", verb, takes, len(args), cmd.CommandPath())
		}
	}
	for _, sub := range c.Commands() {
		checkArguments(sub)
	}
}

// showHelp runs a command that only has subcommands: it prints the help text, which lists them.
func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// noCommand returns a usage error for an unknown command, with the nearest known ones.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	meant := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		meant = fmt.Sprintf(" (did you mean %s?)", strings.Join(near, " or "))
	}
	return usageErrorf("unknown command %q for %q%s\nSee '%s --help'", args[0], cmd.CommandPath(), meant, cmd.CommandPath())
}

// newHelp returns the command help. It returns a usage error for an unknown command.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show help for a command",
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

// parseErrors lists the error texts of Go's parsers, as patterns, and the texts that
// replace them for a user.
var parseErrors = []struct {
	pattern, text string
}{
	{`strconv\.ParseBool: parsing "[^"]*": invalid syntax`, "true or false is needed"},
	{`strconv\.\w+: parsing "[^"]*": (invalid syntax|value out of range)`, "a number is needed"},
	{`time: (missing unit in|unknown unit "[^"]*" in|invalid) duration "[^"]*"`, "a time such as 500ms, 5s or 10m is needed"},
}

// flagError turns an error about a flag into a usage error, and adds the nearest known
// flag to it.
func flagError(c *cobra.Command, err error) error {
	text := err.Error()
	for _, p := range parseErrors {
		text = regexp.MustCompile(p.pattern).ReplaceAllLiteralString(text, p.text)
	}
	if typed, unknown := strings.CutPrefix(text, "unknown flag: --"); unknown {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if meant := keys.Nearest(known, typed); meant != "" {
			text += fmt.Sprintf(" (did you mean --%s?)", meant)
		}
		text += fmt.Sprintf("\nSee '%s --help'", c.CommandPath())
	}
	return usageErrorf("%s", text)
}
