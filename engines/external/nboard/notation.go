package nboard

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// mostDiscs is the largest score: all squares.
const mostDiscs = 64

// readMove reads what follows "===": a move alone, "C4", or with the discs by which
// the program expects to win and the seconds it took, "C4/-1.34/0.00". The score is
// the share of the board. A text that is no move is the game's to refuse.
func readMove(answer string) (move string, score *float64, err error) {
	answer = strings.TrimSpace(answer)
	end := strings.IndexAny(answer, "/ \t")
	if end < 0 {
		end = len(answer)
	}
	move = strings.ToLower(answer[:end])
	if move == "" {
		return "", nil, driver.Malformed("=== without a move: %s", driver.Printable(answer))
	}
	rest, ok := strings.CutPrefix(answer[end:], "/")
	if !ok {
		return move, nil, nil
	}
	text, _, _ := strings.Cut(rest, "/")
	if discs, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
		if v := discs / mostDiscs; v >= -1 && v <= 1 {
			score = &v
		}
	}
	return move, score, nil
}

// readNodes reads "nodestats NODES SECONDS".
func readNodes(line []byte) (nodes uint64, ok bool) {
	fields := strings.Fields(string(line))
	if len(fields) < 2 || fields[0] != "nodestats" {
		return 0, false
	}
	n, err := strconv.ParseUint(fields[1], 10, 63)
	return n, err == nil
}

// writeMove is a move as the protocol has it: "F5", "PA".
func writeMove(text string) string {
	if text == "pass" {
		return "PA"
	}
	return strings.ToUpper(text)
}

// writeGame is a game in GGF: the position that it began from and its moves.
func writeGame(start string, moves []engines.Move, p engines.Position) (string, error) {
	board, side, ok := strings.Cut(start, " ")
	if !ok || len(board) != mostDiscs || side != "X" && side != "O" {
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
		fmt.Fprintf(&b, "%s[%s]", sign, writeMove(p.FormatMove(m)))
		black = !black
	}
	return b.String() + ";)", nil
}
