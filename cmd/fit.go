package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
	"github.com/lanista/lanista/terminal"
)

type fitOptions struct {
	runOptions
	from string
}

func newFit(a *app, run func(context.Context, fitOptions) error) *cobra.Command {
	var o fitOptions
	c := &cobra.Command{
		Use:   "fit [CONFIG]",
		Short: "Fit weights to positions with results",
		Long:  longHelp("fit"),
		Example: `  lanista fit risk-fit
  lanista fit othello-fit --seed 7 --json
  lanista fit risk-fit --from run:last
  lanista fit --resume last`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completer().presets("fit"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.complete(args, a.configMissing()); err != nil {
				return err
			}
			if o.from != "" {
				o.Set = append(o.Set, "strategy.from="+o.from)
			}
			return run(cmd.Context(), o)
		},
	}
	o.flags(a, c)
	workersFlag(c.Flags(), &o.Workers)
	c.Flags().StringVar(&o.from, "from", "", "where the positions come from: self-play, run:RUN or a `FILE` (strategy.from)")
	c.Flags().Lookup("dry-run").Usage = "say what would be played and fitted, and stop"
	return c
}

// fit makes or resumes one fit to its end.
func (a *app) fit(ctx context.Context, o fitOptions) error {
	if o.dryRun {
		f, err := a.catalog.FitForecast(ctx, o.Options)
		if err != nil {
			return err
		}
		return answer(a, f, itself, summary.Writer.FitForecast)
	}
	return a.keeping(ctx, "fit", "games", &o.runOptions, func(p *terminal.Progress) error {
		o.Events = a.told(summary.FitEvents(p))
		_, err := a.catalog.Fit(ctx, o.Options, func(f runs.Fitted) error {
			p.Finish()
			return answer(a, f, documents.Fitted, summary.Writer.Fitted)
		})
		return err
	})
}
