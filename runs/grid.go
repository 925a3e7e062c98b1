package runs

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
)

// GridOptions override values in the config of a grid search. The zero value of a field keeps the
// value in the config.
type GridOptions struct {
	// Etudes is a file of labelled positions, or the name of a set that ships with the game.
	Etudes string
	// From, To and Step define the same range for every weight.
	From, To, Step *float64
	// Top is the number of best points in the result.
	Top *int
	// Exact also computes the highest number of hits that any weights reach, on or off the grid.
	Exact *bool
	// LeaveOneOut also tests every etude (labelled position) with the best point of a search
	// without that etude. The hits of this test are a fairer estimate than those of the search.
	LeaveOneOut *bool
	// MaxPoints is the largest number of grid points that may be searched. The default 0 means
	// [DefaultMaxPoints].
	MaxPoints int64
}

// DefaultMaxPoints is the largest number of points of a grid search, unless the options allow more.
const DefaultMaxPoints = 100_000_000

// GridResult is the result of a grid search.
type GridResult struct {
	Record  results.Record // run as the store has it once it has finished
	Etudes  string         // file of the labelled positions, or name of a set that ships with the game
	Result  grid.Result
	Elapsed time.Duration
}

// gridPlan is the part of a resolved config (type Resolved) that only a grid search has: the grid,
// the etudes (labelled positions) and the options.
type gridPlan struct {
	problem grid.Problem
	etudes  []training.Etude
	options grid.Options
	points  int64
}

// resolveGrid determines the options and the labelled positions of a grid search and stores them in
// r. It adds mistakes of the config to m, and returns an error if m has any.
func resolveGrid(r *Resolved, m *mistakes, q request) error {
	var o GridOptions
	if q.grid != nil {
		o = *q.grid
	}
	refusePrograms(r, m)
	noteUnused(r, m, q, "a grid", "agents", "schedule", "objective", "opponents", "budget", "verification", "openings")
	strategy := "grid"
	if err := m.doc.Decode("strategy.name", &strategy); err != nil {
		return mistake(err)
	}
	if strategy != "grid" { // mistakes of the rest would be about keys of the other verb
		return m.fail("strategy.name", wrongStrategy(r.catalog, "grid", strategy))
	}
	refuseZeros(r, m, q.options)
	if _, linear := engines.AsHeuristic[engines.Linear](r.Engine); !linear && r.Programs == nil {
		m.add("engine.name", fmt.Errorf("the evaluation of %s is not a weighted sum of features, so that a grid cannot search its weights", r.Engine.Spec().Name))
		return m.err()
	}
	g := &gridPlan{}
	m.addDecoded(m.doc.Decode("strategy", &g.options, "name"))
	g.options.Workers, g.options.Map, g.options.Events = q.options.Workers, true, q.options.Events
	if o.Step != nil && !(*o.Step > 0) {
		return mistakef("--step %v: a positive number is needed", *o.Step)
	}
	if o.Top != nil && *o.Top < 1 {
		return mistakef("--top %d is below the minimum 1", *o.Top)
	}
	if !q.options.inGo() {
		refuseZeroSteps(g.options, m)
	}
	layOver(&g.options, r.Space, o)
	var err error
	g.options, err = g.options.Complete(r.Space)
	if err := o.rangeMistake(r.Space, err); err != nil {
		return err
	}
	m.add("strategy", err)
	refuseChoices(r, m, "a grid")
	refuseSteps(r, m, "a grid")
	if g.options.Exact && r.Constraints != nil {
		m.add("strategy.exact", errors.New("with constraints between weights only the points of the grid can be searched"))
	}
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
	g.problem.Space, g.problem.Constraints, g.etudes = r.Space, r.Constraints, etudes
	r.grid = g
	noteOnePosition(r)
	return noteUnreached(r)
}

// noteOnePosition adds a note that a leave-one-out test is impossible, if the config requests one
// but all etudes (labelled positions) have the same position.
func noteOnePosition(r *Resolved) {
	etudes := r.grid.problem.Etudes
	other := func(e grid.Etude) bool { return e.Position != etudes[0].Position }
	if r.grid.options.LeaveOneOut && !slices.ContainsFunc(etudes, other) {
		r.Notes = append(r.Notes, "strategy.leave_one_out: not tested, because all etudes have the same position")
	}
}

// noteUnreached adds a note for every weight of a grid whose last value is below the upper end of
// its range. This happens if the step does not divide the range.
func noteUnreached(r *Resolved) error {
	axes, err := r.grid.options.Axes(r.Space)
	for _, a := range axes {
		if a.Last() < a.To() {
			r.Notes = append(r.Notes, fmt.Sprintf("strategy.weights.%s: the last value is %v; steps of %v do not reach %v", a.Name, a.Last(), a.Step(), a.To()))
		}
	}
	return err
}

