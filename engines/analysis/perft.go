package analysis

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// PerftCounter is implemented by engines that do the counting for [Perft] themselves. Their own way
// may be faster than making every move on a copy of the position. It may also follow special rules
// of published counts, such as how a pass counts.
type PerftCounter interface {
	// Perft counts the sequences of depth moves from g, without chance. extra contains further
	// counts that are customary for the game.
	Perft(ctx context.Context, g engines.Game, depth int) (nodes uint64, extra []Extra, err error)
}

// Perft counts the sequences of depth legal moves from a position. Such counts are the standard
// test of an implementation of rules. If the engine is a [PerftCounter], Perft calls it. Otherwise
// it makes every move on a copy, with the chance events of the game's seed. Sequences that end the
// game earlier do not count. A negative depth is a [keys.KeyError].
func Perft(ctx context.Context, e engines.Engine, g engines.Game, depth int) (nodes uint64, extra []Extra, err error) {
	if err := keys.AtLeast(0).Check("depth", float64(depth)); err != nil {
		return 0, nil, err
	}
	if p, ok := engines.As[PerftCounter](e); ok {
		return p.Perft(ctx, g, depth)
	}
	nodes, err = countMoves(ctx, g, depth)
	return nodes, nil, err
}

// countMoves counts move sequences of the given length by applying every move to a copy of the
// game.
func countMoves(ctx context.Context, g engines.Game, depth int) (uint64, error) {
	if depth == 0 {
		return 1, nil
	}
	if err := ctx.Err(); err != nil || g.Over() {
		return 0, err
	}
	moves := g.Moves(nil)
	if depth == 1 {
		return uint64(len(moves)), nil
	}
	sum := uint64(0)
	for _, m := range moves {
		next := g.Clone()
		if err := next.Apply(m); err != nil {
			return 0, err
		}
		n, err := countMoves(ctx, next, depth-1)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
