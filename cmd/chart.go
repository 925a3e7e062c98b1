package cmd

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/files"
)

// pictures are the charts by name; the first of a kind of run is its default.
var pictures = []struct {
	name string
	of   results.Kind
	draw func(results.Record) (charts.Picture, error)
}{
	{"strength", results.Evolve, charts.Strength},
	{"convergence", results.Evolve, charts.Convergence},
	{"weights", results.Evolve, charts.Trajectories},
	{"importance", results.Evolve, charts.Importance},
	{"map", results.Evolve, charts.Map},
	{"crosstable", results.Tournament, charts.Crosstable},
	{"grid", results.Grid, charts.Grid},
}

func pictureNames() []string {
	var names []string
	for _, p := range pictures {
		names = append(names, p.name)
	}
	return names
}

type chartOptions struct{ run, db, output, kind string }

func newChart(a *app, run func(context.Context, chartOptions) error) *cobra.Command {
	var o chartOptions
	c := &cobra.Command{
		Use:   "chart RUN --output FILE",
		Short: "Draw a run: its convergence, its weights, its crosstable, its grid",
		Example: `  lanista chart last --output strength.svg
  lanista chart last --kind weights --output weights.png`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.run = args[0]
			if !slices.Contains(charts.Formats, formatOf(o.output)) {
				return usagef("--output %q: a file ending in .%s is needed", o.output, strings.Join(charts.Formats, " or ."))
			}
			return run(cmd.Context(), o)
		},
	}
	storeFlag(c.Flags(), &o.db)
	c.Flags().StringVar(&o.output, "output", "", "the file, .png or .svg")
	c.Flags().StringVar(&o.kind, "kind", "", "one of "+strings.Join(pictureNames(), ", ")+"; by the kind of run when absent")
	c.ValidArgsFunction = a.completeRuns
	return c
}

// formatOf is the ending of a file's name, in lower case.
func formatOf(file string) string {
	return strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
}

func (a *app) chart(ctx context.Context, o chartOptions) error {
	rec, err := a.drawable(ctx, o.db, o.run)
	if err != nil {
		return err
	}
	picture, err := drawRun(rec, o.kind)
	if err != nil {
		return err
	}
	return writePicture(picture, o.output)
}

// writePicture writes a picture in the format of the file's name.
func writePicture(p charts.Picture, file string) error {
	var data bytes.Buffer
	if err := p.Write(&data, formatOf(file)); err != nil {
		return err
	}
	return files.Write(file, data.Bytes())
}

// drawRun draws the named picture of a run, or the first of its kind that it has.
func drawRun(rec results.Record, kind string) (charts.Picture, error) {
	var failed error
	for _, p := range pictures {
		if kind != p.name && (kind != "" || p.of != rec.Kind) {
			continue
		}
		picture, err := p.draw(rec)
		if err == nil || kind != "" {
			return picture, err
		}
		failed = cmp.Or(failed, err)
	}
	if failed != nil {
		return charts.Picture{}, failed
	}
	if kind == "" {
		return charts.Picture{}, fmt.Errorf("run %s is a %s, which has no picture", rec.ID, rec.Kind)
	}
	return charts.Picture{}, usagef("--kind: unknown picture %q (have %s)", kind, strings.Join(pictureNames(), ", "))
}
