package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

// certain is beyond anything that judge and look return.
const certain = 1 << 20

// judge is a plain evaluation for the side to move, good enough to sort moves
// by: corners, the squares that give them away, discs that stay, and room to
// move now and later. Its unit is a sixteenth of a reply.
func judge(own, opp uint64) int {
	empty := ^(own | opp)
	mine, theirs := board.Moves(own, opp), board.Moves(opp, own)
	exposed, open := board.Dilate(empty), empty&corners
	score := 16*(bits.OnesCount64(mine)-bits.OnesCount64(theirs)) +
		16*(bits.OnesCount64(mine&corners)-bits.OnesCount64(theirs&corners)) +
		8*(bits.OnesCount64(board.Dilate(opp)&empty)-bits.OnesCount64(board.Dilate(own)&empty)) +
		48*(bits.OnesCount64(own&corners)-bits.OnesCount64(opp&corners)) +
		16*(bits.OnesCount64(board.Stable(own, opp))-bits.OnesCount64(board.Stable(opp, own))) -
		4*(bits.OnesCount64(own&exposed)-bits.OnesCount64(opp&exposed))
	if open != 0 {
		xs := board.Diagonal(open)
		cs := board.Dilate(open) &^ xs
		score -= 48*(bits.OnesCount64(own&xs)-bits.OnesCount64(opp&xs)) +
			8*(bits.OnesCount64(own&cs)-bits.OnesCount64(opp&cs))
	}
	return score
}

// patternDisc is what a disc by the patterns adds to a judgement, in sixteenths of a
// reply. Neither is as good alone: the patterns foresee the score, and few replies
// make a search short.
const patternDisc = 20

// look is the judgement after a few plies, by alpha-beta. It may take long by itself
// where there are many empty squares, so it polls the context, but not the limit of
// nodes: where that ends a search must not depend on the order of moves.
func (s *search) look(own, opp uint64, depth, alpha, beta int) int {
	s.nodes++
	if depth == 0 {
		worth := judge(own, opp)
		if s.settings.Patterns != nil {
			worth += s.settings.Patterns.Evaluate(own, opp) * patternDisc / pattern.Unit
		}
		return worth
	}
	if s.looks++; s.looks&pollMask == 0 && s.ctx.Err() != nil {
		s.stop = true
	}
	if s.stop {
		return alpha
	}
	moves := board.Moves(own, opp)
	if moves == 0 {
		if board.Moves(opp, own) == 0 {
			return certain / 128 * board.FinalScore(own, opp)
		}
		return -s.look(opp, own, depth, -beta, -alpha)
	}
	best := -certain
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		best = max(best, -s.look(o, p, depth-1, -beta, -max(alpha, best)))
		if best >= beta {
			break
		}
	}
	return best
}
