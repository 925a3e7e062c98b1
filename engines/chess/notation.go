package chess

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines/chess/internal/board"
)

// parsePosition reads
//
//   - a FEN, whose last two fields may be missing;
//   - a line of an EPD file, a FEN's first four fields with operations behind them, of
//     which hmvc and fmvn are read;
//   - "startpos", "start" or nothing, the position that games begin in;
//   - one of these, the FEN also with the word "fen" before it, then "moves" and the
//     moves that were played from there;
//   - the moves alone, from the start.
//
// Moves are written as UCI does.
func parsePosition(text string) (line, error) {
	at, moves, _ := strings.Cut(" "+strings.Join(strings.Fields(text), " ")+" ", " moves ")
	at = strings.TrimPrefix(strings.TrimSpace(at), "fen ")
	var l line
	var err error
	switch words := strings.Fields(at); {
	case at == "" || at == "startpos" || at == "start":
		l.start = board.Start()
	case strings.Contains(words[0], "/"):
		l.start, err = parseFEN(words)
	default:
		if _, bad := board.ParseMove(words[0]); bad != nil {
			return line{}, fmt.Errorf("position %q: want a FEN, or moves as in e2e4 e7e5", text)
		}
		l.start, moves = board.Start(), at+" "+moves
	}
	if err != nil {
		return line{}, err
	}
	for i, word := range strings.Fields(moves) {
		m, err := board.ParseMove(word)
		if err != nil {
			return line{}, fmt.Errorf("move %d: %w", i+1, err)
		}
		l.moves = append(l.moves, m)
	}
	return l, nil
}

// parseFEN reads the fields of a FEN or of an EPD.
func parseFEN(words []string) (board.Position, error) {
	const epd = 4 // fields before the operations
	if len(words) > epd && strings.HasSuffix(words[len(words)-1], ";") {
		clock, number := "0", "1"
		for operation := range strings.SplitSeq(strings.Join(words[epd:], " "), ";") {
			switch code, operand, _ := strings.Cut(strings.TrimSpace(operation), " "); code {
			case "hmvc":
				clock = operand
			case "fmvn":
				number = operand
			}
		}
		words = append(words[:epd:epd], clock, number)
	}
	return board.Parse(strings.Join(words, " "))
}
