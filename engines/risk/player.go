package risk

import (
	"context"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

type agent struct {
	weights features // divided by scale
	scale   float64  // the largest weight
	depth   int      // of the search, in plies
	filter  filter
}

// compile checks an agent's settings and weights and converts them to the form that the search
// uses. It divides all weights by the largest one. So agents whose weights differ only by a factor
// make the same moves.
func compile(e *engine, a engines.Agent) (agent, error) {
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

// weightsOf checks a weight vector and converts it to an array. Weights of nil mean the defaults.
func weightsOf(v engines.Weights) (features, error) {
	v, err := space().Complete(v)
	if err != nil {
		return features{}, err
	}
	return features(v), nil
}

// rescaled converts a value of the search to the scale of the agent's weights, which compile has
// divided by the largest weight. Values of wins and losses do not change.
func (a *agent) rescaled(v float64) float64 {
	if search.IsWin(v) || search.IsLoss(v) {
		return v
	}
	return v * a.scale
}

// player is the built-in player of Risk for one agent. It plans all placements of its new units at
// once and then makes them one by one.
type player struct {
	agent agent
	tree  tree
	look  *search.Searcher[state, engines.Move, *tree]
	root  state

	plan  []placement // the remaining placements of the present draft, in the drafter's buffer
	game  *game       // the game of the plan
	moves int         // number of moves of that game before the next placement
}

var (
	_ engines.Starter  = (*player)(nil)
	_ engines.Deepener = (*player)(nil)
)

func newPlayer(a agent) *player {
	p := &player{agent: a, tree: tree{filter: a.filter, weights: a.weights}}
	p.look = search.NewSearcher[state, engines.Move](&p.tree)
	return p
}

// Start discards the plan of the last game.
func (p *player) Start(context.Context, engines.Seating) error {
	p.plan, p.game = nil, nil
	return nil
}

// Choose returns the player's move. In the draft phase it is the next planned placement of units,
// and in the attack phase the best move of a search.
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
	p.prepare(t) // not p.search, which would copy the result
	r, err := p.look.AlphaBeta(ctx, &p.root, int(p.root.turn), search.Limits{Depth: p.agent.depth, MoveOnly: true})
	return r.Move, err
}

// Look returns the player's move for a search to the given depth, in plies. In the draft phase it
// is the next planned placement of units, and the result is Final. In the attack phase it is the
// best move of the search.
func (p *player) Look(ctx context.Context, g engines.Position, depth int) (engines.SearchResult, error) {
	t, err := gameOf(g)
	if err != nil {
		return engines.SearchResult{}, err
	}
	found := engines.SearchResult{Depth: depth, Final: true}
	if t.over || t.draft > 0 {
		found.Move, err = p.Choose(ctx, g)
		return found, err
	}
	r, err := p.search(ctx, t, search.Limits{Depth: depth, MoveOnly: true})
	if err != nil {
		return engines.SearchResult{}, err
	}
	onlyMove := r.Nodes <= 1
	return engines.SearchResult{Move: r.Move, Depth: depth, Nodes: r.Nodes, Final: onlyMove}, nil
}

// place returns the next planned placement of new units. If there is no plan for the current turn,
// it makes a plan first.
func (p *player) place(g *game) engines.Move {
	if len(p.plan) == 0 || p.game != g || p.moves != g.moves {
		p.plan, p.game = p.tree.drafter.draft(&g.state, g.state.turn, g.draft), g
	}
	next := p.plan[0]
	p.plan, p.moves = p.plan[1:], g.moves+1
	return placeMove(int(next.cell), next.units)
}

func (p *player) attack(ctx context.Context, g *game) (search.Result[engines.Move], error) {
	return p.search(ctx, g, search.Limits{Depth: p.agent.depth})
}

func (p *player) search(ctx context.Context, g *game, l search.Limits) (search.Result[engines.Move], error) {
	p.prepare(g)
	return p.look.AlphaBeta(ctx, &p.root, int(p.root.turn), l)
}

func (p *player) prepare(g *game) {
	p.plan = nil // the search uses the same buffer
	p.tree.attacks = g.table.attacks
	p.tree.follow(g.table.board, &p.root, &g.state)
	p.root.stop = !g.forced()
}
