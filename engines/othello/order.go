package othello

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// byPromise groups the squares by how often they are the best move: corners,
// then what is neither next to a corner nor odd, then C squares, then X squares.
var byPromise = [4]uint64{
	cornerSquares,
	^(cornerSquares | 0x42c300000000c342),
	0x4281000000008142,
	0x0042000000004200,
}

const noSquare = 64

// expand lists the moves of a position with their replies. The hash move comes
// first; then few replies, corner replies counting double ("fastest first");
// far from the leaves the evaluation has a say too.
func (s *searcher) expand(own, opp, moves uint64, depth int, hashMove uint8) []branch {
	branches := s.stack[depth][:0]
	for set := moves; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		b := branch{own: o, opp: p, replies: board.Moves(o, p), sq: uint8(sq)}
		switch {
		case b.sq == hashMove:
			b.order = infinite
		case depth >= judgedDepth:
			b.order = -s.eval.evaluate(o, p)
		default:
			b.order = -int64(bits.OnesCount64(b.replies) + bits.OnesCount64(b.replies&cornerSquares))
		}
		branches = append(branches, b)
	}
	return branches
}

// judgedDepth is the depth from which moves are ordered by the evaluation.
const judgedDepth = 3

// selectBranch brings the most promising of the branches from i on to i.
func selectBranch(branches []branch, i int) {
	best := i
	for j := i + 1; j < len(branches); j++ {
		if branches[j].order > branches[best].order {
			best = j
		}
	}
	branches[i], branches[best] = branches[best], branches[i]
}

// sortBranches sorts by falling order and keeps equals as they are.
func sortBranches(branches []branch) {
	for i := 1; i < len(branches); i++ {
		for j := i; j > 0 && branches[j].order > branches[j-1].order; j-- {
			branches[j], branches[j-1] = branches[j-1], branches[j]
		}
	}
}
