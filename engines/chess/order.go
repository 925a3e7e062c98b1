package chess

import "github.com/lanista/lanista/engines/chess/internal/board"

// The groups in which moves are searched, the highest number first.
const (
	firstScore   = 1 << 30 // the best move of the search before
	captureScore = 1 << 28
	killerScore  = 1 << 27 // quiet moves that cut off the search of a sibling
	mostHistory  = 1 << 20
)

// order scores the moves of a ply: first one that is known to be good, then captures
// and promotions, those of the most valuable pieces by the least valuable ones
// first, then the quiet moves that have cut off other searches.
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

// pick brings the best of the moves not yet searched to a place; among equals the
// first in the game's order.
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

// cut notes a quiet move that was too good for the other side to allow.
func (s *searcher) cut(p *ply, m board.Move, depth int) {
	if p.at.At(m.To()) != 0 || m.Promotion() != board.NoKind {
		return
	}
	if p.killers[0] != m {
		p.killers[0], p.killers[1] = m, p.killers[0]
	}
	count := &s.history[p.at.At(m.From())&15][m.To()]
	*count = min(*count+int32(depth*depth), mostHistory)
}
