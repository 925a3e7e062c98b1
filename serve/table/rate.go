package table

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// Rated is a move with what it is worth.
type Rated struct {
	Move  string     `json:"move"`
	Value []*float64 `json:"value" doc:"what the agent's search finds after it, a seat each"`
	Line  []string   `json:"line" doc:"the play that the search expects, the move first"`
}

// Rating is what an agent thinks of a position and of every move.
type Rating struct {
	OK       bool                  `json:"ok"`
	Agent    string                `json:"agent"`
	Position string                `json:"position"`
	Turn     int                   `json:"turn"`
	Depth    int                   `json:"depth"`
	Cut      bool                  `json:"cut"`
	Rated    []Rated               `json:"rated" doc:"best first"`
	Static   []*float64            `json:"static" doc:"the evaluation of the position itself, a seat each"`
	Features map[string][]*float64 `json:"features" doc:"the terms of the evaluation by name, a seat each"`
	Order    []string              `json:"order" doc:"the names of the terms in the game's order"`
	Weights  map[string]float64    `json:"weights"`
	Nodes    uint64                `json:"nodes"`
	Seconds  float64               `json:"seconds"`
	Extra    map[string]any        `json:"extra" doc:"what the game adds, as lanista eval --json does"`
}

// Rate values every move as an agent does, at depth 1, 2 and so on up to its
// own; the deepest answer within the time counts. A game that is over is valued
// itself, without moves.
func (k *Thinker) Rate(ctx context.Context, t *Table, a engines.Agent, l Limit) (*Rating, error) {
	d, err := depthsOf(t.engine, a, l)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	out := &Rating{OK: true, Agent: a.Name, Position: t.Seen().String(), Turn: t.game.Turn()}
	var found []analysis.MoveEval
	var position analysis.Analysis
	out.Cut, err = deepening{k, t, a, d, l}.run(ctx, func(ctx context.Context, depth int) (done bool, err error) {
		rated, n, err := k.look(ctx, t, at(a, depth))
		if err == nil {
			found, position, out.Depth = rated, n, depth
		}
		return false, err
	}, func(f fallback) {
		position.Static = f.value
		if !t.Over() {
			found = []analysis.MoveEval{{Move: f.move, Value: numbers(f.value), Line: []engines.Move{f.move}}}
		}
	})
	if err != nil {
		return nil, err
	}
	t.fill(out, found, position, a)
	out.Seconds = time.Since(began).Seconds()
	return out, nil
}

// look values the moves of a position and the position itself.
func (k *Thinker) look(ctx context.Context, t *Table, a engines.Agent) ([]analysis.MoveEval, analysis.Analysis, error) {
	rated, err := k.rated(ctx, t, a)
	if err != nil {
		return nil, analysis.Analysis{}, err
	}
	n, err := k.analyze(ctx, t, a)
	return rated, n, err
}

// fill writes down what was found.
func (t *Table) fill(out *Rating, found []analysis.MoveEval, n analysis.Analysis, a engines.Agent) {
	out.Rated, out.Static, out.Nodes = make([]Rated, len(found)), numbers(n.Static), n.Nodes
	for i, r := range found {
		out.Rated[i] = Rated{Move: t.game.FormatMove(r.Move), Value: finite(r.Value), Line: t.line(r.Line)}
	}
	out.Features, out.Order = make(map[string][]*float64), []string{}
	for _, f := range n.Features {
		out.Features[f.Name] = numbers(f.Values)
		out.Order = append(out.Order, f.Name)
	}
	out.Weights = make(map[string]float64)
	if with, err := t.engine.With(a.Settings); err == nil && a.Player == "" {
		for i, w := range with.Spec().Weights {
			if i < len(a.Weights) {
				out.Weights[w.Name] = a.Weights[i]
			}
		}
	}
	out.Extra = make(map[string]any)
	for _, x := range n.Extra {
		out.Extra[x.Key] = x.Value
	}
}

// line writes a line of play.
func (t *Table) line(moves []engines.Move) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = t.game.FormatMove(m)
	}
	return out
}

// Step is what a search has found at one depth.
type Step struct {
	Depth int        `json:"depth"`
	Best  string     `json:"best"`
	Value []*float64 `json:"value" doc:"a seat each; null for a seat that the search does not value"`
	Line  []string   `json:"line" doc:"the play that the search expects, the best move first; empty where it is not known"`
	Nodes uint64     `json:"nodes"`
	MS    int64      `json:"ms" doc:"milliseconds since the beginning"`
}

// Why a search ended.
const (
	endedDepth   = "depth"   // the agent's own depth was finished
	endedTime    = "time"    // the time was up
	endedSolved  = "solved"  // the position is solved: looking further changes nothing
	endedStopped = "stopped" // whoever asked has gone
)

// Deepen tells what an agent finds at every depth, as it finds it, and returns
// why it has ended. It ends with the error of each where that has one.
func (k *Thinker) Deepen(ctx context.Context, t *Table, a engines.Agent, l Limit, each func(Step) error) (why string, err error) {
	d, err := depthsOf(t.engine, a, l)
	if err != nil {
		return "", err
	}
	began := time.Now()
	var stopped error
	step := func(depth int, best string, value []*float64, line []string, nodes uint64) {
		stopped = each(Step{depth, best, finite(value), append([]string{}, line...), nodes, time.Since(began).Milliseconds()})
	}
	why = endedDepth
	cut, err := deepening{k, t, a, d, l}.run(ctx, func(ctx context.Context, depth int) (done bool, err error) {
		n, err := k.analyze(ctx, t, at(a, depth))
		if err != nil {
			return false, err
		}
		step(depth, n.Best, n.Value, n.Line, n.Nodes)
		if isSolved(n) {
			why = endedSolved
		}
		return stopped != nil || isSolved(n), nil
	}, func(f fallback) {
		move := ""
		if !t.Over() {
			move = t.game.FormatMove(f.move)
		}
		step(0, move, numbers(f.value), nil, 0)
	})
	switch {
	case stopped != nil:
		return endedStopped, stopped
	case err != nil || cut:
		return endedTime, err
	}
	return why, nil
}

// isSolved reports whether an analysis is of a position that was solved to its end.
func isSolved(n analysis.Analysis) bool {
	return slices.ContainsFunc(n.Extra, func(x analysis.Extra) bool { return x.Key == "exact" && x.Value == true })
}

// finite leaves out what JSON cannot write.
func finite(values []*float64) []*float64 {
	out := make([]*float64, len(values))
	for i, v := range values {
		if v != nil && !math.IsNaN(*v) && !math.IsInf(*v, 0) {
			out[i] = v
		}
	}
	return out
}

// numbers is finite for values that are all there.
func numbers(values []float64) []*float64 {
	out := make([]*float64, len(values))
	for i, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out[i] = &values[i]
		}
	}
	return out
}
