// Command lab measures strategies for their maintainers: on problems generated from every
// seed, on families of strength functions, with many games in play, and with other values of
// the constants. To compare strategies as a user, run `lanista bench`.
//
//	go run ./tools/lab wild --seeds 201-400 --budget 2000
//
// docs/lab/README.md describes the commands and their seeds.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines/shipped"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tools/lab/evidence"
	"github.com/lanista/lanista/tools/lab/problems"
	"github.com/lanista/lanista/tuning/bench"
)

const usage = `usage: lab COMMAND [flags]

  wild        problems drawn anew from every seed
  edges       steps, ridges, ripples, a tip, in 6 weights
  funnels     two hills, in 2 and 6 weights
  values      functions with scores instead of games, with noise and without
  families    25 kinds of problems, compared with the best strategy of every cell
  slots       the cost of asking ahead
  calibrate   whether the errors of weights are right, on duels or on the games of --config
  constants   the stored evidence for the constants of rsm and auto
  measure     measure the constants NAME... again, or all
  oracle      play games for optimisers in other languages, by JSON lines on standard input

Flags:
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

// lab contains the values of the flags of one command line.
type lab struct {
	out     io.Writer
	catalog runs.Catalog
	json    bool
	entries []bench.Entry
	options bench.Options
	slots   []int
	configs []string
}

// run executes the command line args and writes its report to out.
func run(ctx context.Context, args []string, out io.Writer) error {
	l := lab{out: out, catalog: runs.Catalog{
		Games: shipped.Games(),
	}}
	f := flag.NewFlagSet("lab", flag.ContinueOnError)
	f.SetOutput(out)
	f.Usage = func() {
		fmt.Fprint(out, usage)
		f.PrintDefaults()
	}
	strategy := f.String("strategy", "", "strategy `NAME`, or all (default all; auto for calibrate, which takes one)")
	seeds := f.String("seeds", "", "`SEEDS` of every problem, a range such as 201-400, or commit:HASH")
	budgets := f.String("budget", "2000,20000", "games per run, `N,N,...`")
	weights := f.String("weights", "", "numbers of weights, `N,N,...` (default: those of the command)")
	slots := f.String("slots", "4,16,64", "slots: games in play at once, `N,N,...`")
	configs := f.String("config", "", "calibrate: `CONFIG,...`, presets or YAML files, instead of duels")
	kinds := f.String("kinds", "", "`KIND,...` of problems, for calibrate and values (default: those of the command)")
	f.IntVar(&l.options.Workers, "workers", runtime.GOMAXPROCS(0), "runs at a time; never changes a result")
	f.BoolVar(&l.json, "json", false, "print JSON")
	noise := f.Float64("noise", 0, "agents score points with this standard deviation, in `ELO`, instead of winning or losing; not for wild and values")
	var variant []string
	f.Func("variant", "make problems more like games: `NAME=VALUE` (repeatable)", func(text string) error {
		variant = append(variant, text)
		return nil
	})
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		f.Usage()
		return flag.ErrHelp
	}
	command := args[0]
	if err := f.Parse(args[1:]); err != nil {
		return err
	}
	if command == "calibrate" && *strategy == "" {
		*strategy = "auto"
	}
	var errs [6]error
	l.entries, errs[0] = runs.BenchEntry(l.catalog, cmp.Or(*strategy, "all"))
	l.options.Budgets, errs[1] = numbers("budget", *budgets)
	l.options.Dims, errs[2] = numbers("weights", *weights)
	l.slots, errs[3] = numbers("slots", *slots)
	l.options.Variant, errs[4] = bench.ParseVariant(variant)
	l.options.FirstSeed, l.options.Seeds, errs[5] = seedsOf(*seeds)
	if *configs != "" {
		l.configs = strings.Split(*configs, ",")
	}
	if *kinds != "" {
		for kind := range strings.SplitSeq(*kinds, ",") {
			l.options.Kinds = append(l.options.Kinds, bench.Kind(kind))
		}
	}
	l.options.Problem = problems.New
	if *noise > 0 {
		l.options.Problem = func(kind bench.Kind, dim int, seed uint64, v bench.Variant) (*bench.Duel, error) {
			d, err := problems.New(kind, dim, seed, v)
			if err != nil {
				return nil, err
			}
			return d.Scored(*noise), nil
		}
	}
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	return l.command(ctx, command, f.Args())
}

// command executes the command with the given name and arguments, such as wild or constants.
func (l *lab) command(ctx context.Context, name string, args []string) error {
	o := l.options
	switch name {
	case "wild":
		report, err := problems.RunWild(ctx, l.entries, o)
		return show(l, report, err, (*writer).wildReport)
	case "values":
		report, err := problems.RunValues(ctx, l.entries, o)
		return show(l, report, err, (*writer).valuedReport)
	case "families":
		report, err := problems.RunFamilies(ctx, l.entries, o)
		return show(l, report, err, (*writer).familyReport)
	case "edges", "funnels":
		o.Kinds = problems.Edges
		if name == "funnels" {
			o.Kinds = []bench.Kind{problems.Funnels}
		}
		if len(o.Dims) == 0 {
			o.Dims = []int{problems.EdgeDim}
			if name == "funnels" {
				o.Dims = problems.FunnelDims
			}
		}
		report, err := bench.Run(ctx, l.entries, o)
		return show(l, report, err, (*writer).medians)
	case "slots":
		for _, n := range l.slots {
			if n < 1 {
				return fmt.Errorf("--slots %d: at least 1 is needed", n)
			}
		}
		list, err := problems.RunSlots(ctx, l.entries, l.slots, o)
		return show(l, list, err, (*writer).slotsReport)
	case "calibrate":
		list, err := l.calibrate(ctx)
		return show(l, list, err, (*writer).calibration)
	case "constants":
		table, err := evidence.Stored()
		return show(l, table, err, (*writer).constantsTable)
	case "measure":
		table, err := l.measure(ctx, args)
		return show(l, table, err, (*writer).constantsTable)
	case "oracle":
		return serveOracle(ctx, l.catalog, os.Stdin, l.out)
	}
	return fmt.Errorf("unknown command %q; see 'lab' for the list", name)
}

// show prints a report, as JSON if that was requested and otherwise with the function text. If
// err is not nil, it returns err and prints nothing.
func show[T any](l *lab, report T, err error, text func(*writer, T) error) error {
	switch {
	case err != nil:
		return err
	case l.json:
		return json.NewEncoder(l.out).Encode(report)
	}
	return text(&writer{out: l.out}, report)
}

// calibrate compares the standard errors of weights that a strategy reports with the actual errors
// of its results. In a game from a config, the best weights are unknown, and the mean of all
// results takes their place. calibrate returns an error if more than one strategy is selected.
func (l *lab) calibrate(ctx context.Context) ([]bench.Calibration, error) {
	if len(l.entries) > 1 {
		return nil, errors.New("calibrate: --strategy all is not possible; name one strategy")
	}
	if len(l.configs) == 0 {
		return bench.Calibrate(ctx, l.entries[0], l.options)
	}
	var list []bench.Calibration
	for _, config := range l.configs {
		for _, budget := range l.options.Budgets {
			o := runs.Options{Source: config, Set: []string{"strategy={name: " + l.entries[0].Name + "}"}, Workers: l.options.Workers}
			c, err := runs.Calibrate(ctx, l.catalog, o, cmp.Or(l.options.FirstSeed, 1), cmp.Or(l.options.Seeds, 20), budget)
			if err != nil {
				return nil, err
			}
			list = append(list, c)
		}
	}
	return list, nil
}

// measure measures how much the results of strategies change with the named constants of the
// strategies. The name "all" selects all constants.
func (l *lab) measure(ctx context.Context, names []string) (evidence.Table, error) {
	if len(names) == 0 {
		return evidence.Table{}, errors.New("measure: the NAME of a constant is needed, or all")
	}
	if slices.Equal(names, []string{"all"}) {
		names = nil
	}
	list, err := evidence.Find(names...)
	if err != nil {
		return evidence.Table{}, err
	}
	var rows []evidence.Row
	for row, err := range evidence.Measure(ctx, list, evidence.Options{Seeds: l.options.Seeds, Workers: l.options.Workers}) {
		if err != nil {
			return evidence.Table{}, err
		}
		rows = append(rows, row)
	}
	return evidence.NewTable(rows), nil
}

// numbers parses whole numbers separated by commas. An empty text gives an empty list. name is
// the name of the flag, for error messages.
func numbers(name, text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	var list []int
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, fmt.Errorf("--%s: %q is not a whole number", name, part)
		}
		list = append(list, n)
	}
	return list, nil
}

// seedRange parses a range of seeds such as 1-5 and returns the first seed and the number of
// seeds. Both are 0 for an empty text.
func seedRange(text string) (first uint64, n int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	seeds, err := runs.ParseSeeds(text)
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("--seeds: %w; commit:HASH is also possible", err)
	case seeds.First == 0:
		return 0, 0, errors.New("--seeds: 0 is below the minimum 1")
	}
	return seeds.First, seeds.Count(), nil
}

// seedsOf parses the seeds of a measurement and returns the first seed and their number. The text
// is a range such as 1-5, or commit:HASH. Seeds of the second form depend on the hash and are
// therefore unknown before the commit.
func seedsOf(text string) (first uint64, n int, err error) {
	commit, ok := strings.CutPrefix(text, "commit:")
	if !ok {
		return seedRange(text)
	}
	if len(commit) < 4 || len(commit) > 40 || strings.Trim(commit, "0123456789abcdef") != "" { // a name such as HEAD would give other seeds than its hash
		return 0, 0, fmt.Errorf("--seeds: %q is not the hash of a commit, 4 to 40 hexadecimal digits in lower case", commit)
	}
	return problems.ReleaseSeed(commit), problems.WildSeeds, nil
}
