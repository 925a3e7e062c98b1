package cmd

import "github.com/spf13/cobra"

// storeOptions are the arguments and flags of the commands "store check", "store recover", "store
// copy" and "store compact".
type storeOptions struct {
	db   string   // path of the store; for "recover" the damaged one
	to   string   // path of the new store
	runs []string // runs to copy; none means all
}

func newStore(a *app) *cobra.Command {
	c := &cobra.Command{
		SuggestFor: []string{"db", "backup", "repair", "salvage"},
		Use:        "store",
		Short:      "Check, recover, copy or compact a store",
		Long:       longHelp("store"),
		Example: `  lanista store check
  lanista store recover lanista.db recovered.db
  lanista store copy --all backup.db
  lanista store copy last 3f2a paper.db
  lanista store compact`,
	}
	c.AddCommand(newStoreCheck(a, a.checkStore), newStoreRecover(a, a.recoverStore), newStoreCopy(a, a.copyRuns), newStoreCompact(a, a.compactStore))
	return c
}
