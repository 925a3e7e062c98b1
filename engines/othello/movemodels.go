package othello

import (
	"context"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// The models easy, medium and hard are levels as in programs for beginners. They evaluate
// moves, not positions. The score of a move is the weight of its square plus a weight for
// every disc turned, less points if the opponent can then take a corner, plus points if
// most replies are squares next to corners. The value of a line of play is the sum of the
// scores of own moves minus those of the opponent's. A level chooses its move by minimax
// with alpha-beta. Except for easy, a level takes a corner whenever it can. A won game
// exceeds every other value.
//
// The levels come from a published program for beginners, but they do not choose its moves: its
// search differs, see sourcer. The weights from x_open on are additions to that program. Their
// defaults are 0.

// These are the indices of the weights of the models easy, medium and hard after those of the ten
// classes of squares. The corner blocks are the four blocks of 2 x 2 squares at the corners.
const (
	levelFlip        = 10 + iota // a disc turned
	levelCornerReply             // a move that lets the opponent take a corner
	levelBadReplies              // a move after which most replies are in the corner blocks
	levelBadShare                // the share of the replies above which they are "most", from 0 to 1
	levelXOpen                   // a move to an X square beside an empty corner
	levelCOpen                   // a move to a C square beside an empty corner
	levelReply                   // a move that the opponent can answer with
	levelSafeReply               // a reply outside the corner blocks
	levelFrontier                // an own disc next to an empty square after the move
	levelStable                  // an own disc that can never be turned after the move

	levelTerms
)

const cornerBlocks uint64 = 0xc3c300000000c3c3

// levelTable contains the default weights of the classes of squares in the models easy, medium and
// hard (P. Norvig, "Paradigms of Artificial Intelligence Programming", 1992).
var levelTable = [10]float64{120, -20, 20, 5, -40, -5, -5, 15, 3, 3}

// levelSpace lists the weights of the models medium and hard or, if easy is true, of the model
// easy. The model easy has only weights for squares and for turned discs.
func levelSpace(easy bool) engines.Space {
	space := make(engines.Space, 0, levelTerms)
	for class, name := range classNames {
		space = append(space, engines.Weight{
			Name: name, Doc: "a move to " + classDocs[class], Min: -levelBound, Max: levelBound, Default: levelTable[class],
		})
	}
	space = append(space, engines.Weight{Name: "flip", Doc: "a disc turned", Min: -levelBound, Max: levelBound, Default: 1})
	if easy {
		return space
	}
	weight := func(name, doc string, value float64) engines.Weight {
		return engines.Weight{Name: name, Doc: doc, Min: -levelBound, Max: levelBound, Default: value}
	}
	return append(space,
		weight("corner_reply", "a move that lets the opponent take a corner", -1800),
		weight("bad_replies", "a move after which most replies are next to corners", 1400),
		engines.Weight{Name: "bad_share", Doc: "share of the replies next to corners above which bad_replies applies", Min: 0, Max: 1, Default: 0.7},
		weight("x_open", "a move to an X square beside an empty corner", 0),
		weight("c_open", "a move to a C square beside an empty corner", 0),
		weight("reply", "a reply that the move leaves", 0),
		weight("safe_reply", "a reply outside the corner blocks of 2 x 2 squares", 0),
		weight("frontier", "an own disc next to an empty square after the move", 0),
		weight("stable", "an own disc that can never be turned after the move", 0))
}

const levelBound = 5000

// leveller is the minimax search of the models easy, medium and hard, which have weights for moves
// and not for positions. A leveller is not safe for concurrent use.
type leveller struct {
	square       [64]int64
	flip         int64
	corner       int64
	bad          int64
	share        float64
	takesCorners bool // whether it takes a corner whenever it can; false for the model easy alone

	shaped           bool      // whether one of the weights below is not 0
	open             [64]int64 // by square: the weight if the corner beside it is empty
	reply, safe      int64
	frontier, stable int64

	limit uint64
	ties  bool
	ctx   context.Context
	nodes uint64
	stop  bool
}

// newLeveller returns a search with the given weights of the model easy, medium or hard. The model
// easy is recognized by its smaller number of weights.
func newLeveller(w engines.Weights) *leveller {
	l := &leveller{flip: int64(w[levelFlip] * unit), takesCorners: len(w) == levelTerms}
	for sq := range l.square {
		l.square[sq] = int64(w[board.Class[sq]] * unit)
	}
	if l.takesCorners {
		l.corner, l.bad = int64(w[levelCornerReply]*unit), int64(w[levelBadReplies]*unit)
		l.share = w[levelBadShare]
		l.setShape(w)
	}
	return l
}

// setShape stores the weights that rate the position after a move, those from x_open on; see
// [leveller.shapeScore]. Only the models medium and hard have them.
func (l *leveller) setShape(w engines.Weights) {
	for _, v := range w[levelXOpen:] {
		l.shaped = l.shaped || v != 0
	}
	for sq, class := range board.Class {
		switch classNames[class] {
		case "b1":
			l.open[sq] = int64(w[levelCOpen] * unit)
		case "b2":
			l.open[sq] = int64(w[levelXOpen] * unit)
		}
	}
	l.reply, l.safe = int64(w[levelReply]*unit), int64(w[levelSafeReply]*unit)
	l.frontier, l.stable = int64(w[levelFrontier]*unit), int64(w[levelStable]*unit)
}

// think searches a position by iterative deepening, to the given depth in plies or until the node
// limit is reached. The position must have at least one move.
func (l *leveller) think(ctx context.Context, g *game, depth int) (verdict, error) {
	l.ctx, l.nodes, l.stop = ctx, 0, false
	var found verdict
	for d := 1; d <= max(1, min(depth, g.empties())); d++ {
		v := l.root(g, d)
		if l.stop && found.moves != 0 {
			break
		}
		found = v
		found.depth = d
	}
	if err := ctx.Err(); err != nil {
		return verdict{}, err
	}
	found.nodes = l.nodes
	return found, nil
}

// root searches all moves of the root position to the given depth. It returns the best move, or all
// best moves if l.ties is set.
func (l *leveller) root(g *game, depth int) verdict {
	best, moves := -infinite, uint64(0)
	for set := l.choices(g.moves); set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		o, p := board.Play(g.own, g.opp, board.Flips(g.own, g.opp, sq), sq)
		brings := l.moveScore(sq, g.opp, o, p)
		alpha := -infinite
		if moves != 0 {
			alpha = best - 2 - brings
		}
		switch v := brings - l.search(o, p, depth-1, -infinite, -alpha); {
		case moves == 0 || v > best+1:
			best, moves = v, 1<<sq
		case v >= best-1 && l.ties:
			best = max(best, v)
			moves |= 1 << sq
		}
	}
	return verdict{moves: moves, value: inUnits(best)}
}

