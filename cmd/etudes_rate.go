package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/runs"
)

type rateEtudesOptions struct {
	engine, file string
	settings     []string
	output       string
}

func newEtudesRate(a *app, run func(context.Context, rateEtudesOptions) error) *cobra.Command {
	o := rateEtudesOptions{engine: a.etudeGame()}
	c := &cobra.Command{
		Use:   "rate FILE",
		Short: "Say who is winning, position by position",
		Long: `Shows the positions of a file one after the other and asks who is winning. Your verdicts go
to --output, in the format that grid reads, after each answer; positions that it has already
are not asked again, so you can stop and go on. The label of FILE is told after your answer.`,
		Example: "  lanista etudes rate hare-20.csv --output mine.csv\n  lanista grid hare-grid --etudes mine.csv",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			if o.output == "" || o.output == "-" {
				return cli.Usagef("--output FILE is needed: it is where your verdicts go")
			}
			return run(cmd.Context(), o)
		},
	}
	c.Flags().StringVar(&o.engine, "engine", o.engine, "the game")
	settingsFlag(c.Flags(), &o.settings)
	c.Flags().StringVar(&o.output, "output", "", "the file of your verdicts, FILE.csv")
	return c
}

func (a *app) rateEtudes(ctx context.Context, o rateEtudesOptions) error {
	e, err := a.openEngine(o.engine, o.settings)
	if err != nil {
		return err
	}
	etudes, err := runs.Etudes(e, o.file)
	if err != nil {
		return err
	}
	return a.console(ctx).Rate(ctx, e, etudes, o.output)
}
