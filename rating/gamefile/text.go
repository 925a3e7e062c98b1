package gamefile

import (
	"bufio"
	"bytes"
	"io"
)

// text reads a PGN file line by line and skips comments and variations.
type text struct {
	in     *bufio.Reader
	number int    // of the latest line
	last   []byte // the latest line
	again  bool   // the line is read again
	inside bool   // the line continues: it is longer than the buffer
	opened int    // line of the open comment or outermost variation
	brace  bool   // a comment in braces is open
	tags   bool   // a line of this comment is a tag
	rest   bool   // a comment to the end of the line is open, and the line continues
	depth  int    // of nested variations
}

// line returns the next line of the file. It skips lines that begin with %, and the rest of a
// comment from an earlier line: if such a comment ends in a line, the returned line begins after
// the comment. A line that is longer than the buffer is returned in several parts; begins is true
// for the first.
func (t *text) line() (line []byte, begins bool, err error) {
	for {
		if line, begins, err = t.read(); err != nil {
			return nil, false, err
		}
		if t.rest && !begins {
			continue
		}
		t.rest = false
		if t.brace {
			end := bytes.IndexByte(line, '}')
			if end < 0 {
				t.tags = t.tags || begins && isTag(line)
				continue
			}
			t.brace, t.tags = false, false
			return line[end+1:], false, nil
		}
		if begins && line[0] == '%' { // the standard reserves such lines for other uses
			t.rest = true
			continue
		}
		return line, begins, nil
	}
}

// read returns the next line of the file without a byte order mark, or the text that [text.back]
// has put back. A line that is longer than the buffer is returned in several parts; begins is true
// for the first.
func (t *text) read() (line []byte, begins bool, err error) {
	if t.again {
		t.again = false
		return t.last, true, nil
	}
	begins = !t.inside
	line, err = t.in.ReadSlice('\n')
	t.inside = err == bufio.ErrBufferFull
	if len(line) == 0 && err != nil {
		return nil, false, err
	}
	if err != nil && err != io.EOF && !t.inside {
		return nil, false, err
	}
	if begins {
		t.number++
		if t.number == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
	}
	t.last = line
	if len(line) == 0 { // only the byte order mark
		return t.read()
	}
	return line, begins, nil
}

// back puts the unused rest of the latest line back. The next call of line returns it again.
func (t *text) back(from []byte) { t.last, t.again = from, true }

// ended reports whether the file has no text after the latest line.
func (t *text) ended() bool {
	if t.again {
		return false
	}
	_, err := t.in.Peek(1)
	return err == io.EOF
}

// whole reports whether the latest line ends with a line break.
func (t *text) whole() bool { return bytes.HasSuffix(t.last, []byte("\n")) }

// isTag reports whether a line is a PGN tag, such as [White "alpha"], without further text.
func isTag(line []byte) bool {
	if line[0] != '[' {
		return false
	}
	_, _, rest, ok := splitTag(line)
	return ok && len(rest) == 0
}

// open returns the number of the line on which an unclosed comment or variation began, or 0 if
// there is none.
func (t *text) open() int {
	if t.brace || t.depth > 0 {
		return t.opened
	}
	return 0
}

// special contains the characters in the text of moves that do not belong to a move: the beginning
// of a comment, parentheses of variations, and the bracket that may begin a tag.
var special = [256]bool{'{': true, ';': true, '(': true, ')': true, '[': true}

// wordEnd contains the characters that end a word in the text of PGN moves: blanks, control
// characters, and the characters of the table special, such as the first one of a comment.
var wordEnd = makeWordEnd()

func makeWordEnd() (t [256]bool) {
	for c := range t {
		t[c] = special[c] || c <= ' '
	}
	return t
}

// skip adds the moves in a line to the content hash of the game, without comments and variations.
// It returns the text from the first tag on. ok is false if the line closes a variation that was
// not opened.
func (t *text) skip(line []byte, c *content) (tags []byte, ok bool) {
	for len(line) > 0 {
		n := 0
		if t.depth == 0 {
			n = c.moves(line)
		}
		for n < len(line) && !special[line[n]] {
			n++
		}
		if n == len(line) {
			return nil, true
		}
		if line[n] == '[' && t.depth == 0 {
			if _, _, _, ok := splitTag(line[n:]); ok {
				return line[n:], true
			}
		}
		if t.open() == 0 {
			t.opened = t.number
		}
		special := line[n]
		line = line[n+1:]
		switch special {
		case ';':
			t.rest = true
			return nil, true
		case '(':
			t.depth++
		case ')':
			if t.depth--; t.depth < 0 {
				return nil, false
			}
		case '{':
			end := bytes.IndexByte(line, '}')
			if end < 0 {
				t.brace = true
				return nil, true
			}
			line = line[end+1:]
		}
	}
	return nil, true
}

func trimBlank(text []byte) []byte {
	for len(text) > 0 && text[0] <= ' ' {
		text = text[1:]
	}
	return text
}
