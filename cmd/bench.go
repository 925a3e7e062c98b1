package cmd

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/bench/evidence"
)

type benchOptions struct {
	strategy string
	suite    string
	seeds    string
	budgets  []int
	weights  []int // of the problems of families
	workers  int
	remote   remoteOptions
	variant  []string
	slots    []int // games in play at once

	games     bool     // real ones, against a pool
	opponents []string // of the pool, besides those of the config
	each      int      // games with each of the pool

	dryRun    bool
	calibrate bool     // measure the errors of weights
	configs   []string // to be calibrated in place of the duels
	stored    bool     // print the evidence for constants
	constants []string // to be measured
}

func newBench(a *app, run func(context.Context, benchOptions) error) *cobra.Command {
	var o benchOptions
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure the tuning strategies on problems with a known optimum",
		Long:  longHelp("bench"),
		Example: `  lanista bench
  lanista bench --strategy spsa --seeds 5 --budget 2000
  lanista bench --strategy auto --variant draws=0.4 --variant first_seat=200
  lanista bench --calibrate --seeds 100
  lanista bench --calibrate --config risk-quick --config hare --budget 2000
  lanista bench --suite wild --seeds 201-400 --budget 2000
  lanista bench --suite families --seeds 201-210 --weights 6 --budget 2000
  lanista bench --slots 4,16,64 --strategy spsa --budget 2000
  lanista bench --games --config hare --strategy gp --budget 2000
  lanista bench --constants
  lanista bench --constant rsm.ProbeScore`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			own := []string{"strategy", "suite", "budget", "variant", "slots", "games", "calibrate"} // what the experiments of constants say themselves
			if err := errors.Join(refuseBeside(cmd.Flags(), "constants", append(own, "constant")...), refuseBeside(cmd.Flags(), "constant", own...)); err != nil {
				return err
			}
			if err := completeRemote(&o.remote, cmd.Flags(), &o.workers, runs.DefaultStore); err != nil {
				return err
			}
			return run(cmd.Context(), o)
		},
	}
	o.flags(c, a.benchNames())
	a.jsonFlag(c)
	return c
}

// flags adds the flags of bench, whose strategies have these names.
func (o *benchOptions) flags(c *cobra.Command, names []string) {
	f := c.Flags()
	f.StringVar(&o.strategy, "strategy", "all", "strategy `NAME`: "+strings.Join(names, ", ")+", or all")
	f.StringVar(&o.suite, "suite", "duel", "suite `NAME`: duel; wild (problems drawn anew from every seed); edges (steps, ridges, ripples); funnels (two hills); families (25 kinds of problems)")
	f.StringVar(&o.seeds, "seeds", "", "number of `SEEDS`, or a range such as 201-400 (default 20, or the seeds of a constant's experiment)")
	f.IntSliceVar(&o.budgets, "budget", []int{2000, 20000}, "games per run, `N,N,...`")
	f.IntSliceVar(&o.weights, "weights", bench.FamilyDims, "with --suite families: numbers of weights, `N,N,...`")
	f.StringArrayVar(&o.variant, "variant", nil, "make the synthetic problems more like games: "+strings.Join(bench.VariantNames, ", ")+", as `NAME=VALUE` (repeatable)")
	f.IntSliceVar(&o.slots, "slots", nil, "measure the cost of requesting rounds ahead with `N,N,...` slots")
	f.BoolVar(&o.games, "games", false, "play real games: results of ten seeds against a pool of opponents")
	f.StringArrayVar(&o.opponents, "opponent", nil, "with --games: another `AGENT` for the pool: a file, run:RUN or level:NAME (repeatable)")
	f.IntVar(&o.each, "each", 1000, "with --games: number `N` of games of every result against each opponent of the pool")
	f.BoolVar(&o.dryRun, "dry-run", false, "print the number of games and the expected time, then exit")
	f.BoolVar(&o.calibrate, "calibrate", false, "measure whether the reported errors of the weights are correct")
	f.StringArrayVar(&o.configs, "config", nil, "with --calibrate or --games: play `CONFIG`, a preset or YAML file, instead of the synthetic problems (repeatable)")
	f.BoolVar(&o.stored, "constants", false, "print the evidence for the constants of the strategies")
	f.StringArrayVar(&o.constants, "constant", nil, "`NAME` of a constant to measure again, or all (repeatable)")
	remoteFlags(f, &o.remote, &o.workers)
	f.Lookup("workers").Usage = "how many searches go on at once; never changes a result"
}

// benchNames are the names of the entries.
func (a *app) benchNames() []string {
	var names []string
	for _, e := range a.catalog.BenchEntries() {
		names = append(names, e.Name)
	}
	return names
}

