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

const fitHelp = `Finds weights without a search by games: plays some, or takes those of a
stored run or of a file, and makes the evaluation predict from their positions
how the games ended, by logistic regression (Texel's method), or what they
scored, by least squares. Then it verifies the answer on fresh games.

It takes a fraction of the games that 'evolve' does, and as many weights as the
game has. What predicts best need not play best: the start weights stay the
answer unless those fitted beat them clearly.

CONFIG is a preset's name or a YAML file. Under strategy it may have: from
(self-play, run:RUN or a file), target (result or score), ridge, held_out,
lambda (of TD(lambda)), positions (of a game at the most), explore
(random moves at the most before a game of self-play). budget.games are played
in budget.rounds: those of the first by the start weights, or by the opponents
that are named; those of each later one by the weights of the one before. Every
round learns from all games so far. With stages, a list of {games, settings}, each
has players with settings of its own, learns from its own games alone, and begins
at what the one before found; 'fit othello-patterns' is made so.

A file has etudes (POSITION;WINNER), or what its game is archived in: chess PGN, or
FEN and EPD with results; Othello transcripts, GGF, OBF with scores, WTHOR. Of a
game of one seat the score still to come is fitted. Where weights compare moves
(Minesweeper's linear) what is fitted is what spoke for the moves that were made,
and self-play draws the weights of every player about the start's. A table of
patterns begins at the one that is set: 'shipped', or 'none' for zeros.`

func newFit(a *app, run func(context.Context, fitOptions) error) *cobra.Command {
	var o fitOptions
	c := &cobra.Command{
		Use:   "fit [CONFIG]",
		Short: "Fit weights to positions with results",
		Long:  fitHelp,
		Example: `  lanista fit risk-fit
  lanista fit othello-fit --seed 7 --json
  lanista fit risk-fit --from run:last
  lanista fit --resume last`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.words().Presets("fit"),
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
	c.Flags().StringVar(&o.from, "from", "", "where the positions come from: self-play, run:RUN or a file (strategy.from)")
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
	return a.playing(ctx, "games", &o.Options, o.crew, func(p *terminal.Progress) error {
		o.Events = a.told(summary.FitEvents(p))
		_, err := a.catalog.Fit(ctx, o.Options, func(f runs.Fitted) error {
			p.Finish()
			return answer(a, f, documents.Fitted, summary.Writer.Fitted)
		})
		return a.resumable(err, p, "fit", o.Options)
	})
}
