package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// newStoreCheck returns the command "store check", which reads a whole store and reports damage.
func newStoreCheck(a *app, run func(context.Context, storeOptions) error) *cobra.Command {
	var o storeOptions
	c := &cobra.Command{
		Use:   "check",
		Short: "Read everything in a store and name what is damaged",
		Long: `Reads every page, every row and every checksum of a store. Lists the runs that are damaged,
and what "store recover" would bring back. Changes nothing, and may be used while runs are
written. The exit code is 1 if something is damaged.`,
		Example: "  lanista store check\n  lanista store check --db old.db --json",
		Args:    cobra.NoArgs,
	}
	storeFlag(c.Flags(), &o.db)
	a.jsonFlag(c)
	return runsWith(c, &o, run)
}

type storeCheckDocument struct {
	Store       string               `json:"store"`
	Sound       bool                 `json:"sound"`
	Problems    []string             `json:"problems,omitempty" doc:"of the file as a whole"`
	Runs        []results.RunHealth  `json:"runs"`
	Recoverable *storeRecoveryReport `json:"recoverable,omitempty" doc:"what store recover would bring back; absent if the store is sound"`
}

func newStoreCheckDocument(path string, h results.Health) storeCheckDocument {
	d := storeCheckDocument{Store: path, Sound: h.Sound(), Problems: h.Problems, Runs: append([]results.RunHealth{}, h.Runs...)}
	if r := h.Recovery; r != nil {
		d.Recoverable = &storeRecoveryReport{"", *r}
	}
	return d
}

// errDamaged is the error of a command that has found damage in a store and has printed a report.
var errDamaged = errors.New("the store is damaged")

func (a *app) checkStore(ctx context.Context, o storeOptions) error {
	defer a.await(ctx, "checking")()
	h, err := results.Check(ctx, o.db)
	if errors.Is(err, fs.ErrNotExist) {
		return &runs.NoStoreError{Path: o.db}
	}
	if err != nil {
		return withExitCode(exitFailed, err) // a file that is no store may be a store whose header is lost
	}
	if a.json {
		err = a.writeJSON(newStoreCheckDocument(o.db, h))
	} else {
		err = printStoreCheck(a.out, a.name, o.db, h)
	}
	if err == nil && !h.Sound() {
		err = fmt.Errorf("%s: %w", o.db, errDamaged)
	}
	return err
}

func printStoreCheck(w *term.Screen, program, path string, h results.Health) error {
	for _, problem := range h.Problems {
		w.Paragraph("%s", problem)
	}
	damaged := 0
	for _, r := range h.Runs {
		switch {
		case r.Problem != "":
			damaged++
			w.Paragraph("%s", r.Problem)
		case r.Missing != "":
			w.Paragraph("run %s: incomplete since it was recovered: %s", r.ID, r.Missing)
		}
	}
	if h.Sound() {
		w.Printf("%s: %s, everything can be read\n", path, term.Counted(len(h.Runs), "run"))
		return w.Err()
	}
	if len(h.Runs) > 0 {
		w.Printf("%s: %d of %s damaged\n", path, damaged, term.Counted(len(h.Runs), "run"))
	}
	if h.Recovery == nil {
		w.Println("Nothing can be recovered.")
		return w.Err()
	}
	w.Println()
	printRecovery(w, *h.Recovery)
	w.Printf("\nTo write these runs to a new store: %s store recover %s recovered.db\n", program, runs.ShellWord(path))
	return w.Err()
}
