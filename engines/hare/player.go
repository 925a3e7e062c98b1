package hare

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

// player returns the player of an agent.
type player struct {
	eval  *evaluator
	tree  *tree
	maxn  *search.MaxN[node, *tree]
	moves []engines.Move
	root  node

	paranoid bool
}

var _ engines.Deepener = (*player)(nil)

// NewPlayer returns the player of an agent. The agent may have other settings of players than the
// engine.
func (e *engine) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	p, err := e.player(a)
	if err != nil {
		return nil, err // not p: a nil *player in an interface is not nil
	}
	return p, nil
}

// player is NewPlayer, with the type of this package.
func (e *engine) player(a engines.Agent) (*player, error) {
	with, err := e.With(a.Settings)
	if err != nil {
		return nil, err
	}
	own := with.(*engine)
	l, err := compile(own.settings)
	if err != nil {
		return nil, err
	}
	p := &player{paranoid: l.options.Pruning == search.Paranoid}
	if p.eval, err = own.evaluator(a.Weights); err != nil {
		return nil, err
	}
	p.eval.tabulate()
	p.tree = newTree(p.eval, own.dealing, l)
	if p.maxn, err = search.NewMaxN[node](p.tree, l.options); err != nil {
		return nil, err
	}
	return p, nil
}

// Choose returns the best move of the search, or a forced move without a search.
func (p *player) Choose(ctx context.Context, g engines.Position) (engines.Move, error) {
	t, err := tableOf(g)
	if err != nil {
		return 0, err
	}
	if err := p.fits(t); err != nil {
		return 0, err
	}
	p.moves = t.Moves(p.moves[:0])
	switch len(p.moves) {
	case 0:
		return 0, errOver
	case 1:
		return p.moves[0], ctx.Err()
	}
	r, err := p.search(ctx, &t.state)
	return r.Move, err
}

var errOver = errors.New("the game is over")

// Look searches to a depth.
func (p *player) Look(ctx context.Context, g engines.Position, depth int) (engines.SearchResult, error) {
	t, err := tableOf(g)
	if err != nil {
		return engines.SearchResult{}, err
	}
	if err := p.fits(t); err != nil {
		return engines.SearchResult{}, err
	}
	p.moves = t.Moves(p.moves[:0])
	switch len(p.moves) {
	case 0:
		return engines.SearchResult{}, errOver
	case 1:
		return engines.SearchResult{Move: p.moves[0], Depth: depth, Value: make([]*float64, t.Seats()), Final: true}, ctx.Err()
	}
	p.root = node{state: t.state}
	r, err := p.maxn.SearchTo(ctx, &p.root, t.Seats(), depth)
	if err != nil {
		return engines.SearchResult{}, err
	}
	return engines.SearchResult{Move: r.Move, Depth: r.Depth, Value: p.values(t, &r.Value), Nodes: r.Nodes, Final: r.Depth < depth}, nil
}

// search searches a position.
func (p *player) search(ctx context.Context, s *state) (search.MaxNResult, error) {
	p.root = node{state: *s}
	return p.maxn.Search(ctx, &p.root, int(s.seats))
}

// fits returns an error if the game has another board than the player.
func (p *player) fits(t *table) error {
	if *t.board != *p.tree.board {
		return fmt.Errorf("the player knows another board than the table's")
	}
	return nil
}