// choices returns the moves that the model considers: only the corners if the model always takes
// corners and one of the moves is a corner, and otherwise all moves.
func (l *leveller) choices(moves uint64) uint64 {
	if l.takesCorners && moves&board.Corners != 0 {
		return moves & board.Corners
	}
	return moves
}

// moveScore returns the score of the move to square sq, without the value of the play after it.
// before and after contain the opponent's discs before and after the move. mover contains the discs
// of the moving side after the move.
func (l *leveller) moveScore(sq int, before, after, mover uint64) int64 {
	v := l.square[sq&63] + l.flip*int64(bits.OnesCount64(before&^after))
	if l.corner == 0 && l.bad == 0 && !l.shaped {
		return v
	}
	replies := board.Moves(after, mover)
	if l.shaped {
		v += l.shapeScore(sq, after, mover, replies)
	}
	if replies&board.Corners != 0 {
		return v + l.corner
	}
	if n := bits.OnesCount64(replies); n > 0 && float64(bits.OnesCount64(replies&cornerBlocks)) > l.share*float64(n) {
		v += l.bad
	}
	return v
}

// shapeScore returns the part of a move's score for the position after the move to square sq. It
// rates the opponent's replies, an empty corner next to sq, own discs next to empty squares, and
// stable own discs. after contains the opponent's discs, mover the discs of the moving side, and
// replies the opponent's legal moves.
func (l *leveller) shapeScore(sq int, after, mover, replies uint64) int64 {
	empty := ^(after | mover)
	v := l.reply*int64(bits.OnesCount64(replies)) + l.safe*int64(bits.OnesCount64(replies&^cornerBlocks))
	if board.Near[sq&63]&empty&board.Corners != 0 {
		v += l.open[sq&63]
	}
	v += l.frontier * int64(bits.OnesCount64(mover&board.Dilate(empty)))
	return v + l.stable*int64(bits.OnesCount64(board.Stable(mover, after)))
}

