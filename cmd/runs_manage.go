package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// manageOptions are the arguments and flags of the commands "runs delete", "runs rename", "runs
// note" and "runs tag".
type manageOptions struct {
	db     string
	runs   []string
	words  []string // tags, name or note to set
	remove bool     // remove the tags
	yes    bool     // do not ask for confirmation
}

func newRunsDelete(a *app, run func(context.Context, manageOptions) error) *cobra.Command {
	var o manageOptions
	c := &cobra.Command{
		Use:     "delete RUN...",
		Short:   "Delete runs with all their data",
		Long:    "Deletes runs with all their data, except a run that is still being played. Asks for\nconfirmation; use --yes if standard input is not a terminal.",
		Example: "  lanista runs delete 3f2a\n  lanista runs delete first second --yes",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.runs = args
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	c.Flags().BoolVarP(&o.yes, "yes", "y", false, "do not ask for confirmation")
	return c
}

func newRunsRename(a *app, run func(context.Context, manageOptions) error) *cobra.Command {
	return manageCommand(run, &cobra.Command{
		Use:     "rename RUN NAME",
		Short:   "Change the name of a run",
		Long:    "Changes the name by which every verb finds a run. \"\" removes the name.",
		Example: "  lanista runs rename last \"wide ranges\"",
		Args:    cobra.ExactArgs(2),
	})
}

func newRunsNote(a *app, run func(context.Context, manageOptions) error) *cobra.Command {
	return manageCommand(run, &cobra.Command{
		Use:     "note RUN TEXT",
		Short:   "Write a note on a run",
		Long:    "Replaces the note of a run. \"\" removes it.",
		Example: "  lanista runs note last \"the depth was too small\"",
		Args:    cobra.ExactArgs(2),
	})
}

func newRunsTag(a *app, run func(context.Context, manageOptions) error) *cobra.Command {
	return manageCommand(run, &cobra.Command{
		Use:     "tag RUN WORD...",
		Short:   "Add tags to a run, or remove them",
		Long:    "Adds words to a run as tags; runs --tag WORD lists the runs that have one. A run of a\npreset has the preset's name as its first tag.",
		Example: "  lanista runs tag last paper final\n  lanista runs tag last final --remove\n  lanista runs --tag paper",
		Args:    cobra.MinimumNArgs(2),
	})
}

// manageCommand completes the command c, whose arguments are a stored run and any number of words,
// such as "runs tag". It adds the flags, sets the action of the command to a call of run with the
// parsed options, and returns c.
func manageCommand(run func(context.Context, manageOptions) error, c *cobra.Command) *cobra.Command {
	var o manageOptions
	c.RunE = func(cmd *cobra.Command, args []string) error {
		o.runs, o.words = args[:1], args[1:]
		return run(cmd.Context(), o)
	}
	storeFlag(c.Flags(), &o.db)
	if strings.HasPrefix(c.Use, "tag ") {
		c.Flags().BoolVar(&o.remove, "remove", false, "remove the tags")
	}
	return c
}

// deleteRuns deletes stored runs after the user has confirmed the deletion.
func (a *app) deleteRuns(ctx context.Context, o manageOptions) error {
	return a.change(o.db, func(store *results.Store) error {
		var ids []string
		for _, typed := range o.runs { // all first: nothing is deleted if one is unknown
			id, err := store.Resolve(ctx, typed)
			if err != nil {
				return err
			}
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		if !o.yes {
			if err := a.confirm(ctx, fmt.Sprintf("Delete %s?", strings.Join(ids, ", "))); err != nil {
				return err
			}
		}
		for _, id := range ids {
			if err := store.Delete(ctx, id); err != nil {
				return err
			}
			fmt.Fprintf(a.out, "deleted %s\n", id)
		}
		return nil
	})
}

func (a *app) renameRun(ctx context.Context, o manageOptions) error {
	return a.change(o.db, func(store *results.Store) error {
		id, err := store.Resolve(ctx, o.runs[0])
		if err != nil {
			return err
		}
		if err := store.Rename(ctx, id, o.words[0]); err != nil {
			return wordsError(err)
		}
		if o.words[0] == "" {
			fmt.Fprintf(a.out, "%s has no name now\n", id)
			return nil
		}
		fmt.Fprintf(a.out, "%s is named %q\n", id, o.words[0])
		return nil
	})
}

func (a *app) noteRun(ctx context.Context, o manageOptions) error {
	return a.change(o.db, func(store *results.Store) error { return store.Note(ctx, o.runs[0], o.words[0]) })
}

func (a *app) tagRun(ctx context.Context, o manageOptions) error {
	return a.change(o.db, func(store *results.Store) error {
		change := store.Tag
		if o.remove {
			change = store.Untag
		}
		return wordsError(change(ctx, o.runs[0], o.words...))
	})
}

// wordsError marks an error about a name or tags as a usage error. It returns errors of the store,
// such as a full disk, unchanged.
func wordsError(err error) error {
	if runs.Unwritten(err) || errors.Is(err, results.ErrDamaged) {
		return err
	}
	return usageError(err)
}

// change opens an existing store for writing, calls f with it, and closes it.
func (a *app) change(db string, f func(*results.Store) error) error {
	store, err := runs.OpenStore(db)
	if err != nil {
		return err
	}
	return errors.Join(f(store), store.Close())
}

// confirm asks the user a yes-or-no question and returns nil if the answer is yes. It returns a
// usage error if standard input is not a terminal, and the error of ctx if ctx is done.
func (a *app) confirm(ctx context.Context, question string) error {
	if !term.Interactive(a.in, a.env) {
		return usageErrorf("standard input is not a terminal; use --yes to delete without confirmation")
	}
	a.err.Print(term.Fitted(question+" [y/N] ", a.err.Width()))
	select {
	case <-ctx.Done():
		fmt.Fprintln(a.err)
		return ctx.Err()
	case answer := <-term.Lines(ctx, a.in):
		if answer.Err != nil {
			fmt.Fprintln(a.err)
		}
		if slices.Contains([]string{"y", "yes"}, strings.ToLower(answer.Text)) {
			return nil
		}
	}
	return errors.New("nothing was deleted")
}
