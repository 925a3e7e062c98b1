package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/runs"
)

type programCheck struct {
	config, program string
	overrides       []string
	games           countFlag
	workers         countFlag
	trace           string
}

func newCheck(a *app, run func(context.Context, programCheck) error) *cobra.Command {
	o := programCheck{games: 20}
	c := &cobra.Command{
		Use:   "check CONFIG [PROGRAM]",
		Short: "Try whether a program can be tuned",
		Long: `Starts a program as a config does, plays some games with it, and tells whether it
can be tuned: whether its moves are legal, whether it plays the same game again and
after others, which weights change nothing, and how fast it is. PROGRAM may be left
out where the config tunes one, or names only one.

The exit code is 0 where nothing failed, and 1 otherwise. Programs run with your
rights and are not locked in.`,
		Example: `  lanista check bot.yaml
  lanista check bot.yaml --trace trace --json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.config = args[0]
			if len(args) > 1 {
				o.program = args[1]
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(&o.games, "games", "games to play")
	workersFlag(f, &o.workers)
	f.StringVar(&o.trace, "trace", "", "a folder for a file per process, with every line that goes in or out")
	setFlag(f, &o.overrides)
	a.jsonFlag(c)
	return c
}

// check tries a program and prints every finding as it is there.
func (a *app) check(ctx context.Context, o programCheck) error {
	options := runs.CheckOptions{
		Options: runs.Options{Config: o.config, Set: o.overrides, Workers: int(o.workers), Trace: o.trace},
		Program: o.program, Games: int(o.games),
	}
	if !a.json {
		options.Told = func(f external.Finding) { fmt.Fprintf(a.out, "%-4s  %-8s  %s\n", f.Verdict, f.ID, f.Detail) }
	}
	checked, err := a.catalog.Check(ctx, options)
	if err != nil {
		return err
	}
	if a.json {
		if err := a.writeJSON(checked); err != nil {
			return err
		}
	}
	switch checked.Verdict {
	case external.Fail:
		return errors.New(checked.Program + " cannot be tuned as it is")
	case external.Warn:
		fmt.Fprintf(a.err, "%s: %s can be tuned; look at the warnings\n", a.name, checked.Program)
	}
	return nil
}
