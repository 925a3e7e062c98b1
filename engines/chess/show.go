package chess

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Illustrator   = (*engine)(nil)
	_ show.SceneProvider = (*engine)(nil)
	_ show.Editor        = (*engine)(nil)
	_ show.Guided        = (*engine)(nil)
	_ show.Levels        = (*engine)(nil)
	_ show.EventReporter = (*game)(nil)
	_ show.Reporter      = (*game)(nil)
)

// Levels returns the opponents for people, from easy to best.
func (e *engine) Levels() []show.Level { return levels(e.space) }

// Draw returns a drawing of the board for a terminal, with the legal moves. White is at the
// bottom, and White's pieces are in capitals.
func (e *engine) Draw(p engines.Position) string {
	g, err := gameOf(p)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%d ", rank+1)
		for file := range 8 {
			letter := g.at.At(board.Square(rank<<3 | file)).Letter()
			if letter == 0 {
				letter = '.'
			}
			b.WriteByte(' ')
			b.WriteByte(letter)
		}
		b.WriteByte('\n')
	}
	b.WriteString("   a b c d e f g h\n")
	switch {
	case g.Over():
		fmt.Fprintf(&b, "over: %v\n", g.end)
	default:
		fmt.Fprintf(&b, "%s to move, %d legal:", colour(g.at.Side), len(g.legal))
		for _, m := range g.legal {
			b.WriteByte(' ')
			b.WriteString(san(&g.at, g.legal, m))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// scene is the JSON object that describes a picture of the board.
type scene struct {
	Board string `json:"board"` // 64 letters in the order of a FEN: a8 b8 ... h8, a7 ... h1; White's in capitals, - for an empty square
	Check string `json:"check"` // the square of the king in check, "" if there is none
	Last  string `json:"last"`  // the last move, as in e2e4, "" at the start
}

// Scene returns the data for a picture of the position: the board, the square of a king in check,
// and the last move.
func (e *engine) Scene(g engines.Game) (any, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	letters := make([]byte, 0, 64)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			letter := t.at.At(board.Square(rank<<3 | file)).Letter()
			if letter == 0 {
				letter = '-'
			}
			letters = append(letters, letter)
		}
	}
	out := scene{Board: string(letters)}
	if t.at.InCheck() {
		out.Check = t.at.KingAt(t.at.Side).String()
	}
	if n := len(t.moves); n > 0 {
		out.Last = t.FormatMove(t.moves[n-1])
	}
	return out, nil
}

// Layout returns an empty object, because the board is the same in all games.
func (e *engine) Layout() any { return struct{}{} }

// LastEvent describes the last move in algebraic notation. If the move ended the game, it also
// contains the reason. It returns "" if the last move belongs to the opening.
func (g *game) LastEvent() string {
	last := len(g.moves) - 1
	if last < g.dealt {
		return ""
	}
	before := g.start
	for _, m := range g.moves[:last] {
		before.Make(board.Move(m))
	}
	var room [board.MostMoves]board.Move
	text := san(&before, before.Moves(room[:0]), board.Move(g.moves[last]))
	if g.Over() {
		text += "; over: " + g.Reason()
	}
	return text
}

// pieces lists the tools of the position editor: a letter for each piece, as in FEN, and "-" for an
// empty square.
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

// Tools returns the tools of the position editor: the pieces, the empty square, and a tool that
// clears the board.
func (e *engine) Tools() []show.Tool {
	return append(append([]show.Tool{}, pieces...), show.Tool{ID: show.ClearTool, Name: "Clear"})
}

// Edit applies one action of the position editor, such as a piece put on a square, to a board. It
// returns the new board and its position as FEN. Castling rights follow from kings and rooks on
// their first squares.
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

// gaps replaces runs of empty squares in a row by their length, as in FEN.
var gaps = strings.NewReplacer("--------", "8", "-------", "7", "------", "6", "-----", "5", "----", "4", "---", "3", "--", "2", "-", "1")

// fen returns the edited position as FEN. turn is the seat to move.
func (s scene) fen(turn int) string {
	var rows []string
	for at := 0; at < 64; at += 8 {
		rows = append(rows, gaps.Replace(s.Board[at:at+8]))
	}
	return fmt.Sprintf("%s %c %s - 0 1", strings.Join(rows, "/"), "wb"[turn&1], s.rights())
}

// rights returns the castling rights of the edited position as FEN writes them. A side may castle
// with a rook if the king and this rook are on their first squares.
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

// Status describes the position in one line of text: the material balance (pawn 1, knight and
// bishop 3, rook 5, queen 9), and a check if there is one.
func (g *game) Status() string {
	ahead := 0
	for kind, worth := range [...]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9} {
		ahead += worth * (bits.OnesCount64(g.at.Of(white, kind)) - bits.OnesCount64(g.at.Of(black, kind)))
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

// Guide returns the explanation of chess for people.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `White (seat 1) begins. A player wins by checkmate. A game is drawn by stalemate, by too little
material for any mate, by the third occurrence of a position, after a hundred plies without a
capture or a pawn's move, and at max_plies. A draw needs no claim.`,
		Moves: `Write the square that a piece leaves and the square that it moves to: e2e4. Castling is the
king's move, e1g1. A promotion adds the piece, e7e8q. The short notation works, too: Nf3,
exd5, O-O, e8=Q.`,
		Position: `A FEN, whose last two fields may be missing, or the moves from the start, separated by
blanks: e2e4 e7e5, or 1. e4 e5. A line of an EPD file works, too.
  rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1`,
		Seats: []string{"White", "Black"},
		Picture: `White's pieces are capitals (K king, Q queen, R rook, B bishop, N knight, P pawn), Black's are
small letters, and . is an empty square. White is at the bottom.`,
	}
}
