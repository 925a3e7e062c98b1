package board

import (
	"context"
	"math/bits"
)

// Count is the result of [Perft]. A pass counts as one ply.
type Count struct {
	// Leaves is the number of positions at the full depth plus the number of games that
	// ended earlier (the convention of A. Bik, "Perft for Reversi", 2009).
	Leaves uint64
	// Reached is the number of positions at the full depth alone.
	Reached uint64
}

// perftPoll is the number of remaining plies from which on Perft no longer checks the context.
const perftPoll = 6

// Perft counts the move sequences of the given depth in plies. The only possible error is that of
// ctx.
func Perft(ctx context.Context, own, opp uint64, depth int) (Count, error) {
	var c Count
	if depth <= 0 {
		return Count{1, 1}, nil
	}
	err := c.add(ctx, own, opp, depth)
	return c, err
}

func (c *Count) add(ctx context.Context, own, opp uint64, depth int) error {
	if depth <= perftPoll {
		leaves, reached := perft(own, opp, depth)
		c.Leaves += leaves
		c.Reached += reached
		return ctx.Err()
	}
	moves := Moves(own, opp)
	if moves == 0 {
		if Moves(opp, own) == 0 {
			c.Leaves++
			return ctx.Err()
		}
		return c.add(ctx, opp, own, depth-1)
	}
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		o, p := Play(own, opp, Flips(own, opp, sq), sq)
		if err := c.add(ctx, o, p, depth-1); err != nil {
			return err
		}
	}
	return nil
}

// perft counts the sequences of depth legal moves; depth must be at least 1. leaves includes games
// that end earlier, and reached does not. perft cannot be cancelled. For speed, it counts the moves
// of the last ply without making them.
func perft(own, opp uint64, depth int) (leaves, reached uint64) {
	moves := Moves(own, opp)
	if moves == 0 {
		if Moves(opp, own) == 0 {
			return 1, 0
		}
		if depth == 1 {
			return 1, 1
		}
		return perft(opp, own, depth-1)
	}
	if depth == 1 {
		n := uint64(bits.OnesCount64(moves))
		return n, n
	}
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		o, p := Play(own, opp, Flips(own, opp, sq), sq)
		if depth == 2 {
			if next := Moves(o, p); next != 0 {
				n := uint64(bits.OnesCount64(next))
				leaves += n
				reached += n
				continue
			}
		}
		l, r := perft(o, p, depth-1)
		leaves += l
		reached += r
	}
	return leaves, reached
}
