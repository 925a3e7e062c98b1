package chess

import (
	"strings"

	"github.com/lanista/lanista/engines/chess/internal/board"
)

// sanLetters contains the letter of each kind of piece in Standard Algebraic Notation. Pawns have
// none.
const sanLetters = "  NBRQK"

// san returns a legal move in Standard Algebraic Notation. It consists of the letter of the piece,
// its file or rank if needed, x for a capture, and the target square. =Q (or another piece) marks a
// promotion, + a check and # a mate.
func san(p *board.Position, legal []board.Move, m board.Move) string {
	var b strings.Builder
	from, to := m.From(), m.To()
	kind := p.At(from).Kind()
	capture := p.At(to) != 0 || kind == board.Pawn && to == p.Passant
	switch long, castles := p.Castles(m); {
	case castles && long:
		b.WriteString("O-O-O")
	case castles:
		b.WriteString("O-O")
	default:
		if kind == board.Pawn {
			if capture {
				b.WriteByte(from.String()[0])
			}
		} else {
			b.WriteByte(sanLetters[kind])
			b.WriteString(disambiguation(p, legal, m, kind))
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

// disambiguation returns the part of a move in SAN that identifies its piece. It is "" if no other
// piece of this kind can move to the same square. Otherwise it is the file of the piece, its rank
// if the file does not suffice, or both.
func disambiguation(p *board.Position, legal []board.Move, m board.Move, kind int) string {
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

// parseSAN finds the legal moves that a text in Standard Algebraic Notation describes. fits is
// their number, and found is the last of them. ok is false if the text is not in this notation.
// Signs of check, x and = may be missing, a zero or a small o may replace an O, the letter of a
// promotion may be small, and an unneeded file or rank is accepted.
func parseSAN(g *game, text string) (found board.Move, fits int, ok bool) {
	want, ok := sanPattern(text)
	if !ok {
		return 0, 0, false
	}
	for _, m := range g.legal {
		if want.match(&g.at, m) {
			found = m
			fits++
		}
	}
	return found, fits, true
}

// pattern is a parsed move in Standard Algebraic Notation, which may fit several legal moves.
type pattern struct {
	castling   int // 1 to the side of the h file, -1 to that of the a file, 0 for another move
	kind       int
	file, rank int // of the square that the piece leaves; -1 if not given
	to         board.Square
	promotion  int
}

// sanPattern parses a move in Standard Algebraic Notation without a position. ok is false if the
// text is not in this notation.
func sanPattern(text string) (p pattern, ok bool) {
	var room [8]byte
	word := room[:0]
	for _, c := range []byte(strings.TrimRight(text, "+#!?")) {
		switch c {
		case 'x', '=', '-':
			continue
		case '0', 'o':
			c = 'O'
		}
		if len(word) == len(room) {
			return p, false
		}
		word = append(word, c)
	}
	switch string(word) {
	case "OO":
		return pattern{castling: 1}, true
	case "OOO":
		return pattern{castling: -1}, true
	}
	p = pattern{kind: board.Pawn, file: -1, rank: -1, promotion: board.NoKind}
	if len(word) > 0 {
		if kind, found := sanKind(word[0]); found {
			p.kind, word = kind, word[1:]
		}
	}
	n := len(word)
	if n > 1 && p.kind == board.Pawn && isRank(word[n-2]) { // a small letter cannot be a file here
		if kind, found := sanKind(word[n-1] &^ 0x20); found {
			p.promotion, n = kind, n-1
		}
	}
	if n < 2 || !isFile(word[n-2]) || !isRank(word[n-1]) {
		return p, false
	}
	p.to = board.Square(int(word[n-1]-'1')<<3 | int(word[n-2]-'a'))
	from := word[:n-2]
	if len(from) > 0 && isFile(from[0]) {
		p.file, from = int(from[0]-'a'), from[1:]
	}
	if len(from) > 0 && isRank(from[0]) {
		p.rank, from = int(from[0]-'1'), from[1:]
	}
	return p, len(from) == 0
}

// withoutSigns removes the signs of a move that its notation does not require: check, mate, !, ?,
// e.p., and the x or - between two squares. It converts e7e8=Q to e7e8q.
func withoutSigns(text string) string {
	text = strings.TrimRight(text, "+#!?")
	text = strings.TrimSuffix(strings.TrimSuffix(text, "ep"), "e.p.")
	if n := len(text); n >= 5 && (text[2] == '-' || text[2] == 'x') {
		text = text[:2] + text[3:]
	}
	if before, piece, ok := strings.Cut(text, "="); ok && len(before) == 4 {
		text = before + strings.ToLower(piece)
	}
	return text
}

// sanKind returns the kind of piece that a letter stands for. found is false if the letter stands for
// none.
func sanKind(letter byte) (kind int, found bool) {
	if letter == ' ' {
		return 0, false
	}
	kind = strings.IndexByte(sanLetters, letter)
	return kind, kind > 0
}

func isFile(c byte) bool { return c >= 'a' && c <= 'h' }

func isRank(c byte) bool { return c >= '1' && c <= '8' }

// match reports whether the legal move m in position at fits the pattern. If the pattern of a pawn
// move has neither file nor rank, it fits no capture.
func (p *pattern) match(at *board.Position, m board.Move) bool {
	from, to := m.From(), m.To()
	kind := at.At(from).Kind()
	long, castles := at.Castles(m)
	if p.castling != 0 || castles {
		return castles && p.castling != 0 && long == (p.castling < 0)
	}
	if to != p.to || kind != p.kind || m.Promotion() != p.promotion {
		return false
	}
	file, rank := p.file, p.rank
	if kind == board.Pawn && file < 0 && rank < 0 {
		file = to.File()
	}
	return (file < 0 || from.File() == file) && (rank < 0 || from.Rank() == rank)
}
