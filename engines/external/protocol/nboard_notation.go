package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// maxDiscs is the largest possible score in Othello, the number of squares.
const maxDiscs = 64

// parseNBoardMove parses the text after "===" in the program's answer. It is a move, such as
// "C4", or a move with the expected score in discs and the time in seconds, such as
// "C4/-1.34/0.00". The returned score is divided by the number of squares; it is nil if there is
// none. The caller must check whether the move is legal.
func parseNBoardMove(answer string) (move string, score *float64, err error) {
	answer = strings.TrimSpace(answer)
	end := strings.IndexAny(answer, "/ \t")
	if end < 0 {
		end = len(answer)
	}
	move = strings.ToLower(answer[:end])
	if move == "" {
		return "", nil, malformed("=== without a move: %s", Printable(answer))
	}
	rest, ok := strings.CutPrefix(answer[end:], "/")
	if !ok {
		return move, nil, nil
	}
	text, _, _ := strings.Cut(rest, "/")
	if discs, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
		if v := discs / maxDiscs; v >= -1 && v <= 1 {
			score = &v
		}
	}
	return move, score, nil
}

// parseNodestats parses a line of the form "nodestats NODES SECONDS". ok is false for another
// form.
func parseNodestats(line []byte) (nodes uint64, ok bool) {
	fields := strings.Fields(string(line))
	if len(fields) < 2 || fields[0] != "nodestats" {
		return 0, false
	}
	n, err := strconv.ParseUint(fields[1], 10, 63)
	return n, err == nil
}

// formatNBoardMove converts a move from Lanista's notation of Othello to NBoard's, such as "F5",
// or "PA" for a pass.
func formatNBoardMove(text string) string {
	if text == pass {
		return "PA"
	}
	return strings.ToUpper(text)
}

// formatGame returns a game in the Generic Game Format (GGF): a start position and the moves. p
// is the position after them.
func formatGame(start string, moves []engines.Move, p engines.Position) (string, error) {
	board, side, ok := strings.Cut(start, " ")
	if !ok || len(board) != maxDiscs || side != "X" && side != "O" {
		return "", fmt.Errorf("the game began from %q, which is not a board of Othello", start)
	}
	var b strings.Builder
	signs := strings.NewReplacer("X", "*")
	fmt.Fprintf(&b, "(;GM[Othello]PC[lanista]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 %s %s]", signs.Replace(board), signs.Replace(side))
	black := side == "X"
	for _, m := range moves {
		sign := "W"
		if black {
			sign = "B"
		}
		fmt.Fprintf(&b, "%s[%s]", sign, formatNBoardMove(p.FormatMove(m)))
		black = !black
	}
	return b.String() + ";)", nil
}