// resolveEtudes reads the labelled positions. flag names the file or set; "" means the one in the
// config.
func resolveEtudes(r *Resolved, m *mistakes, flag string) ([]training.Etude, error) {
	if flag != "" {
		r.Config.Etudes = flag
		return Etudes(r.Engine, flag)
	}
	if r.Config.Etudes == "" {
		m.add("etudes", errors.New("missing: a file, or a set that the game ships"))
		return nil, nil
	}
	etudes, err := readEtudes(r.Engine, r.Config.Etudes)
	m.add("etudes", err)
	return etudes, nil
}

// refuseZeroSteps adds a mistake for every grid step that is written as 0, and for a number of
// best points that is written as 0.
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

// rangeMistake returns the first mistake in the ranges of a grid that comes from one of the flags
// --from, --to and --step. The returned error names the flag. It returns nil if all mistakes come
// from the config.
func (o GridOptions) rangeMistake(space engines.Space, mistakes error) error {
	for _, e := range keys.All(mistakes) {
		name, ok := strings.CutPrefix(e.Path, "weights.")
		suffix, of := "", ""
		for _, end := range []string{"from", "to", "step"} {
			if cut, found := strings.CutSuffix(name, "."+end); found {
				name, suffix = cut, end
			}
		}
		if ok {
			i := space.Index(name)
			if i < 0 || space[i].Kind.Has(engines.Fixed) {
				continue
			}
			of = "weight " + name + ": "
		} else if e.Path != "weights" { // the number of points
			continue
		}
		var flags []string
		for _, flag := range []struct {
			name  string
			value *float64
		}{{"from", o.From}, {"to", o.To}, {"step", o.Step}} {
			if flag.value != nil && (suffix == "" || suffix == flag.name) {
				flags = append(flags, fmt.Sprintf("--%s %v", flag.name, *flag.value))
			}
		}
		if flags != nil {
			return mistakef("%s: %s%w", strings.Join(flags, " "), of, e.Err)
		}
	}
	return nil
}

// layOver applies the caller's options o to a grid search. of contains the options in the config;
// those that are set in o replace them. From, To and Step apply to all weights of the space that are
// not fixed.
func layOver(of *grid.Options, space engines.Space, o GridOptions) {
	all := make(map[string]grid.Range)
	maps.Copy(all, of.Weights) // unknown names too, which Complete reports
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
	if o.Exact != nil {
		of.Exact = *o.Exact
	}
	if o.LeaveOneOut != nil {
		of.LeaveOneOut = *o.LeaveOneOut
	}
}

// gridRecord converts the result of a grid search to the form that the store keeps: the axes of the
// grid and the number of hits at every point. took is the duration of the search.
func gridRecord(r grid.Result, took time.Duration) results.GridResult {
	g := results.GridResult{Etudes: r.Etudes, Hits: r.Map.Hits, Chosen: r.Chosen.Weights, Elapsed: took}
	for _, x := range r.Map.Axes {
		g.Axes = append(g.Axes, results.Axis{Name: x.Name, From: x.From(), Step: x.Step(), Count: x.Count})
	}
	return g
}

// maxMissed is the largest number of missed etudes (labelled positions) that are stored with their
// positions.
const maxMissed = 200

// etudeEvidence returns which etudes (labelled positions) the best points of a grid search miss. A
// point misses an etude if its weights do not evaluate the labelled winner higher than every other
// seat.
func etudeEvidence(found grid.Result, etudes []training.Etude) *results.EtudeEvidence {
	out := &results.EtudeEvidence{Etudes: found.Etudes, Hits: found.Best}
	seen := make(map[int]bool)
	number := func(missed []int) []int {
		list := make([]int, len(missed))
		for i, e := range missed {
			list[i] = e + 1
			seen[e] = true
		}
		return list
	}
	for _, p := range found.Optimal {
		out.Points = append(out.Points, results.EtudePoint{Weights: p.Weights, Missed: number(p.Missed), Margin: rating.Float(p.Margin)})
	}
	for _, c := range found.Groups {
		out.Groups = append(out.Groups, results.EtudeGroup{Points: c.Points, Missed: number(c.Missed), Weights: c.Weights})
	}
	for i, x := range etudes {
		if seen[i] && len(out.Missed) < maxMissed {
			out.Missed = append(out.Missed, results.MissedEtude{Number: i + 1, Line: x.Line, Position: x.Position, Winner: x.Winner + 1})
		}
	}
	return out
}

func storedGridResult(r *Resolved, found grid.Result) results.Result {
	return results.Result{
		Weights: found.Chosen.Weights, Settings: r.agentSettings(), Name: "the optimal point with the largest margin",
		Fitness: rating.Float(float64(found.Best) / math.Max(1, float64(found.Etudes))), Games: found.Etudes,
		Etudes: etudeEvidence(found, r.grid.etudes),
	}
}
