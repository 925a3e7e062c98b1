package cmd

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/runs"
)

type chartOptions struct{ run, db, output, kind string }

func newChart(a *app, run func(context.Context, chartOptions) error) *cobra.Command {
	var o chartOptions
	c := &cobra.Command{
		SuggestFor: []string{"plot", "draw", "graph"},
		Use:        "chart RUN --output FILE",
		Short:      "Draw a chart of a run: strength, weights, crosstable, grid",
		Long:       longHelp("chart"),
		Example: `  lanista chart last --output strength.svg
  lanista chart last --kind weights --output weights.png`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.run = args[0]
			if err := charts.Writable(o.output); err != nil {
				return usageErrorf("--output %w", err)
			}
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	c.Flags().StringVarP(&o.output, "output", "o", "", "`FILE` to write: .svg, .pdf or .png")
	c.Flags().Var(choiceValue(&o.kind, charts.Names()...), "kind", "kind of picture, a `WORD`: "+strings.Join(charts.Names(), ", ")+" (the default depends on the kind of run)")
	return c
}

func (a *app) chart(ctx context.Context, o chartOptions) error {
	rec, err := runs.RecordWithCrosstable(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	picture, err := charts.Draw(rec, o.kind)
	if err != nil {
		return usageError(err) // the run does not have the chart
	}
	return picture.WriteFile(o.output)
}
