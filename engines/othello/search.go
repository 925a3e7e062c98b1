package othello

import (
	"context"
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// verdict is what a search thinks of a position. It has four fields, which are handed
// up in registers; with one more a game at one ply takes a fifth longer.
type verdict struct {
	moves uint64  // the best moves: one, or all that tie if ties were asked for
	value float64 // to the side to move
	nodes uint64  // positions visited

	depth int // plies searched, toTheEnd where the value is the final score
}

// toTheEnd is the depth of a verdict of a position that was solved.
const toTheEnd = -1

// solved reports whether the value is the final score.
func (v verdict) solved() bool { return v.depth == toTheEnd }

// searcher is principal variation search with iterative deepening over a
// compiled evaluation. One goroutine uses it at a time.
type searcher struct {
	eval  evaluator
	limit uint64 // largest number of positions to visit; 0 for no limit
	ties  bool   // find all best moves, not only the first

	table transpositions
	stack [][]branch
	ctx   context.Context
	nodes uint64
	stop  bool
}

// branch is a move, the position after it, and the replies to it.
type branch struct {
	own, opp, replies uint64
	order             int64
	sq                uint8
}

const (
	infinite = int64(1) << 60

	// pollMask says how often, in positions with moves, limits are looked at.
	pollMask = 1<<8 - 1
)

// think searches a position that has a move to the given depth, deepening by
// one ply at a time. Ended by its node limit, it answers with what the deepest
// finished search said. It fails only with the context's error.
func (s *searcher) think(ctx context.Context, g *game, depth int) (verdict, error) {
	if depth <= 1 {
		v := s.onePly(g)
		if depth == 0 {
			v.value = inUnits(s.eval.evaluate(g.own, g.opp))
		}
		return v, nil
	}
	return s.deepen(ctx, g, depth)
}

// deepen is think for depths of 2 and more.
func (s *searcher) deepen(ctx context.Context, g *game, depth int) (verdict, error) {
	s.ctx, s.nodes, s.stop = ctx, 0, false
	depth = min(depth, g.empties())
	s.prepare(depth)
	defer s.table.end()
	branches := s.expand(g.own, g.opp, g.moves, depth, noSquare)
	var found verdict
	for d := min(2, depth); d <= depth; d++ {
		v, best := s.root(branches, d)
		if s.stop {
			break
		}
		found = verdict{moves: best, value: inUnits(v), depth: d}
	}
	if err := ctx.Err(); err != nil {
		return verdict{}, err
	}
	if found.moves == 0 {
		found = s.onePly(g)
	}
	found.nodes = s.nodes
	return found, nil
}

// root searches all moves to a depth, leaves them in the order of their worth,
// and returns the highest and the moves that reach it, within a millionth.
func (s *searcher) root(branches []branch, depth int) (int64, uint64) {
	best := -infinite
	for i := range branches {
		b := &branches[i]
		floor := best
		if s.ties && i > 0 {
			floor -= 2
		}
		v := floor + 1
		if i > 0 {
			v = -s.search(b.own, b.opp, b.replies, depth-1, -floor-1, -floor)
		}
		if v > floor {
			v = -s.search(b.own, b.opp, b.replies, depth-1, -infinite, -floor)
		}
		if s.stop {
			return best, 0
		}
		b.order = min(v, best-3)
		if v > floor {
			b.order = v
		}
		best = max(best, v)
	}
	sortBranches(branches)
	moves := uint64(1) << branches[0].sq
	for _, b := range branches[1:] {
		if s.ties && b.order >= best-1 {
			moves |= 1 << b.sq
		}
	}
	return best, moves
}

// search is the worth of a position to the side to move, given its moves.
func (s *searcher) search(own, opp, moves uint64, depth int, alpha, beta int64) int64 {
	s.nodes++
	if s.nodes&pollMask == 0 || s.limit > 0 && s.nodes >= s.limit {
		s.poll()
	}
	if s.stop {
		return alpha
	}
	if depth == 0 {
		return s.leaf(own, opp)
	}
	if moves == 0 {
		if moves = board.Moves(opp, own); moves == 0 {
			return finished(own, opp)
		}
		return -s.search(opp, own, moves, depth, -beta, -alpha)
	}
	if depth == 1 {
		return s.lastPly(own, opp, moves, alpha, beta)
	}
	slot := s.table.slot(own, opp)
	hashMove := uint8(noSquare)
	if slot != nil && slot.holds(own, opp, s.table.memory.search) {
		if v, ok := slot.cutoff(depth, alpha, beta); ok {
			return v
		}
		hashMove = slot.move
	}
	best, move := s.tryAll(s.expand(own, opp, moves, depth, hashMove), depth-1, alpha, beta)
	if slot != nil && !s.stop {
		slot.keep(own, opp, s.table.memory.search, depth, alpha, beta, best, move)
	}
	return best
}

// tryAll searches branches in order: the first with the whole window, the
// others to prove them no better.
func (s *searcher) tryAll(branches []branch, depth int, alpha, beta int64) (best int64, move uint8) {
	best = -infinite
	for i := range branches {
		selectBranch(branches, i)
		b := &branches[i]
		floor := max(alpha, best)
		var v int64
		if i > 0 && beta-floor > 1 {
			v = -s.search(b.own, b.opp, b.replies, depth, -floor-1, -floor)
			if v > floor && v < beta {
				v = -s.search(b.own, b.opp, b.replies, depth, -beta, -floor)
			}
		} else {
			v = -s.search(b.own, b.opp, b.replies, depth, -beta, -floor)
		}
		if v > best {
			best, move = v, b.sq
			if best >= beta {
				break
			}
		}
	}
	return best, move
}

// lastPly evaluates the moves of a position one by one, the squares that are
// most often best first.
func (s *searcher) lastPly(own, opp, moves uint64, alpha, beta int64) int64 {
	best := -infinite
	for _, group := range byPromise {
		for set := moves & group; set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set)
			o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
			s.nodes++
			if v := -s.leaf(o, p); v > best {
				if best = v; best >= beta {
					return best
				}
			}
		}
	}
	return best
}

// leaf evaluates a position, or scores it where the game is easily seen to be
// over.
func (s *searcher) leaf(own, opp uint64) int64 {
	if own == 0 || bits.OnesCount64(own|opp) >= lateDiscs && board.Over(own, opp) {
		return finished(own, opp)
	}
	return s.eval.evaluate(own, opp)
}

// lateDiscs is from how many discs on leaves are checked for the end of the
// game; before, it ends only when a side has lost all discs.
const lateDiscs = 52

// onePly evaluates the positions after every move, nothing else: a move that
// ends the game is worth what the evaluation says.
func (s *searcher) onePly(g *game) verdict {
	var best int64
	var ties uint64
	if e := s.eval.squares; e != nil {
		best, ties = e.best(g.own, g.opp, g.moves)
		best += e.sum(g.own) - e.sum(g.opp)
	} else {
		best, ties = s.eval.best(g.own, g.opp, g.moves)
	}
	if !s.ties {
		ties &= -ties
	}
	return verdict{moves: ties, value: inUnits(best), nodes: uint64(bits.OnesCount64(g.moves)), depth: 1}
}

func (s *searcher) poll() {
	if s.limit > 0 && s.nodes >= s.limit || s.ctx.Err() != nil {
		s.stop = true
	}
}

// prepare makes room for a search of some depth.
func (s *searcher) prepare(depth int) {
	for len(s.stack) <= depth {
		s.stack = append(s.stack, make([]branch, 0, 34))
	}
	s.table.begin(depth)
}

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
