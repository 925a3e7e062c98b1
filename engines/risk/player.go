package risk

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
	"github.com/lanista/lanista/keys"
)

// agent is what weights and settings compile into.
type agent struct {
	weights features // divided by scale
	scale   float64  // the largest weight
	depth   int      // plies looked ahead
	filter  filter
}

// compile checks an agent and prepares it. The search weighs features by
// weights divided by the largest one, so that agents whose weights differ by a
// factor compute the same numbers and make the same moves.
func (e *engine) compile(a engines.Agent) (agent, error) {
	settings, err := e.agentSettings(a)
	if err != nil {
		return agent{}, err
	}
	w, err := weightsOf(a.Weights)
	if err != nil {
		return agent{}, err
	}
	c := agent{
		weights: w,
		scale:   max(w[0], w[1], w[2], w[3]),
		depth:   settings.Int("depth"),
		filter:  filter{int32(settings.Int("min_diff")), settings.Bool("weakest_only")},
	}
	if c.scale == 0 {
		c.scale = 1
	}
	for i := range c.weights {
		c.weights[i] /= c.scale
	}
	return c, nil
}

// weightsOf checks a vector of weights; nil means the defaults.
func weightsOf(v engines.Weights) (features, error) {
	if v == nil {
		v = space().Default()
	}
	if err := space().Check(v); err != nil {
		return features{}, err
	}
	return features(v), nil
}

// worth turns a value of the search back into the agent's own scale.
func (a *agent) worth(v float64) float64 {
	if search.IsWin(v) || search.IsLoss(v) {
		return v
	}
	return v * a.scale
}

// player chooses for one seat. A draft is planned as a whole when it begins and
// then placed territory by territory.
type player struct {
	agent agent
	tree  tree
	look  *search.Searcher[state, engines.Move, *tree]
	root  state

	plan  []placement // of the draft under way, in the drafter's memory
	game  *game       // the game it is for
	moves int         // of that game when its next placement is due
}

var (
	_ engines.Starter  = (*player)(nil)
	_ engines.Deepener = (*player)(nil)
)

// NewPlayer compiles an agent into a player, which looks at least one ply ahead.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	c, err := e.compile(a)
	if err := errors.Join(err, a.Limit.Refuse()); err != nil {
		return nil, err
	}
	if c.depth == 0 {
		return nil, keys.Errorf("depth", "0 values a position but chooses no move, at least 1 is needed to play")
	}
	return newPlayer(c), nil
}

func newPlayer(a agent) *player {
	p := &player{agent: a, tree: tree{filter: a.filter, weights: a.weights}}
	p.look = search.NewSearcher[state, engines.Move](&p.tree)
	return p
}

// Start forgets the last game.
func (p *player) Start(context.Context, engines.Seating) error {
	p.plan, p.game = nil, nil
	return nil
}

// Choose places the next part of the planned draft, or searches for an attack.
func (p *player) Choose(ctx context.Context, g engines.Position) (engines.Move, error) {
	t, err := gameOf(g)
	if err != nil {
		return 0, err
	}
	if t.over {
		return 0, fmt.Errorf("the game is over")
	}
	if t.draft > 0 {
		return p.place(t), nil
	}
	r, err := p.search(ctx, t, search.Limits{Depth: p.agent.depth, MoveOnly: true})
	return r.Move, err
}

// Look makes the next placement of the planned draft, or searches for an attack to a
// depth.
func (p *player) Look(ctx context.Context, g engines.Position, depth int) (engines.SearchResult, error) {
	t, err := gameOf(g)
	if err != nil {
		return engines.SearchResult{}, err
	}
	found := engines.SearchResult{Depth: depth, Value: make([]*float64, t.Seats()), Final: true}
	if t.over || t.draft > 0 {
		found.Move, err = p.Choose(ctx, g)
		return found, err
	}
	r, err := p.search(ctx, t, search.Limits{Depth: depth, MoveOnly: true})
	if err != nil {
		return engines.SearchResult{}, err
	}
	value := p.agent.worth(r.Value)
	found.Move, found.Nodes, found.Value[t.state.turn] = r.Move, r.Nodes, &value
	found.Final = r.Nodes <= 1 // there is one move
	return found, nil
}

// place goes on with the plan, or makes one if the draft has changed hands.
func (p *player) place(g *game) engines.Move {
	if len(p.plan) == 0 || p.game != g || p.moves != g.moves {
		p.plan, p.game = p.tree.drafter.draft(&g.state, g.state.turn, g.draft), g
	}
	next := p.plan[0]
	p.plan, p.moves = p.plan[1:], g.moves+1
	return placeMove(int(next.cell), next.units)
}

// attack searches the attack phase of a game for a move and its value.
func (p *player) attack(ctx context.Context, g *game) (search.Result[engines.Move], error) {
	return p.search(ctx, g, search.Limits{Depth: p.agent.depth})
}

func (p *player) search(ctx context.Context, g *game, l search.Limits) (search.Result[engines.Move], error) {
	p.prepare(g)
	return p.look.AlphaBeta(ctx, &p.root, int(p.root.turn), l)
}

// prepare makes the attack phase of a game the root of the search.
func (p *player) prepare(g *game) {
	p.plan = nil // the search drafts in the same memory
	g.state.copyTo(&p.root, g.board.n)
	p.root.stop = g.forceAfter == 0 || g.round <= g.forceAfter
	p.tree.attacks = g.attacks
	p.tree.watch(g.board, &p.root)
}
