package othello

import (
	"context"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// The models easy, medium and hard are three levels as beginners' programs
// have them. They do not judge positions but moves: a move brings the weight of
// its square and of every disc it turns; it costs dearly to give the opponent a
// corner, and it is worth much if most replies are squares next to corners. The
// worth of a line of play is what one's moves bring less what the opponent's
// bring, and the level chooses its move by minimax with alpha-beta. A level
// that can take a corner takes one (not easy). Sides that cannot move pass, and
// winning outweighs everything.
//
// The weights frontier and stable are ours, and 0 as the source plays. They are
// what tuning needs to leave the source's hard behind. X and C squares beside an
// empty corner, the opponent's replies, those of them outside the corner blocks,
// and empty squares next to own discs were tried as well and add nothing to them.

// The weights of a level after the ten classes of squares.
const (
	levelFlip        = 10 + iota // a disc turned
	levelCornerReply             // a move that lets the opponent take a corner
	levelBadReplies              // a move after which most replies are in the corner blocks
	levelBadShare                // how many of the replies "most" is, from 0 to 1
	levelFrontier                // a disc of one's own that stands next to an empty square after the move
	levelStable                  // a disc of one's own that can never be turned after it

	levelTerms
)

// cornerBlocks are the four blocks of two by two squares in the corners.
const cornerBlocks uint64 = 0xc3c300000000c3c3

// levelTable is a usual square table by class (P. Norvig, "Paradigms of
// Artificial Intelligence Programming", 1992).
var levelTable = [10]float64{120, -20, 20, 5, -40, -5, -5, 15, 3, 3}

// levelSpace is the weights of a level; easy knows only the table.
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
	return append(space,
		engines.Weight{Name: "corner_reply", Doc: "a move that lets the opponent take a corner", Min: -levelBound, Max: levelBound, Default: -1800},
		engines.Weight{Name: "bad_replies", Doc: "a move after which most replies are next to corners", Min: -levelBound, Max: levelBound, Default: 1400},
		engines.Weight{Name: "bad_share", Doc: "the share of the replies that is most of them", Min: 0, Max: 1, Default: 0.7},
		engines.Weight{Name: "frontier", Doc: "an own disc next to an empty square after the move", Min: -levelBound, Max: levelBound},
		engines.Weight{Name: "stable", Doc: "an own disc that can never be turned after the move", Min: -levelBound, Max: levelBound})
}

// levelBound is the largest weight of a level.
const levelBound = 5000

// leveller is the search of a level. One goroutine uses it at a time.
type leveller struct {
	square   [64]int64
	flip     int64
	corner   int64
	bad      int64
	share    float64
	frontier int64
	stable   int64
	greedy   bool // takes a corner wherever it can

	limit uint64
	ties  bool
	ctx   context.Context
	nodes uint64
	stop  bool
}

func newLeveller(w engines.Weights) *leveller {
	l := &leveller{flip: int64(w[levelFlip] * unit), greedy: len(w) == levelTerms}
	for sq := range l.square {
		l.square[sq] = int64(w[classOf[sq]] * unit)
	}
	if l.greedy {
		l.corner, l.bad = int64(w[levelCornerReply]*unit), int64(w[levelBadReplies]*unit)
		l.share = w[levelBadShare]
		l.frontier, l.stable = int64(w[levelFrontier]*unit), int64(w[levelStable]*unit)
	}
	return l
}

// think searches a position that has a move. A node limit ends the deepening.
func (l *leveller) think(ctx context.Context, g *Game, depth int) (verdict, error) {
	l.ctx, l.nodes, l.stop = ctx, 0, false
	var found verdict
	for d := 1; d <= max(1, min(depth, g.empties())); d++ {
		v := l.root(g, d)
		if l.stop && found.moves != 0 {
			break
		}
		found = v
	}
	if err := ctx.Err(); err != nil {
		return verdict{}, err
	}
	found.nodes = l.nodes
	return found, nil
}

func (l *leveller) root(g *Game, depth int) verdict {
	best, moves := -infinite, uint64(0)
	for set := l.choices(g.moves); set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		o, p := board.Play(g.own, g.opp, board.Flips(g.own, g.opp, sq), sq)
		brings := l.brings(sq, g.opp, o, p)
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

// choices are the moves that a level considers: the corners, if it is one that
// takes them, or all.
func (l *leveller) choices(moves uint64) uint64 {
	if l.greedy && moves&cornerSquares != 0 {
		return moves & cornerSquares
	}
	return moves
}

// brings is what a move to sq is worth by itself; opp is the opponent's discs
// before it, own and mine the opponent's and the mover's after it.
func (l *leveller) brings(sq int, opp, own, mine uint64) int64 {
	v := l.square[sq&63] + l.flip*int64(bits.OnesCount64(opp&^own))
	if l.frontier != 0 {
		v += l.frontier * int64(bits.OnesCount64(mine&board.Dilate(^(own|mine))))
	}
	if l.stable != 0 {
		v += l.stable * int64(bits.OnesCount64(board.Stable(mine, own)))
	}
	if l.corner == 0 && l.bad == 0 {
		return v
	}
	replies := board.Moves(own, mine)
	if replies&cornerSquares != 0 {
		return v + l.corner
	}
	if n := bits.OnesCount64(replies); n > 0 && float64(bits.OnesCount64(replies&cornerBlocks)) > l.share*float64(n) {
		v += l.bad
	}
	return v
}

// search is what the side to move gains from the next plies.
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
		brings := l.brings(sq, opp, o, p)
		v := brings - l.search(o, p, depth-1, brings-beta, brings-max(alpha, best))
		if best = max(best, v); best >= beta {
			return best
		}
	}
	return best
}
