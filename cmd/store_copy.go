package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

func newStoreCopy(a *app, run func(context.Context, storeOptions) error) *cobra.Command {
	var o storeOptions
	var all bool
	c := &cobra.Command{
		Use:   "copy RUN... NEWFILE",
		Short: "Copy runs to another store, also while they are written",
		Long: `Copies runs with all their data to the store NEWFILE, which is made if it does not exist;
otherwise the runs are added to it.

--all copies every run that NEWFILE lacks and the experiments, so you can repeat it. A run in
NEWFILE is replaced only if there is more of it here: further rounds, its result or its
explanation. A RUN that NEWFILE already contains is an error. Every row is checked, and after
an error nothing is copied.

The copy is one state of the store even if processes write runs meanwhile, and these do not
wait for it, so it is a backup. A run that is being written is interrupted in the copy and
can be resumed there.`,
		Example: "  lanista store copy --all backup.db\n  lanista store copy last 3f2a paper.db",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.runs, o.to = args[:len(args)-1], args[len(args)-1]
			switch {
			case all && len(o.runs) > 0:
				return usageErrorf("--all cannot be used with a RUN")
			case !all && len(o.runs) == 0:
				return usageErrorf("store copy takes RUN... NEWFILE; use --all to copy every run")
			}
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	c.Flags().BoolVar(&all, "all", false, "copy all experiments and all runs that NEWFILE lacks")
	a.jsonFlag(c)
	return c
}

type storeCopyDocument struct {
	Store    string   `json:"store" doc:"the store that the runs were copied to"`
	Runs     []string `json:"runs" doc:"ids of the copied runs, those in replaced included"`
	Replaced []string `json:"replaced" doc:"ids of the runs of which the store had an earlier state"`
	Present  []string `json:"present" doc:"with --all, ids of the runs that the store already had and that are unchanged"`
	Total    int      `json:"total" doc:"number of runs in the store"`
}

func (a *app) copyRuns(ctx context.Context, o storeOptions) error {
	if _, err := os.Stat(o.db); errors.Is(err, fs.ErrNotExist) {
		return &runs.NoStoreError{Path: o.db}
	}
	defer a.await(ctx, "copying")()
	copied, err := results.Copy(ctx, o.db, o.to, o.runs...)
	if err != nil {
		return err
	}
	if a.json {
		list := func(ids []string) []string { return append([]string{}, ids...) }
		return a.writeJSON(storeCopyDocument{o.to, list(copied.Runs), list(copied.Replaced), list(copied.Present), copied.Total})
	}
	return printCopied(a.out, o.to, copied)
}

// printCopied prints which runs were copied to the store with the path to.
func printCopied(w *term.Screen, to string, c results.Copied) error {
	for _, id := range c.Runs {
		what := "copied"
		if slices.Contains(c.Replaced, id) {
			what = "replaced an earlier state of"
		}
		w.Println(what, id)
	}
	unchanged := ""
	if n := c.Total - len(c.Runs); n > 0 {
		unchanged = fmt.Sprintf(", %d of them unchanged", n)
	}
	w.Paragraph("%s in %s%s", term.Counted(c.Total, "run"), to, unchanged)
	return w.Err()
}

// newStoreCompact returns the command "store compact", which rewrites a store without its free
// space.
func newStoreCompact(a *app, run func(context.Context, storeOptions) error) *cobra.Command {
	var o storeOptions
	c := &cobra.Command{
		Use:   "compact",
		Short: "Give the space of deleted runs back to the file system",
		Long: `Rewrites a store without the space of deleted runs. Needs as much free space on the disk as
the store has now. Refuses a store in which a run is being written.`,
		Example: "  lanista store compact",
		Args:    cobra.NoArgs,
	}
	storeFlag(c.Flags(), &o.db)
	a.jsonFlag(c)
	return runsWith(c, &o, run)
}

type storeCompactDocument struct {
	Store  string `json:"store"`
	Before int64  `json:"before" doc:"size in bytes"`
	After  int64  `json:"after" doc:"size in bytes"`
}

func (a *app) compactStore(ctx context.Context, o storeOptions) error {
	defer a.await(ctx, "compacting")()
	before, after, err := results.Compact(ctx, o.db)
	if errors.Is(err, fs.ErrNotExist) {
		return &runs.NoStoreError{Path: o.db}
	}
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(storeCompactDocument{o.db, before, after})
	}
	a.out.Printf("%s: %d bytes before, %d bytes now\n", o.db, before, after)
	return a.out.Err()
}
