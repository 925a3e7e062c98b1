package risk

import (
	"context"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// Analyze says what an agent thinks of a position: the value is that of the
// seat to move after a search at the agent's depth, in the draft phase that of
// the attack phase after its draft. At depth 0 it is the static evaluation, for
// every seat.
func (e *engine) Analyze(ctx context.Context, g engines.Position, a engines.Agent) (analysis.Analysis, error) {
	t, err := gameOf(g)
	if err != nil {
		return analysis.Analysis{}, err
	}
	c, err := e.compile(a)
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
	value := c.worth(r.Value)
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

// planText writes the draft of the seat to move, "4+4 6+1".
func planText(g *game) string {
	var d drafter
	var words []string
	for _, p := range d.draft(&g.state, g.state.turn, g.draft) {
		words = append(words, fmt.Sprintf("%d+%d", p.cell, p.units))
	}
	return strings.Join(words, " ")
}

// featureTable lists every feature with its value to every seat.
func featureTable(g *game) []analysis.Feature {
	table := make([]analysis.Feature, featureCount)
	for i, w := range space() {
		table[i] = analysis.Feature{Name: w.Name, Values: make([]float64, g.Seats())}
	}
	for p := range g.Seats() {
		for i, v := range featuresAt(g.board, &g.state, int8(p)) {
			table[i].Values[p] = v
		}
	}
	return table
}
