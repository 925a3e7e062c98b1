package hare

import (
	"context"

	"github.com/lanista/lanista/engines"
)

var _ engines.Rater = (*engine)(nil)

// Rate searches every move that the width of the first ply lets the agent follow.
func (e *engine) Rate(ctx context.Context, p engines.Position, a engines.Agent) ([]engines.Rated, error) {
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
	out := make([]engines.Rated, len(ratings))
	for i, r := range ratings {
		out[i] = engines.Rated{Move: r.Move, Value: player.values(t, &r.Value), Line: r.Line}
	}
	return out, nil
}