// search returns the value of a position for the side to move, from a search of depth plies. The
// value is the sum of the scores of its own moves, minus those of the opponent's, plus the value of
// a game that ends. A value outside the window from alpha to beta may be only a bound.
func (l *leveller) search(own, opp uint64, depth int, alpha, beta int64) int64 {
	l.nodes++
	if l.limit > 0 && l.nodes >= l.limit || l.nodes&pollMask == 0 && l.ctx.Err() != nil {
		l.stop = true
	}
	moves := board.Moves(own, opp)
	switch {
	case moves == 0 && board.Moves(opp, own) == 0:
		return finished(own, opp)
	case depth == 0 || l.stop:
		return 0
	case moves == 0:
		return -l.search(opp, own, depth-1, -beta, -alpha)
	}
	best := -infinite
	for set := l.choices(moves); set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		brings := l.moveScore(sq, opp, o, p)
		v := brings - l.search(o, p, depth-1, brings-beta, brings-max(alpha, best))
		if best = max(best, v); best >= beta {
			return best
		}
	}
	return best
}

// follow appends the line of play that the search expects from a position to line: at most depth
// moves, including passes. The node limit does not apply.
func (l *leveller) follow(ctx context.Context, line []engines.Move, own, opp uint64, depth int) ([]engines.Move, error) {
	limit := l.limit
	l.ctx, l.nodes, l.stop, l.limit = ctx, 0, false, 0
	defer func() { l.limit = limit }()
	return l.line(line, own, opp, depth), ctx.Err()
}

// rate returns the value of every move that the model considers, and the expected line after it.
// Each move is searched to the given depth with an open window, so its value is exact. The node
// limit does not apply.
func (l *leveller) rate(ctx context.Context, g *game, depth int) ([]analysis.MoveEval, error) {
	limit := l.limit
	l.ctx, l.nodes, l.stop, l.limit = ctx, 0, false, 0
	defer func() { l.limit = limit }()
	var evals []analysis.MoveEval
	for set := l.choices(g.moves); set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		v, own, opp := l.try(g.own, g.opp, sq, depth)
		line := l.line([]engines.Move{engines.Move(sq)}, own, opp, depth-1)
		if l.stop {
			return nil, ctx.Err()
		}
		evals = append(evals, moveEval(inUnits(v), g.turn, line...))
	}
	return evals, nil
}

// try searches the move to square sq to the given depth. v is the value of the move for the side
// that makes it: the move's own score plus the value of the best play after it. after and mover are
// the discs of the side to move next and of the side that has moved.
func (l *leveller) try(own, opp uint64, sq, depth int) (v int64, after, mover uint64) {
	o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
	return l.moveScore(sq, opp, o, p) - l.search(o, p, depth-1, -infinite, infinite), o, p
}

// line appends the line of play that the search expects from a position to line: at most depth
// moves, including passes. It makes a new search for each move, and ends early if the search must
// stop.
func (l *leveller) line(line []engines.Move, own, opp uint64, depth int) []engines.Move {
	for ; depth > 0 && !l.stop; depth-- {
		moves := board.Moves(own, opp)
		if moves == 0 {
			if board.Moves(opp, own) == 0 {
				break
			}
			line, own, opp = append(line, pass), opp, own
			continue
		}
		best, next := -infinite, noSquare
		for set := l.choices(moves); set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set)
			if v, _, _ := l.try(own, opp, sq, depth); v > best {
				best, next = v, sq
			}
		}
		line = append(line, engines.Move(next))
		own, opp = board.Play(own, opp, board.Flips(own, opp, next), next)
	}
	return line
}
