package chess

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Editor   = (*engine)(nil)
	_ show.Reporter = (*game)(nil)
)

// pieces are the letters of a scene and what they stand for.
var pieces = []show.Tool{
	{ID: "P", Name: "white pawn"},
	{ID: "N", Name: "white knight"},
	{ID: "B", Name: "white bishop"},
	{ID: "R", Name: "white rook"},
	{ID: "Q", Name: "white queen"},
	{ID: "K", Name: "white king"},
	{ID: "-", Name: "empty"},
	{ID: "p", Name: "black pawn"},
	{ID: "n", Name: "black knight"},
	{ID: "b", Name: "black bishop"},
	{ID: "r", Name: "black rook"},
	{ID: "q", Name: "black queen"},
	{ID: "k", Name: "black king"},
}

// Tools are the pieces, and an empty square.
func (e *engine) Tools() []show.Tool {
	return append(append([]show.Tool{}, pieces...), show.Tool{ID: show.ClearTool, Name: "Clear"})
}

// Edit puts a piece on a square. Kings and rooks at home may still castle.
func (e *engine) Edit(text []byte, by show.Edit) (show.Edited, error) {
	var s scene
	if err := json.Unmarshal(text, &s); err != nil || len(s.Board) != 64 || strings.Trim(s.Board, "PNBRQKpnbrqk-") != "" {
		return show.Edited{}, fmt.Errorf("the scene is not a chess board")
	}
	switch {
	case by.Tool == "":
	case by.Tool == show.ClearTool:
		s = scene{Board: strings.Repeat("-", 64)}
	case len(by.Tool) != 1 || !strings.Contains("PNBRQK-pnbrqk", by.Tool):
		return show.Edited{}, fmt.Errorf("%q is not a piece", by.Tool)
	case len(by.Field) != 2 || by.Field[0] < 'a' || by.Field[0] > 'h' || by.Field[1] < '1' || by.Field[1] > '8':
		return show.Edited{}, fmt.Errorf("%q is not a square from a1 to h8", by.Field)
	default:
		at := 8*int('8'-by.Field[1]) + int(by.Field[0]-'a')
		s = scene{Board: s.Board[:at] + by.Tool + s.Board[at+1:]}
	}
	return show.Edited{Scene: s, Position: s.fen(by.Turn)}, nil
}

// fen writes the board with a side to move.
func (s scene) fen(turn int) string {
	var b strings.Builder
	for rank := 0; rank < 64; rank += 8 {
		if rank > 0 {
			b.WriteByte('/')
		}
		gap := 0
		for _, piece := range s.Board[rank : rank+8] {
			if piece == '-' {
				gap++
				continue
			}
			if gap > 0 {
				b.WriteString(strconv.Itoa(gap))
				gap = 0
			}
			b.WriteRune(piece)
		}
		if gap > 0 {
			b.WriteString(strconv.Itoa(gap))
		}
	}
	b.WriteString(map[bool]string{false: " w ", true: " b "}[turn == black])
	return b.String() + s.rights() + " - 0 1"
}

// rights are the rights to castle that kings and rooks at home have.
func (s scene) rights() string {
	out := ""
	for _, r := range []struct {
		name       string
		king, rook int
		pieces     string
	}{{"K", 60, 63, "KR"}, {"Q", 60, 56, "KR"}, {"k", 4, 7, "kr"}, {"q", 4, 0, "kr"}} {
		if s.Board[r.king] == r.pieces[0] && s.Board[r.rook] == r.pieces[1] {
			out += r.name
		}
	}
	if out == "" {
		return "-"
	}
	return out
}

// Status is who has more material, a pawn being 1, knight and bishop 3, rook 5 and queen 9,
// and whether the side to move is in check.
func (g *game) Status() string {
	ahead := 0
	for sq := range board.Square(64) {
		switch letter := g.at.At(sq).Letter(); letter {
		case 0, 'k', 'K':
		default:
			worth := map[byte]int{'p': 1, 'n': 3, 'b': 3, 'r': 5, 'q': 9}[letter|0x20]
			if letter >= 'a' {
				worth = -worth
			}
			ahead += worth
		}
	}
	text := "material is even"
	if ahead > 0 {
		text = fmt.Sprintf("material +%d for White", ahead)
	} else if ahead < 0 {
		text = fmt.Sprintf("material +%d for Black", -ahead)
	}
	if g.at.InCheck() && !g.Over() {
		return "check; " + text
	}
	return text
}
