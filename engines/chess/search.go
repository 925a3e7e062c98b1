package chess

import (
	"context"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

const (
	// mostDepth is the largest search depth in plies. The captures and promotions after it add at
	// most 92 plies: 30 pieces that can be taken, 16 pawns that can be promoted, and an answer to a
	// check after each.
	mostDepth = 60

	// mateValue exceeds every evaluation. A mate in n plies has the value mateValue - n, so values
	// of at least mateLeast are mates: no line has as many plies as it leaves.
	mateValue = engines.MateEval
	mateLeast = mateValue - 240

	// pollEvery is the number of positions between two checks of the context.
	pollEvery = 4096
)

// searcher performs an alpha-beta search that ends with a search of captures (quiescence search).
// Its results do not depend on earlier searches. Without a hash table, the value is that of plain
// minimax. With one it can differ, because draws by repetition and by the hundred plies depend on
// earlier moves, which the table ignores.
type searcher struct {
	weights [featureCount]float64
	threats bool   // the features of threats count
	limit   uint64 // largest number of nodes, 0 for no limit; depth 1 is always completed

	plies   []*ply
	line    []board.Move  // the best line from the root
	keys    []uint64      // of the game since its last capture or pawn's move, then of the line being searched
	history [16][64]int32 // by piece and target square: weight of the cutoffs by such moves
	table   *hashTable    // nil for a shallow search

	ctx     context.Context
	nodes   uint64
	polled  uint64 // nodes at the last check of the context
	deepest int    // largest depth that was searched completely
	stopped bool
}

// static returns the static evaluation of a position from White's view.
func (s *searcher) static(p *board.Position) float64 {
	f := featuresOf(p)
	if s.threats {
		f.addThreats(p)
	}
	return f.value(&s.weights)
}

// ply contains the buffers for one position on the current search path.
type ply struct {
	at      board.Position
	moves   []board.Move
	scores  []int32       // of the moves, for their order
	killers [2]board.Move // the latest quiet moves that caused a cutoff at this ply
	line    []board.Move  // the best line from here
}

// found is the result of a search: the best move, its value, the depth that was reached and the
// best line of play.
type found struct {
	move  board.Move
	value float64 // for the side to move
	depth int
	line  []board.Move // valid until the next search
}

// think searches a position by iterative deepening, to the given depth in plies or until a limit or
// a forced mate ends the search. The game must not be over. think returns ctx's error if ctx ends
// first.
func (s *searcher) think(ctx context.Context, g *game, depth int) (found, error) {
	s.prepare(ctx, g)
	defer s.useHashTable(depth)()
	var best found
	for d := 1; d <= depth; d++ {
		value := s.search(0, d, math.Inf(-1), math.Inf(1))
		if s.stopped {
			break
		}
		root := s.plies[0]
		s.line = append(s.line[:0], root.line...)
		best = found{root.line[0], value + 0, d, s.line}
		s.deepest = d
		if value >= mateLeast || value <= -mateLeast {
			break // the mate is forced; if it comes after captures, a deeper search may find a nearer one
		}
	}
	if s.stopped && ctx.Err() != nil {
		return found{}, ctx.Err()
	}
	return best, nil
}

// useHashTable borrows a hash table from the pool if depth is at least tableDepth. The caller must
// call giveBack after the search.
func (s *searcher) useHashTable(depth int) (giveBack func()) {
	if depth < tableDepth {
		return func() {}
	}
	s.table = borrowTable()
	return func() {
		returnTable(s.table)
		s.table = nil
	}
}

// prepare resets the searcher for a new search.
func (s *searcher) prepare(ctx context.Context, g *game) {
	s.ctx, s.nodes, s.polled, s.deepest, s.stopped = ctx, 0, 0, 0, false
	s.keys = append(s.keys[:0], g.keys...)
	clear(s.history[:])
	for _, p := range s.plies {
		p.killers = [2]board.Move{}
	}
	s.ply(0).at = g.at
}

// ply returns the buffers for positions at the given distance from the root, in plies. It allocates
// them at the first use.
func (s *searcher) ply(at int) *ply {
	if at == len(s.plies) {
		s.plies = append(s.plies, &ply{moves: make([]board.Move, 0, usualLegal)})
	}
	return s.plies[at]
}

// enter counts one more visited position. It returns false if the search must stop because ctx has
// ended or the limit of nodes is reached.
func (s *searcher) enter() bool {
	if s.nodes-s.polled >= pollEvery {
		s.polled = s.nodes
		s.stopped = s.stopped || s.ctx.Err() != nil
	}
	if s.limit > 0 && s.nodes >= s.limit && s.deepest > 0 {
		s.stopped = true
	}
	s.nodes++
	return !s.stopped
}

// drawn reports whether a position on the search path is drawn by the rules or has occurred before.
// The first repetition counts as a draw, because the side that repeats a position can repeat it
// again.
func (s *searcher) drawn(p *board.Position) bool {
	if p.Clock >= idlePlies || p.Dead() {
		return true
	}
	last := len(s.keys) - 1
	for i := last - 2; i >= 0 && i >= last-p.Clock; i -= 2 {
		if s.keys[i] == s.keys[last] {
			return true
		}
	}
	return false
}

// search searches the position at the given distance from the root (at, in plies) and returns its
// value for the side to move. depth is the number of plies to search. A result between alpha and
// beta is exact. A result of alpha or less is an upper bound of the value, and a result of beta or
// more is a lower bound.
func (s *searcher) search(at, depth int, alpha, beta float64) float64 {
	if depth == 0 {
		return s.quiet(at, alpha, beta)
	}
	p := s.ply(at)
	p.line = p.line[:0]
	if !s.enter() {
		return 0
	}
	p.moves = p.at.Moves(p.moves[:0])
	switch {
	case len(p.moves) == 0:
		return s.mated(p, at)
	case at > 0 && s.drawn(&p.at):
		return 0
	}
	var first board.Move
	if s.table != nil {
		value, move, ok := s.table.probe(p.at.Key, at, depth, alpha, beta)
		if ok && at > 0 {
			return value
		}
		first = move
	}
	s.order(p, first)
	best, from := math.Inf(-1), alpha
	for i := range p.moves {
		m := p.pick(i)
		value := s.child(at, m, depth-1, max(alpha, best), beta)
		if s.stopped {
			return 0
		}
		if value > best {
			best = value
			p.extend(m, s.plies[at+1])
			if best >= beta {
				s.recordCutoff(p, m, depth)
				break
			}
		}
	}
	if s.table != nil {
		s.table.store(p.at.Key, at, depth, best, from, beta, p.line[0])
	}
	return best
}

// child makes move m and returns the value of the new position for the side that made the move. at
// is the distance of the old position from the root, and depth the number of plies to search after
// m.
func (s *searcher) child(at int, m board.Move, depth int, alpha, beta float64) float64 {
	next := s.ply(at + 1)
	next.at = s.plies[at].at
	next.at.Make(m)
	s.keys = append(s.keys, next.at.Key)
	value := -s.search(at+1, depth, -beta, -alpha)
	s.keys = s.keys[:len(s.keys)-1]
	return value
}

// mated returns the value of a position in which the side to move has no legal move: a mate if the
// side is in check, otherwise a draw by stalemate.
func (s *searcher) mated(p *ply, at int) float64 {
	if p.at.InCheck() {
		return -(mateValue - float64(at))
	}
	return 0
}

// extend stores the best line at this ply: move m, followed by the best line after it.
func (p *ply) extend(m board.Move, next *ply) {
	p.line = append(append(p.line[:0], m), next.line...)
}

// quiet is the quiescence search, which follows only captures and promotions. It returns the larger
// of the static evaluation and the value of the best such move. In check it searches every move
// instead. Otherwise it detects a stalemate only if the side to move has nothing but king and
// pawns.
func (s *searcher) quiet(at int, alpha, beta float64) float64 {
	p := s.ply(at)
	p.line = p.line[:0]
	if !s.enter() {
		return 0
	}
	best := math.Inf(-1)
	if p.at.InCheck() {
		if p.moves = p.at.Moves(p.moves[:0]); len(p.moves) == 0 {
			return s.mated(p, at)
		}
		if s.drawn(&p.at) {
			return 0
		}
	} else {
		if s.drawn(&p.at) || s.stalemate(p) {
			return 0
		}
		best = s.static(&p.at)
		if p.at.Side == black {
			best = -best
		}
		if best >= beta {
			return best
		}
		p.moves = p.at.Captures(p.moves[:0])
	}
	s.order(p, 0)
	for i := range p.moves {
		m := p.pick(i)
		value := s.child(at, m, 0, max(alpha, best), beta)
		if s.stopped {
			return 0
		}
		if value > best {
			best = value
			p.extend(m, s.plies[at+1])
			if best >= beta {
				break
			}
		}
	}
	return best
}

// stalemate reports whether the side to move has only king and pawns and no legal move.
// The side must not be in check.
func (s *searcher) stalemate(p *ply) bool {
	if p.at.All(p.at.Side)&^(p.at.Of(p.at.Side, board.Pawn)|p.at.Of(p.at.Side, board.King)) != 0 {
		return false
	}
	p.moves = p.at.Moves(p.moves[:0])
	return len(p.moves) == 0
}

// These scores determine the order in which the search tries moves: moves with higher scores first.
const (
	firstScore   = 1 << 30 // the best move of an earlier search
	captureScore = 1 << 28
	killerScore  = 1 << 27 // quiet moves that caused a cutoff in a sibling
	mostHistory  = 1 << 20
)

// order computes the scores by which the moves at a ply are sorted. The argument first comes first,
// then captures and promotions, and then quiet moves. Among captures, those of valuable pieces by
// less valuable ones come first, and those en passant last. Among quiet moves, those that refuted
// other positions at this ply (killers) come first, then the others by their history.
func (s *searcher) order(p *ply, first board.Move) {
	p.scores = p.scores[:0]
	for _, m := range p.moves {
		moved, taken := p.at.At(m.From()), p.at.At(m.To())
		score := s.history[moved&15][m.To()]
		switch {
		case m == first:
			score = firstScore
		case taken != 0 || m.Promotion() != board.NoKind || moved.Kind() == board.Pawn && m.To() == p.at.Passant:
			score = captureScore + int32(16*(taken.Kind()+m.Promotion())-moved.Kind())
		case m == p.killers[0]:
			score = killerScore + 1
		case m == p.killers[1]:
			score = killerScore
		}
		p.scores = append(p.scores, score)
	}
}

// pick moves the move with the highest score, of those from index at on, to index at and returns
// it. The order of the other moves stays. Among equal scores, the first move is picked.
func (p *ply) pick(at int) board.Move {
	best := at
	for i := at + 1; i < len(p.moves); i++ {
		if p.scores[i] > p.scores[best] {
			best = i
		}
	}
	m, score := p.moves[best], p.scores[best]
	copy(p.moves[at+1:best+1], p.moves[at:best])
	copy(p.scores[at+1:best+1], p.scores[at:best])
	p.moves[at], p.scores[at] = m, score
	return m
}

// recordCutoff records a quiet move that refuted a position, so that it is tried early in other
// positions. It makes the move a killer, of which each ply keeps the latest two. It also raises the
// history score of moves of this piece to this square. Captures except en passant, and promotions,
// are not recorded.
func (s *searcher) recordCutoff(p *ply, m board.Move, depth int) {
	if p.at.At(m.To()) != 0 || m.Promotion() != board.NoKind {
		return
	}
	if p.killers[0] != m {
		p.killers[0], p.killers[1] = m, p.killers[0]
	}
	count := &s.history[p.at.At(m.From())&15][m.To()]
	*count = min(*count+int32(depth*depth), mostHistory)
}
