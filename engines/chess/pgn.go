package chess

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/training"
)

// pgn reads games in Portable Game Notation (PGN) line by line. A game has tags, and then moves
// in Standard Algebraic Notation among numbers, comments, variations and annotations.
type pgn struct {
	table *table
	to    gameReceiver
	plies int // largest number of plies to read of a game

	begun  int // line of the game's first tag or move, 0 before it
	tags   map[string]string
	ended  string // the result after the moves, "" before it
	cut    bool   // whether a null move ended the moves that are read
	moving bool   // whether the moves have begun
	game   *game  // nil before the first move

	brace  bool // whether a comment in braces is open
	depth  int  // of nested variations
	opened int  // line on which the comment or the outermost variation begins
}

// gameReceiver receives the games of a PGN file as they are read.
type gameReceiver interface {
	// move is called before every move of the main line. g is the game before the move, and line the
	// line in the file. An illegal move in the notation of UCI ends the reading after the call.
	move(g *game, m board.Move, line int)
	// nullMove is called at the first null move of the main line. If it returns nil, the moves after
	// the null move are not read.
	nullMove(line int) error
	// end is called at the end of every game. Its errors must name the line.
	end(p *pgn) error
}

// newPGN returns a PGN reader that passes at most the given number of plies of each game to its
// receiver.
func newPGN(t *table, to gameReceiver, plies int) *pgn { return &pgn{table: t, to: to, plies: plies} }

// line reads one line of a PGN file. number is the number of the line, which errors contain.
func (p *pgn) line(text string, number int) error {
	if !p.brace && strings.HasPrefix(text, "%") { // the standard's escape: the line is ignored
		return nil
	}
	for {
		trimmed := strings.TrimSpace(text)
		if !p.brace && p.depth == 0 && strings.HasPrefix(trimmed, "[") {
			if p.moving {
				if err := p.finish(); err != nil {
					return err
				}
			}
			var err error
			for text = trimmed; strings.HasPrefix(text, "[") && err == nil; {
				text, err = p.tag(text, number)
			}
			if err != nil {
				return withLine(number, err)
			}
		}
		var err error
		if text, err = p.movetext(text, number); err != nil || text == "" {
			return withLine(number, err)
		}
	}
}

// withLine adds the number of a line to an error. It returns err unchanged if it is nil or already
// contains a number.
func withLine(line int, err error) error {
	if _, named := errors.AsType[*training.LineError](err); named || err == nil {
		return err
	}
	return &training.LineError{Line: line, Err: err}
}

// tag stores the PGN tag at the beginning of a text and returns the text after it.
func (p *pgn) tag(text string, number int) (rest string, err error) {
	name, value, rest, ok := splitTag(text)
	if !ok {
		return "", fmt.Errorf(`%.40q is not a tag; write [Name "value"]`, text)
	}
	if p.tags == nil {
		p.tags = make(map[string]string)
	}
	p.begin(number)
	p.tags[name] = value
	if name == "Variant" {
		return rest, p.table.checkVariant(value)
	}
	return rest, nil
}

// checkVariant returns an error if the engine cannot play a variant. name is the value of the PGN
// tag Variant. Standard chess is always accepted, and Chess960 if the setting chess960 is true.
func (t *table) checkVariant(name string) error {
	switch strings.ToLower(name) {
	case "standard", "chess", "from position":
		return nil
	case "chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random":
		if t.chess960 {
			return nil
		}
		return fmt.Errorf("variant %q needs the setting chess960", name)
	}
	return fmt.Errorf("variant %q is not supported; only standard chess and Chess960 are", name)
}

// splitTag splits a text into the name and the value of the PGN tag at its beginning, and the rest.
// A value with unescaped quotes is accepted if the tag is the whole text. ok is false if the text
// does not begin with a tag.
func splitTag(text string) (name, value, rest string, ok bool) {
	if !strings.HasPrefix(text, "[") {
		return "", "", "", false
	}
	quote := strings.IndexAny(text[1:], `"[]`) + 1
	if quote == 0 || text[quote] != '"' {
		return "", "", "", false
	}
	name, behind := strings.TrimSpace(text[1:quote]), text[quote+1:]
	value, rest, closed := quoted(behind)
	rest, bracket := strings.CutPrefix(strings.TrimSpace(rest), "]")
	if !closed || !bracket {
		value, bracket = strings.CutSuffix(behind, `"]`)
		rest, closed = "", bracket
	}
	return name, value, strings.TrimSpace(rest), closed && bracket && name != "" && !strings.ContainsAny(name, " \t")
}

