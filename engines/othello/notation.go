package othello

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
)

// sides contains the letters of Black and White in the text of a position.
const sides = "XO"

// String returns the board as 64 characters, a space, and the side to move. The squares are in the
// order a1, b1 to h1, a2 to h8. "X" is Black, "O" White and "-" an empty square.
func (g *game) String() string {
	black, white := g.discs()
	return string(appendBoard(make([]byte, 0, 66), black, white, "XO-")) + " " + sides[g.turn:g.turn+1]
}

func appendBoard(dst []byte, black, white uint64, chars string) []byte {
	for sq := range 64 {
		switch {
		case black>>sq&1 != 0:
			dst = append(dst, chars[0])
		case white>>sq&1 != 0:
			dst = append(dst, chars[1])
		default:
			dst = append(dst, chars[2])
		}
	}
	return dst
}

// FormatMove returns the name of a move's square, such as "f5", or "pass".
func (g *game) FormatMove(m engines.Move) string {
	switch {
	case m == pass:
		return "pass"
	case m < 0 || m > pass:
		return fmt.Sprintf("move(%d)", int(m))
	}
	return square(int(m))
}

// ParseMove parses the name of a square or a pass ("pass", "pa" or "ps"), in upper or lower case.
// The move need not be legal.
func (g *game) ParseMove(s string) (engines.Move, error) { return parseMove(s) }

func parseMove(s string) (engines.Move, error) {
	switch s = strings.ToLower(strings.TrimSpace(s)); s {
	case "pass", "pa", "ps":
		return pass, nil
	}
	if len(s) == 2 && s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8' {
		return engines.Move(int(s[1]-'1')*8 + int(s[0]-'a')), nil
	}
	return 0, fmt.Errorf("%q is not a square from a1 to h8, nor pass", s)
}

func square(sq int) string {
	return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3)})
}

func squares(set uint64) string {
	var list []string
	for ; set != 0; set &= set - 1 {
		list = append(list, square(bits.TrailingZeros64(set)))
	}
	return strings.Join(list, ", ")
}

// parsePosition parses a position in one of these notations:
//
//   - a board of 64 characters and the side to move ("X" or "*" Black, "O" White, "-" or "."
//     empty, in either case), with or without the scores of an OBF line;
//   - a transcript of moves from the start position;
//   - a game in GGF, of which it returns the last position.
//
// An empty text and "start" mean the start position. Errors name the place in the text.
func parsePosition(s string) (*game, error) {
	s = strings.TrimSpace(s)
	switch {
	case s == "", strings.EqualFold(s, "start"):
		return startGame(), nil
	case strings.HasPrefix(s, "(;"):
		return parseGGF(s)
	case isTranscript(s):
		return replay(s)
	case strings.Contains(s, ";"):
		p, err := parseOBF(s)
		return p.game, err
	}
	return parseBoard(s)
}

func parseBoard(s string) (*game, error) {
	black, white, rest, err := parseDiscs(s)
	if err != nil {
		return nil, err
	}
	side := strings.TrimSpace(rest)
	turn, ok := parseSide(side)
	switch {
	case side == "":
		return nil, fmt.Errorf("the side to move (X or O) is missing after the board")
	case !ok:
		return nil, fmt.Errorf("side to move: %.16q is neither X nor O", side)
	}
	if turn == seatBlack {
		return newGame(black, white, seatBlack), nil
	}
	return newGame(white, black, seatWhite), nil
}

func parseDiscs(s string) (black, white uint64, rest string, err error) {
	for sq := range 64 {
		if sq >= len(s) || s[sq] == ' ' || s[sq] == '\t' {
			return 0, 0, "", fmt.Errorf("the board has %d characters, want 64", sq)
		}
		switch s[sq] {
		case 'X', 'x', '*':
			black |= 1 << sq
		case 'O', 'o':
			white |= 1 << sq
		case '-', '.':
		default:
			_, size := utf8.DecodeRuneInString(s[sq:])
			return 0, 0, "", fmt.Errorf("character %d of the board (%s): %q is none of X, O and -", sq+1, square(sq), s[sq:sq+size])
		}
	}
	if next, _ := utf8.DecodeRuneInString(s[64:]); len(s) > 64 && !unicode.IsSpace(next) {
		return 0, 0, "", fmt.Errorf("the board has more than 64 characters")
	}
	return black, white, s[64:], nil
}

func parseSide(s string) (turn int, ok bool) {
	switch s {
	case "X", "x", "*":
		return seatBlack, true
	case "O", "o":
		return seatWhite, true
	}
	return 0, false
}
