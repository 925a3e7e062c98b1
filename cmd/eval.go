package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type evalOptions struct {
	runs.AnalyzeOptions
	settings []string
}

func newEval(a *app, run func(context.Context, evalOptions) error) *cobra.Command {
	var o evalOptions
	c := &cobra.Command{
		Use:   "eval ENGINE POSITION",
		Short: "Evaluate a position: features, value, best move",
		Long: `Shows the features of a position, the value of an agent's search, the best move and the
expected line of play. POSITION is in the game's notation, which 'lanista help notation'
explains, or start.

ENGINE may also be a config file with programs. Use --weights to choose one of them; the
default is the program that the config tunes.`,
		Example: `  lanista eval risk 'A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3'
  lanista eval othello f5d6c3 --set depth=6
  lanista eval minesweeper start --weights level:best
  lanista eval hare '45;26;2;f;29;19;0;f' --json`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.completer().engines,
	}
	settingsFlag(c.Flags(), &o.settings)
	c.Flags().StringVar(&o.Agent, "weights", "default", "weights of the agent: a `FILE`, run:RUN, champion, default, level:NAME or another agent of the game")
	c.Flags().BoolVar(&o.Exact, "exact", false, "solve the position, so that best move and line are exact (if the game has a solver)")
	c.Flags().StringVar(&o.Picture, "output", "", "also draw the position to `FILE`.png (if the game has pictures)")
	storeFlag(c.Flags(), &o.Store)
	a.jsonFlag(c)
	return does(c, &o, run, &o.Engine, &o.Position)
}

func (a *app) eval(ctx context.Context, o evalOptions) (err error) {
	if o.Settings, err = runs.ParseSettings(o.settings); err != nil {
		return err
	}
	o.Notify = a.say
	if o.Exact {
		defer a.await(ctx, "solving")()
	}
	n, err := runs.Analyze(ctx, a.catalog, o.AnalyzeOptions)
	if err != nil {
		return err
	}
	return answer(a, n, documents.NewAnalysis, textWriter.analysis)
}