// check refuses flags that do not go together.
func (o benchOptions) check() error {
	switch {
	case !slices.Contains([]string{"duel", "wild", "edges", "funnels", "families"}, o.suite):
		return usageErrorf("--suite: unknown suite %q (have duel, wild, edges, funnels, families)", o.suite)
	case o.games && o.dryRun:
		return usageErrorf("--dry-run: it knows the duels alone, not what games cost")
	case o.games && (o.suite != "duel" || o.calibrate || len(o.slots) > 0 || len(o.variant) > 0):
		return usageErrorf("--games: real games have no suite, variant, slots or known errors")
	case !o.games && o.remote.requested():
		return usageErrorf("--listen, --local-workers and --nats: they belong to --games; synthetic duels are played here")
	case !o.games && (len(o.opponents) > 0 || o.each != 1000):
		return usageErrorf("--opponent and --each: they belong to --games")
	case !o.games && !o.calibrate && len(o.configs) > 0:
		return usageErrorf("--config: it belongs to --games and --calibrate")
	case o.calibrate && (o.suite == "wild" || o.suite != "duel" && len(o.configs) > 0):
		return usageErrorf("--calibrate: it measures on duels, edges, funnels and families, or on a --config")
	case len(o.slots) > 0 && (o.suite != "duel" || o.calibrate):
		return usageErrorf("--slots: it measures on the suite of duels")
	case o.suite != "families" && !slices.Equal(o.weights, bench.FamilyDims):
		return usageErrorf("--weights: it belongs to --suite families")
	case o.suite == "wild" && len(o.variant) > 0:
		return usageErrorf("--variant: the problems of the wild suite have variants of their own")
	}
	return nil
}

func (a *app) bench(ctx context.Context, o benchOptions) error {
	switch {
	case o.stored:
		t, err := evidence.Stored()
		if err != nil {
			return err
		}
		return answer(a, t, itself, textWriter.constantsTable)
	case len(o.constants) > 0:
		return a.benchConstants(ctx, o)
	}
	if err := o.check(); err != nil {
		return err
	}
	if o.calibrate && o.strategy == "all" {
		o.strategy = "auto"
	}
	entries, err := a.catalog.BenchEntry(o.strategy)
	if err != nil {
		return usageErrorf("--strategy: %w", err)
	}
	p := a.progress("runs")
	defer p.Finish()
	options, err := o.options(a.events(p))
	if err != nil {
		return err
	}
	switch {
	case o.dryRun:
		if o.suite == "wild" { // every seed is one duel
			options.Kinds, options.Dims = bench.Kinds[:1], bench.Dims[:1]
		}
		return answer(a, bench.Forecast(len(entries), options), itself, textWriter.benchForecast)
	case o.games:
		return a.benchGames(ctx, o, entries, options, p)
	case len(o.slots) > 0:
		return shown(a, p, textWriter.slotsReport)(bench.RunSlots(ctx, entries, o.slots, options))
	case o.calibrate:
		return a.benchCalibrate(ctx, o, entries[0], options)
	case o.suite == "wild":
		return shown(a, p, textWriter.wildReport)(bench.RunWild(ctx, entries, options))
	case o.suite == "families":
		return shown(a, p, textWriter.familyReport)(bench.RunFamilies(ctx, entries, options))
	}
	return shown(a, p, textWriter.benchReport)(bench.Run(ctx, entries, options))
}

// shown answers with the report of a bench, or gives the error in its place.
func shown[T any](a *app, p *term.Progress, write func(textWriter, T) error) func(T, error) error {
	return func(report T, err error) error {
		if err != nil {
			return err
		}
		p.Finish()
		return answer(a, report, itself, write)
	}
}

// options turns what was typed into the options of a bench.
func (o benchOptions) options(events tuning.Events) (bench.Options, error) {
	variant, err := bench.ParseVariant(o.variant)
	if err != nil {
		return bench.Options{}, usageErrorf("--variant %w", err)
	}
	for _, n := range o.slots {
		if n < 1 {
			return bench.Options{}, usageErrorf("--slots %d: at least 1 is needed", n)
		}
	}
	first, seeds, err := runs.BenchSeeds(o.seeds)
	if err != nil {
		return bench.Options{}, usageErrorf("--seeds: %w", err)
	}
	out := bench.Options{Seeds: seeds, FirstSeed: first, Budgets: o.budgets, Workers: o.workers, Variant: variant, Events: events}
	switch o.suite {
	case "edges":
		out.Kinds, out.Dims = bench.Edges, []int{bench.EdgeDim}
	case "funnels":
		out.Kinds, out.Dims = []bench.Kind{bench.Funnels}, bench.FunnelDims
	case "families":
		out.Kinds, out.Dims = bench.Families, o.weights
	}
	return out, flagErrors(out.Validate())
}
