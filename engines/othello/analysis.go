package othello

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/endgame"
	"github.com/lanista/lanista/keys"
)

var (
	_ analysis.Analyst       = (*engine)(nil)
	_ analysis.MoveEvaluator = (*engine)(nil)
	_ analysis.Solver        = (*engine)(nil)
	_ analysis.PerftCounter  = (*engine)(nil)
)

// Analyze evaluates and searches a position as the agent would. It returns the features, the static
// evaluation and the result of the search. The value of a decided or solved position is the final
// disc difference. Other values are in the unit of the weights, which is a disc for the model
// classic.
func (e *engine) Analyze(ctx context.Context, g engines.Position, a engines.Agent) (analysis.Analysis, error) {
	t, err := gameOf(g)
	if err != nil {
		return analysis.Analysis{}, err
	}
	own, weights, err := e.seat(a)
	if err != nil {
		return analysis.Analysis{}, err
	}
	var out analysis.Analysis
	if out.Features, err = own.explain(t); err != nil {
		return analysis.Analysis{}, err
	}
	if out.Static, err = own.Evaluate(t, weights); err != nil {
		return analysis.Analysis{}, err
	}
	p, err := newPlayer(e, a)
	if err != nil {
		return analysis.Analysis{}, err
	}
	v, best, err := p.assess(ctx, t)
	if err != nil {
		return analysis.Analysis{}, err
	}
	if p.depth == 0 && !v.solved() && !t.over {
		v.value = out.Static[t.turn]
	}
	out.Value = bySeat(v.value, t.turn)
	out.Best, out.Nodes = best, v.nodes
	if t.over {
		return out, nil
	}
	if v.solved() {
		out.Extra = []analysis.Extra{{Key: "exact", Value: true, Text: "solved: the value is the final score"}}
	}
	line, err := p.expected(ctx, t, v)
	for _, m := range line {
		out.Line = append(out.Line, t.FormatMove(m))
	}
	return out, err
}

// EvaluateMoves returns the value of every move that the agent considers, from a search to the
// agent's depth. If the agent would solve the position, every move is solved exactly. Agents that
// always take a corner do not consider other moves if they can take one. The agent's choice comes
// first, then the others by their values.
func (e *engine) EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	t, err := gameOf(p)
	if err != nil || t.over {
		return nil, err
	}
	player, err := newPlayer(e, a)
	if err != nil {
		return nil, err
	}
	evals, chosen, err := player.rate(ctx, t)
	slices.SortStableFunc(evals, func(a, b analysis.MoveEval) int {
		switch {
		case a.Move == chosen:
			return -1
		case b.Move == chosen:
			return 1
		}
		return cmp.Compare(*b.Value[t.turn], *a.Value[t.turn])
	})
	return evals, err
}

func (e *engine) explain(g *game) ([]analysis.Feature, error) {
	switch {
	case e.model.features == nil && !e.model.tabled:
		return nil, nil
	case e.model.name == "classic":
		return classicTermsBySeat(g), nil
	}
	rows, err := e.Features(g)
	if err != nil {
		return nil, err
	}
	list := make([]analysis.Feature, 0, len(e.model.space()))
	for i, w := range e.model.space() {
		if e.model.name == "ntuple" && rows[0][i] == 0 && rows[1][i] == 0 {
			continue
		}
		list = append(list, analysis.Feature{Name: w.Name, Values: []float64{rows[0][i], rows[1][i]}})
	}
	return list, nil
}

// classicTermsBySeat returns the terms of the model classic for both seats, without their weights.
func classicTermsBySeat(g *game) []analysis.Feature {
	var t [classicTerms]int32
	classicTermsOf(g.own, g.opp, &t)
	list := make([]analysis.Feature, classicTerms)
	for i, term := range classicTable {
		values := make([]float64, 2)
		values[g.turn], values[1-g.turn] = float64(t[i]), 0-float64(t[i])
		list[i] = analysis.Feature{Name: term.name, Values: values}
	}
	return list
}

