package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
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
	c.Flags().StringVar(&o.from, "from", "", "source of the positions: self-play, run:RUN or a `FILE` (strategy.from)")
	c.Flags().Lookup("dry-run").Usage = "say what would be played and fitted, and stop"
	return c
}

// fit makes or resumes one fit to its end.
func (a *app) fit(ctx context.Context, o fitOptions) error {
	if o.dryRun {
		f, err := runs.ForecastFit(ctx, a.catalog, o.Options)
		if err != nil {
			return err
		}
		return answer(a, f, itself, textWriter.fitForecast)
	}
	return a.keeping(ctx, "fit", "games", &o.runOptions, func(p *term.Progress) error {
		o.Events = a.told(fitProgressEvents(p))
		_, err := a.catalog.Fit(ctx, o.Options, func(f runs.FitResult) error {
			p.Finish()
			return answer(a, f, documents.Fitted, textWriter.fitResult)
		})
		return err
	})
}

// fitResult prints the result of a fit.
func (w textWriter) fitResult(f runs.FitResult) error {
	e := f.Fit
	of := "games"
	if e.Blocks {
		of = "blocks of lines"
	}
	w.Paragraph("Run %s: %s, fitted to %d positions of %d %s from %s, seed %d.", f.Run, f.Engine.Name, e.Positions, e.Games, of, f.From, f.Seed)
	if e.Blocks {
		w.Paragraph("The file names no games: blocks of consecutive lines were fitted to or held out as a whole. If the positions of a game do not stand together, name its column in strategy.columns.game.")
	}
	w.evidenceOfFit(e, f.Refused != nil)
	if v := f.Verdict; v != nil {
		w.Printf("\n%s\n", w.verdict(*v))
	}
	w.disputed(f.Disputed)
	best := f.Verification.Answer
	w.Printf("\nWeights: %s\n", best.Name)
	w.weights(weightsTable{
		space: f.Space, answer: best, scaleFree: f.Engine.ScaleFree, meaning: errorOfFit,
	})
	w.Paragraph("%s", verifiedLine(f.Verification))
	for _, m := range f.Verification.Matches {
		w.Paragraph("  %s", matchLine(m))
	}
	w.doubts(f.Caveats)
	w.Println()
	if w.refused(f.Run, f.Refused, ""); isAccepted(f.Verdict, f.Disputed) {
		w.Printf("%s export %s --output weights.json   # use them\n", w.program, f.Run)
	}
	return w.Err()
}

// evidenceOfFit prints the measurements of a fit in two lines. kept means that the start
// weights replaced the fitted weights.
func (w textWriter) evidenceOfFit(e results.FitEvidence, kept bool) {
	w.Paragraph("%s", e.HeldOutLine())
	w.Paragraph("%s", e.StrengthLine(kept))
}
