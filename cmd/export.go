package cmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs"
)

// exportOptions are the arguments and flags of the command "export".
type exportOptions struct {
	run, db, format, output string
	candidate               string
	round                   int
}

func newExport(a *app, run func(context.Context, exportOptions) error) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export RUN",
		Short: "Write a run's best weights as JSON, YAML, CSV, Go, C or UCI options",
		Long: `Writes the result of a run of evolve, grid or fit. last is the newest run that has weights,
so never a tournament.

json and yaml contain the agent (weights, settings, player, seats) and its evidence. csv
contains only the agent. Every verb that takes weights reads the same agent from these
three. go and c contain the weights as constants, and uci as options of an engine; these
three are for other programs and are not read back. go and c contain the settings as a
comment, but no features and no search.

Use --candidate to write other weights that the verification chose among: a candidate by
its name, candidate for the one that was refused, or start. Use --round to write the best
weights after a round. Such a json or yaml file states what it holds and has no rating;
the names and the weights of all rounds are in "runs RUN --json".`,
		Example: `  lanista export last
  lanista export last --format go --output weights.go
  lanista export last --round 12 --output earlier.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.run = args[0]
			if !slices.Contains(weights.Formats, o.format) {
				return usageErrorf("--format: unknown format %q (%s)", o.format, keys.Suggest(weights.Formats, o.format))
			}
			if cmd.Flags().Changed("round") && o.round < 1 {
				return usageErrorf("--round: %d is below the minimum 1", o.round)
			}
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	c.Flags().StringVar(&o.format, "format", "json", "format `WORD`: "+strings.Join(weights.Formats, ", "))
	c.Flags().StringVarP(&o.output, "output", "o", "", "`FILE` to write; standard output if absent or -")
	c.Flags().StringVar(&o.candidate, "candidate", "", "write the candidate `NAME` instead of the result")
	c.Flags().IntVar(&o.round, "round", 0, "write the best weights after round `N` instead of the result")
	c.MarkFlagsMutuallyExclusive("candidate", "round")
	return c
}

func (a *app) export(ctx context.Context, o exportOptions) error {
	rec, err := runs.Record(ctx, o.db, weightsOf(o.run))
	if err != nil {
		return err
	}
	doc, err := o.document(rec, a.catalog.SpecOf(rec))
	if err != nil {
		return err
	}
	if rec.Disputed != "" {
		a.warn("warning: run %s is disputed, so that its weights may be wrong: %s", rec.ID, rec.Disputed)
	}
	if rec.Status != results.Finished {
		a.warn("run %s is %s: these are its weights so far, and nothing has verified them", rec.ID, rec.Status)
	}
	if o.output == "" || o.output == "-" {
		return doc.Write(a.out, o.format)
	}
	return doc.WriteFile(o.output, o.format)
}

// weightsOf returns the name by which the store finds a run. For "last" it is the name of the
// newest run that has weights; any other name is returned unchanged.
func weightsOf(run string) string {
	if run == "last" {
		return results.LastWeights
	}
	return run
}

// document returns the weights file for the weights of a run that the options select.
func (o exportOptions) document(rec results.Record, spec engines.Spec) (weights.Document, error) {
	switch {
	case o.candidate != "":
		return runs.CandidateDocument(rec, spec, o.candidate)
	case o.round > 0:
		return runs.RoundDocument(rec, spec, o.round)
	}
	return runs.Document(rec, spec)
}
