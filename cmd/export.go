package cmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs"
)

type exportOptions struct{ run, db, format, output string }

func newExport(a *app, run func(context.Context, exportOptions) error) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export RUN",
		Short: "Write a run's best weights as JSON, YAML, CSV, Go, C or UCI options",
		Long: `Writes the best weights of a run of evolve, grid or fit. last is the newest run that has
weights, so never a tournament.

json and yaml hold the agent (weights, settings, player, seats) and what is known about
it. csv holds the agent alone. Every verb that takes weights reads these three back as
the same agent. go and c hold the weights as constants, and uci as options of an engine;
these three are for other programs and are not read back. Features, search and settings
are not part of go and c: settings stand in a comment.`,
		Example: `  lanista export last
  lanista export last --format go --output weights.go`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.run = args[0]
			if !slices.Contains(weights.Formats, o.format) {
				return cli.Usagef("--format: unknown format %q (have %s)", o.format, strings.Join(weights.Formats, ", "))
			}
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	c.Flags().StringVar(&o.format, "format", "json", "format `WORD`: "+strings.Join(weights.Formats, ", "))
	c.Flags().StringVar(&o.output, "output", "", "`FILE` to write; standard output when absent or -")
	c.ValidArgsFunction = a.words().Runs
	return c
}

func (a *app) export(ctx context.Context, o exportOptions) error {
	if o.run == "last" {
		o.run = results.LastWeights
	}
	rec, err := runs.Record(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	doc, err := runs.Document(rec, a.catalog.SpecOf(rec))
	if err != nil {
		return err
	}
	if rec.Status != results.Finished {
		a.warn("run %s is %s: these are its weights so far, and nothing has verified them", rec.ID, rec.Status)
	}
	if o.output == "" || o.output == "-" {
		return doc.Write(a.out, o.format)
	}
	return doc.WriteFile(o.output, o.format)
}
