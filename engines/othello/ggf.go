package othello

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Record is a game in Buro's Generic Game Format.
type Record struct {
	Tags  []Tag // all but the board and the moves, in order; GM[Othello] is implied
	Begin *Game // nil for the start position
	Moves []RecordedMove
}

// Tag is a property of a game: "PB" the name of Black, "PW" of White, "RE" the
// result for Black, and so on.
type Tag struct{ Name, Value string }

// RecordedMove is a move with what was noted beside it.
type RecordedMove struct {
	Seat int
	Move engines.Move
	Note string // "eval/time" or "eval", as written; "" if nothing
}

// Tag returns the value of the first tag of a name, or "".
func (r Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// End plays the moves and returns the position after the last.
func (r Record) End() (*Game, error) {
	g := Start()
	if r.Begin != nil {
		*g = *r.Begin
	}
	for i, m := range r.Moves {
		if m.Move != Pass && m.Seat != g.turn && g.moves == 0 && !g.over {
			if err := g.Apply(Pass); err != nil {
				return nil, err
			}
		}
		if m.Seat != g.turn {
			return nil, fmt.Errorf("GGF: move %d: %s is not to move", i+1, colour(m.Seat))
		}
		if err := g.Apply(m.Move); err != nil {
			return nil, fmt.Errorf("GGF: move %d: %w", i+1, err)
		}
	}
	return g, nil
}

// ParseGGF reads one game, "(;GM[Othello] ... ;)". Errors give the offset in
// the text or the move.
func ParseGGF(text string) (Record, error) {
	var r Record
	text = strings.TrimSpace(text)
	body, ok := strings.CutPrefix(text, "(;")
	if !ok {
		return r, fmt.Errorf("GGF: a game starts with \"(;\"")
	}
	at := len(text) - len(body)
	for {
		rest := strings.TrimLeft(text[at:], " \t\r\n")
		at = len(text) - len(rest)
		if strings.HasPrefix(rest, ";)") {
			if len(rest) > 2 {
				return r, fmt.Errorf("GGF: offset %d: text after the end of the game", at+2)
			}
			_, err := r.End()
			return r, err
		}
		name, value, length, err := scanTag(rest)
		if err == nil {
			err = r.add(name, value)
		}
		if err != nil {
			return r, fmt.Errorf("GGF: offset %d: %w", at, err)
		}
		at += length
	}
}

// scanTag reads "NAME[VALUE]" at the start of a text.
func scanTag(s string) (name, value string, length int, err error) {
	open := strings.IndexByte(s, '[')
	if open <= 0 {
		return "", "", 0, fmt.Errorf("expected TAG[value] or the end \";)\"")
	}
	for _, c := range s[:open] {
		if c < 'A' || c > 'Z' {
			return "", "", 0, fmt.Errorf("%.16q is not a tag of capital letters", s[:open])
		}
	}
	end := strings.IndexByte(s, ']')
	if end < 0 {
		return "", "", 0, fmt.Errorf("tag %s is not closed by ]", s[:open])
	}
	if end < open {
		return "", "", 0, fmt.Errorf("] without [")
	}
	return s[:open], s[open+1 : end], end + 1, nil
}

func (r *Record) add(name, value string) error {
	switch name {
	case "GM":
		if !strings.EqualFold(strings.TrimSpace(value), "Othello") {
			return fmt.Errorf("the game is %q, not Othello", value)
		}
	case "BO":
		return r.addBoard(value)
	case "B", "W":
		move, note, _ := strings.Cut(value, "/")
		m, err := parseMove(move)
		if err != nil {
			return err
		}
		seat := Black
		if name == "W" {
			seat = White
		}
		r.Moves = append(r.Moves, RecordedMove{seat, m, note})
	default:
		r.Tags = append(r.Tags, Tag{name, value})
	}
	return nil
}

// addBoard reads "8 BOARD SIDE"; the board may be broken by blanks.
func (r *Record) addBoard(value string) error {
	size, rest, _ := strings.Cut(strings.TrimSpace(value), " ")
	if size != "8" {
		return fmt.Errorf("board size %q, want 8", size)
	}
	packed := strings.Join(strings.Fields(rest), "")
	if len(packed) != 65 {
		return fmt.Errorf("the board and side have %d characters, want 65", len(packed))
	}
	g, err := parseBoard(packed[:64] + " " + packed[64:])
	if err != nil {
		return err
	}
	r.Begin = g
	return nil
}

// String writes the game in GGF.
func (r Record) String() string {
	var b strings.Builder
	b.WriteString("(;GM[Othello]")
	for _, t := range r.Tags {
		fmt.Fprintf(&b, "%s[%s]", t.Name, t.Value)
	}
	g := r.Begin
	if g == nil {
		g = Start()
	}
	black, white := g.Discs()
	fmt.Fprintf(&b, "BO[8 %s %s]", appendBoard(nil, black, white, "*O-"), "*O"[g.turn:g.turn+1])
	for _, m := range r.Moves {
		move := "PA"
		if m.Move != Pass {
			move = square(int(m.Move))
		}
		if m.Note != "" {
			move += "/" + m.Note
		}
		fmt.Fprintf(&b, "%s[%s]", "BW"[m.Seat:m.Seat+1], move)
	}
	b.WriteString(";)")
	return b.String()
}
