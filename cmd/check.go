package cmd

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/runs"
)

func newCheck(a *app, run func(context.Context, runs.CommandOptions) error) *cobra.Command {
	o := runs.CommandOptions{CheckOptions: runs.CheckOptions{Games: 20}}
	c := &cobra.Command{
		Use:   "check CONFIG [PROGRAM] | --protocol PROTOCOL -- COMMAND...",
		Short: "Test whether a program can be tuned",
		Long:  longHelp("check"),
		Example: `  lanista check bot.yaml
  lanista check bot.yaml --trace trace --json
  lanista check --protocol uci -- toga2
  lanista check -- python3 bot.py`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dash := cmd.ArgsLenAtDash(); dash >= 0 {
				if dash > 0 || len(args) == 0 {
					return usageErrorf("either a CONFIG, or -- and a COMMAND")
				}
				o.Command = args
				return run(cmd.Context(), o)
			}
			switch {
			case len(args) == 0 || len(args) > 2:
				return usageErrorf("a CONFIG and at most a PROGRAM of it are needed, or -- and a COMMAND")
			case o.Protocol != "" || o.Game != "":
				return usageErrorf("--protocol and --game belong to a COMMAND: check --protocol uci -- COMMAND")
			}
			o.Source = args[0]
			if len(args) > 1 {
				o.Program = args[1]
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(countValue(&o.Games), "games", "games to play")
	f.StringVar(&o.Protocol, "protocol", "", "protocol `NAME` that COMMAND speaks: "+strings.Join(protocol.Names(), ", ")+" (default ludus)")
	f.StringVar(&o.Game, "game", "", "`NAME` of the game to test COMMAND on (default: the first that the program supports)")
	workersFlag(f, &o.Workers)
	f.StringVar(&o.Trace, "trace", "", "write all input and output of programs to this `FOLDER`, one file per process")
	setFlag(f, &o.Set)
	a.jsonFlag(c)
	return c
}

// programChecked is what was found of a program, and the config that was drafted for a COMMAND.
type programChecked struct {
	external.CheckResult
	Config string `json:"config,omitempty"`
}

// check tries a program and prints every finding as it is there.
func (a *app) check(ctx context.Context, o runs.CommandOptions) (err error) {
	if !a.json {
		o.Notify = func(f external.Finding) { printFinding(a.out, string(f.Verdict), f.ID, f.Detail) }
	}
	var found programChecked
	if o.Command == nil {
		found.CheckResult, err = runs.Check(ctx, a.catalog, o.CheckOptions)
	} else {
		found.CheckResult, found.Config, err = runs.CheckCommand(ctx, a.catalog, o)
	}
	if err != nil {
		return err
	}
	err = answer(a, found, itself, func(w *term.Screen, c programChecked) error {
		if c.Config != "" {
			w.Printf("\n%s", c.Config)
		}
		return w.Err()
	})
	if err != nil {
		return err
	}
	switch found.Verdict {
	case external.Fail:
		return errors.New(found.Program + " cannot be tuned as it is")
	case external.Warn:
		a.warn("%s can be tuned; look at the warnings", found.Program)
	}
	return nil
}

// printFinding prints the result of one test of a program: pass, warn or fail, the name of the
// test, and the details.
func printFinding(w *term.Screen, verdict, test, detail string) {
	const longestVerdict, longestTest = len("pass"), len("unknown ")
	for _, line := range term.Wrapped([]string{verdict, test, detail}, []int{longestVerdict, longestTest}, w.Width()) {
		w.Println(line)
	}
}
