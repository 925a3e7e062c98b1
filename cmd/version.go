package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"
)

// newVersion returns the command that prints the version.
func newVersion(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := runs.BuildInfo()
			if a.json {
				return a.writeJSON(b)
			}
			fmt.Fprintln(a.out, versionLine(a.name, b))
			if b.Revision != "" {
				fmt.Fprintf(a.out, "revision %s\n", b.Revision)
			}
			return nil
		},
	}
	a.jsonFlag(c)
	return c
}

// versionLine returns the output of --version.
func versionLine(name string, b runs.Build) string {
	return fmt.Sprintf("%s %s %s %s", name, b.Version, b.Go, b.Platform)
}
