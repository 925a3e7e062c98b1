package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type runsOptions struct {
	run   string // "" for all
	db    string
	query results.Query
	// failures shows the games that programs lost by failing.
	failures bool
	// replay plays one of them again, counted from 1; 0 is none. config says how to
	// start its programs, and trace is the folder for what goes in and out.
	replay        int
	config, trace string
}

func newRuns(a *app, run func(context.Context, runsOptions) error) *cobra.Command {
	var o runsOptions
	c := &cobra.Command{
		Use:   "runs [RUN]",
		Short: "List the stored runs, or show one",
		Long:  longHelp("runs"),
		Example: `  lanista runs
  lanista runs last --json
  lanista runs --engine hare --status finished --limit 10
  lanista runs last --failures
  lanista runs last --failures --replay 1 --config bot.yaml --trace trace
  lanista runs tag last paper`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.run = args[0]
			}
			switch {
			case o.query.Limit < 0:
				return usageErrorf("--limit: a whole number of at least 0 is needed")
			case o.run != "" && o.query != (results.Query{}):
				return usageErrorf("a run is either named or chosen by flags")
			case (o.failures || o.replay > 0) && o.run == "":
				return usageErrorf("--failures: of which RUN?")
			case o.replay == 0 && (o.config != "" || o.trace != ""):
				return usageErrorf("--config and --trace go with --replay N")
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	storeFlag(f, &o.db)
	f.StringVar(&o.query.Engine, "engine", "", "only runs of the game `NAME`")
	f.Var(choiceValue(&o.query.Kind, results.Evolve, results.Tournament, results.Grid, results.Fit), "kind", "only runs of this kind: evolve, tournament, grid or fit")
	f.Var(choiceValue(&o.query.Status, results.Finished, results.Running, results.Interrupted), "status", "only runs that are finished, running or interrupted")
	f.StringVar(&o.query.Strategy, "strategy", "", "only runs of the strategy `NAME`")
	f.StringVar(&o.query.Tag, "tag", "", "only runs with the tag `WORD`")
	f.StringVar(&o.query.Text, "search", "", "only runs with `TEXT` in their id, name or note")
	f.IntVar(&o.query.Limit, "limit", 0, "at most `N` runs, the newest")
	f.BoolVar(&o.failures, "failures", false, "show the games that programs lost by failing, with the evidence")
	f.Var(countValue(&o.replay), "replay", "with --failures: play the N-th of these games again")
	f.StringVar(&o.config, "config", "", "with --replay: config `FILE` with the commands of the run's programs")
	f.StringVar(&o.trace, "trace", "", "with --replay: `FOLDER` for all input and output, one file per process (default RUN-failure-N)")
	a.jsonFlag(c)
	c.ValidArgsFunction = a.completer().runs
	c.AddCommand(newRunsDelete(a, a.deleteRuns), newRunsRename(a, a.renameRun), newRunsTag(a, a.tagRun), newRunsNote(a, a.noteRun))
	return c
}

func (a *app) runs(ctx context.Context, o runsOptions) error {
	switch {
	case o.run == "":
		list, err := runs.List(ctx, o.db, o.query)
		if err != nil {
			return err
		}
		return answer(a, list, documents.Summaries, func(w textWriter, list []results.Summary) error {
			return w.runList(list, o.query != (results.Query{}))
		})
	case o.replay > 0:
		return a.replayFailure(ctx, o)
	case o.failures:
		list, err := runs.Failures(ctx, o.db, o.run)
		if err != nil {
			return err
		}
		return answer(a, list, newFailureDocuments, textWriter.failures)
	}
	rec, err := runs.RecordWithCrosstable(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	document := func(rec results.Record) documents.Run {
		return documents.Record(rec).WithForecast(runs.PlannedGames(a.catalog, rec.Summary), rec.Elapsed)
	}
	return answer(a, rec, document, func(w textWriter, rec results.Record) error { return w.storedRun(rec, fromStore(o.db)) })
}

// replayFailure plays a game that a program has lost by failing again.
func (a *app) replayFailure(ctx context.Context, o runsOptions) error {
	rec, err := runs.Record(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	if o.trace == "" {
		o.trace = fmt.Sprintf("%s-failure-%d", rec.ID, o.replay)
	}
	again, err := runs.ReplayFailure(ctx, a.catalog, runs.Options{Source: o.config, Resume: rec.ID, Store: o.db, Trace: o.trace}, o.replay)
	if err != nil {
		return err
	}
	for _, name := range again.Changed {
		if !a.json { // where it stands
			a.warn("%s has changed since the run began", name)
		}
	}
	return answer(a, again, newReplayedFailureDocument, textWriter.replayedFailure)
}
