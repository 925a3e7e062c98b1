package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tuning/bench"
)

// experimentOptions are the arguments and flags of the command "experiment", which compares
// tuning strategies over several seeds.
type experimentOptions struct {
	options            runs.Options
	remote             remoteOptions
	dryRun             bool
	typed              typedCommand
	csv, latex, figure string // output files; "" writes none
}

func newExperiment(a *app, run func(context.Context, experimentOptions) error) *cobra.Command {
	var o experimentOptions
	var short shortcuts
	c := &cobra.Command{
		Use:   "experiment [FILE]",
		Short: "Compare tuning strategies on your own problem, with several seeds and budgets",
		Long:  longHelp("experiment"),
		Example: `  lanista experiment duel.yaml
  lanista experiment duel.yaml --seeds 1-10 --budget 2000 --name more --dry-run
  lanista experiment --resume last --figure duel.svg --latex duel.tex`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.options.Source = args[0]
			}
			o.typed = newTypedCommand(args, cmd.Flags())
			var err error
			if o.options.Set, err = short.over(o.options.Set); err != nil {
				return err
			}
			if err := o.check(); err != nil {
				return err
			}
			if err := completeRemote(&o.remote, cmd.Flags(), &o.options.Workers, o.options.Store); err != nil {
				return err
			}
			return short.inError(run(cmd.Context(), o))
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
	annotate(f, neededMark, []string{anArgument}, "set", "name") // they change the FILE
	short.addList(f, "strategy", "strategies", textValue("NAME,..."), "strategies to compare, by name (strategies)")
	short.add(f, "seeds", "seeds", seedsValue(new(*runs.Seeds)), "seeds of every search, a range such as 1-10 (seeds)")
	short.addList(f, "budget", "budgets", textValue("N,..."), "games of a search (budgets)")
	f.BoolVar(&o.options.Force, "force", false, "play even if all deals of the game are equal or a deterministic program does not repeat its games")
	f.StringVar(&o.options.Trace, "trace", "", "write all input and output of programs to this `FOLDER`, one file per process")
	f.BoolVar(&o.options.ChangedPrograms, "changed-programs", false, "resume even if the programs have changed since a run began")
	remoteFlags(f, &o.remote, &o.options.Workers)
	a.jsonFlag(c)
	return c
}

// check returns an error if arguments or flags contradict each other, or a required one is
// missing.
func (o experimentOptions) check() error {
	switch {
	case o.options.Source == "" && o.options.Resume == "":
		return usageErrorf("the FILE of an experiment is needed, or --resume EXPERIMENT")
	case o.options.Source == "" && (len(o.options.Set) > 0 || o.options.Name != ""):
		return usageErrorf("--set, --strategy, --seeds, --budget and --name go with FILE")
	case o.options.Name != "" && o.options.Resume != "":
		return usageErrorf("--name does not go with --resume, which names the experiment")
	case o.figure != "":
		if err := charts.Writable(o.figure); err != nil {
			return usageErrorf("--figure: %w", err)
		}
	}
	for _, output := range [...]struct{ flag, file string }{{"csv", o.csv}, {"latex", o.latex}, {"figure", o.figure}} {
		if err := checkFile(output.flag, output.file); err != nil {
			return err
		}
	}
	return nil
}

// experiment plays the runs of an experiment that are not in the store yet, and prints its tables.
// With --dry-run it only prints the number of runs and games.
func (a *app) experiment(ctx context.Context, o experimentOptions) error {
	if o.dryRun {
		size, err := runs.ForecastExperiment(ctx, a.catalog, o.options)
		if err != nil {
			return err
		}
		if a.json {
			return a.writeJSON(size)
		}
		return printExperimentSize(a.out, size)
	}
	return a.runWithWorkers(ctx, "games", &o.options, o.remote, func(p *term.Progress) error {
		o.options.Events.Warning = once(o.options.Events.Warning) // most notes concern all runs
		r, err := runs.Experiment(ctx, a.catalog, o.options)
		p.Finish()
		if err != nil {
			return a.resumableExperiment(err, o)
		}
		if err := o.write(r); err != nil {
			return err
		}
		if a.json {
			return a.writeJSON(documents.NewExperiment(r))
		}
		return printExperiment(a.out, r)
	})
}

// once returns a function that passes each text to print only the first time.
func once(print func(string)) func(string) {
	var mu sync.Mutex
	printed := make(map[string]bool)
	return func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if !printed[text] {
			printed[text] = true
			print(text)
		}
	}
}

