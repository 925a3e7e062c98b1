package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type runsOptions struct {
	run string // "" for all
	db  string
}

func newRuns(a *app, run func(context.Context, runsOptions) error) *cobra.Command {
	var o runsOptions
	c := &cobra.Command{
		Use:   "runs [RUN]",
		Short: "List the stored runs, or show one",
		Example: `  lanista runs
  lanista runs last --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.run = args[0]
			}
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	a.jsonFlag(c)
	c.ValidArgsFunction = a.completeRuns(&o.db)
	return c
}

func (a *app) runs(ctx context.Context, o runsOptions) error {
	if o.run == "" {
		return a.listRuns(ctx, o.db)
	}
	return a.showRun(ctx, o.db, o.run)
}

// completeRuns offers the ids of the stored runs.
func (a *app) completeRuns(db *string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		store, err := results.OpenReadOnly(*db)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		defer func() { _ = store.Close() }()
		list, err := store.Runs(cmd.Context())
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		ids := []string{"last"}
		for _, r := range list {
			ids = append(ids, r.ID)
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
}

func (a *app) listRuns(ctx context.Context, db string) error {
	store, err := a.openToRead(db)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	list, err := store.Runs(ctx)
	if err != nil {
		return err
	}
	if a.json {
		out := make([]documents.Run, 0, len(list))
		for _, s := range list {
			out = append(out, documents.Summary(s))
		}
		return a.writeJSON(out)
	}
	if len(list) == 0 {
		fmt.Fprintf(a.out, "no runs yet; try: %s evolve CONFIG\n", a.name)
		return nil
	}
	t := a.table("run", "kind", "engine", "strategy", "status", "generations", "games", "elo", "started", "name")
	for _, s := range list {
		t.row(s.ID, string(s.Kind), s.Engine, s.Strategy, string(s.Status), strconv.Itoa(s.Rounds), strconv.Itoa(s.Games),
			ratingText(s), s.Started.Local().Format("2006-01-02 15:04"), s.Name)
	}
	return t.flush()
}

func ratingText(s results.Summary) string {
	if s.Answer == nil || s.Answer.Rating == nil {
		return "-"
	}
	r := s.Answer.Rating
	return fmt.Sprintf("%+.0f [%+.0f, %+.0f] over %s", r.Elo, r.Interval.Low, r.Interval.High, r.Against)
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

// noStore says how to get a store where there is none.
func (a *app) noStore(db string) error {
	return fmt.Errorf("there is no store %s yet; '%s evolve CONFIG' makes one, and --db names another", db, a.name)
}
