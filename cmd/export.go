package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
)

func newExport(a *app) *cobra.Command {
	var db, format, output string
	c := &cobra.Command{
		Use:   "export RUN",
		Short: "Write a run's best weights as JSON, YAML, CSV, Go or C",
		Example: `  lanista export last
  lanista export last --format go --output weights.go`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rec, err := record(cmd.Context(), db, args[0])
			if err != nil {
				return err
			}
			if !slices.Contains(results.Formats, format) {
				return usagef("--format: unknown format %q (have %s)", format, strings.Join(results.Formats, ", "))
			}
			e, err := a.catalog.Engine(rec.Engine, nil)
			if err != nil {
				return err
			}
			doc, err := runs.Document(rec, e.Spec())
			if err != nil {
				return err
			}
			if output == "" || output == "-" {
				return doc.Write(a.out, format)
			}
			return doc.WriteFile(output, format)
		},
	}
	storeFlag(c.Flags(), &db)
	c.Flags().StringVar(&format, "format", "json", "one of "+strings.Join(results.Formats, ", "))
	c.Flags().StringVar(&output, "output", "", "a file; standard output when absent or -")
	c.ValidArgsFunction = a.completeRuns(&db)
	return c
}
