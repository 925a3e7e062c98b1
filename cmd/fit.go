package cmd

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type fitOptions struct {
	run runOptions
}

func newFit(a *app, run func(context.Context, fitOptions) error) *cobra.Command {
	var o fitOptions
	var short shortcuts
	c := &cobra.Command{
		Use:   "fit [CONFIG]",
		Short: "Fit weights to positions with results",
		Long:  longHelp("fit"),
		Example: `  lanista fit risk-fit
  lanista fit othello-fit --seed 7 --json
  lanista fit risk-fit --from run:last
  lanista fit --resume last`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.run.complete(cmd.Flags(), args, short, a.configMissing()); err != nil {
				return err
			}
			return short.inError(run(cmd.Context(), o))
		},
	}
	o.run.flags(a, c, &short)
	workersFlag(c.Flags(), &o.run.options.Workers)
	short.addText(c.Flags(), "from", "strategy.from", textValue("FILE"), "source of the positions: self-play, run:RUN or a file (strategy.from)")
	short.add(c.Flags(), "budget", "budget.games", countValue(new(int)), "number of games that positions are taken from (budget.games)")
	c.Flags().Lookup("dry-run").Usage = "print the plan and its cost, then exit"
	return c
}

// fit starts or resumes a run that fits weights to positions. With --dry-run it only prints a
// forecast of the games.
func (a *app) fit(ctx context.Context, o fitOptions) error {
	if o.run.dryRun {
		return forecast(ctx, a, o.run.options, runs.ForecastFit, printFitForecast)
	}
	return a.runStored(ctx, "fit", "games", &o.run, func(p *term.Progress) error {
		o.run.options.Events = a.withWarnings(fitProgressEvents(p))
		_, err := a.catalog.Fit(ctx, o.run.options, func(f runs.FitResult) error {
			p.Finish()
			if a.json {
				return a.writeJSON(documents.Fitted(f))
			}
			return printFitResult(a.out, a.advice(o.run.options.Store), f)
		})
		return err
	})
}

// printFitForecast prints how many games a run that fits weights to positions would play.
func printFitForecast(w *term.Screen, f runs.FitForecast) error {
	defer func() { printNotes(w, f.Notes) }()
	w.Paragraph("%s by fit: %s, from %s.", f.Engine, term.Counted(f.Weights, "free weight"), f.From)
	if f.Games > 0 {
		w.Paragraph("%d games to learn from, at most %d positions, then %d games to verify: %s.",
			f.Games, f.Positions, f.Verification, formatDuration(f.Seconds, f.PerSecond))
		return w.Err()
	}
	w.Paragraph("%d positions, then %d games to verify: %s.", f.Positions, f.Verification, formatDuration(f.Seconds, f.PerSecond))
	return w.Err()
}

// printFitResult prints the result of a run that fits weights to positions.
func printFitResult(w *term.Screen, adv advice, f runs.FitResult) error {
	e, rec, verdict := *f.Record.Result.Fit, f.Record, f.Record.Verdict()
	fitted := e.Games - e.HeldGames
	of := term.Counted(fitted, "game")
	if e.Blocks {
		of = term.Counted(fitted, "block") + " of lines"
	}
	w.Paragraph("Run %s: %s, fitted to %s of %s from %s, seed %d.", rec.ID, rec.Engine, term.Counted(e.Positions-e.HeldPositions, "position"), of, f.From, rec.Seed)
	if e.Blocks {
		w.Paragraph("The file names no games: blocks of consecutive lines were fitted to or held out as a whole. If the positions of a game do not stand together, name its column in strategy.columns.game.")
	}
	printFitEvidence(w, e, rec.Result.Refused != nil)
	if verdict != nil {
		w.Println()
		printVerdict(w, *verdict)
	}
	printDisputed(w, rec.Disputed)
	best := f.Verification.Result
	w.Println()
	w.Paragraph("Weights: %s", best.Name)
	printWeights(w, weightsTable{
		space: rec.Space, result: best, start: runs.StartWeights(rec), scaleFree: rec.ScaleFree, meaning: rec.Kind.ErrorOfWeights(),
	})
	if verdict != nil && verdict.KeptStart && f.Verification.Games == 0 {
		w.Println("Verification:")
	} else {
		w.Paragraph("%s", verifiedLine(f.Verification))
	}
	for _, m := range f.Verification.Matches {
		w.Paragraph("  %s", matchLine(m))
	}
	printOtherMatches(w, verdict, f.Verification.Other, matchLine)
	printCaveats(w, f.Caveats)
	w.Println()
	if printRefused(w, adv, rec.ID, rec.Result.Refused); isAccepted(verdict, rec.Disputed) && !rec.Result.KeptStart {
		printExport(w, adv, rec.ID, verdict)
	}
	return w.Err()
}

// printFitEvidence prints how well fitted weights predict the results of games. If kept is true,
// the fitted weights were rejected and the result is the start weights.
func printFitEvidence(w *term.Screen, e results.FitEvidence, kept bool) {
	w.Paragraph("%s", e.HeldOutLine())
	w.Paragraph("%s", e.StrengthLine(kept))
	if line := e.ScaleLine(); line != "" {
		w.Paragraph("%s", line)
	}
	if line := e.PenaltyLine(); line != "" {
		w.Paragraph("%s", line)
	}
	if e.Filtered > 0 {
		w.Paragraph("The filter left out %d of %d positions.", e.Filtered, e.Filtered+e.Positions)
	}
	if line := e.MovedLine(); line != "" {
		w.Paragraph("%s", line)
	}
	printFitBins(w, "prediction", e.Calibration)
	printFitBins(w, e.Stage, e.Stages)
}

// printFitBins prints a table that compares the mean prediction with the mean result in each group
// of positions. An asterisk marks predictions outside the confidence interval of the results. by is
// the title of the column of groups.
func printFitBins(w *term.Screen, by string, bins []results.FitBin) {
	if len(bins) == 0 {
		return
	}
	w.Println()
	t := w.Table(by, "predicted", "observed", rating.FormatConfidence(rating.Confidence), "count")
	outside := false
	for _, b := range bins {
		interval := "-"
		if b.Interval.Known() {
			interval = fmt.Sprintf("[%.3f, %.3f]", b.Interval.Low, b.Interval.High)
		}
		if b.Outside() {
			outside, interval = true, interval+" *"
		}
		t.Row(results.FormatBound(b.From)+" to "+results.FormatBound(b.To), fmt.Sprintf("%.3f", b.Predicted), fmt.Sprintf("%.3f", b.Observed), interval, strconv.Itoa(b.Positions))
	}
	_ = t.Flush() // w.Err returns the error again
	if outside {
		w.Paragraph("* The mean prediction is outside the interval of the results.")
	}
}
