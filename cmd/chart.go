package cmd

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
)

// pictures are the charts by name; the first of a kind of run is its default.
var pictures = []struct {
	name string
	of   results.Kind
	draw func(results.Record) (charts.Picture, error)
}{
	{"convergence", results.Evolve, charts.Convergence},
	{"weights", results.Evolve, charts.Trajectories},
	{"importance", results.Evolve, charts.Importance},
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

func newChart(a *app) *cobra.Command {
	var db, output, kind string
	c := &cobra.Command{
		Use:   "chart RUN --output FILE",
		Short: "Draw a run: its convergence, its weights, its crosstable, its grid",
		Example: `  lanista chart last --output convergence.svg
  lanista chart last --kind weights --output weights.png`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			format := strings.TrimPrefix(strings.ToLower(filepath.Ext(output)), ".")
			if !slices.Contains(charts.Formats, format) {
				return usagef("--output %q: a file ending in .%s is needed", output, strings.Join(charts.Formats, " or ."))
			}
			rec, err := record(cmd.Context(), db, args[0])
			if err != nil {
				return err
			}
			picture, err := drawRun(rec, kind)
			if err != nil {
				return err
			}
			var data bytes.Buffer
			if err := picture.Write(&data, format); err != nil {
				return err
			}
			return results.WriteFile(output, data.Bytes())
		},
	}
	storeFlag(c.Flags(), &db)
	c.Flags().StringVar(&output, "output", "", "the file, .png or .svg")
	c.Flags().StringVar(&kind, "kind", "", "one of "+strings.Join(pictureNames(), ", ")+"; by the kind of run when absent")
	c.ValidArgsFunction = a.completeRuns(&db)
	return c
}

// drawRun draws the named picture of a run, or the first that its kind has.
func drawRun(rec results.Record, kind string) (charts.Picture, error) {
	for _, p := range pictures {
		if kind == p.name || kind == "" && p.of == rec.Kind {
			return p.draw(rec)
		}
	}
	if kind == "" {
		return charts.Picture{}, fmt.Errorf("run %s is a %s, which has no picture", rec.ID, rec.Kind)
	}
	return charts.Picture{}, usagef("--kind: unknown picture %q (have %s)", kind, strings.Join(pictureNames(), ", "))
}