// resumableExperiment adds the command that resumes an experiment to the error of an experiment
// that was interrupted or could not be stored. It returns other errors unchanged.
func (a *app) resumableExperiment(err error, o experimentOptions) error {
	stopped, ok := errors.AsType[*runs.ExperimentInterruptedError](err)
	if !ok {
		return err
	}
	code, reason := stopReason(stopped.Err, fmt.Sprintf("what is finished is saved, %d of %d runs", stopped.Finished, stopped.Of))
	return errorWithExitCode(code, "%s. Resume with: %s", reason, a.resumeCommand("experiment", stopped.Experiment, o.options.Store, o.typed, stopped.Programs, 0))
}

// printExperimentSize prints how many runs and games an experiment will take.
func printExperimentSize(w *term.Screen, s runs.ExperimentSize) error {
	w.Paragraph("%s: %s, %s, %s, %s: %s, %d of them finished.", s.Name, countedStrategies(s.Strategies), term.Counted(len(s.Budgets), "budget"),
		term.Counted(s.Variants, "variant"), term.Counted(s.Seeds, "seed"), term.Counted(s.Runs, "run"), s.Finished)
	w.Paragraph("At most %s of searches, %d of verifications, %d for checkpoints and for results against themselves, and %d of the common match against each opponent.",
		term.Counted(s.Search, "game"), s.Verification, s.Checkpoints, s.Match)
	return w.Err()
}

// countedStrategies formats a number of strategies, such as "3 strategies".
func countedStrategies(n int) string {
	if n == 1 {
		return "1 strategy"
	}
	return fmt.Sprintf("%d strategies", n)
}

func printExperiment(w *term.Screen, r runs.ExperimentResult) error {
	measured := "the verifications of the runs"
	switch {
	case r.Regrets != nil:
		measured = "the known strengths of the results"
	case r.MatchGames > 0:
		measured = fmt.Sprintf("%d games of each result, on the same deals for each seed", r.MatchGames)
	}
	w.Paragraph("Experiment %s: %s, seeds %s. Elo from %s; means and %s intervals are over the seeds.",
		r.Name, r.Engine.Name, r.Seeds, measured, rating.FormatConfidence(rating.Confidence))
	if err := printExperimentRegrets(w, r); err != nil {
		return err
	}
	for _, against := range r.Against {
		cells, comparisons := r.Measured(against)
		w.Printf("\nStrength above %s\n", against)
		if err := printExperimentCells(w, r, cells); err != nil {
			return err
		}
		if err := printExperimentComparisons(w, r, comparisons); err != nil {
			return err
		}
		if !hasScores(cells) {
			continue
		}
		w.Printf("\nMean score of a game above %s, on the same deals\n", against)
		if err := printExperimentScores(w, r, cells, comparisons); err != nil {
			return err
		}
	}
	for _, caveat := range r.Caveats {
		w.Println()
		w.Paragraph("Note: %s.", caveat)
	}
	return w.Err()
}

// printExperimentCells prints a table of the strengths that the strategies reached against one
// opponent.
func printExperimentCells(w *term.Screen, r runs.ExperimentResult, cells []runs.ExperimentCell) error {
	head := []string{"budget", "strategy", "elo", rating.FormatConfidence(rating.Confidence), "worst", "seed", "games", "time"}
	t := w.Table(withVariant(r, "variant", head)...).Spares("time", "games", "seed", "worst")
	for _, c := range cells {
		row := []string{
			strconv.Itoa(c.Budget), c.Strategy, knownElo(c.Rating), knownInterval(c.Interval), knownElo(c.Worst),
			term.Dashed(c.WorstSeed), fmt.Sprintf("%.0f", c.Games), fmt.Sprintf("%.1f s", c.Seconds),
		}
		t.Row(withVariant(r, c.Variant, row)...)
	}
	return t.Flush()
}

// withVariant puts the name of a variant in front of the cells of a table row. An experiment may
// run several variants of its config. If it has none, withVariant returns the row unchanged.
func withVariant(r runs.ExperimentResult, variant string, row []string) []string {
	if r.Variants == nil {
		return row
	}
	return append([]string{variant}, row...)
}

// printExperimentRegrets prints the regrets of every strategy, which are the distances of its
// results from the best weights in Elo. They are known only in games whose best weights are known.
func printExperimentRegrets(w *term.Screen, r runs.ExperimentResult) error {
	if r.Regrets == nil {
		return nil
	}
	head, rows, note := regretTable(r)
	w.Println()
	w.Paragraph("Regret in Elo, below the best weights: medians over the seeds%s", note)
	spare := slices.Clone(r.Variants)
	slices.Reverse(spare)
	t := w.Table(head...).Spares(spare...)
	for _, row := range rows {
		t.Row(row...)
	}
	return t.Flush()
}

