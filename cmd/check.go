package cmd

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/runs"
)

// checkOptions are the arguments and flags of the command "check". It checks a game or an external
// program that a config names, or a program given by its command line, protocol and game.
type checkOptions struct {
	check          runs.CheckOptions
	command        []string
	protocol, game string
}

func newCheck(a *app, run func(context.Context, checkOptions) error) *cobra.Command {
	o := checkOptions{check: runs.CheckOptions{Games: external.DefaultCheckGames}}
	c := &cobra.Command{
		Use:   "check GAME | CONFIG [PROGRAM] | --protocol PROTOCOL -- COMMAND...",
		Short: "Test whether a game or a program can be tuned",
		Long:  longHelp("check"),
		Example: `  lanista check hare --games 5
  lanista check bot.yaml
  lanista check bot.yaml --trace trace --json
  lanista check --protocol uci -- toga2
  lanista check -- python3 bot.py`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dash := cmd.ArgsLenAtDash(); dash >= 0 {
				if dash > 0 || len(args) == 0 {
					return usageErrorf("either a GAME or a CONFIG, or -- and a COMMAND")
				}
				o.command = args
				return run(cmd.Context(), o)
			}
			switch {
			case len(args) == 0 || len(args) > 2:
				return usageErrorf("a GAME is needed, or a CONFIG and at most a PROGRAM of it, or -- and a COMMAND")
			case o.protocol != "" || o.game != "":
				return usageErrorf("--protocol and --game belong to a COMMAND: check --protocol uci -- COMMAND")
			}
			o.check.Source = args[0]
			if len(args) > 1 {
				o.check.Program = args[1]
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(countValue(&o.check.Games), "games", "games to play; of a GAME, in every test")
	f.Var(choiceValue(&o.protocol, protocol.Names()...), "protocol", "protocol `NAME` that COMMAND speaks: "+strings.Join(protocol.Names(), ", ")+" (default ludus)")
	f.StringVar(&o.game, "game", "", "`NAME` of the game to test COMMAND on (default: the first that the program supports)")
	workersFlag(f, &o.check.Workers)
	f.StringVar(&o.check.Trace, "trace", "", "write all input and output of programs to this `FOLDER`, one file per process")
	setFlag(f, &o.check.Set)
	f.Lookup("set").Usage = "override any key of the config, as `PATH=VALUE`, or a setting of a GAME, as NAME=VALUE (repeatable)"
	a.jsonFlag(c)
	return c
}

// programChecked is the JSON output of the command "check". Its field Config is a draft of a config
// for the program, if the user gave a command line instead of a config.
type programChecked struct {
	external.CheckResult
	Config string `json:"config,omitempty"`
}

// check tests an external program or a game. It prints each finding immediately, unless --json is
// given.
func (a *app) check(ctx context.Context, o checkOptions) (err error) {
	if !a.json {
		o.check.Notify = func(f external.Finding) { printFinding(a.out, string(f.Verdict), f.ID, f.Detail) }
	}
	o.check.Warning = a.say
	defer a.await(ctx, "testing")()
	var found programChecked
	if c := o.check; o.command == nil {
		found.CheckResult, err = runs.Check(ctx, a.catalog, c)
	} else {
		found.CheckResult, found.Config, err = runs.CheckCommand(ctx, a.catalog, runs.CommandOptions{
			Command: o.command, Protocol: o.protocol, Game: o.game, Games: c.Games, Workers: c.Workers, Trace: c.Trace, Notify: c.Notify, Warning: c.Warning,
		})
	}
	if err != nil {
		return err
	}
	if a.json {
		err = a.writeJSON(found)
	} else if found.Config != "" {
		a.out.Printf("\n%s", found.Config)
	}
	if err = cmp.Or(err, a.out.Err()); err != nil {
		return err
	}
	switch found.Verdict {
	case external.Fail:
		return errors.New(cmp.Or(found.Program, found.Name) + " cannot be tuned as it is")
	case external.Warn:
		a.say(found.Program + " can be tuned, but see the warnings")
	}
	return nil
}

// printFinding prints the result of one test: pass, warn or fail, the name of the test, and
// the details.
func printFinding(w *term.Screen, verdict, test, detail string) {
	const longestVerdict, longestTest = len("pass"), len("move values")
	for _, line := range term.Wrapped([]string{verdict, test, detail}, []int{longestVerdict, max(longestTest, len(test))}, w.Width()) {
		w.Println(line)
	}
}
