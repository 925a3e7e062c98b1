package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
)

// newStoreRecover returns the command "store recover", which saves the readable runs of a damaged
// store.
func newStoreRecover(a *app, run func(context.Context, storeOptions) error) *cobra.Command {
	var o storeOptions
	c := &cobra.Command{
		Use:   "recover OLDFILE NEWFILE",
		Short: "Write everything that is left of a damaged store to a new one",
		Long: `Reads what is left of a store page by page, also if a part is cut off or the header is
lost, and writes it to a new file. The old file is not changed. A run of which something is
lost is marked, and "runs" shows what it is; such a run can be resumed if its state after
the last round is left.`,
		Example: "  lanista store recover lanista.db recovered.db",
		Args:    cobra.ExactArgs(2),
	}
	a.jsonFlag(c)
	return runsWith(c, &o, run, &o.db, &o.to)
}

// storeRecoveryReport is the JSON output of "store recover". It is also part of the output of
// "store check".
type storeRecoveryReport struct {
	Store string `json:"store,omitempty" doc:"the new store"`
	results.Recovery
}

func (a *app) recoverStore(ctx context.Context, o storeOptions) error {
	defer a.await(ctx, "recovering")()
	r, err := results.Recover(ctx, o.db, o.to)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) { // a mistake in a name
		return usageError(err)
	}
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(storeRecoveryReport{o.to, r})
	}
	printRecovery(a.out, r)
	a.out.Printf("\nwritten to %s\n", o.to)
	return a.out.Err()
}

// printRecovery prints which runs of a damaged store can be read, and what is lost.
func printRecovery(w *term.Screen, r results.Recovery) {
	if r.Declared > r.Pages {
		w.Paragraph("The file has %d of %d pages.", r.Pages, r.Declared)
	}
	lost := ""
	if r.Lost > 0 {
		lost = fmt.Sprintf(", %d without their config and lost", r.Lost)
	}
	w.Paragraph("%s complete, %d incomplete%s", term.Counted(r.Complete, "run"), len(r.Runs)-r.Complete, lost)
	for _, run := range r.Runs {
		if run.Missing != "" {
			w.Paragraph("run %s: lost: %s", run.ID, run.Missing)
		}
	}
	if r.Uncertain {
		w.Paragraph("The list of free pages is lost, and %s on pages to which no other page refers. Some may be those of runs that had been deleted.", term.CountedVerb(r.Detached, "row"))
	}
}
