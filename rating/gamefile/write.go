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
		if black {
			number++
		}
		black = !black
	}
	if m.Comment != "" {
		for _, word := range strings.Fields("{" + strings.NewReplacer("{", "(", "}", ")").Replace(m.Comment) + "}") {
			l.word(word)
		}
	}
	l.word(m.Result)
	put(w, "\n\n")
	return w.Flush()
}

type wrapped struct {
	out *bufio.Writer
	at  int
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

// put writes several strings. It ignores errors, because the final Flush returns the first one.
func put(w *bufio.Writer, texts ...string) {
	for _, text := range texts {
		_, _ = w.WriteString(text)
	}
}