// regretTable returns the table of regrets, which are distances from the best weights in Elo. Each
// row has a budget, a strategy and the median regret over the seeds. In an experiment with
// variants, a row has a median for each variant and, before them, their geometric mean. The note
// explains this mean; without variants it is "".
func regretTable(r runs.ExperimentResult) (head []string, rows [][]string, note string) {
	head = []string{"budget", "strategy", "regret"}
	if r.Variants != nil {
		head, note = append(head[:2], append([]string{"mean"}, r.Variants...)...), "; the mean is geometric over the variants"
	}
	for _, s := range r.Regrets {
		row := []string{strconv.Itoa(s.Budget), s.Strategy}
		if r.Variants != nil {
			row = append(row, knownRegret(s.GeometricMean))
		}
		for _, v := range s.Variants {
			row = append(row, knownRegret(v.Median))
		}
		rows = append(rows, row)
	}
	return head, rows, note
}

// knownRegret formats a regret (a distance from the best weights) in Elo, or "-" if it is unknown.
func knownRegret(v rating.Float) string {
	if !v.Known() {
		return "-"
	}
	return bench.FormatRegret(float64(v))
}

// printExperimentComparisons prints a table of the differences in strength between strategies, as
// measured against one opponent. It prints nothing if there is only one strategy.
func printExperimentComparisons(w *term.Screen, r runs.ExperimentResult, comparisons []runs.ExperimentComparison) error {
	if len(comparisons) == 0 {
		return nil
	}
	w.Println()
	w.Paragraph("Differences by paired seeds (t-test; adjusted by Holm's method)")
	head := []string{"budget", "strategies", "elo", rating.FormatConfidence(rating.Confidence), "p", "adjusted"}
	t := w.Table(withVariant(r, "variant", head)...)
	for _, c := range comparisons {
		row := []string{strconv.Itoa(c.Budget), c.First + " - " + c.Second, knownElo(c.Difference), knownInterval(c.Interval), evidence.PValue(c.P), evidence.PValue(c.Adjusted)}
		t.Row(withVariant(r, c.Variant, row)...)
	}
	return t.Flush()
}

// hasScores reports whether the results of an experiment contain scores, as in games that count
// points. Either all cells and comparisons of an experiment have a score or none has.
func hasScores(cells []runs.ExperimentCell) bool { return len(cells) > 0 && cells[0].Score != nil }

// printExperimentScores prints a table of mean scores. It shows by how many points per game the
// results of each strategy surpass an opponent. A second table contains the differences between the
// strategies.
func printExperimentScores(w *term.Screen, r runs.ExperimentResult, cells []runs.ExperimentCell, comparisons []runs.ExperimentComparison) error {
	head := []string{"budget", "strategy", "above", rating.FormatConfidence(rating.Confidence), "worst", "seed", "mean score"}
	t := w.Table(withVariant(r, "variant", head)...).Spares("seed", "worst")
	for _, c := range cells {
		s := c.Score
		row := []string{strconv.Itoa(c.Budget), c.Strategy, signedPoints(s.Difference), knownPoints(s.Interval), signedPoints(s.Worst), term.Dashed(s.WorstSeed), points(s.Mean)}
		t.Row(withVariant(r, c.Variant, row)...)
	}
	if err := t.Flush(); err != nil || len(comparisons) == 0 {
		return err
	}
	w.Println()
	w.Paragraph("Differences of the mean scores by paired seeds (t-test; adjusted by Holm's method)")
	t = w.Table(withVariant(r, "variant", []string{"budget", "strategies", "score", rating.FormatConfidence(rating.Confidence), "p", "adjusted"})...)
	for _, c := range comparisons {
		s := c.Score
		row := []string{strconv.Itoa(c.Budget), c.First + " - " + c.Second, signedPoints(s.Difference), knownPoints(s.Interval), evidence.PValue(s.P), evidence.PValue(s.Adjusted)}
		t.Row(withVariant(r, c.Variant, row)...)
	}
	return t.Flush()
}

// points formats a mean number of points per game, or "-" if it is unknown.
func points(v rating.Float) string {
	if !v.Known() {
		return "-"
	}
	return rating.FormatPoints(float64(v), 0)
}

// signedPoints formats a difference of points with its sign, or "-" if it is unknown.
func signedPoints(v rating.Float) string {
	if v > 0 && v.Known() {
		return "+" + points(v)
	}
	return points(v)
}

// knownPoints formats the confidence interval of a difference between two scores, such as "[-130,
// +120]". It returns "-" if an end of the interval is unknown.
func knownPoints(i rating.Interval) string {
	if !i.Known() {
		return "-"
	}
	return "[" + signedPoints(rating.Float(i.Low)) + ", " + signedPoints(rating.Float(i.High)) + "]"
}

// knownElo formats a difference in Elo, or "-" if it is unknown.
func knownElo(v rating.Float) string {
	if !v.Known() {
		return "-"
	}
	return rating.FormatElo(v)
}

// knownInterval formats an interval in Elo, or "-" if it has an open end.
func knownInterval(i rating.Interval) string {
	if !i.Known() {
		return "-"
	}
	return i.FormatElo()
}
