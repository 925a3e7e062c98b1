package risk

import (
	"context"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/search"
)

var (
	_ analysis.Analyst       = (*engine)(nil)
	_ analysis.MoveEvaluator = (*engine)(nil)
	_ analysis.PerftCounter  = (*engine)(nil)
)

// Analyze evaluates and searches a position as the agent would. It returns the features, the static
// evaluation (Static) and the result of the search (Value) for the seat to move. Value is nil for
// other seats. At depth 0 there is no search, and Value is Static for every seat.
//
// In the draft phase, the search begins after the placements of units that the agent would choose.
func (e *engine) Analyze(ctx context.Context, g engines.Position, a engines.Agent) (analysis.Analysis, error) {
	t, err := gameOf(g)
	if err != nil {
		return analysis.Analysis{}, err
	}
	c, err := compile(e, a)
	if err != nil {
		return analysis.Analysis{}, err
	}
	w, err := weightsOf(a.Weights)
	if err != nil {
		return analysis.Analysis{}, err
	}
	out := analysis.Analysis{
		Features: featureTable(t),
		Static:   static(t, &w),
		Value:    make([]*float64, t.Seats()),
		Nodes:    1,
		Extra:    []analysis.Extra{draftExtra(t), attackExtra(t, c.filter)},
	}
	if !t.over && t.draft > 0 {
		out.Best = planText(t)
	}
	if c.depth == 0 {
		for p := range out.Value {
			out.Value[p] = &out.Static[p]
		}
		return out, ctx.Err()
	}
	p := newPlayer(c)
	plan, after := p.drafted(t)
	r, err := p.attack(ctx, after)
	if err != nil {
		return analysis.Analysis{}, err
	}
	value := c.rescaled(r.Value)
	out.Value[t.state.turn], out.Nodes = &value, r.Nodes
	if !t.over && t.draft == 0 {
		out.Best = formatMove(r.Move)
	}
	if !t.over {
		p.prepare(after)
		for _, m := range append(plan, p.look.Line(ctx, &p.root, int(p.root.turn), r)...) {
			out.Line = append(out.Line, formatMove(m))
		}
	}
	return out, ctx.Err()
}

// planText returns the placements of new units that the seat to move plans, as text such as "4+4
// 6+1".
func planText(g *game) string {
	var d drafter
	var words []string
	for _, p := range d.draft(&g.state, g.state.turn, g.draft) {
		words = append(words, fmt.Sprintf("%d+%d", p.cell, p.units))
	}
	return strings.Join(words, " ")
}

func featureTable(g *game) []analysis.Feature {
	table := make([]analysis.Feature, featureCount)
	for i, w := range space() {
		table[i] = analysis.Feature{Name: w.Name, Values: make([]float64, g.Seats())}
	}
	for p := range g.Seats() {
		for i, v := range featuresAt(g.table.board, &g.state, int8(p)) {
			table[i].Values[p] = v
		}
	}
	return table
}

// EvaluateMoves returns the moves that the agent considers, each with its value for the seat to
// move from a search to the agent's depth. In the attack phase these are attacks and, unless the
// agent must attack, stop, which ends the turn. In the draft phase it is only the first planned
// placement of units. Its value is that of the position after all planned placements, and its line
// contains them and the expected attacks.
func (e *engine) EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	t, err := gameOf(p)
	if err != nil || t.over {
		return nil, err
	}
	c, err := compile(e, a)
	if err != nil {
		return nil, err
	}
	c.depth = max(1, c.depth)
	player := newPlayer(c)
	plan, after := player.drafted(t)
	ratings, err := player.rate(ctx, after)
	if err != nil {
		return nil, err
	}
	if t.draft > 0 {
		ratings = ratings[:1]
	}
	out := make([]analysis.MoveEval, len(ratings))
	for i, r := range ratings {
		value := c.rescaled(r.Value)
		line := append(plan[:len(plan):len(plan)], r.Line...)
		out[i] = analysis.MoveEval{Move: line[0], Value: make([]*float64, t.Seats()), Line: line}
		out[i].Value[t.state.turn] = &value
	}
	return out, nil
}

// drafted returns the placements of new units that the player plans, and the game after them. In
// the attack phase it returns no placements and the game itself.
func (p *player) drafted(g *game) (plan []engines.Move, after *game) {
	if g.over || g.draft == 0 {
		return nil, g
	}
	later := *g
	for _, d := range p.tree.drafter.draft(&g.state, g.state.turn, g.draft) {
		later.state.change(g.table.board, int(d.cell), d.units)
		plan = append(plan, placeMove(int(d.cell), d.units))
	}
	return plan, &later
}

// rate returns the moves that the agent considers in the attack phase, with their values. It
// searches independent attacks in every order, so that the value of a move includes all attacks
// that may follow it.
func (p *player) rate(ctx context.Context, g *game) ([]search.Rating[engines.Move], error) {
	p.prepare(g)
	p.tree.everyOrder = true
	defer func() { p.tree.everyOrder = false }()
	ratings, _, err := p.look.Rate(ctx, &p.root, int(p.root.turn), search.Limits{Depth: p.agent.depth})
	return ratings, err
}

// Perft returns the number of sequences of exactly depth legal moves from a position. No dice are
// rolled: every attack succeeds. It costs the attacker one unit for each defender, but at least one
// attacking unit survives.
func (e *engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	t, err := gameOf(g)
	if err != nil {
		return 0, nil, err
	}
	n, err := perft(ctx, t, depth)
	return n, nil, err
}
