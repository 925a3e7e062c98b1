package runs

import (
	"errors"
	"math"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// GridOptions replace values in the config of a grid search. A zero field leaves the value of
// the config as it is.
type GridOptions struct {
	// Etudes is a file, or a set that the game ships.
	Etudes string
	// From, To and Step are the range of every weight.
	From, To, Step *float64
	// Top is the number of optimal points to list.
	Top *int
	// Exact also finds the most hits that any weights reach.
	Exact bool
	// LeaveOneOut also judges every etude by the point chosen without it.
	LeaveOneOut bool
	// MaxPoints is the largest grid that is searched. The default 0 is [DefaultMaxPoints].
	MaxPoints int64
}

// DefaultMaxPoints is the largest grid that is searched if the options allow no larger one.
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

// gridPlan contains the parts of a resolved config that only a grid search has.
type gridPlan struct {
	problem grid.Problem
	options grid.Options
	points  int64
}

func newGridOptions() *grid.Options { return &grid.Options{} }

// gridOptionsOf returns the options of a grid that was resolved.
func gridOptionsOf(r *Resolved) any {
	if r.grid == nil {
		return nil
	}
	return r.grid.options
}

// resolveGrid resolves the options and the etudes of a grid.
func resolveGrid(r *Resolved, m *mistakes, q request) error {
	var o GridOptions
	if q.grid != nil {
		o = *q.grid
	}
	refusePrograms(r, m)
	noteUnused(r, m, "grid", "agents", "objective", "opponents", "budget", "verification")
	strategy := "grid"
	if err := m.doc.Decode("strategy.name", &strategy); err != nil {
		return mistake(err)
	}
	if strategy != "grid" {
		m.add("strategy.name", wrongStrategy(r.catalog, "grid", strategy))
	}
	refuseZeros(r, m, q.options)
	g := &gridPlan{}
	m.addPlaced(m.doc.Decode("strategy", &g.options, "name"))
	g.options.Workers, g.options.Map, g.options.Events = q.options.Workers, true, q.options.Events
	if o.Step != nil && !(*o.Step > 0) {
		return mistakef("--step %v: a positive number is needed", *o.Step)
	}
	if !q.options.inGo() {
		refuseZeroSteps(g.options, m)
	}
	layOver(&g.options, r.Space, o)
	var err error
	g.options, err = g.options.Complete(r.Space)
	m.add("strategy", err)
	etudes, err := resolveEtudes(r, m, o.Etudes)
	if err := errors.Join(err, m.err()); err != nil {
		return err
	}
	if g.points, err = g.options.Points(r.Space); err != nil {
		return err
	}
	if g.problem, err = grid.NewProblem(r.Engine, etudes); err != nil {
		return mistake(inFile(r.Config.Etudes, err))
	}
	g.problem.Space = r.Space
	r.grid = g
	return nil
}

// resolveEtudes reads the etudes that the config names, or a flag in its place.
func resolveEtudes(r *Resolved, m *mistakes, flag string) ([]training.Etude, error) {
	if flag != "" {
		r.Config.Etudes = flag
		etudes, err := readEtudes(r.Engine, flag)
		if err != nil {
			return nil, mistakef("etudes %w", err)
		}
		return etudes, nil
	}
	if r.Config.Etudes == "" {
		m.add("etudes", errors.New("missing: a file, or a set that the game ships"))
		return nil, nil
	}
	etudes, err := readEtudes(r.Engine, r.Config.Etudes)
	m.add("etudes", err)
	return etudes, nil
}

// refuseZeroSteps adds mistakes for steps and a number of points to list that are written as
// 0.
func refuseZeroSteps(o grid.Options, m *mistakes) {
	for name, r := range o.Weights {
		if key := "strategy.weights." + name + ".step"; r.Step == 0 && m.doc.Has(key) {
			m.add(key, errors.New("0 is not allowed; where the key is left out, the step is 0.1, or 1 of a whole-numbered weight"))
		}
	}
	if o.Top == 0 && m.doc.Has("strategy.top") {
		m.add("strategy.top", errors.New("0 is not allowed; where the key is left out, 20 points are listed"))
	}
}

// layOver lays the options of the caller over those of the config.
func layOver(of *grid.Options, space engines.Space, o GridOptions) {
	all := make(map[string]grid.Range)
	for name, r := range of.Weights { // those unknown too, to be refused
		all[name] = r
	}
	for _, w := range space {
		if w.Kind.Has(engines.Fixed) {
			continue // no flag moves it
		}
		r := of.Weights[w.Name]
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
	of.Weights = all
	if o.Top != nil {
		of.Top = *o.Top
	}
	of.Exact = of.Exact || o.Exact
	of.LeaveOneOut = of.LeaveOneOut || o.LeaveOneOut
}

// gridRecord returns what the store keeps of the grid's map.
func gridRecord(r grid.Result, took time.Duration) results.GridResult {
	g := results.GridResult{Etudes: r.Etudes, Hits: r.Map.Hits, Chosen: r.Chosen.Weights, Elapsed: took}
	for _, x := range r.Map.Axes {
		g.Axes = append(g.Axes, results.Axis{Name: x.Name, From: x.From(), Step: x.Step(), Count: x.Count})
	}
	return g
}

// storedGridResult returns the result that the store keeps.
func storedGridResult(r *Resolved, found grid.Result) results.Result {
	return results.Result{
		Weights: found.Chosen.Weights, Settings: r.agentSettings(), Name: "the optimal point with the largest margin",
		Fitness: rating.Float(float64(found.Best) / math.Max(1, float64(found.Etudes))), Games: found.Etudes,
	}
}
