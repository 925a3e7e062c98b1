package cmd

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/lanista/lanista/runs"
)

// newMan returns the hidden command that writes the manual pages. It is used to build packages
// for distributions.
func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write the manual pages into a folder",
		Long:   "Writes a manual page for every command, such as " + a.name + "-evolve.1. Their date is SOURCE_DATE_EPOCH if it is set.",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: a.name + " " + runs.BuildInfo().Version, Manual: "Lanista"}, args[0])
		},
	}
}
