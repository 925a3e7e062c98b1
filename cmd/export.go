package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/portable"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/runs"
)

type exportOptions struct {
	run, db, format, output string
	candidate               string
	round, vectors          int
}

func newExport(a *app, run func(context.Context, exportOptions) error) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export RUN",
		Short: "Write a run's best weights, or its agent as a program",
		Long: `Writes the result of a run of evolve, grid or fit. last is the newest run that has weights,
so never a tournament.

json and yaml contain the agent (weights, settings, player, seats) and its evidence. csv
contains only the agent. Every verb that takes weights reads the same agent from these
three.

go, c, python and javascript contain the agent as a program that does not need Lanista:
rules, features, weights, search. If --output is a folder (with / at the end), it also
receives test vectors (positions with the agent's moves and evaluations) and a test that
compares the program with them. If an agent cannot be written as a program, such as one of
your own programs, these formats contain its weights as constants, with ranges and a
checksum of the names. uci contains the weights as options of an engine, openbench and
weather-factory as parameters of these tuners, with range and step. No verb takes an agent
from these formats; 'config import' makes a config from the last two.

Use --candidate to write other weights that the verification chose among: a candidate by
its name, candidate for the one that was refused, or start. Use --round to write the best
weights after a round. Such a json or yaml file names the candidate or the round and has no
rating; the names and the weights of all rounds are in "runs RUN --json".`,
		Example: `  lanista export last
  lanista export last --format python --output agent/
  lanista export last --output agent.go
  lanista export last --round 12 --output earlier.json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.run = args[0]
			if o.format == "" {
				o.format = formatOf(o.output)
			}
			if cmd.Flags().Changed("round") && o.round < 1 {
				return usageErrorf("--round: %d is below the minimum 1", o.round)
			}
			if o.candidate != "" && o.round > 0 {
				return usageErrorf("--candidate cannot be used with --round")
			}
			if o.vectors < 1 {
				return usageErrorf("--vectors: %d is below the minimum 1", o.vectors)
			}
			if !o.isFolder() && cmd.Flags().Changed("vectors") {
				return usageErrorf("--vectors needs a folder: --output agent/")
			}
			if o.isFolder() && portable.Extension(o.format) == "" {
				return usageErrorf("--output: %s is a folder; the format %s is written to a file", o.output, o.format)
			}
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	c.Flags().Var(choiceValue(&o.format, weights.Formats...), "format", "format `WORD`: "+strings.Join(weights.Formats, ", ")+" (default by the extension of --output: .yaml, .csv, .go, .c, .py or .js; otherwise json)")
	c.Flags().StringVarP(&o.output, "output", "o", "", "`FILE` to write, or for a program a folder that ends with /; standard output if absent or -")
	c.Flags().StringVar(&o.candidate, "candidate", "", "write the candidate `NAME` instead of the result")
	c.Flags().IntVar(&o.round, "round", 0, "write the best weights after round `N` instead of the result")
	c.Flags().IntVar(&o.vectors, "vectors", 1000, "`NUMBER` of test vectors of depth 1 in a folder; a few more have the depth of the agent")
	return c
}

// formatOf returns the format of a file by its extension. It returns json for other files and for
// standard output.
func formatOf(file string) string {
	ext := strings.ToLower(filepath.Ext(file))
	switch ext {
	case ".yaml", ".yml":
		return "yaml"
	case ".csv":
		return "csv"
	}
	for _, format := range weights.Formats {
		if ext != "" && ext == portable.Extension(format) {
			return format
		}
	}
	return "json"
}

func (a *app) export(ctx context.Context, o exportOptions) error {
	rec, err := runs.Record(ctx, o.db, results.WithWeights(o.run))
	if err != nil {
		return err
	}
	doc, err := o.document(rec, a.catalog.SpecOf(rec))
	if err != nil {
		return err
	}
	if rec.Disputed != "" {
		a.warn("run %s is disputed, so that its weights may be wrong: %s", rec.ID, rec.Disputed)
	}
	if text := a.catalog.RulesChanged(rec.Summary); text != "" {
		a.warn("%s; its weights may play worse by these rules", text)
	}
	if rec.Status != results.Finished {
		a.warn("run %s is %s: these are its weights so far, and nothing has verified them", rec.ID, rec.Status)
	}
	if portable.Extension(o.format) != "" {
		agent, err := runs.Portable(a.catalog, rec, doc)
		switch {
		case err == nil:
			return a.exportProgram(ctx, o, agent, doc)
		case o.isFolder():
			return usageErrorf("%s: %w; write the weights alone to a file: --output weights%s", doc.Engine, err, portable.Extension(o.format))
		}
		a.warn("%v: this is no program, but its weights as constants", err)
	}
	if names := weights.WithoutNumbers(doc); names != nil && (o.format == "openbench" || o.format == "weather-factory") {
		a.warn("left out, because %s tunes numbers alone: %s; the format uci has all weights", o.format, strings.Join(names, ", "))
	}
	if o.output == "" || o.output == "-" {
		return doc.Write(a.out, o.format)
	}
	return doc.WriteFile(o.output, o.format)
}

// isFolder reports whether the output is a folder: a path that ends with a slash, or an existing
// folder.
func (o exportOptions) isFolder() bool {
	if o.output == "" {
		return false
	}
	info, err := os.Stat(o.output)
	return os.IsPathSeparator(o.output[len(o.output)-1]) || err == nil && info.IsDir()
}

// exportProgram writes an agent as a program: to a file, or together with a test to a folder.
func (a *app) exportProgram(ctx context.Context, o exportOptions, agent runs.PortableAgent, doc weights.Document) error {
	if !o.isFolder() {
		text, err := agent.Program.Write(o.format, doc.Origin())
		switch {
		case err != nil:
			return err
		case o.output == "" || o.output == "-":
			_, err = io.WriteString(a.out, text)
			return err
		}
		return files.Write(o.output, []byte(text))
	}
	vectors, err := agent.Vectors(ctx, o.vectors)
	if err != nil {
		return err
	}
	list, err := agent.Program.Files(o.format, doc.Origin(), vectors)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.output, 0o777); err != nil {
		return err
	}
	for _, f := range list {
		if err := files.Write(filepath.Join(o.output, f.Name), []byte(f.Text)); err != nil {
			return err
		}
		fmt.Fprintf(a.out, "%s\n", filepath.Join(o.output, f.Name))
	}
	a.out.Paragraph("%d test vectors; to run the test in that folder: %s", len(vectors), portable.Command(o.format))
	return nil
}

// document returns the contents of a weights file with the weights of a run that the options
// select.
func (o exportOptions) document(rec results.Record, spec engines.Spec) (weights.Document, error) {
	switch {
	case o.candidate != "":
		return runs.CandidateDocument(rec, spec, o.candidate)
	case o.round > 0:
		return runs.RoundDocument(rec, spec, o.round)
	}
	return runs.Document(rec, spec)
}
