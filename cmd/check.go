package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/runs"
)

type programCheck struct {
	config, program string
	command         []string // in place of a config
	protocol, game  string
	overrides       []string
	games           int
	workers         int
	trace           string
}

func newCheck(a *app, run func(context.Context, programCheck) error) *cobra.Command {
	o := programCheck{games: 20}
	c := &cobra.Command{
		Use:   "check CONFIG [PROGRAM] | --protocol PROTOCOL -- COMMAND...",
		Short: "Try whether a program can be tuned",
		Long: `Starts a program as a config does, plays some games with it, and tells whether it
can be tuned: whether its moves are legal, whether it plays the same game again and
after others, which weights change nothing, and how fast it is. PROGRAM may be left
out where the config tunes one, or names only one.

With a COMMAND in place of a config it starts that, and prints at its end a config for it,
ready to edit: every number that the program declares is a weight in a comment.

The exit code is 0 where nothing failed, 1 where something did, and 2 for a mistake
in the config. Programs run with your
rights and are not locked in.`,
		Example: `  lanista check bot.yaml
  lanista check bot.yaml --trace trace --json
  lanista check --protocol uci -- toga2
  lanista check -- python3 bot.py`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dash := cmd.ArgsLenAtDash(); dash >= 0 {
				if dash > 0 || len(args) == 0 {
					return cli.Usagef("either a CONFIG, or -- and a COMMAND")
				}
				o.command = args
				return run(cmd.Context(), o)
			}
			switch {
			case len(args) == 0 || len(args) > 2:
				return cli.Usagef("a CONFIG and at most a PROGRAM of it are needed, or -- and a COMMAND")
			case o.protocol != "" || o.game != "":
				return cli.Usagef("--protocol and --game belong to a COMMAND: check --protocol uci -- COMMAND")
			}
			o.config = args[0]
			if len(args) > 1 {
				o.program = args[1]
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(cli.Count(&o.games), "games", "games to play")
	f.StringVar(&o.protocol, "protocol", "", "of a COMMAND: "+strings.Join(external.Protocols(), ", ")+"; ludus where it is left out")
	f.StringVar(&o.game, "game", "", "that a COMMAND is tried at; where it is left out, the first that the program names")
	workersFlag(f, &o.workers)
	f.StringVar(&o.trace, "trace", "", "a folder for a file per process, with every line that goes in or out")
	setFlag(f, &o.overrides)
	a.jsonFlag(c)
	return c
}

// checked tries a program of a config, or a command, for which it drafts a config.
func (a *app) checked(ctx context.Context, o programCheck, options runs.CheckOptions) (found external.Checked, draft string, err error) {
	if o.command == nil {
		found, err = a.catalog.Check(ctx, options)
		return found, "", err
	}
	return a.catalog.CheckCommand(ctx, runs.CommandOptions{CheckOptions: options, Command: o.command, Protocol: o.protocol, Game: o.game})
}

// check tries a program and prints every finding as it is there.
func (a *app) check(ctx context.Context, o programCheck) error {
	options := runs.CheckOptions{
		Options: runs.Options{Config: o.config, Set: o.overrides, Workers: o.workers, Trace: o.trace},
		Program: o.program, Games: o.games,
	}
	if !a.json {
		options.Told = func(f external.Finding) { fmt.Fprintf(a.out, "%-4s  %-8s  %s\n", f.Verdict, f.ID, f.Detail) }
	}
	checked, draft, err := a.checked(ctx, o, options)
	if err != nil {
		return err
	}
	if a.json {
		if err := a.writeJSON(struct {
			external.Checked
			Config string `json:"config,omitempty"`
		}{checked, draft}); err != nil {
			return err
		}
	} else if draft != "" {
		fmt.Fprintf(a.out, "\n%s", draft)
	}
	switch checked.Verdict {
	case external.Fail:
		return errors.New(checked.Program + " cannot be tuned as it is")
	case external.Warn:
		fmt.Fprintf(a.err, "%s: %s can be tuned; look at the warnings\n", a.name, checked.Program)
	}
	return nil
}
