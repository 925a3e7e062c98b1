package chess

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// Perft counts the sequences of depth legal moves. As everywhere, the draws by
// repetition, material and the hundred plies do not end a sequence.
func (e *engine) Perft(ctx context.Context, g engines.Game, depth int) (uint64, []analysis.Extra, error) {
	c, err := gameOf(g)
	if err != nil {
		return 0, nil, err
	}
	nodes := c.at.Perft(depth, func() bool { return ctx.Err() != nil })
	return nodes, nil, ctx.Err()
}
