package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
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
		Long: `Lists the stored runs, oldest first, or shows one. A RUN is named by its id, the
beginning or the end of it, its name, or last. The flags choose which are listed.

With --failures it shows the games that programs have lost by failing, and plays one of
them again with --replay N: the same agents on the same deal, every line that goes in or
out written to the folder of --trace. A store starts no program: --config says how.`,
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
				return cli.Usagef("--limit: a whole number of at least 0 is needed")
			case o.run != "" && o.query != (results.Query{}):
				return cli.Usagef("a run is either named or chosen by flags")
			case (o.failures || o.replay > 0) && o.run == "":
				return cli.Usagef("--failures: of which RUN?")
			case o.replay == 0 && (o.config != "" || o.trace != ""):
				return cli.Usagef("--config and --trace go with --replay N")
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	storeFlag(f, &o.db)
	f.StringVar(&o.query.Engine, "engine", "", "only runs of this game")
	f.Var(cli.Choice(&o.query.Kind, results.Evolve, results.Tournament, results.Grid, results.Fit), "kind", "only runs of this kind: evolve, tournament, grid or fit")
	f.Var(cli.Choice(&o.query.Status, results.Finished, results.Running, results.Interrupted), "status", "only runs that are finished, running or interrupted")
	f.StringVar(&o.query.Strategy, "strategy", "", "only runs of this strategy")
	f.StringVar(&o.query.Tag, "tag", "", "only runs with this tag")
	f.StringVar(&o.query.Text, "search", "", "only runs with this text in their id, name or note")
	f.IntVar(&o.query.Limit, "limit", 0, "only the newest so many")
	f.BoolVar(&o.failures, "failures", false, "show the games that programs have lost by failing, with all that is known of them")
	f.Var(cli.Count(&o.replay), "replay", "with --failures: play the N-th of them again")
	f.StringVar(&o.config, "config", "", "with --replay: the config that says how to start the run's programs")
	f.StringVar(&o.trace, "trace", "", "with --replay: a folder for a file per process, with every line that goes in or out (default RUN-failure-N)")
	a.jsonFlag(c)
	c.ValidArgsFunction = a.words().Runs
	c.AddCommand(newRunsDelete(a, a.deleteRuns), newRunsRename(a, a.renameRun), newRunsTag(a, a.tagRun), newRunsNote(a, a.noteRun))
	return c
}

func (a *app) runs(ctx context.Context, o runsOptions) error {
	if o.run == "" {
		return a.listRuns(ctx, o)
	}
	if o.replay > 0 {
		return a.replayFailure(ctx, o)
	}
	if o.failures {
		return a.showFailures(ctx, o.db, o.run)
	}
	return a.showRun(ctx, o.db, o.run)
}

// openToRead opens a store to look at, and says how to get one where there is
// none.
func (a *app) openToRead(db string) (*results.Store, error) {
	store, err := results.OpenReadOnly(db)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, a.noStore(db)
	}
	return store, err
}

// record reads one run of a store.
func (a *app) record(ctx context.Context, db, id string) (results.Record, error) {
	rec, err := runs.Record(ctx, db, id)
	if errors.Is(err, fs.ErrNotExist) {
		err = a.noStore(db)
	}
	return rec, err
}

// drawable reads one run of a store with all that pictures show.
func (a *app) drawable(ctx context.Context, db, id string) (results.Record, error) {
	rec, err := runs.Drawable(ctx, db, id)
	if errors.Is(err, fs.ErrNotExist) {
		err = a.noStore(db)
	}
	return rec, err
}

// noStore says how to get a store where there is none.
func (a *app) noStore(db string) error {
	return cli.Usagef("there is no store %s yet; '%s evolve CONFIG' makes one, and --db names another", db, a.name)
}

func (a *app) listRuns(ctx context.Context, o runsOptions) error {
	store, err := a.openToRead(o.db)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	list, err := chosen(ctx, store, o.query)
	if err != nil {
		return err
	}
	return answer(a, list, documents.Summaries, func(w summary.Writer, list []results.Summary) error {
		return w.Runs(list, o.query != (results.Query{}))
	})
}

// chosen are the runs that a query chooses, oldest first.
func chosen(ctx context.Context, store *results.Store, q results.Query) ([]results.Summary, error) {
	if q == (results.Query{}) { // this also notices that one is missing
		return store.Runs(ctx)
	}
	list, err := store.List(ctx, q)
	slices.Reverse(list)
	return list, err
}

func (a *app) showRun(ctx context.Context, db, id string) error {
	rec, err := a.drawable(ctx, db, id)
	if err != nil {
		return err
	}
	return answer(a, rec, documents.Record, func(w summary.Writer, rec results.Record) error {
		return w.Run(rec, fromStore(db))
	})
}

// showFailures shows the games of a run that programs have lost by failing.
func (a *app) showFailures(ctx context.Context, db, id string) error {
	list, err := runs.Failures(ctx, db, id)
	if errors.Is(err, fs.ErrNotExist) {
		err = a.noStore(db)
	}
	if err != nil {
		return err
	}
	return answer(a, list, documents.Failures, summary.Writer.Failures)
}

// replayFailure plays a game that a program has lost by failing again.
func (a *app) replayFailure(ctx context.Context, o runsOptions) error {
	rec, err := a.record(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	if o.trace == "" {
		o.trace = fmt.Sprintf("%s-failure-%d", rec.ID, o.replay)
	}
	again, err := a.catalog.ReplayFailure(ctx, runs.Options{Config: o.config, Resume: rec.ID, Store: o.db, Trace: o.trace}, o.replay)
	if err != nil {
		return err
	}
	for _, name := range again.Changed {
		if !a.json { // where it stands
			a.warn("%s has changed since the run began", name)
		}
	}
	return answer(a, again, documents.ReplayedFailure, summary.Writer.ReplayedFailure)
}
