package cmd

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

type benchOptions struct {
	strategy string
	seeds    *runs.Seeds // nil means the default range
	budgets  []int
	variant  []string
	dryRun   bool
	workers  int
	remote   remoteOptions

	configs   []string // configs of real games; none means synthetic problems
	opponents []string // agents to add to the opponents in the config
	games     int      // games of every result against each opponent
}

func newBench(a *app, run func(context.Context, benchOptions) error) *cobra.Command {
	var o benchOptions
	c := &cobra.Command{
		SuggestFor: []string{"benchmark"},
		Use:        "bench",
		Short:      "Compare the tuning strategies on problems with a known optimum, or on your games",
		Long:       longHelp("bench"),
		Example: `  lanista bench
  lanista bench --strategy spsa --seeds 1-5 --budget 2000
  lanista bench --strategy auto --variant draws=0.4 --variant first_seat=200
  lanista bench --config hare --strategy gp --budget 2000`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := completeRemote(&o.remote, cmd.Flags(), &o.workers, runs.DefaultStore); err != nil {
				return err
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.strategy, "strategy", "all", "strategy `NAME`: "+strings.Join(a.completer().benchEntries(), ", ")+", or all")
	f.Var(seedsValue(&o.seeds), "seeds", "seeds of every problem, a range such as 201-400 (default 1-20; 1-10 with --config)")
	f.IntSliceVar(&o.budgets, "budget", []int{2000, 20000}, "number of games of every search, or several numbers `N,N,...`")
	f.StringArrayVar(&o.variant, "variant", nil, "make the synthetic problems more like games: "+strings.Join(bench.VariantNames, ", ")+", as `NAME=VALUE` (repeatable)")
	f.StringArrayVar(&o.configs, "config", nil, "play the real games of `CONFIG`, a preset or YAML file, instead of the synthetic problems (repeatable)")
	f.StringArrayVar(&o.opponents, "opponent", nil, "with --config: add `AGENT` to the pool: a file, run:RUN or level:NAME (repeatable)")
	f.IntVar(&o.games, "games", 1000, "with --config: games of every result against each opponent of the pool, `N`")
	f.BoolVar(&o.dryRun, "dry-run", false, "print the number of runs and games, then exit; not with --config")
	remoteFlags(f, &o.remote, &o.workers)
	f.Lookup("workers").Usage = "how many searches go on at once; never changes a result"
	annotate(f, excludedMark, []string{"config"}, "variant", "dry-run")
	annotate(f, excludedMark, []string{"variant", "dry-run"}, "config")
	annotate(f, neededMark, []string{"config"}, "opponent", "games", "listen", "local-workers", "nats")
	a.jsonFlag(c)
	return c
}

// check returns an error if flags were given that exclude each other, or a value is out of range.
func (o benchOptions) check() error {
	games := len(o.configs) > 0
	switch {
	case o.seeds != nil && o.seeds.First == 0:
		return usageErrorf("--seeds: 0 is below the minimum 1")
	case games && o.dryRun:
		return usageErrorf("--dry-run cannot be used with --config; use 'evolve CONFIG --dry-run' for the cost of real games")
	case games && len(o.variant) > 0:
		return usageErrorf("--variant cannot be used with --config: it changes the synthetic problems")
	case games && o.games < 2:
		return usageErrorf("--games: %d is below the minimum 2", o.games)
	case !games && o.remote.requested():
		return usageErrorf("--listen, --local-workers and --nats need --config: synthetic problems run in this process")
	case !games && (len(o.opponents) > 0 || o.games != 1000):
		return usageErrorf("--opponent and --games need --config")
	}
	return nil
}

func (o benchOptions) options() (bench.Options, error) {
	variant, err := bench.ParseVariant(o.variant)
	if err != nil {
		return bench.Options{}, usageErrorf("--variant %w", err)
	}
	out := bench.Options{Budgets: o.budgets, Workers: o.workers, Variant: variant}
	if o.seeds != nil {
		out.FirstSeed, out.Seeds = o.seeds.First, o.seeds.Count()
	}
	return out, flagErrors(out.Validate())
}

func (a *app) bench(ctx context.Context, o benchOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	entries, err := runs.BenchEntry(a.catalog, o.strategy)
	if err != nil {
		return usageErrorf("--strategy: %w", err)
	}
	p := a.progress("runs")
	defer p.Finish()
	options, err := o.options()
	if err != nil {
		return err
	}
	options.Events = a.events(p)
	switch {
	case o.dryRun:
		size := bench.Forecast(len(entries), options)
		if a.json {
			return a.writeJSON(size)
		}
		return printBenchForecast(a.out, size)
	case len(o.configs) > 0:
		return a.benchGames(ctx, o, entries, options, p)
	}
	report, err := bench.Run(ctx, entries, options)
	if err != nil {
		return err
	}
	p.Finish()
	if a.json {
		return a.writeJSON(report)
	}
	return printBenchReport(a.out, report)
}

// benchGames compares tuning strategies by the strength that their results reach in real games
// against a pool of opponents. It prints the result of every config.
func (a *app) benchGames(ctx context.Context, o benchOptions, entries []bench.Entry, options bench.Options, progress *term.Progress) error {
	p := runs.PoolOptions{Budgets: o.budgets, FirstSeed: options.FirstSeed, Seeds: cmp.Or(options.Seeds, 10), Opponents: o.opponents, Games: o.games}
	// The other entries are procedures of genetic, which a config cannot name as a strategy.
	for _, s := range a.catalog.AllStrategies() {
		if slices.ContainsFunc(entries, func(e bench.Entry) bool { return e.Name == s.Name }) {
			p.Strategies = append(p.Strategies, s.Name)
		}
	}
	if len(p.Strategies) == 0 {
		return usageErrorf("--strategy %s cannot be used with --config: it is a procedure of genetic (strategy.procedure)", o.strategy)
	}
	others, err := a.startRemote(ctx, o.remote, progress)
	if err != nil {
		return err
	}
	defer others.close()
	var list []runs.PoolResult
	for _, config := range o.configs {
		pool, err := runs.MeasurePool(ctx, a.catalog, runs.Options{Source: config, Workers: o.workers, NewExecutor: others.newExecutor()}, p)
		if err != nil {
			return err
		}
		list = append(list, pool)
		if !a.json {
			if err := printPoolReport(a.out, pool, p.Seeds); err != nil {
				return err
			}
		}
	}
	if a.json {
		return a.writeJSON(list)
	}
	return nil
}

// printBenchForecast prints how many tuning runs a comparison of strategies would take.
func printBenchForecast(w *term.Screen, f bench.Size) error {
	w.Paragraph("%s on %d duels with %s: %d runs, %d games at the most.", countedStrategies(f.Strategies), f.Duels, term.Counted(f.Seeds, "seed"), f.Runs, f.Games)
	return w.Err()
}

// printBenchReport prints the regret of every strategy on the synthetic problems: the distance of
// its results from the known optimum, in Elo.
func printBenchReport(w *term.Screen, r bench.Report) error {
	header := []string{"regret in elo", "games", "mean"}
	for _, c := range r.Strategies[0].Cells {
		header = append(header, fmt.Sprintf("%s %d", c.Problem, c.Dim))
	}
	spare := slices.Clone(header[3:])
	slices.Reverse(spare)
	t := w.Table(header...).Spares(spare...)
	floor := ""
	for _, s := range r.Strategies {
		medians := []string{s.Strategy, strconv.Itoa(s.Budget), bench.FormatRegret(s.GeometricMean)}
		quartiles := []string{"  25-75%", "", ""}
		ratios := []string{"  ratio to the floor", "", ""}
		for _, c := range s.Cells {
			medians = append(medians, bench.FormatRegret(c.Median))
			quartiles = append(quartiles, bench.FormatRegret(c.Quartiles[0])+"-"+bench.FormatRegret(c.Quartiles[2]))
			if c.Floor > 0 {
				ratios = append(ratios, fmt.Sprintf("%.1fx", c.Ratio))
			}
		}
		t.Row(medians...)
		t.Row(quartiles...)
		if len(ratios) == len(medians) {
			t.Row(ratios...)
			floor = " The floor is the least that any method can be expected to reach."
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	legend := "quad is a round bowl, ill a long narrow one, multi has many hills"
	w.Println()
	w.Paragraph("Medians of %s; the mean is geometric over all duels. %s; the number is that of the weights.%s %.0f s.", term.Counted(r.Seeds, "seed"), legend, floor, r.Seconds)
	return w.Err()
}

// printPoolReport prints the strengths that tuning strategies reached against several opponents:
// the median and the lowest over a number of seeds. It also prints the results of the opponents
// against each other.
func printPoolReport(w *term.Screen, p runs.PoolResult, seeds int) error {
	header := []string{p.Config, "games"}
	for _, name := range p.Opponents {
		header = append(header, "over "+name, "worst")
	}
	header = append(header, "mean", "worst", "least", "worst")
	t := w.Table(header...).Spares(append(slices.Repeat([]string{"worst"}, len(p.Opponents)+2), "games")...)
	for _, s := range p.Strategies {
		row := []string{s.Strategy, strconv.Itoa(s.Budget)}
		for _, f := range append(append([]bench.Few{}, s.Against...), s.Mean, s.Least) {
			row = append(row, rating.FormatElo(f.Median), rating.FormatElo(f.Worst))
		}
		t.Row(row...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	w.Println()
	w.Paragraph("Elo over each of the pool, over their mean and over the hardest of them: the median and the worst of %d seeds, %d games each. The pool:", seeds, p.Games)
	w.Println()
	t = w.Table(append(append([]string{"over"}, p.Opponents...), "nash")...)
	for i, name := range p.Opponents {
		row := []string{name}
		for j, v := range p.Matrix[i] {
			if i == j {
				row = append(row, "-")
			} else {
				row = append(row, rating.FormatElo(v))
			}
		}
		t.Row(append(row, fmt.Sprintf("%.0f%%", 100*p.Nash[i]))...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	w.Println()
	w.Paragraph("nash is the share in a mixture that no opponent of the pool beats: 100%% for the strongest, unless results are intransitive.")
	w.Println()
	return w.Err()
}
