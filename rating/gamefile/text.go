package gamefile

import (
	"bufio"
	"bytes"
	"io"
)

// text is a PGN file by lines, and where in the comments and variations of moves
// it is.
type text struct {
	in     *bufio.Reader
	number int    // of the line read last
	last   []byte // that line
	again  bool   // it is to be read once more
	inside bool   // it goes on: it was longer than the buffer
	opened int    // line of the comment or of the outermost variation that is open
	brace  bool   // a comment in braces is open
	rest   bool   // a comment to the end of the line is open, and the line goes on
	depth  int    // of variations
}

// line returns the next line, or the next part of one that is too long, without
// what lies in a comment that began before it.
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
				continue
			}
			t.brace = false
			return line[end+1:], false, nil
		}
		if begins && line[0] == '%' { // of no meaning, says the standard
			t.rest = true
			continue
		}
		return line, begins, nil
	}
}

// read returns the next line, or part of one.
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
	if len(line) == 0 { // nothing but the mark
		return t.read()
	}
	return line, begins, nil
}

// back makes line return the last one again, from a place in it on.
func (t *text) back(from []byte) { t.last, t.again = from, true }

// open is the line of the comment or variation that is open, 0 for none.
func (t *text) open() int {
	if t.brace || t.depth > 0 {
		return t.opened
	}
	return 0
}

// special are the characters that begin or end a comment or a variation.
// A bracket may begin the tags of another game.
var special = [256]bool{'{': true, ';': true, '(': true, ')': true, '[': true}

// skip passes the moves of a line on to the content of the game, without comments and
// variations, and returns the rest of the line from the first tag on. It fails where a
// variation ends that did not begin.
func (t *text) skip(line []byte, c *content) (tags []byte, ok bool) {
	for len(line) > 0 {
		n := 0
		for n < len(line) && !special[line[n]] {
			n++
		}
		if t.depth == 0 {
			c.moves(line[:n])
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

// trimBlank cuts the blanks that a text begins with.
func trimBlank(text []byte) []byte {
	for len(text) > 0 && text[0] <= ' ' {
		text = text[1:]
	}
	return text
}
