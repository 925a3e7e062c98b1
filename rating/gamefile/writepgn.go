package gamefile

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// Tag is a name and a value in the header of a PGN game.
type Tag struct{ Name, Value string }

// Moves contains the moves of a PGN game in standard algebraic notation, and the result of the
// game.
type Moves struct {
	Text []string
	// Comments contains, for every move, a comment that is written after the move; "" means none.
	// nil means that no move has a comment.
	Comments []string
	// Number is the move number of the first move. Black states that Black makes the first move.
	Number int
	Black  bool
	// Comment is written after the last move; "" means none.
	Comment string
	// Result is the result of the game: 1-0, 0-1, 1/2-1/2 or *.
	Result string
}

// lineLength is the largest length of a line of moves in the PGN export format, in bytes.
const lineLength = 80

// WritePGN writes one game in PGN (Edwards, "Portable Game Notation Specification
// and Implementation Guide", 1994, export format).
func WritePGN(to io.Writer, tags []Tag, m Moves) error {
	w := bufio.NewWriter(to)
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ")
	for _, t := range tags {
		put(w, "[", t.Name, ` "`, quote.Replace(t.Value), "\"]\n")
	}
	put(w, "\n")
	l := &wrapped{out: w}
	number, black := max(m.Number, 1), m.Black
	for i, text := range m.Text {
		switch {
		case !black:
			l.word(strconv.Itoa(number) + ".")
		case i == 0:
			l.word(strconv.Itoa(number) + "...")
		}
		l.word(text)
		if i < len(m.Comments) {
			l.comment(m.Comments[i])
		}
		if black {
			number++
		}
		black = !black
	}
	l.comment(m.Comment)
	l.word(m.Result)
	put(w, "\n\n")
	return w.Flush()
}

type wrapped struct {
	out *bufio.Writer
	at  int
}

// comment writes a comment in braces. It writes nothing for "".
func (l *wrapped) comment(text string) {
	if text == "" {
		return
	}
	for word := range strings.FieldsSeq("{" + strings.NewReplacer("{", "(", "}", ")").Replace(text) + "}") {
		l.word(word)
	}
}

func (l *wrapped) word(text string) {
	switch {
	case l.at == 0:
	case l.at+1+len(text) > lineLength:
		put(l.out, "\n")
		l.at = 0
	default:
		put(l.out, " ")
		l.at++
	}
	put(l.out, text)
	l.at += len(text)
}

// put writes several strings. It ignores errors, because the Flush of w returns the first one.
func put(w *bufio.Writer, texts ...string) {
	for _, text := range texts {
		_, _ = w.WriteString(text)
	}
}
