package hare

import (
	"context"
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

// player is the built-in player with the settings and weights of one agent.
type player struct {
	engine  *engine // with the agent's settings
	options search.MaxNOptions
	eval    *evaluator
	tree    *tree
	maxn    *search.MaxN[node, *tree]
	moves   []engines.Move
	root    node
}

var _ engines.Deepener = (*player)(nil)

// Choose returns the best move of a search. If only one move is legal, it returns that move
// without a search.
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

// Look returns the best move of a search to the given depth, in moves. If only one move is legal,
// or if a limit ends the search earlier, the result is Final.
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
		return engines.SearchResult{Move: p.moves[0], Depth: depth, Final: true}, ctx.Err()
	}
	p.root = node{state: t.state}
	r, err := p.maxn.SearchTo(ctx, &p.root, t.Seats(), depth)
	if err != nil {
		return engines.SearchResult{}, err
	}
	return engines.SearchResult{Move: r.Move, Depth: r.Depth, Nodes: r.Nodes, Final: r.Depth < depth}, nil
}

func (p *player) search(ctx context.Context, s *state) (search.MaxNResult, error) {
	p.root = node{state: *s}
	return p.maxn.Search(ctx, &p.root, int(s.seats))
}

// fits returns an error if the game has another board than the one for which the player was
// created.
func (p *player) fits(t *table) error {
	if *t.board != *p.tree.board {
		return fmt.Errorf("the agent's settings have another board than the game")
	}
	return nil
}
