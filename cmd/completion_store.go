package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

// stored calls read with the store that the command uses, and returns its result. The path of the
// store is the value of --db, or the default path if the command does not have this flag. stored
// returns nil if the store cannot be read.
func (w completer) stored(cmd *cobra.Command, read func(*results.Store) ([]string, error)) []string {
	if w.env != nil {
		_ = flagsFromEnvironment(cmd.Flags(), w.env) // a flag that cannot be set keeps its value
	}
	db, err := cmd.Flags().GetString("db")
	if err != nil {
		db = runs.DefaultStore
	}
	store, err := results.OpenReadOnly(db)
	if err != nil {
		return nil
	}
	defer func() { _ = store.Close() }()
	words, err := read(store)
	if err != nil {
		return nil
	}
	return words
}

// storedRuns returns the names and IDs of the stored runs for which fits returns true. Blanks in
// names are not escaped, because the shells escape them. A name with a tab is left out, because
// shells would show the text after the tab as a description.
func (w completer) storedRuns(cmd *cobra.Command, fits func(results.Summary) bool) []string {
	return w.stored(cmd, func(store *results.Store) ([]string, error) {
		list, err := store.Runs(cmd.Context())
		var ids, names []string
		for _, r := range list {
			if !fits(r) {
				continue
			}
			ids = append(ids, r.ID)
			if r.Name != "" && !strings.Contains(r.Name, "\t") && !slices.Contains(names, r.Name) {
				names = append(names, r.Name)
			}
		}
		return append(names, ids...), err
	})
}

// runs completes the ID or name of a stored run that is not yet among the arguments.
func (w completer) runs(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	words := w.storedRuns(cmd, func(results.Summary) bool { return true })
	if words != nil {
		words = append([]string{"last"}, words...)
	}
	words = slices.DeleteFunc(words, func(word string) bool { return slices.Contains(args, word) })
	return words, cobra.ShellCompDirectiveNoFileComp
}

// runsAndFile completes the arguments of a command that copies runs: IDs or names of stored runs,
// followed by a file.
func (w completer) runsAndFile(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	words, _ := w.runs(cmd, args, typed)
	return words, cobra.ShellCompDirectiveDefault
}

// runsOfVerb completes the run that a command resumes. It offers the IDs and names of the stored
// runs whose kind has the name of the command, because the command can resume only these. It also
// offers "last" if there are such runs.
func (w completer) runsOfVerb(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	words := w.storedRuns(cmd, func(r results.Summary) bool { return string(r.Kind) == cmd.Name() })
	if words != nil {
		words = append([]string{"last"}, words...)
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

func (w completer) experiments(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	names := w.stored(cmd, func(store *results.Store) ([]string, error) {
		list, err := store.Experiments(cmd.Context())
		if len(list) == 0 {
			return nil, err
		}
		names := []string{"last"}
		for _, e := range list {
			names = append(names, e.Name)
		}
		return names, err
	})
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (w completer) tags(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	tags := w.stored(cmd, func(store *results.Store) (tags []string, err error) {
		list, err := store.Runs(cmd.Context())
		for _, r := range list {
			tags = append(tags, r.Tags...)
		}
		slices.Sort(tags)
		return slices.Compact(tags), err
	})
	return tags, cobra.ShellCompDirectiveNoFileComp
}

// runAndTags completes a stored run as the first argument and tags as the others.
func (w completer) runAndTags(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return w.runs(cmd, args, typed)
	}
	return w.tags(cmd, args, typed)
}

// candidates completes the names of the candidates of a stored run: the weight vectors among which
// its verification chose the result. The first argument on the command line names the run.
func (w completer) candidates(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	names := w.stored(cmd, func(store *results.Store) ([]string, error) {
		rec, err := store.Get(cmd.Context(), results.WithWeights(args[0]))
		if err != nil || rec.Result == nil || len(rec.Result.Candidates) == 0 {
			return nil, err
		}
		names := []string{"candidate", "start"}
		for _, c := range rec.Result.Candidates {
			names = append(names, c.Name)
		}
		return names, nil
	})
	return names, cobra.ShellCompDirectiveNoFileComp
}
