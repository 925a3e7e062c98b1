package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

const corners uint64 = 0x8100000000000081

// expand lists the children of a position with their order, best first by the
// largest. It returns nil if a move wipes the opponent out.
func (s *search) expand(own, opp, moves uint64, n, alpha int, hashMove uint8) []child {
	children := s.stack[n][:0]
	odd := oddSquares[parityOf(^(own|opp))&15]
	for set := moves; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		f := board.Flips(own, opp, sq)
		if f == opp {
			return nil
		}
		o, p := board.Play(own, opp, f, sq)
		c := child{own: o, opp: p, replies: board.Moves(o, p), sq: uint8(sq)}
		if c.sq == hashMove {
			c.order = 1 << 20
		} else {
			c.order = s.order(&c, n, alpha)
			if odd>>sq&1 != 0 && !s.probing {
				c.order += oddBonus
			}
		}
		children = append(children, c)
	}
	return children
}

const (
	// oddBonus is what a move into an odd region is worth in order's unit, a
	// sixteenth of a reply.
	oddBonus = 6

	// judgedEmpties is from how many empty squares on moves are ordered by a
	// search with judge: of depth 0 first, then one ply deeper for every
	// pliesEvery empty squares from lookEmpties on.
	judgedEmpties = 11
	lookEmpties   = 15
	pliesEvery    = 2

	// wipeoutAlpha is an alpha so high that turning discs counts by itself.
	wipeoutAlpha = 40
)

// order judges a position after a move: few replies, corner replies counting
// double, and few empty squares next to the mover's discs.
func (s *search) order(c *child, n, alpha int) int32 {
	own, opp, replies := c.own, c.opp, c.replies
	if s.probing {
		return -int32(bits.OnesCount64(replies) + bits.OnesCount64(replies&corners))
	}
	score := -32 * (bits.OnesCount64(replies) + bits.OnesCount64(replies&corners))
	score -= 4 * bits.OnesCount64(board.Dilate(opp)&^(own|opp))
	if n >= judgedEmpties {
		depth := 0
		if n >= lookEmpties {
			depth = 1 + (n-lookEmpties)/pliesEvery
		}
		if alpha >= wipeoutAlpha || alpha < -wipeoutAlpha {
			depth = max(0, depth-1)
		}
		if s.settings.Patterns == nil {
			score /= 2
		}
		score -= s.look(own, opp, depth, -certain, certain)
	}
	if alpha >= wipeoutAlpha {
		score -= 8 * bits.OnesCount64(own)
	}
	return int32(score)
}
