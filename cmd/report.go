package cmd

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/report"
)

func newReport(a *app) *cobra.Command {
	var db, output string
	c := &cobra.Command{
		Use:     "report RUN",
		Short:   "Write a run as one page of HTML to send to a colleague",
		Example: `  lanista report last --output report.html`,
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rec, err := record(cmd.Context(), db, args[0])
			if err != nil {
				return err
			}
			var page bytes.Buffer
			if err := report.Write(&page, rec); err != nil {
				return err
			}
			if output == "" || output == "-" {
				_, err = a.out.Write(page.Bytes())
				return err
			}
			return results.WriteFile(output, page.Bytes())
		},
	}
	storeFlag(c.Flags(), &db)
	c.Flags().StringVar(&output, "output", "", "a file; standard output when absent or -")
	c.ValidArgsFunction = a.completeRuns(&db)
	return c
}
