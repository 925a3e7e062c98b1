package board

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// wrong returns an error about one field of a FEN. Its message begins with the name of the field.
func wrong(field, format string, args ...any) error {
	return fmt.Errorf("%s: %w", field, fmt.Errorf(format, args...))
}

// These are the names of the fields of a FEN, for error messages.
const (
	placementField = "piece placement"
	sideField      = "side to move"
	castlingField  = "castling rights"
	passantField   = "en passant square"
	clockField     = "half-move clock"
	numberField    = "move number"
)

// mostClock is the largest number that Parse accepts as the half-move clock or the move number of a
// FEN.
const mostClock = 100_000

// mostPieces is the largest number of pieces of a side, pawns included.
const mostPieces = 16

// Parse parses a FEN. The last two fields may be missing; their defaults are 0 and 1. Errors name
// the field. Parse rejects positions that no game can reach:
//
//   - a rank without eight squares,
//   - a side without exactly one king, or with more than 16 pieces (some engines crash at it),
//   - pawns on the first or last rank,
//   - a check to the side that is not to move,
//   - a castling right without king and rook on their first squares,
//   - an en passant square that no pawn can just have passed.
func Parse(fen string) (Position, error) { return parse(fen, usualCastling) }

// Parse960 parses a FEN of a game of Chess960, like [Parse]. The castling field contains files of
// rooks (Shredder-FEN), or K, Q, k and q for the outermost rooks (X-FEN). Both require the king and
// the rook on the first rank of their side.
func Parse960(fen string) (Position, error) { return parse(fen, &castling{chess960: true}) }

func parse(fen string, c *castling) (Position, error) {
	load()
	fields := strings.Fields(fen)
	if len(fields) < 4 || len(fields) > 6 {
		return Position{}, fmt.Errorf("%d fields; a FEN has four to six", len(fields))
	}
	p := Position{Passant: NoSquare, Number: 1, castling: c}
	if err := parsePlacement(&p, fields[0]); err != nil {
		return Position{}, err
	}
	switch fields[1] {
	case "w":
	case "b":
		p.Side = Black
	default:
		return Position{}, wrong(sideField, "%q is not w or b", fields[1])
	}
	if p.Attacked(p.KingAt(p.Side^1), p.Side) {
		return Position{}, wrong(sideField, "the side that is not to move is in check")
	}
	if err := parseRights(&p, fields[2]); err != nil {
		return Position{}, err
	}
	if err := parsePassant(&p, fields[3]); err != nil {
		return Position{}, err
	}
	for i, at := range []struct {
		name string
		to   *int
	}{{clockField, &p.Clock}, {numberField, &p.Number}} {
		if len(fields) <= 4+i {
			break
		}
		n, err := strconv.Atoi(fields[4+i])
		if err != nil || n < 0 || n > mostClock || fields[4+i][0] == '+' {
			return Position{}, wrong(at.name, "%q is not a whole number from 0 to %d", fields[4+i], mostClock)
		}
		*at.to = n
	}
	p.Number = max(p.Number, 1) // some programs count from 0
	p.rehash()
	return p, nil
}

func parsePlacement(p *Position, text string) error {
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		return wrong(placementField, "%d ranks, not 8", len(ranks))
	}
	for i, row := range ranks {
		rank, file := 7-i, 0
		digit := false
		for _, c := range row {
			if c >= '1' && c <= '8' && !digit {
				file, digit = file+int(c-'0'), true
				continue
			}
			x, ok := pieceOf(c)
			if !ok {
				return wrong(placementField, "rank %d: %q is neither a piece nor a number of empty squares", rank+1, c)
			}
			if file < 8 {
				p.put(Square(rank<<3|file), x)
			}
			file, digit = file+1, false
		}
		if file != 8 {
			return wrong(placementField, "rank %d has %d squares, not 8", rank+1, file)
		}
	}
	for side, name := range []string{"White", "Black"} {
		if n := bits.OnesCount64(p.Of(side, King)); n != 1 {
			return wrong(placementField, "%s has %d kings, not one", name, n)
		}
		if n := bits.OnesCount64(p.sides[side]); n > mostPieces {
			return wrong(placementField, "%s has %d pieces, more than %d", name, n, mostPieces)
		}
	}
	if on := p.kinds[Pawn] & rim; on != 0 {
		return wrong(placementField, "a pawn on %s", lowest(on))
	}
	return nil
}

func parsePassant(p *Position, text string) error {
	if text == "-" {
		return nil
	}
	passed, err := parseSquare(text)
	if err != nil {
		return wrong(passantField, "%w", err)
	}
	rank := 5
	if p.Side == Black {
		rank = 2
	}
	pawn, from := passed^8, passed^24
	switch {
	case passed.Rank() != rank:
		return wrong(passantField, "%s is not on rank %d", passed, rank+1)
	case p.At(pawn) != piece(p.Side^1, Pawn):
		return wrong(passantField, "no pawn that passed %s", passed)
	case p.At(passed) != 0 || p.At(from) != 0:
		return wrong(passantField, "no pawn can have come from %s over %s", from, passed)
	}
	before := p.Occupied() ^ bit(pawn) | bit(from)
	theirs := p.sides[p.Side^1] &^ bit(pawn)
	king := p.KingAt(p.Side)
	if p.attackers(king, before)&theirs != 0 || pawnAttacks[p.Side^1][from&63]&bit(king) != 0 {
		return wrong(passantField, "before a pawn passed %s the other side was in check and not to move", passed)
	}
	p.allowPassant(passed)
	return nil
}

// format returns a position as FEN.
func format(p *Position) string {
	b := make([]byte, 0, 80)
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			x := p.squares[rank<<3|file]
			if x == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, x.Letter())
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	b = append(b, ' ', "wb"[p.Side&1], ' ')
	b = append(b, formatRights(p)...)
	b = append(b, ' ')
	b = append(b, p.Passant.String()...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(p.Clock), 10)
	b = append(b, ' ')
	return string(strconv.AppendInt(b, int64(p.Number), 10))
}
