package chess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines/chess/internal/board"
)

// allPlies is passed as the limit of plies to read all plies of a game.
const allPlies = 1 << 30

// parsePosition parses a position in one of these forms:
//
//   - a FEN, whose last two fields may be missing;
//   - a line of an EPD file: the first four or all six fields of a FEN, then operations;
//   - "startpos", "start" or nothing for the start position;
//   - one of these ("fen" may precede a FEN), then "moves" and a list of moves;
//   - a list of moves from the start position.
//
// It plays at most the given number of plies of a list. Moves are in the notation of UCI or in
// Standard Algebraic Notation, with or without move numbers.
func parsePosition(t *table, text string, plies int) (*game, error) {
	text = strings.Join(strings.Fields(text), " ")
	at, moves := text, ""
	if !strings.Contains(text, ";") { // an operation of an EPD may contain any word
		at, moves, _ = strings.Cut(" "+text+" ", " moves ")
	}
	at = strings.TrimPrefix(strings.TrimSpace(at), "fen ")
	start := t.start()
	switch words := strings.Fields(at); {
	case at == "" || at == "startpos" || at == "start":
	case strings.Contains(words[0], "/"):
		var err error
		if start, err = t.parseFEN(words); err != nil {
			return nil, err
		}
	default:
		g := newGame(t, &start)
		if _, err := g.ParseMove(withoutNumber(words[0])); err != nil && withoutNumber(words[0]) != "" {
			return nil, fmt.Errorf("%.60q is not a position; write a FEN, an EPD, or moves from the start such as e2e4 e7e5 or 1. e4 e5", text)
		}
		moves = at + " " + moves
	}
	g := newGame(t, &start)
	for _, word := range strings.Fields(moves) {
		if len(g.moves) == plies {
			break
		}
		if word = withoutNumber(word); word == "" || isRemark(word) {
			continue
		}
		m, err := g.ParseMove(word)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", len(g.moves)+1, err)
		}
	}
	g.dealt = len(g.moves)
	return g, nil
}

// withoutNumber removes the move number from a word in a list of moves, such as 12.Nf3 or
// 12...Nf6. A word that is only a number becomes "", except 0000, which is the null move of UCI and
// not a legal move.
func withoutNumber(word string) string {
	if word == "0000" {
		return word
	}
	if rest := strings.TrimLeft(word, "0123456789"); rest == "" || rest[0] == '.' {
		word = rest
	}
	return strings.TrimLeft(word, ".")
}

// isRemark reports whether a word in a list of moves is no move but a result or an annotation: a
// number such as $1, e.p., or signs such as !?, + and +/=.
func isRemark(word string) bool {
	switch strings.TrimRight(word, "+#!?") {
	case "e.p.", "ep":
		return true
	}
	signs := strings.Trim(word, "!?+=/#~-") == "" && strings.Trim(word, "-") != "" // -- is a null move
	return signs || word[0] == '$' || isResult(word)
}

// isResult reports whether a word is the result of a game.
func isResult(word string) bool {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*":
		return true
	}
	return false
}

// parseFEN parses the position in words: a FEN, or a line of an EPD file. An EPD has four fields of
// a FEN and then operations, each closed by a semicolon. Its operations hmvc and fmvn replace the
// last two fields of a FEN. Lines in which six fields precede the operations are accepted too.
func (t *table) parseFEN(words []string) (board.Position, error) {
	parse := board.Parse
	if t.chess960 {
		parse = board.Parse960
	}
	const epd, fen = 4, 6  // fields
	if len(words) >= epd { // four fields may be closed like an operation
		if last, closed := strings.CutSuffix(words[epd-1], ";"); closed {
			words = slices.Clone(words)
			words[epd-1] = last
		}
	}
	end := min(epd, len(words))
	for end < min(fen, len(words)) && isCount(words[end]) {
		end++
	}
	if end < min(fen, len(words)) {
		if last, closed := strings.CutSuffix(words[end], ";"); closed && isCount(last) { // a FEN closed like an operation
			words = slices.Clone(words)
			words[end] = last
			end++
		}
	}
	rest := strings.Join(words[end:], " ")
	switch {
	case strings.Contains(rest, ";"):
	case len(words) > fen:
		return board.Position{}, fmt.Errorf("%.60q after the FEN: operations of an EPD end with a semicolon", rest)
	default:
		return parse(strings.Join(words, " "))
	}
	fields := words[:end:end]
	if end == epd {
		clock, number := "0", "1"
		for _, operation := range outsideQuotes(rest, ';') {
			switch code, operand, _ := strings.Cut(strings.TrimSpace(operation), " "); code {
			case "hmvc":
				clock = operand
			case "fmvn":
				number = operand
			}
		}
		fields = append(fields, clock, number)
	}
	return parse(strings.Join(fields, " "))
}

// start returns the start position of chess, as position number 518 of Chess960 if the game is
// Chess960.
func (t *table) start() board.Position {
	if !t.chess960 {
		return board.Start()
	}
	p, err := board.Start960(usualStart)
	if err != nil {
		panic(err) // a mistake in package board
	}
	return p
}

// usualStart is the number of the usual start position among the start positions of Chess960.
const usualStart = 518

// isCount reports whether a field of a FEN is an integer, as its last two fields are. Negative
// integers count, so that the parser of FEN can report them.
func isCount(field string) bool {
	_, err := strconv.Atoi(field)
	return err == nil
}

// outsideQuotes splits a text at a separator, except within double quotes.
func outsideQuotes(text string, separator rune) []string {
	quoted := false
	return strings.FieldsFunc(text, func(c rune) bool {
		if c == '"' {
			quoted = !quoted
		}
		return c == separator && !quoted
	})
}
