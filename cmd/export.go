package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// documentOf is what a run of an engine exports. A run that is not finished has
// no settings of its answer in the store yet; they are those of its config.
func documentOf(rec results.Record, spec engines.Spec) (results.Document, error) {
	doc, err := rec.Document()
	if err != nil || rec.Answer != nil {
		return doc, err
	}
	d, err := configs.Parse([]byte(rec.Config), "run "+rec.ID)
	if err != nil {
		return doc, err
	}
	c, err := d.Config()
	if err != nil {
		return doc, err
	}
	doc.Settings = playerSettings(spec, c.Engine.Settings)
	return doc, nil
}

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
			e, err := a.findEngine(rec.Engine)
			if err != nil {
				return err
			}
			doc, err := documentOf(rec, e.Spec())
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
