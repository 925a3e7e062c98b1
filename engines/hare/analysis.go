package hare

import (
	"context"

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
// evaluation and the result of the search. At depth 0 it does not search.
func (e *engine) Analyze(ctx context.Context, g engines.Position, a engines.Agent) (analysis.Analysis, error) {
	t, err := tableOf(g)
	if err != nil {
		return analysis.Analysis{}, err
	}
	p, err := e.player(a)
	if err != nil {
		return analysis.Analysis{}, err
	}
	if err := p.fits(t); err != nil {
		return analysis.Analysis{}, err
	}
	seats := int(t.state.seats)
	out := analysis.Analysis{
		Features: make([]analysis.Feature, weightCount),
		Static:   make([]float64, seats),
		Value:    make([]*float64, seats),
	}
	for k, name := range [weightCount]string{"S", "C", "P"} {
		out.Features[k] = analysis.Feature{Name: name, Values: make([]float64, seats)}
	}
	for i := range seats {
		for k, x := range p.eval.features(&t.state, uint8(i)) {
			out.Features[k].Values[i] = float64(x) / 100
		}
		out.Static[i] = p.eval.value(&t.state, i)
	}
	if p.engine.settings.Int("depth") == 0 || t.Over() {
		out.Nodes = 1
		for i, v := range out.Static {
			out.Value[i] = &v
		}
		return out, nil
	}
	return out, p.analyze(ctx, t, &out)
}

// analyze adds the result of the player's search to out.
func (p *player) analyze(ctx context.Context, t *table, out *analysis.Analysis) error {
	r, err := p.search(ctx, &t.state)
	if err != nil {
		return err
	}
	out.Best, out.Nodes = formatMove(r.Move), r.Nodes
	out.Value = p.values(t, &r.Value)
	p.root = node{state: t.state}
	for _, m := range p.maxn.Line(ctx, &p.root, t.Seats(), r) {
		out.Line = append(out.Line, formatMove(m))
	}
	return ctx.Err()
}

// values converts the values that a search has found to units of the evaluation, one for every
// seat. An element is nil if the search does not compute a value for the seat.
func (p *player) values(t *table, found *search.Vector) []*float64 {
	out := make([]*float64, t.Seats())
	for i := range out {
		if p.valued(t.Turn(), i, len(out)) {
			v := float64(found[i]) / float64(p.eval.unit)
			out[i] = &v
		}
	}
	return out
}

// valued reports whether a search by the player at seat turn computes a value for the given seat.
// All searches do, with one exception: a paranoid search with more than two seats computes only the
// value for turn. In a paranoid search, all other players play against turn.
func (p *player) valued(turn, seat, seats int) bool {
	return seat == turn || seats == 2 || p.options.Pruning != search.Paranoid
}

// EvaluateMoves returns the moves that the agent's search examines, each with the values that the
// search computes (see valued). The agent's setting width may exclude moves. If the game is over,
// there are none.
func (e *engine) EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	t, err := tableOf(p)
	if err != nil {
		return nil, err
	}
	player, err := e.player(a)
	if err != nil {
		return nil, err
	}
	if err := player.fits(t); err != nil || t.Over() {
		return nil, err
	}
	player.root = node{state: t.state}
	ratings, _, err := player.maxn.Rate(ctx, &player.root, t.Seats())
	if err != nil {
		return nil, err
	}
	out := make([]analysis.MoveEval, len(ratings))
	for i, r := range ratings {
		out[i] = analysis.MoveEval{Move: r.Move, Value: player.values(t, &r.Value), Line: r.Line}
	}
	return out, nil
}

// Perft returns the number of sequences of exactly depth legal moves from a position. Cards are not
// drawn: hare squares count as squares without an effect.
func (e *engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	t, err := tableOf(g)
	if err != nil {
		return 0, nil, err
	}
	n, err := perft(ctx, t, depth)
	return n, nil, err
}

// CountEvaluations searches a position several times and counts the evaluated positions, to show
// what sorting and pruning save. It searches with and without sorted moves and, if the agent
// prunes, with and without its pruning. All searches examine every move, whatever the setting
// width. Evaluations for sorting are included. The result is empty if the game is over.
func (e *engine) CountEvaluations(ctx context.Context, g engines.Position, a engines.Agent) (analysis.Extra, error) {
	t, err := tableOf(g)
	if err != nil {
		return analysis.Extra{}, err
	}
	p, err := e.player(a)
	if err != nil {
		return analysis.Extra{}, err
	}
	if err := p.fits(t); err != nil || t.Over() {
		return analysis.Extra{}, err
	}
	return countEvaluations(ctx, p, t)
}
