package othello

import (
	"context"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// sourcer is the search for the setting levels=source. It plays like the program from which the
// models easy, medium and hard were taken. It looks some exchanges ahead. An exchange is a reply
// of the opponent and an own move. sourcer assumes the pair that is best for its own side, while
// minimax would assume the reply that is worst for it. A position in which the opponent can take
// a corner has the value corner_reply. A position in which most replies are in the corner blocks
// has the value bad_replies. Neither is searched further. A position without an exchange has the
// value noPair.
type sourcer struct{ level *leveller }

// noPair is the value of a position in which no exchange (a reply and an own move) is possible,
// because one side cannot move.
const noPair = -10005 * unit

// think looks depth/2 exchanges ahead. An exchange is a reply of the opponent and an own move.
func (s sourcer) think(ctx context.Context, g *game, depth int) (verdict, error) {
	s.level.ctx, s.level.nodes, s.level.stop = ctx, 0, false
	best, moves := -infinite, uint64(0)
	for set := s.level.choices(g.moves); set != 0; set &= set - 1 {
		switch v := s.worth(g, bits.TrailingZeros64(set), depth/2); {
		case moves == 0 || v > best+1:
			best, moves = v, set&-set
		case v >= best-1 && s.level.ties:
			best = max(best, v)
			moves |= set & -set
		}
	}
	if err := ctx.Err(); err != nil {
		return verdict{}, err
	}
	return verdict{moves: moves, value: inUnits(best), nodes: s.level.nodes, depth: max(1, depth)}, nil
}

// rate returns the value of every move that the model considers, without lines of play.
func (s sourcer) rate(ctx context.Context, g *game, depth int) ([]rating, error) {
	s.level.ctx, s.level.nodes, s.level.stop = ctx, 0, false
	var ratings []rating
	for set := s.level.choices(g.moves); set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		ratings = append(ratings, rating{inUnits(s.worth(g, sq, depth/2)), []engines.Move{engines.Move(sq)}})
	}
	return ratings, ctx.Err()
}

// follow returns line unchanged. The search assumes replies that are bad for the opponent, so it
// has no expected line of play.
func (s sourcer) follow(ctx context.Context, line []engines.Move, _, _ uint64, _ int) ([]engines.Move, error) {
	return line, ctx.Err()
}

// worth returns the score of a move to square sq plus the best score in the given number of
// exchanges after it. An exchange is a reply of the opponent and an own move.
func (s sourcer) worth(g *game, sq, exchanges int) int64 {
	own, opp, gain := s.play(g.own, g.opp, sq)
	return gain + s.exchange(own, opp, exchanges)
}

// play makes a move to square sq and returns the next position. gain is the weight of the square
// plus the weight of the turned discs.
func (s sourcer) play(own, opp uint64, sq int) (nextOwn, nextOpp uint64, gain int64) {
	flips := board.Flips(own, opp, sq)
	nextOwn, nextOpp = board.Play(own, opp, flips, sq)
	return nextOwn, nextOpp, s.level.square[sq&63] + s.level.flip*int64(bits.OnesCount64(flips))
}

// exchange returns the best score that the side not to move can gain in the given number of
// exchanges. An exchange is a reply of the opponent, who is to move, and an own move.
func (s sourcer) exchange(own, opp uint64, exchanges int) int64 {
	if s.level.nodes++; s.level.nodes&pollMask == 0 && s.level.ctx.Err() != nil {
		s.level.stop = true
	}
	if exchanges == 0 || s.level.stop {
		return 0
	}
	replies := board.Moves(own, opp)
	if replies&cornerSquares != 0 {
		return s.level.corner
	}
	if n := bits.OnesCount64(replies); n > 0 && float64(bits.OnesCount64(replies&cornerBlocks)) > s.level.share*float64(n) {
		return s.level.bad
	}
	best := int64(noPair)
	for ; replies != 0; replies &= replies - 1 {
		mine, theirs, lost := s.play(own, opp, bits.TrailingZeros64(replies))
		for set := board.Moves(mine, theirs); set != 0; set &= set - 1 {
			after, mover, gain := s.play(mine, theirs, bits.TrailingZeros64(set))
			best = max(best, gain-lost+s.exchange(after, mover, exchanges-1))
		}
	}
	return best
}
