package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type experimentOptions struct {
	options            runs.Options
	remote             remoteOptions
	dryRun             bool
	csv, latex, figure string // files; "" writes none
}

func newExperiment(a *app, run func(context.Context, experimentOptions) error) *cobra.Command {
	var o experimentOptions
	c := &cobra.Command{
		Use:   "experiment [FILE]",
		Short: "Compare tuning strategies on your own problem, with several seeds and budgets",
		Long:  longHelp("experiment"),
		Example: `  lanista experiment duel.yaml
  lanista experiment duel.yaml --dry-run
  lanista experiment --resume last --figure duel.svg --latex duel.tex`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.options.Source = args[0]
			}
			if err := o.check(); err != nil {
				return err
			}
			if err := completeRemote(&o.remote, cmd.Flags(), &o.options.Workers, o.options.Store); err != nil {
				return err
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.options.Resume, "resume", "", "resume a stored `EXPERIMENT`: its name, or last")
	f.BoolVar(&o.dryRun, "dry-run", false, "check the file and print the amount of work, then exit")
	f.StringVar(&o.csv, "csv", "", "write the table to `FILE` as CSV")
	f.StringVar(&o.latex, "latex", "", "write the tables to `FILE` as LaTeX")
	f.StringVar(&o.figure, "figure", "", "draw strength by games to `FILE`: .svg, .pdf or .png")
	storeFlag(f, &o.options.Store)
	f.StringVar(&o.options.Name, "name", "", "`NAME` of the experiment in place of that of the file")
	f.StringArrayVar(&o.options.Set, "set", nil, "override any key of the file, as `PATH=VALUE` (repeatable)")
	f.BoolVar(&o.options.Force, "force", false, "play even if all deals of the game are equal")
	f.StringVar(&o.options.Trace, "trace", "", "write all input and output of programs to this `FOLDER`, one file per process")
	f.BoolVar(&o.options.ChangedPrograms, "changed-programs", false, "resume even if the programs have changed since a run began")
	remoteFlags(f, &o.remote, &o.options.Workers)
	a.jsonFlag(c)
	return c
}

// check returns an error for arguments that do not go together.
func (o experimentOptions) check() error {
	switch {
	case o.options.Source == "" && o.options.Resume == "":
		return usageErrorf("the FILE of an experiment is needed, or --resume EXPERIMENT")
	case o.options.Source == "" && (len(o.options.Set) > 0 || o.options.Name != ""):
		return usageErrorf("--set and --name go with FILE")
	case o.options.Name != "" && o.options.Resume != "":
		return usageErrorf("--name does not go with --resume, which names the experiment")
	case o.figure != "":
		if err := charts.Writable(o.figure); err != nil {
			return usageErrorf("--figure: %w", err)
		}
	}
	return nil
}

func (a *app) experiment(ctx context.Context, o experimentOptions) error {
	if o.dryRun {
		size, err := runs.ForecastExperiment(ctx, a.catalog, o.options)
		if err != nil {
			return err
		}
		return answer(a, size, itself, printExperimentSize)
	}
	return a.playing(ctx, "games", &o.options, o.remote, func(p *term.Progress) error {
		r, err := runs.Experiment(ctx, a.catalog, o.options)
		p.Finish()
		if err != nil {
			return a.resumableExperiment(err, o)
		}
		if err := o.write(r); err != nil {
			return err
		}
		return answer(a, r, documents.NewExperiment, printExperiment)
	})
}

// resumableExperiment turns the interruption of an experiment into an error with the command
// that resumes it.
func (a *app) resumableExperiment(err error, o experimentOptions) error {
	var stopped *runs.ExperimentInterruptedError
	if !errors.As(err, &stopped) {
		return err
	}
	file := ""
	if stopped.Programs {
		file = followed(o.options.Source)
	}
	return errorWithExitCode(exitInterrupted, "interrupted; what is finished is saved, %d of %d runs. Resume with: %s experiment %s--resume %s%s",
		stopped.Finished, stopped.Of, a.name, file, stopped.Experiment, fromStore(o.options.Store))
}

// write writes the files that the flags ask for.
func (o experimentOptions) write(r runs.ExperimentResult) error {
	if o.csv != "" {
		if err := files.Write(o.csv, experimentCSV(r)); err != nil {
			return fmt.Errorf("--csv: %w", err)
		}
	}
	if o.latex != "" {
		if err := files.Write(o.latex, experimentLaTeX(r)); err != nil {
			return fmt.Errorf("--latex: %w", err)
		}
	}
	if o.figure == "" {
		return nil
	}
	for k, against := range r.Against {
		picture, err := experimentFigure(r, against)
		if err == nil {
			err = picture.WriteFile(figureFile(o.figure, against, k))
		}
		if err != nil {
			return fmt.Errorf("--figure: %w", err)
		}
	}
	return nil
}

// figureFile returns the file of the figure against the k-th opponent: the given one for the
// first, and the same with the opponent's name for the others.
func figureFile(file, against string, k int) string {
	if k == 0 {
		return file
	}
	end := filepath.Ext(file)
	word := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\: `, r) {
			return '-'
		}
		return r
	}, against)
	return strings.TrimSuffix(file, end) + "-" + word + end
}

// experimentFigure draws strength by games, a line for each strategy.
func experimentFigure(r runs.ExperimentResult, against string) (charts.Picture, error) {
	var list []charts.Series
	place := make(map[string]int)
	for _, c := range r.Cells {
		if c.Against != against {
			continue
		}
		name := c.Strategy
		if c.Variant != "" {
			name += ", " + c.Variant
		}
		if _, have := place[name]; !have {
			place[name] = len(list)
			list = append(list, charts.Series{Name: name})
		}
		s := &list[place[name]]
		s.Points = append(s.Points, charts.SeriesPoint{Games: c.Games, Rating: float64(c.Rating), Interval: c.Interval})
	}
	return charts.StrengthByGames(fmt.Sprintf("Strategies on %s: %s", r.Engine.Name, r.Name), against, list)
}
