package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

type explainOptions struct {
	options runs.ExplainOptions
	dryRun  bool
	remote  remoteOptions
	typed   typedCommand // without the argument RUN
}

func newExplain(a *app, run func(context.Context, explainOptions) error) *cobra.Command {
	var o explainOptions
	c := &cobra.Command{
		Use:   "explain RUN [CONFIG]",
		Short: "Measure what each weight of a result brought",
		Long:  longHelp("explain"),
		Example: `  lanista explain last
  lanista explain 3f2a --games 20000
  lanista explain last my.yaml   # a run with programs, and the config with their commands
  lanista explain last --dry-run
  lanista explain last --json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.options.Run, o.typed = args[0], newTypedCommand(args[1:], cmd.Flags())
			var err error
			if o.options.Config, err = configAfterRun(args); err != nil {
				return err
			}
			if cmd.Flags().Changed("games") {
				if err := keys.Within(1, configs.MaxVerification).Check("--games", float64(o.options.Games)); err != nil {
					return usageErrorf("%w", err)
				}
			}
			if err := completeRemote(&o.remote, cmd.Flags(), &o.options.Workers, o.options.Store); err != nil {
				return err
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.options.Games, "games", 0, fmt.Sprintf("number `N` of games of all weights together (default %d for each weight, at most %d)", runs.ExplainGames, runs.MostExplainGames))
	f.BoolVar(&o.dryRun, "dry-run", false, "print the plan and how large a contribution it can show, then exit")
	storeFlag(f, &o.options.Store)
	remoteFlags(f, &o.remote, &o.options.Workers)
	a.jsonFlag(c)
	a.runFileFlag(c)
	return c
}

// explain measures and prints how much each changed weight contributes to the strength of a run's
// result. If the measurement needs games that are not in the store, explain first prints their
// number and then plays them.
func (a *app) explain(ctx context.Context, o explainOptions) error {
	o.options.Events.Warning = a.say
	plan, err := runs.PlanExplanation(ctx, a.catalog, o.options)
	if err != nil {
		return err
	}
	if o.dryRun {
		if a.json {
			return a.writeJSON(plan)
		}
		a.out.Paragraph("%v.", plan)
		return a.out.Err()
	}
	if plan.Games > plan.Stored {
		a.say(plan.String())
	}
	var by runs.Options // receives the executor and the events
	return a.runWithWorkers(ctx, "games", &by, o.remote, func(p *term.Progress) error {
		o.options.NewExecutor, o.options.Events = by.NewExecutor, by.Events
		result, err := runs.Explain(ctx, a.catalog, o.options)
		p.Finish()
		if stopped, ok := errors.AsType[*runs.InterruptedError](err); ok {
			words := slices.Concat([]string{a.name, "explain", stopped.Run}, o.typed.config, o.typed.play)
			return errorWithExitCode(exitInterrupted, "interrupted; %s. Resume with: %s%s",
				stopped.Saved(), strings.Join(words, " "), storeArgument(o.options.Store))
		}
		if err != nil {
			return err
		}
		if a.json {
			return a.writeJSON(newExplainDocument(result))
		}
		return printExplanation(a.out, result)
	})
}

type explainDocument struct {
	Run    string `json:"run"`
	Engine string `json:"engine"`
	results.Explanation
	Stored bool `json:"stored" doc:"no game was played: the explanation was stored"`
}

func newExplainDocument(r runs.ExplainResult) explainDocument {
	return explainDocument{Run: r.Record.ID, Engine: r.Record.Engine, Explanation: r.Explanation, Stored: r.Stored}
}

// printExplanation prints how much each weight contributes to the strength of a run's result.
func printExplanation(w *term.Screen, r runs.ExplainResult) error {
	e := r.Explanation
	w.Paragraph("Run %s: %s.", r.Record.ID, e.Text)
	w.Println()
	if err := printContributions(w, e); err != nil {
		return err
	}
	w.Println()
	w.Paragraph("brought: Elo of the result above the result with this weight at its start value, in %d games that neither the search nor its verification played. "+
		"A gain or a loss is shown at %s for all weights together; an interval is that of its weight alone.", e.Games, rating.FormatConfidence(rating.Confidence))
	if r.Record.ScaleFree {
		w.Paragraph("start: only ratios count, so this is the value at which the weight has its share of the start weights if all others are those of the result.")
	}
	printSharedGames(w, e)
	return w.Err()
}

// printSharedGames prints a remark if the column of games in the table of contributions adds up to
// more games than were played. This happens in games of one seat, because the games of the result
// count for every weight.
func printSharedGames(w *term.Screen, e results.Explanation) {
	counted := 0
	for _, c := range e.Weights {
		counted += c.Games
	}
	if counted > e.Games {
		w.Paragraph("games: those of the result count for every weight, so that the column adds up to more than %d.", e.Games)
	}
}

// printContributions prints a table of the weights' contributions to the strength of a run's
// result.
func printContributions(w *term.Screen, e results.Explanation) error {
	t := w.Table("weight", "value", "start", "brought", rating.FormatConfidence(rating.Confidence), "games", "").Spares("games")
	for _, c := range e.Weights {
		brought, interval, games := "-", "-", "-"
		if c.Contribution != results.Unmeasured {
			brought, interval, games = rating.FormatElo(c.Rating), c.Interval.FormatElo(), fmt.Sprint(c.Games)
		}
		t.Row(c.Weight, formatValue(c.Value), formatValue(c.Back), brought, interval, games, c.Words())
	}
	return t.Flush()
}

// printStoredExplanation prints the contributions of the weights that are stored with a run, if
// they were measured.
func printStoredExplanation(w *term.Screen, rec results.Record) error {
	if rec.Explanation == nil {
		return nil
	}
	w.Printf("\nWhat each weight brought, in %d games:\n", rec.Explanation.Games)
	if err := printContributions(w, *rec.Explanation); err != nil {
		return err
	}
	printSharedGames(w, *rec.Explanation)
	return nil
}
