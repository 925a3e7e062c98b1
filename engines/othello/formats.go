package othello

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
)

// problem is one line of an OBF file: a position with the known scores of some moves, such as
// "BOARD X; A2:+38; C7:+36; % comment".
type problem struct {
	game   *game
	scores []moveScore // in the order of the line
}

// moveScore is a move with its score: the final disc difference for the side that makes it.
type moveScore struct {
	move  engines.Move
	score int
}

// parseOBF parses a line of an OBF file. It returns an error for illegal moves. Errors name the
// field.
func parseOBF(line string) (problem, error) {
	text, _, _ := strings.Cut(line, "%")
	head, tail, _ := strings.Cut(text, ";")
	g, err := parseBoard(strings.TrimSpace(head))
	if err != nil {
		return problem{}, err
	}
	p := problem{game: g}
	for i, field := range strings.Split(tail, ";") {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		s, err := parseMoveScore(field)
		if err != nil {
			return problem{}, fmt.Errorf("field %d after the side to move: %w", i+1, err)
		}
		if !g.allows(s.move) {
			return problem{}, fmt.Errorf("field %d after the side to move: %s is not legal", i+1, g.FormatMove(s.move))
		}
		p.scores = append(p.scores, s)
	}
	return p, nil
}

func parseMoveScore(field string) (moveScore, error) {
	move, score, ok := strings.Cut(field, ":")
	if !ok {
		return moveScore{}, fmt.Errorf("%q is not MOVE:SCORE", field)
	}
	m, err := parseMove(move)
	if err != nil {
		return moveScore{}, err
	}
	v, err := strconv.Atoi(strings.TrimSpace(score))
	if err != nil || v < -64 || v > 64 {
		return moveScore{}, fmt.Errorf("%q is not a score from -64 to +64", score)
	}
	return moveScore{m, v}, nil
}

// record is a parsed game in the Generic Game Format (GGF) of M. Buro, which Othello servers use. A
// game is a list of tags with values in brackets. This package reads the tags BO (board), B and W
// (moves), and RE (the result, for a game that was not played to its end).
type record struct {
	begin *game // nil for the start position
	moves []recordedMove
	score *int   // Black's disc difference, from RE; nil if it is missing or unknown
	size  string // of a board that does not have 8 x 8 squares, as in BO; "" for one of 8 x 8
}

type recordedMove struct {
	seat int
	move engines.Move
}

func (r record) end() (*game, error) {
	g := startGame()
	if r.begin != nil {
		*g = *r.begin
	}
	for i, m := range r.moves {
		if m.move != pass && m.seat != g.turn && g.moves == 0 && !g.over {
			if err := g.Apply(pass); err != nil {
				return nil, err
			}
		}
		if m.seat != g.turn {
			return nil, fmt.Errorf("GGF: move %d: %s is not to move", i+1, colour(m.seat))
		}
		if err := g.Apply(m.move); err != nil {
			return nil, fmt.Errorf("GGF: move %d: %w", i+1, err)
		}
	}
	return g, nil
}

// parseGGF parses a game in GGF, "(;GM[Othello] ... ;)", and returns the position after its last
// move. Errors name the offset in the text or the move. A board of another size than 8 x 8 is an
// error.
func parseGGF(text string) (*game, error) {
	r, rest, err := readGGF(text)
	switch {
	case err != nil:
		return nil, err
	case rest != "":
		return nil, fmt.Errorf("GGF: offset %d: text after the end of the game", len(strings.TrimSpace(text))-len(rest))
	case r.size != "":
		return nil, fmt.Errorf("GGF: board size %q, want 8", r.size)
	}
	return r.end()
}

// ggfGames returns the games in a line of a GGF archive, without the number of games that some
// servers write before them. ok is false if the line has another format.
func ggfGames(line string) (games string, ok bool) {
	games = strings.TrimLeft(strings.TrimLeft(line, "0123456789"), " \t")
	return games, strings.HasPrefix(games, "(;")
}

// readGGF parses the game in GGF at the beginning of a text. rest is the text after it. For a board
// of another size than 8 x 8, readGGF sets r.size and reads no moves.
func readGGF(text string) (r record, rest string, err error) {
	text = strings.TrimSpace(text)
	body, ok := strings.CutPrefix(text, "(;")
	if !ok {
		return r, "", fmt.Errorf("GGF: a game starts with \"(;\"")
	}
	at := len(text) - len(body)
	for {
		rest := strings.TrimLeft(text[at:], " \t\r\n")
		at = len(text) - len(rest)
		if after, ends := strings.CutPrefix(rest, ";)"); ends {
			return r, after, nil
		}
		name, value, length, err := scanTag(rest)
		if err == nil {
			err = r.add(name, value)
		}
		if err != nil {
			return r, "", fmt.Errorf("GGF: offset %d: %w", at, err)
		}
		at += length
	}
}

// scanTag parses a tag "NAME[VALUE]" at the beginning of s. length is the number of its bytes.
func scanTag(s string) (name, value string, length int, err error) {
	name, rest, ok := strings.Cut(s, "[")
	if !ok || name == "" {
		return "", "", 0, fmt.Errorf("expected TAG[value] or the end \";)\"")
	}
	if strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return "", "", 0, fmt.Errorf("%.16q is not a tag of capital letters", name)
	}
	value, _, closed := strings.Cut(rest, "]")
	if !closed {
		return "", "", 0, fmt.Errorf("tag %s is not closed by ]", name)
	}
	return name, value, len(name) + len(value) + 2, nil
}

// add stores the value of a tag in the record. The value of a move is "SQUARE", "SQUARE/EVALUATION"
// or "SQUARE/EVALUATION/SECONDS". Unknown tags are ignored.
func (r *record) add(name, value string) error {
	switch name {
	case "GM":
		if !strings.EqualFold(strings.TrimSpace(value), "Othello") {
			return fmt.Errorf("the game is %q, not Othello", value)
		}
	case "BO":
		return r.addBoard(value)
	case "RE": // +12.00, or with its cause +12.00:r
		number, _, _ := strings.Cut(value, ":")
		if score, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil && math.Abs(score) <= 64 {
			whole := int(score)
			r.score = &whole
		}
	case "B", "W":
		if r.size != "" {
			return nil
		}
		text, _, _ := strings.Cut(value, "/")
		m, err := parseMove(text)
		if err != nil {
			return err
		}
		seat := seatBlack
		if name == "W" {
			seat = seatWhite
		}
		r.moves = append(r.moves, recordedMove{seat, m})
	}
	return nil
}

// addBoard parses the value of the tag BO, "8 BOARD SIDE". Blanks within the board are ignored. A
// board of another size is not parsed; addBoard stores its size in r.size.
func (r *record) addBoard(value string) error {
	size, rest, _ := strings.Cut(strings.TrimSpace(value), " ")
	if n, err := strconv.Atoi(size); err != nil || n < 1 {
		return fmt.Errorf("board size %q, want 8", size)
	} else if n != 8 {
		r.size = size
		return nil
	}
	packed := strings.Join(strings.Fields(rest), "")
	if len(packed) != 65 {
		return fmt.Errorf("the board and side have %d characters, want 65", len(packed))
	}
	g, err := parseBoard(packed[:64] + " " + packed[64:])
	if err != nil {
		return err
	}
	r.begin = g
	return nil
}