// Solve returns the exact final score under perfect play, for the side to move. It also returns all
// moves that reach this score, and a line of perfect play that begins with the first of them.
func (e *engine) Solve(ctx context.Context, g engines.Position) (analysis.Solution, error) {
	t, err := gameOf(g)
	if err != nil {
		return analysis.Solution{}, err
	}
	if n := t.empties(); n > solvable && !t.over {
		return analysis.Solution{}, fmt.Errorf("%d empty squares are too many to solve; the maximum is %d", n, solvable)
	}
	var solver endgame.Solver
	if t.empties() > patternsPay && !t.over {
		if solver.Patterns, err = readTableOf(shippedTable); err != nil {
			return analysis.Solution{}, fmt.Errorf("solving: %w", err)
		}
	}
	r, line, err := solver.SolveLine(ctx, t.own, t.opp)
	if err != nil {
		return analysis.Solution{}, fmt.Errorf("solving: %w", err)
	}
	var s analysis.Solution
	for _, sq := range line {
		s.Line = append(s.Line, t.FormatMove(engines.Move(sq)))
	}
	if len(line) > 0 {
		s.Best = s.Line[0]
	}
	moves, best := []string{}, ""
	for set := r.Best; set != 0; set &= set - 1 {
		moves = append(moves, square(bits.TrailingZeros64(set)))
	}
	if t.moves == 0 && !t.over {
		moves = append(moves, "pass")
	}
	if len(moves) > 0 {
		best = "best moves: " + strings.Join(moves, " ")
	}
	s.Extra = []analysis.Extra{
		{Key: "exact", Value: true},
		{Key: "score", Value: r.Score, Text: fmt.Sprintf("exact score: %+d", r.Score)},
		{Key: "best_moves", Value: moves, Text: best},
		{Key: "solver_nodes", Value: r.Nodes},
	}
	if r.Open != 0 {
		s.Extra = append(s.Extra, analysis.Extra{Key: "open_moves", Value: strings.Split(squares(r.Open), ", "), Text: "not decided whether they win all discs: " + squares(r.Open)})
	}
	return s, nil
}

// patternsPay is the largest number of empty squares at which Solve does not use the pattern
// weights. With so few, reading them takes longer than the time that they save.
const patternsPay = 20

// solvable is the largest number of empty squares that Solve accepts. The hardest such
// positions take hours.
const solvable = 36

// SolvingTakes returns a sentence on the expected time to solve a position. It returns "" if the
// time is short or the position has too many empty squares. The estimates were measured with the
// FFO endgame positions on one core.
func (e *engine) SolvingTakes(p engines.Position) string {
	t, err := gameOf(p)
	if err != nil {
		return ""
	}
	n := t.empties()
	long := ""
	switch {
	case n > solvable || n < 20:
		return ""
	case n <= 22:
		long = "seconds"
	case n <= 24:
		long = "up to a minute"
	case n <= 26:
		long = "minutes"
	case n <= 28:
		long = "minutes to hours"
	default:
		long = "hours, unless one side wins every disc"
	}
	return fmt.Sprintf("solving %d empty squares takes %s", n, long)
}

// Perft returns the number of positions after depth plies plus the number of games that end
// earlier, which is the usual perft count for Othello. The extra value "reached" is the number of
// positions alone. A pass counts as one ply. The error is a [keys.KeyError] if depth is negative or
// exceeds the plies of the longest game.
func (e *engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	t, err := gameOf(g)
	if err != nil {
		return 0, nil, err
	}
	if depth < 0 || depth > mostPlies {
		return 0, nil, keys.Errorf("depth", "%d is not within [0, %d], the plies of the longest game", depth, mostPlies)
	}
	c, err := board.Perft(ctx, t.own, t.opp, depth)
	if err != nil {
		return 0, nil, err
	}
	return c.Leaves, []analysis.Extra{{Key: "reached", Value: c.Reached, Text: fmt.Sprintf("reached: %d", c.Reached)}}, nil
}
