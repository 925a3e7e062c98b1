package chess

import (
	"math/bits"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

// sanLetters are those of the kinds in the short notation; pawns have none.
const sanLetters = "  NBRQK"

// san writes a legal move in the short notation (FIDE's Standard Algebraic
// Notation): the piece, what tells it from others of its kind that could move
// there, x for a capture, the square, =Q for a promotion, + for check, # for mate.
func san(p *board.Position, legal []board.Move, m board.Move) string {
	var b strings.Builder
	from, to := m.From(), m.To()
	kind := p.At(from).Kind()
	capture := p.At(to) != 0 || kind == board.Pawn && to == p.Passant
	switch {
	case kind == board.King && to == from+2:
		b.WriteString("O-O")
	case kind == board.King && from == to+2:
		b.WriteString("O-O-O")
	default:
		if kind == board.Pawn {
			if capture {
				b.WriteByte(from.String()[0])
			}
		} else {
			b.WriteByte(sanLetters[kind])
			b.WriteString(apart(p, legal, m, kind))
		}
		if capture {
			b.WriteByte('x')
		}
		b.WriteString(to.String())
		if become := m.Promotion(); become != board.NoKind {
			b.WriteByte('=')
			b.WriteByte(sanLetters[become])
		}
	}
	next := *p
	next.Make(m)
	if next.InCheck() {
		var room [board.MostMoves]board.Move
		if len(next.Moves(room[:0])) == 0 {
			return b.String() + "#"
		}
		return b.String() + "+"
	}
	return b.String()
}

// apart is what tells a piece from others of its kind that could move to the same
// square: nothing, its file, its rank where others stand on its file, or both.
func apart(p *board.Position, legal []board.Move, m board.Move, kind int) string {
	others, sameFile, sameRank := 0, 0, 0
	from := m.From()
	for _, other := range legal {
		if other.To() != m.To() || other.From() == from || p.At(other.From()).Kind() != kind {
			continue
		}
		others++
		if other.From().File() == from.File() {
			sameFile++
		}
		if other.From().Rank() == from.Rank() {
			sameRank++
		}
	}
	switch {
	case others == 0:
		return ""
	case sameFile == 0:
		return from.String()[:1]
	case sameRank == 0:
		return from.String()[1:]
	}
	return from.String()
}

// parseSAN reads a move in the short notation. It takes what people and programs
// leave out or add: signs of check, x and =, a zero for an O, and a piece told apart
// more than it needs. ok is false unless exactly one legal move fits.
func parseSAN(g *game, text string) (found board.Move, ok bool) {
	want := plain(text)
	if want == "" {
		return 0, false
	}
	for _, m := range g.legal {
		if !strings.Contains(want, m.To().String()) && !strings.HasPrefix(want, "OO") {
			continue
		}
		for _, written := range spellings(&g.at, g.legal, m) {
			if written == want {
				if ok && m != found {
					return 0, false
				}
				found, ok = m, true
			}
		}
	}
	return found, ok
}

// plain leaves out what a move can be read without.
func plain(text string) string {
	text = strings.TrimRight(strings.TrimSpace(text), "+#!?")
	text = strings.NewReplacer("x", "", "=", "", "0", "O", "-", "").Replace(text)
	return text
}

// spellings are the ways to write a move, in plain form.
func spellings(p *board.Position, legal []board.Move, m board.Move) []string {
	short := plain(san(p, legal, m))
	if bits.OnesCount64(p.Of(p.Side, p.At(m.From()).Kind())) < 2 || p.At(m.From()).Kind() == board.King {
		return []string{short}
	}
	from, to := m.From().String(), m.To().String()
	if become := m.Promotion(); become != board.NoKind {
		to += sanLetters[become : become+1]
	}
	letter := strings.TrimSpace(sanLetters[p.At(m.From()).Kind() : p.At(m.From()).Kind()+1])
	return []string{short, letter + from[:1] + to, letter + from[1:] + to, letter + from + to}
}

// SAN writes a legal move in the short notation.
func (g *game) SAN(m engines.Move) string { return san(&g.at, g.legal, board.Move(m)) }
