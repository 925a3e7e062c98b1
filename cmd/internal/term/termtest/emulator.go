package termtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Emulator interprets terminal output for tests: text with the control sequences of progress bars
// and colours. It records these as mistakes: an unknown sequence, a tab, a line that ends in a
// colour, and a share above 100%. It does not wrap lines.
type Emulator struct {
	width       int
	lines       [][]rune
	row, column int
	escape      string // incomplete control sequence
	rest        []byte // bytes of an incomplete character
	coloured    bool
	widest      int
	bars        int      // number of characters at the ends of bars
	long        []string // lines that are longer than the width of the terminal
	mistakes    []string
}

// Widest returns the length of the longest line that was shown at any time.
func (e *Emulator) Widest() int { return e.widest }

// percent matches the percentage that a progress bar shows.
var percent = regexp.MustCompile(`left *([0-9]+)%`)

// Long returns the lines that are longer than the width of the terminal.
func (e *Emulator) Long() []string { return e.long }

// Bars returns how many times a progress bar was drawn.
func (e *Emulator) Bars() int { return e.bars / 2 }

// Screen returns all lines that are shown, without blanks at their ends.
func (e *Emulator) Screen() string {
	var text strings.Builder
	for i, line := range e.lines {
		if i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(strings.TrimRight(string(line), " "))
	}
	return text.String()
}

func (e *Emulator) mistake(format string, args ...any) {
	e.mistakes = append(e.mistakes, fmt.Sprintf("%d columns: ", e.width)+fmt.Sprintf(format, args...))
}

func (e *Emulator) show(text []byte) {
	text = append(e.rest, text...)
	whole := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if utf8.RuneStart(text[len(text)-back]) {
			if !utf8.FullRune(text[len(text)-back:]) {
				whole -= back
			}
			break
		}
	}
	e.rest = slices.Clone(text[whole:])
	for _, r := range string(text[:whole]) {
		for len(e.lines) <= e.row {
			e.lines = append(e.lines, nil)
		}
		switch {
		case e.escape != "" || r == '\x1b':
			e.escape += string(r)
			if len(e.escape) > 2 && r >= '@' {
				e.control(e.escape)
				e.escape = ""
			}
		case r == '\r':
			e.column = 0
		case r == '\n':
			if e.coloured {
				e.mistake("the colour is not reset: %q", string(e.lines[e.row]))
			}
			if line := string(e.lines[e.row]); utf8.RuneCountInString(line) > e.width {
				e.long = append(e.long, line)
			}
			e.row, e.column = e.row+1, 0 // the driver writes \r before it
		case r == '\t':
			e.mistake("a tab: %q", string(e.lines[e.row]))
		default:
			e.put(r)
		}
	}
}

func (e *Emulator) put(r rune) {
	line := e.lines[e.row]
	for len(line) <= e.column {
		line = append(line, ' ')
	}
	line[e.column] = r
	e.lines[e.row] = line
	e.column++
	e.widest = max(e.widest, e.column)
	switch r {
	case '|':
		e.bars++
	case '%':
		if share := percent.FindStringSubmatch(string(line[:e.column])); share != nil && len(share[1]) > 2 && share[1] != "100" {
			e.mistake("more than everything is done: %q", string(line))
		}
	}
}

func (e *Emulator) control(sequence string) {
	const toEndOfLine, toEndOfScreen, lineUp = "\x1b[K", "\x1b[J", "\x1b[A"
	switch {
	case sequence == toEndOfLine:
		e.lines[e.row] = e.lines[e.row][:min(e.column, len(e.lines[e.row]))]
	case sequence == toEndOfScreen:
		e.lines = e.lines[:e.row+1]
		e.lines[e.row] = e.lines[e.row][:min(e.column, len(e.lines[e.row]))]
	case sequence == lineUp:
		e.row--
	case strings.HasSuffix(sequence, "m"):
		e.coloured = sequence != "\x1b[0m"
	default:
		e.mistake("%q is not known", sequence)
	}
}
