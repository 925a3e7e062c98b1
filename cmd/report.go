package cmd

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/results/report"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

type reportOptions struct{ run, db, output string }

func newReport(a *app, run func(context.Context, reportOptions) error) *cobra.Command {
	var o reportOptions
	c := &cobra.Command{
		Use:     "report RUN",
		Short:   "Write a report on a run as one HTML page",
		Example: `  lanista report last --output report.html`,
		Args:    cobra.ExactArgs(1),
	}
	storeFlag(c.Flags(), &o.db)
	c.Flags().StringVarP(&o.output, "output", "o", "", "`FILE` to write; standard output if absent or -")
	return runsWith(c, &o, run, &o.run)
}

func (a *app) report(ctx context.Context, o reportOptions) error {
	rec, err := runs.RecordWithCrosstable(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	var test *runs.Test
	if rec.Kind == results.Tournament {
		var table tournament.Table
		if table, test, err = runs.StoredStandings(ctx, a.catalog, o.db, rec.Summary); err != nil {
			return err
		}
		rec = runs.StandingsSoFar(rec, table)
	}
	var page bytes.Buffer
	if err := report.Write(&page, rec, test.ReportSentence(rec.Status == results.Finished)); err != nil {
		return err
	}
	return files.WriteOr(a.out, o.output, page.Bytes())
}
