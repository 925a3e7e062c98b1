package runs

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// GridOptions are the options of a grid search. What is nil or zero is as the
// config says.
type GridOptions struct {
	Options
	Etudes         string   // a file, or a set that the game ships
	From, To, Step *float64 // of every weight
	Top            *int     // optimal points to list
	Exact          bool     // also find the most hits that any weights reach
	LeaveOneOut    bool     // also judge every etude by the point chosen without it
	// MaxPoints is the largest grid that is searched; 0 is [DefaultMaxPoints].
	MaxPoints int64
}

// DefaultMaxPoints is the largest grid that is searched without being asked for.
const DefaultMaxPoints = 100_000_000

// GridResult is the result of a grid search.
type GridResult struct {
	Record  results.Record // the run as the store has it once it has finished
	Run     string         // its id
	Engine  engines.Spec
	Space   engines.Space
	Result  grid.Result
	Elapsed time.Duration
}

// Grid tries every point of a grid of weights on labelled positions and keeps
// the result in the store. A search cannot be resumed: where ctx ends first nothing
// is kept of it. A grid of more points than the options allow is refused with what
// it would take.
func (c Catalog) Grid(ctx context.Context, o GridOptions) (GridResult, error) {
	o = o.withDefaults()
	l, err := c.lattice(ctx, o)
	if err != nil {
		return GridResult{}, err
	}
	if l.points > o.MaxPoints {
		return GridResult{}, l.refuse(ctx, o.MaxPoints)
	}
	config, err := l.resolved("grid", l.options)
	if err != nil {
		return GridResult{}, err
	}
	store, err := results.Open(o.Store)
	if err != nil {
		return GridResult{}, err
	}
	defer func() { _ = store.Close() }()
	run, err := l.enter(ctx, store, o.Options, results.Info{Kind: results.Grid, Strategy: "grid", Config: config})
	if err != nil {
		return GridResult{}, err
	}
	defer func() { _ = run.Close() }()
	for _, note := range l.notes {
		o.warn("%s", note)
	}
	start := time.Now()
	r, err := grid.Search(ctx, l.problem, l.options)
	if err != nil {
		if ctx.Err() != nil { // nothing could go on with it
			err = errors.Join(err, run.Close(), store.Delete(context.WithoutCancel(ctx), run.ID()))
		}
		return GridResult{}, err
	}
	out := GridResult{Run: run.ID(), Engine: l.engine.Spec(), Space: l.space, Result: r, Elapsed: time.Since(start)}
	if r.Map != nil {
		if err := run.SaveGrid(ctx, gridRecord(r, out.Elapsed)); err != nil {
			return out, err
		}
	}
	answer := l.answer(r)
	if out.Record, err = concluded(ctx, run, answer); err != nil {
		return out, err
	}
	return out, run.Finish(ctx, answer)
}

// lattice is a grid search made ready.
type lattice struct {
	*setup
	problem grid.Problem
	options grid.Options
	points  int64
}

// lattice reads config, options and etudes.
func (c Catalog) lattice(ctx context.Context, o GridOptions) (*lattice, error) {
	s, err := c.setup(ctx, o.Options)
	if err != nil {
		return nil, err
	}
	defer s.close()
	s.alone()
	s.idle("grid", "agents", "objective", "opponents", "budget", "verification")
	strategy := "grid"
	if err := s.doc.Decode("strategy.name", &strategy); err != nil {
		return nil, mistake(err)
	}
	if strategy != "grid" {
		s.wrong("strategy.name", s.catalog.foreignStrategy("grid", strategy))
	}
	s.zeros()
	l := &lattice{setup: s}
	s.misread(s.doc.Decode("strategy", &l.options, "name"))
	l.options.Workers, l.options.Map, l.options.Events = o.Workers, true, o.Events
	if o.Step != nil && !(*o.Step > 0) {
		return nil, mistakef("--step %v: a positive number is needed", *o.Step)
	}
	l.zeroSteps()
	l.lay(o)
	var wrong error
	l.options, wrong = l.options.Complete(s.space)
	s.wrong("strategy", wrong)
	etudes, err := l.etudes(o.Etudes)
	if err := errors.Join(err, s.checked()); err != nil {
		return nil, err
	}
	if l.points, err = l.options.Points(s.space); err != nil {
		return nil, err
	}
	if l.problem, err = grid.NewProblem(s.engine, etudes); err != nil {
		return nil, mistake(inFile(l.config.Etudes, err))
	}
	l.problem.Space = s.space
	return l, nil
}

// etudes reads the positions that the config names, or a flag in its place.
func (l *lattice) etudes(flag string) ([]training.Etude, error) {
	if flag != "" {
		l.config.Etudes = flag
		etudes, err := readEtudes(l.engine, flag)
		if err != nil {
			return nil, mistakef("etudes %w", err)
		}
		return etudes, nil
	}
	if l.config.Etudes == "" {
		l.wrong("etudes", errors.New("missing: a file, or a set that the game ships"))
		return nil, nil
	}
	etudes, err := readEtudes(l.engine, l.config.Etudes)
	l.wrong("etudes", err)
	return etudes, nil
}

// zeroSteps notes steps and a number of points to list that were given as 0.
func (l *lattice) zeroSteps() {
	for name, r := range l.options.Weights {
		if key := "strategy.weights." + name + ".step"; r.Step == 0 && l.doc.Has(key) {
			l.wrong(key, errors.New("0 is not allowed; where the key is left out, the step is 0.1, or 1 of a whole-numbered weight"))
		}
	}
	if l.options.Top == 0 && l.doc.Has("strategy.top") {
		l.wrong("strategy.top", errors.New("0 is not allowed; where the key is left out, 20 points are listed"))
	}
}

// lay lays what was asked for over the config's options.
func (l *lattice) lay(o GridOptions) {
	all := make(map[string]grid.Range)
	for name, r := range l.options.Weights { // those unknown too, to be refused
		all[name] = r
	}
	for _, w := range l.space {
		if w.Kind.Has(engines.Fixed) {
			continue // no flag moves it
		}
		r := l.options.Weights[w.Name]
		if o.From != nil {
			r.From = o.From
		}
		if o.To != nil {
			r.To = o.To
		}
		if o.Step != nil {
			r.Step = *o.Step
		}
		all[w.Name] = r
	}
	l.options.Weights = all
	if o.Top != nil {
		l.options.Top = *o.Top
	}
	l.options.Exact = l.options.Exact || o.Exact
	l.options.LeaveOneOut = l.options.LeaveOneOut || o.LeaveOneOut
}

// gridRecord is what the store keeps of the grid's map.
func gridRecord(r grid.Result, took time.Duration) results.GridResult {
	g := results.GridResult{Etudes: r.Etudes, Hits: r.Map.Hits, Chosen: r.Chosen.Weights, Elapsed: took}
	for _, x := range r.Map.Axes {
		g.Axes = append(g.Axes, results.Axis{Name: x.Name, From: x.From(), Step: x.Step(), Count: x.Count})
	}
	return g
}

// answer is what the store keeps as the answer.
func (l *lattice) answer(r grid.Result) results.Answer {
	return results.Answer{
		Weights: r.Chosen.Weights, Settings: l.agentSettings(), Name: "the optimal point with the largest margin",
		Fitness: rating.Float(float64(r.Best) / math.Max(1, float64(r.Etudes))), Games: r.Etudes,
	}
}