// quoted reads the value of a PGN tag. text begins after the opening quote; rest begins after the
// closing one. In the value, \" stands for a quote and \\ for a backslash. closed is false if there
// is no closing quote.
func quoted(text string) (value, rest string, closed bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return b.String(), text[i+1:], true
		case text[i] == '\\' && i+1 < len(text):
			i++
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}

// movetext reads the moves, comments and variations of a PGN game from a line. If the next game
// begins on the same line, movetext returns the text from its first tag on.
func (p *pgn) movetext(text string, number int) (rest string, err error) {
	for text != "" {
		if p.brace {
			_, rest, closed := strings.Cut(text, "}")
			p.brace, text = !closed, rest
			continue
		}
		if text[0] == '[' && p.depth == 0 {
			if _, _, _, ok := splitTag(text); ok {
				return text, nil
			}
		}
		n := wordLength(text)
		if n > 0 {
			if err := p.word(text[:n], number); err != nil {
				return "", err
			}
			text = text[n:]
			continue
		}
		if p.depth == 0 && !p.brace {
			p.opened = number
		}
		switch text[0] {
		case '{':
			p.brace = true
		case '(':
			p.depth++
		case ')':
			if p.depth--; p.depth < 0 {
				return "", errors.New("a ) without a (")
			}
		case '}':
			return "", errors.New("a } without a {")
		case ';':
			return "", nil
		}
		_, size := utf8.DecodeRuneInString(text) // of a blank that may be a no-break space
		text = text[size:]
	}
	return "", nil
}

// wordLength returns the length in bytes of the word at the beginning of PGN text. A word ends
// before a blank, a brace, a parenthesis or a semicolon. It also ends before a "[" or "$" after its
// first character, which may begin a tag or an annotation, as in Nf3$1.
func wordLength(text string) int {
	for i, c := range text {
		if unicode.IsSpace(c) || strings.ContainsRune("{}();", c) || i > 0 && (c == '[' || c == '$') {
			return i
		}
	}
	return len(text)
}

// word processes one word in the movetext of a PGN game: a move, a number, a result or an
// annotation. A move number after the result begins a new game without tags.
func (p *pgn) word(word string, number int) error {
	if p.ended != "" && p.depth == 0 && isMoveNumber(word) {
		if err := p.finish(); err != nil {
			return err
		}
	}
	p.moving = true
	p.begin(number)
	if p.depth > 0 || word[0] == '$' || p.ended != "" {
		return nil
	}
	if isResult(word) {
		p.ended = word
		return nil
	}
	if p.cut || p.game != nil && len(p.game.moves) >= p.plies {
		return nil
	}
	if word = withoutNumber(word); word == "" || isRemark(word) {
		return nil
	}
	if err := p.start(); err != nil {
		return err
	}
	if isNullMove(word) {
		p.cut = true
		if err := p.to.nullMove(number); err != nil {
			return fmt.Errorf("ply %d: %w", len(p.game.moves)+1, err)
		}
		return nil
	}
	m, err := p.game.ParseMove(word)
	if err != nil {
		return fmt.Errorf("ply %d: %w", len(p.game.moves)+1, err)
	}
	p.to.move(p.game, board.Move(m), number)
	return p.game.Apply(m)
}

// isNullMove reports whether a word stands for a move that leaves all pieces where they are: -- and
// Z0 in PGN files of other programs, 0000 in UCI.
func isNullMove(word string) bool { return word == "--" || word == "Z0" || word == "0000" }

// isMoveNumber reports whether a word begins with a move number, as 1. and 1.e4 do.
func isMoveNumber(word string) bool {
	rest := strings.TrimLeft(word, "0123456789")
	return len(rest) < len(word) && strings.HasPrefix(rest, ".")
}

// begin stores the line number at which the current game begins, unless one is stored already.
func (p *pgn) begin(number int) {
	if p.begun == 0 {
		p.begun = number
	}
}

// start creates the game from its start position, which the tag FEN may contain. It does nothing if
// the game exists already.
func (p *pgn) start() error {
	if p.game != nil {
		return nil
	}
	start := p.table.start()
	if fen := p.tags["FEN"]; fen != "" {
		var err error
		if start, err = p.table.parseFEN(strings.Fields(fen)); err != nil {
			return fmt.Errorf("the tag FEN: %w", err)
		}
	}
	p.game = newGame(p.table, &start)
	return nil
}

// finish ends the current game and passes it to the receiver. Its errors name the line.
func (p *pgn) finish() error {
	if p.brace || p.depth > 0 {
		return withLine(p.opened, errors.New("the comment or variation that begins here does not end"))
	}
	if p.begun > 0 {
		if err := p.to.end(p); err != nil {
			return err
		}
	}
	*p = *newPGN(p.table, p.to, p.plies)
	return nil
}
