package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

type gridOptions struct {
	config         string
	overrides      []string
	etudes         string
	from, to, step float64
	top            int
	exact          bool
	leaveOneOut    bool
	workers        countFlag
	db, name       string
}

func newGrid(a *app) *cobra.Command {
	var o gridOptions
	c := &cobra.Command{
		Use:   "grid CONFIG",
		Short: "Search a weight grid over etudes",
		Long: `Tries every point of a grid of weights on labelled positions (etudes) and
reports how many it judges as they are labelled, which points judge the most, and
the one of them that is farthest from losing a hit.

--exact says how many etudes any weights within the ranges can hit, on the grid or
between its points; leave-one-out says how much of the result is luck.`,
		Example: `  lanista grid hare-grid
  lanista grid hare-grid --step 0.01 --exact
  lanista grid hare-grid --etudes mine.csv --json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completePresets,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.config = args[0]
			return a.grid(cmd.Context(), o, cmd.Flags())
		},
	}
	f := c.Flags()
	f.StringVar(&o.etudes, "etudes", "", "a file of etudes, or a set that the game ships")
	f.Float64Var(&o.from, "from", 0, "the smallest value of every weight")
	f.Float64Var(&o.to, "to", 0, "the largest value of every weight")
	f.Float64Var(&o.step, "step", 0, "the step of every weight")
	f.IntVar(&o.top, "top", 0, "optimal points to list")
	f.BoolVar(&o.exact, "exact", false, "also find the most hits that any weights reach")
	f.BoolVar(&o.leaveOneOut, "leave-one-out", false, "also judge every etude by the point chosen without it")
	workersFlag(f, &o.workers)
	storeFlag(f, &o.db)
	nameFlag(f, &o.name)
	setFlag(f, &o.overrides)
	a.jsonFlag(c)
	return c
}

// lattice is a grid search made ready.
type lattice struct {
	*setup
	problem grid.Problem
	options grid.Options
	etudes  []engines.Etude
}

func (a *app) grid(ctx context.Context, o gridOptions, flags *pflag.FlagSet) error {
	l, err := a.newLattice(o, flags)
	if err != nil {
		return err
	}
	config, err := l.resolved("grid", l.options)
	if err != nil {
		return err
	}
	store, err := results.Open(o.db)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	run, err := store.Begin(ctx, results.Info{
		Kind: results.Grid, Name: o.name, Engine: l.engine.Spec().Name, Strategy: "grid", Config: config,
		Seed: l.config.Seed, Version: buildInfo().Version, Space: l.space, ScaleFree: l.engine.Spec().ScaleFree,
	})
	if err != nil {
		return err
	}
	defer func() { _ = run.Close() }()

	p := a.newProgress(0, "points")
	defer p.finish()
	l.options.Events.Progress = func(now tuning.Progress) {
		p.total(now.Of)
		p.at(now.Done)
	}
	start := time.Now()
	r, err := grid.Search(ctx, l.problem, l.options)
	if err != nil {
		return err
	}
	took := time.Since(start)
	p.finish()
	if r.Map != nil {
		if err := run.SaveGrid(ctx, gridRecord(r, took)); err != nil {
			return err
		}
	}
	if err := run.Finish(ctx, l.answer(r)); err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(l.document(run.ID(), r, took))
	}
	return a.printGrid(l, run.ID(), r, took)
}

// newLattice reads config, flags and etudes.
func (a *app) newLattice(o gridOptions, flags *pflag.FlagSet) (*lattice, error) {
	s, err := a.load(o.config, o.overrides)
	if err != nil {
		return nil, err
	}
	strategy := "grid"
	if err := s.doc.Decode("strategy.name", &strategy); err != nil {
		return nil, usage(err)
	}
	if strategy != "grid" {
		return nil, usage(s.doc.Locate("strategy", fmt.Errorf("name: %s is no grid; 'lanista evolve' plays it", strategy)))
	}
	l := &lattice{setup: s}
	if err := s.doc.Decode("strategy", &l.options, "name"); err != nil {
		return nil, usage(err)
	}
	l.options.Workers, l.options.Map = int(o.workers), true
	if flags.Changed("step") && !(o.step > 0) {
		return nil, usagef("--step %v: a positive number is needed", o.step)
	}
	l.ranges(o, flags)
	if err := l.options.Validate(s.space); err != nil {
		return nil, usage(s.doc.Locate("strategy", unprefixed("grid", err)))
	}
	name := s.config.Etudes
	if o.etudes != "" {
		name = o.etudes
	}
	if name == "" {
		return nil, usage(s.doc.Locate("", errors.New("etudes: missing: a file, or a set that the game ships")))
	}
	if l.etudes, err = readEtudes(s.engine, name); err != nil {
		return nil, err
	}
	if l.problem, err = grid.NewProblem(s.engine, l.etudes); err != nil {
		return nil, usagef("%s: %w", name, err)
	}
	l.problem.Space = s.space
	l.config.Etudes = name
	return l, nil
}

// ranges lays the flags over the options.
func (l *lattice) ranges(o gridOptions, flags *pflag.FlagSet) {
	all := make(map[string]grid.Range)
	for _, w := range l.space {
		r := l.options.Weights[w.Name]
		if flags.Changed("from") {
			r.From = &o.from
		}
		if flags.Changed("to") {
			r.To = &o.to
		}
		if flags.Changed("step") {
			r.Step = o.step
		}
		all[w.Name] = r
	}
	l.options.Weights = all
	if flags.Changed("top") {
		l.options.Top = o.top
	}
	l.options.Exact = l.options.Exact || o.exact
	l.options.LeaveOneOut = l.options.LeaveOneOut || o.leaveOneOut
}

// readEtudes reads a file, or a set that the engine ships.
func readEtudes(e engines.Engine, name string) ([]engines.Etude, error) {
	filer, ok := e.(engines.EtudeFiler)
	if !ok {
		return nil, usagef("%s has no etudes", e.Spec().Name)
	}
	data, err := os.ReadFile(name)
	if shelf, ok := e.(engines.EtudeShelf); ok && errors.Is(err, fs.ErrNotExist) && path.Base(name) == name {
		if shipped, shippedErr := fs.ReadFile(shelf.EtudeFiles(), strings.TrimSuffix(name, ".csv")+".csv"); shippedErr == nil {
			data, err = shipped, nil
		}
	}
	if err != nil {
		var pathError *fs.PathError
		if errors.As(err, &pathError) {
			err = pathError.Err
		}
		return nil, usagef("etudes %s: %w", name, err)
	}
	etudes, err := filer.ReadEtudes(bytes.NewReader(data))
	if err != nil {
		return nil, usagef("etudes %s: %w", name, err)
	}
	if len(etudes) == 0 {
		return nil, usagef("etudes %s: there is none in it", name)
	}
	return etudes, nil
}

// document is the JSON of grid.
func (l *lattice) document(run string, r grid.Result, took time.Duration) any {
	doc := &orderedJSON{}
	doc.add("run", run)
	doc.add("engine", l.engine.Spec().Name)
	doc.add("points", r.Points)
	doc.add("etudes", r.Etudes)
	doc.add("best_hits", r.Best)
	var optimal []any
	for _, p := range r.Optimal {
		optimal = append(optimal, l.point(p))
	}
	doc.add("optimal", optimal)
	doc.add("optimal_count", r.Count)
	doc.add("histogram", r.Histogram)
	doc.add("chosen", l.point(r.Chosen))
	if r.Bound != nil {
		doc.add("exact", l.limit(*r.Bound, r.Best))
	}
	if r.LeaveOneOut != nil {
		doc.add("leave_one_out", map[string]int{"hits": r.LeaveOneOut.Hits, "etudes": r.LeaveOneOut.Etudes})
	}
	doc.add("seconds", took.Seconds())
	return doc
}

func (l *lattice) point(p grid.Point) any {
	o := &orderedJSON{}
	o.add("weights", namedWeights(l.space, p.Weights))
	o.add("hits", p.Hits)
	o.add("margin", known(p.Margin))
	return o
}

func (l *lattice) limit(b grid.Limit, best int) any {
	o := &orderedJSON{}
	o.add("hits", b.Hits)
	o.add("weights", namedWeights(l.space, b.Weights))
	o.add("grid_reaches_it", b.Hits == best)
	return o
}

func (a *app) printGrid(l *lattice, run string, r grid.Result, took time.Duration) error {
	fmt.Fprintf(a.out, "Run %s: %s, %d points on %d etudes in %.3f s.\n", run, l.engine.Spec().Name, r.Points, r.Etudes, took.Seconds())
	fmt.Fprintf(a.out, "Best: %d of %d hits, reached by %d points (%.1f%%).\n", r.Best, r.Etudes, r.Count, 100*float64(r.Count)/float64(r.Points))
	fmt.Fprintf(a.out, "Chosen: %s. Of the best points it is the farthest from losing a hit (margin %.3f of the ranges).\n",
		weightList(l.space, r.Chosen.Weights), r.Chosen.Margin)
	if b := r.Bound; b != nil {
		if b.Hits == r.Best {
			fmt.Fprintf(a.out, "Exact: no weights within the ranges hit more than %d; the grid has it already.\n", b.Hits)
		} else {
			fmt.Fprintf(a.out, "Exact: %d hits are possible between the points of the grid, by %s.\n", b.Hits, weightList(l.space, b.Weights))
		}
	}
	if o := r.LeaveOneOut; o != nil {
		fmt.Fprintf(a.out, "Leave-one-out: %d of %d etudes are judged right by the point chosen without them.\n", o.Hits, o.Etudes)
	}
	fmt.Fprintln(a.out)
	t := a.table("hits", "points", "share")
	for hits, n := range r.Histogram {
		if n > 0 {
			t.row(fmt.Sprint(hits), fmt.Sprint(n), fmt.Sprintf("%.1f%%", 100*float64(n)/float64(r.Points)))
		}
	}
	return t.flush()
}

// gridRecord is what the store keeps of the grid's map.
func gridRecord(r grid.Result, took time.Duration) results.GridResult {
	g := results.GridResult{Etudes: r.Etudes, Hits: r.Map.Hits, Chosen: r.Chosen.Weights, Elapsed: took}
	for _, x := range r.Map.Axes {
		g.Axes = append(g.Axes, results.Axis{Name: x.Name, From: x.From, Step: x.Step, Count: x.Count})
	}
	return g
}

// answer is what the store keeps as the answer.
func (l *lattice) answer(r grid.Result) results.Answer {
	return results.Answer{
		Weights: r.Chosen.Weights, Settings: l.agentSettings(), Name: "the optimal point with the largest margin",
		Fitness: float64(r.Best) / math.Max(1, float64(r.Etudes)), Games: r.Etudes,
	}
}
