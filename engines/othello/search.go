package othello

import (
	"context"
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// verdict is the result of a search: the value of the position, the best move or moves, and the
// work done.
type verdict struct {
	moves uint64  // the best moves: one, or all that tie if the search has ties set
	value float64 // for the side to move
	nodes uint64  // positions visited

	depth int // plies searched, or toTheEnd if the value is the final score
	// With a fifth field the compiler would no longer return a verdict in registers.
}

// toTheEnd is the value of [verdict.depth] for a position that was solved exactly.
const toTheEnd = -1

// solved reports whether the value is the exact final score.
func (v verdict) solved() bool { return v.depth == toTheEnd }

// searcher performs a principal variation search with iterative deepening. It is the search of all
// models that evaluate positions. It is not safe for concurrent use.
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

type branch struct {
	own, opp, replies uint64
	order             int64
	sq                uint8
}

const (
	infinite = int64(1) << 60

	// pollMask is a bit mask. The search checks its limits whenever these bits of the number of
	// searched positions are all 0.
	pollMask = 1<<8 - 1
)

// think searches a position by iterative deepening, to the given depth in plies. If it reaches the
// node limit, it returns the result of the deepest completed search. The position must have at
// least one move. The only possible error is that of ctx.
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

// deepen searches a position to depth 2, 3 and so on up to the given depth, at least 2. If it
// reaches the node limit, it returns the result of the deepest completed search, or of a one-ply
// search if there is none. The only possible error is that of ctx.
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

// root searches all moves of the root position and sorts them by value. It returns the highest
// value and the best move as a set. If s.ties is set, the set contains all moves whose value is
// within a millionth of the highest.
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

// search returns the value of a position for the side to move. moves contains its legal moves. A
// value outside the window from alpha to beta may be only a bound.
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
		return s.lastPly(own, opp, moves, beta)
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

// tryAll searches branches, the most promising first, and returns the best value and move. It
// searches the first branch with the full window, and the others first with a null window that only
// tests whether they are better.
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

// lastPly searches the last ply: it returns the best value of the positions after all moves. It
// tries the most promising squares first, and stops at a value of beta or more.
func (s *searcher) lastPly(own, opp, moves uint64, beta int64) int64 {
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

// leaf returns the value at the end of the search: the static evaluation, or the score if the game
// is over. With fewer than lateDiscs discs on the board, leaf recognizes the end of the game only
// if the side to move has no discs.
func (s *searcher) leaf(own, opp uint64) int64 {
	if own == 0 || bits.OnesCount64(own|opp) >= lateDiscs && board.Over(own, opp) {
		return finished(own, opp)
	}
	return s.eval.evaluate(own, opp)
}

// lateDiscs is the number of discs from which [searcher.leaf] tests whether neither side can move.
// With fewer discs this is rare.
const lateDiscs = 52

// onePly returns the move to the position with the best static evaluation. If a move ends the game,
// its value is the evaluation of the final position too, not the score.
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

// prepare allocates the buffers for a search to the given depth and starts an empty hash table.
func (s *searcher) prepare(depth int) {
	for len(s.stack) <= depth {
		s.stack = append(s.stack, make([]branch, 0, 34))
	}
	s.table.begin(depth)
}

// byPromise groups the squares by how promising a move to them is: corners, other squares, C
// squares (next to a corner on the edge), and X squares (next to a corner on the diagonal).
var byPromise = [4]uint64{
	board.Corners,
	^(board.Corners | 0x42c300000000c342),
	0x4281000000008142,
	0x0042000000004200,
}

const noSquare = 64

// expand returns the moves of a position, each with the opponent's replies and a score for sorting.
// The move from the hash table has the highest score. From the remaining depth judgedDepth on, the
// score of a move is the evaluation of the position after it. At smaller depths, moves with few
// replies have higher scores; a reply to a corner counts twice.
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
			b.order = -int64(bits.OnesCount64(b.replies) + bits.OnesCount64(b.replies&board.Corners))
		}
		branches = append(branches, b)
	}
	return branches
}

// judgedDepth is the smallest remaining depth, in plies, at which [searcher.expand] sorts moves by
// the evaluation. At smaller depths a faster rule takes less time.
const judgedDepth = 3

// selectBranch swaps the branch with the highest order, of those from index i on, to index i.
func selectBranch(branches []branch, i int) {
	best := i
	for j := i + 1; j < len(branches); j++ {
		if branches[j].order > branches[best].order {
			best = j
		}
	}
	branches[i], branches[best] = branches[best], branches[i]
}

func sortBranches(branches []branch) {
	for i := 1; i < len(branches); i++ {
		for j := i; j > 0 && branches[j].order > branches[j-1].order; j-- {
			branches[j], branches[j-1] = branches[j-1], branches[j]
		}
	}
}
