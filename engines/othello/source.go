package othello

import (
	"context"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// sourcer is the search for the setting levels=source. It chooses the same moves as the program
// from which the levels easy, medium and hard were taken.
//
// The model easy chooses the move that turns the most discs. The models medium and hard take the
// first corner in board order. If there is none, they look one or three exchanges ahead. An
// exchange is a reply of the opponent and the player's next move. A minimax search assumes the
// reply that is worst for the player. sourcer assumes the exchange that is best for the player.
//
// The value of a move is its gain (see play), minus the gain of the reply, plus the value of the
// player's next move. In the last exchange the next move counts as 0, but there must be one. There
// are two exceptions. If the opponent can take a corner after the move, the value is the weight
// corner_reply. Otherwise, if most replies are in the corner blocks, it is the weight bad_replies.
// Of several moves with equal values, sourcer chooses the last.
type sourcer struct{ level *leveller }

// noExchange is the value of a move, in the search of [sourcer], after which no exchange is
// possible because one side cannot move. An exchange is a reply of the opponent and an own move.
const noExchange = -10005 * unit

// think returns the best move and its value from a search of depth/2 exchanges, but at least one.
// An exchange is a reply of the opponent and the player's next move.
func (s sourcer) think(ctx context.Context, g *game, depth int) (verdict, error) {
	s.level.ctx, s.level.nodes, s.level.stop = ctx, 0, false
	best, moves := -infinite, uint64(0)
	for set := s.choices(g.moves); set != 0; set &= set - 1 {
		switch v := s.rootValue(g, bits.TrailingZeros64(set), depth); {
		case v >= best-1 && s.level.ties:
			if v > best+1 {
				moves = 0
			}
			best = max(best, v)
			moves |= set & -set
		case v >= best:
			best, moves = v, set&-set
		}
	}
	if err := ctx.Err(); err != nil {
		return verdict{}, err
	}
	return verdict{moves: moves, value: inUnits(best), nodes: s.level.nodes, depth: max(1, depth)}, nil
}

// rate returns the value of every move that [sourcer.choices] returns, from a search to the given
// depth. It returns no lines of play.
func (s sourcer) rate(ctx context.Context, g *game, depth int) ([]analysis.MoveEval, error) {
	s.level.ctx, s.level.nodes, s.level.stop = ctx, 0, false
	var evals []analysis.MoveEval
	for set := s.choices(g.moves); set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		evals = append(evals, moveEval(inUnits(s.rootValue(g, sq, depth)), g.turn, engines.Move(sq)))
	}
	return evals, ctx.Err()
}

// follow returns line unchanged: this search expects no line of play, because it does not assume
// good replies.
func (s sourcer) follow(ctx context.Context, line []engines.Move, _, _ uint64, _ int) ([]engines.Move, error) {
	return line, ctx.Err()
}

// choices returns the moves that the search considers: only the first corner if the model always
// takes corners and one of the moves is a corner, and otherwise all moves.
func (s sourcer) choices(moves uint64) uint64 {
	if corners := moves & board.Corners; s.level.takesCorners && corners != 0 {
		return corners & -corners
	}
	return moves
}

// rootValue returns the value of a move to square sq for the side to move. With the model easy, it
// is the number of turned discs times the weight flip. With the models medium and hard, it is the
// result of moveValue for depth/2 exchanges, but at least one.
func (s sourcer) rootValue(g *game, sq, depth int) int64 {
	if !s.level.takesCorners {
		return s.level.flip * int64(bits.OnesCount64(board.Flips(g.own, g.opp, sq)))
	}
	return s.moveValue(g.own, g.opp, sq, max(1, depth/2))
}

// moveValue returns the value of a move to square sq over the given number of exchanges, as
// [sourcer] defines it. It returns 0 for 0 exchanges.
func (s sourcer) moveValue(own, opp uint64, sq, exchanges int) int64 {
	if s.level.nodes++; s.level.nodes&pollMask == 0 && s.level.ctx.Err() != nil {
		s.level.stop = true
	}
	if exchanges == 0 || s.level.stop {
		return 0
	}
	own, opp, gain := s.play(own, opp, sq)
	replies := board.Moves(own, opp)
	if replies&board.Corners != 0 {
		return s.level.corner
	}
	if n := bits.OnesCount64(replies); n > 0 && float64(bits.OnesCount64(replies&cornerBlocks)) > s.level.share*float64(n) {
		return s.level.bad
	}
	best := int64(noExchange)
	for ; replies != 0; replies &= replies - 1 {
		mine, theirs, lost := s.play(own, opp, bits.TrailingZeros64(replies))
		for set := board.Moves(mine, theirs); set != 0; set &= set - 1 {
			best = max(best, gain-lost+s.moveValue(mine, theirs, bits.TrailingZeros64(set), exchanges-1))
		}
	}
	return best
}

// play makes a move. It returns the position after it and the gain: the weight of the square plus
// the weight of the turned discs.
func (s sourcer) play(own, opp uint64, sq int) (nextOwn, nextOpp uint64, gain int64) {
	flips := board.Flips(own, opp, sq)
	nextOwn, nextOpp = board.Play(own, opp, flips, sq)
	return nextOwn, nextOpp, s.level.square[sq&63] + s.level.flip*int64(bits.OnesCount64(flips))
}
