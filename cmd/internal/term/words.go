package term

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// columnsOf returns the number of terminal columns that a text takes. A wide character, such as a
// Chinese one or an emoji, takes two. A combining accent takes none.
func columnsOf(text string) int {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
		return len(text)
	}
	return uniseg.StringWidth(text)
}

// Shortened returns a text on one line, truncated to at most most columns of a terminal. most must be
// at least three.
func Shortened(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if columnsOf(text) <= most {
		return text
	}
	columns := 0
	for i, r := range text {
		if columns += columnsOf(string(r)); columns > most-3 {
			return text[:i] + "..."
		}
	}
	return text
}

// Broken wraps a text between words into lines of at most width columns. A longer word gets a
// line of its own. All lines have the indentation of the text. A width of 0 means no limit.
func Broken(text string, width int) []string {
	words := strings.TrimLeft(text, " ")
	indent := text[:len(text)-len(words)]
	var lines []string
	for width > 0 && columnsOf(indent+words) > width {
		end, letters := 0, len(indent)
		for i, r := range words {
			if r == ' ' && (letters <= width || end == 0) {
				end = i
			}
			letters += columnsOf(string(r))
		}
		if end == 0 {
			break
		}
		lines = append(lines, indent+strings.TrimRight(words[:end], " "))
		words = strings.TrimLeft(words[end:], " ")
	}
	return append(lines, indent+words)
}

// Fitted wraps the lines of a formatted text that are longer than width. If the last column of such
// a line begins in the left half of width, the following lines are indented to this column.
// Otherwise they have the indentation of the line. A width of 0 means no limit.
func Fitted(text string, width int) string {
	if width <= 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if columnsOf(line) <= width {
			continue
		}
		words := strings.TrimLeft(line, " ")
		head := line[:len(line)-len(words)]
		if gap := strings.LastIndex(line[:min(width/2, len(line))], "  "); gap >= len(head) && line[gap+2] != ' ' {
			head = line[:gap+2]
		}
		hanging := strings.Repeat(" ", columnsOf(head))
		broken := Broken(hanging+line[len(head):], width)
		broken[0] = head + broken[0][len(hanging):]
		lines[i] = strings.Join(broken, "\n")
	}
	return strings.Join(lines, "\n")
}

// Reflowed wraps a formatted text as [Fitted] does. If a line of a paragraph is longer than width,
// it first joins all lines of the paragraph. A paragraph that fits remains unchanged. A width of 0
// means no limit.
func Reflowed(text string, width int) string {
	if width <= 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	var out []string
	for len(lines) > 0 {
		n, long := 1, columnsOf(lines[0]) > width
		for n < len(lines) && continues(lines[n-1], lines[n]) {
			long = long || columnsOf(lines[n]) > width
			n++
		}
		if long {
			paragraph := strings.TrimRight(lines[0], " ")
			for _, line := range lines[1:n] {
				paragraph += " " + strings.TrimSpace(line)
			}
			out = append(out, Fitted(paragraph, width))
		} else {
			out = append(out, lines[:n]...)
		}
		lines = lines[n:]
	}
	return strings.Join(out, "\n")
}

// continues reports whether next is a line of the same paragraph as line. This requires that the
// first word of next did not fit on line. next must be indented as far as line, or as far as the
// last column of line. It must not contain columns of its own, which are separated by two or more
// blanks.
func continues(line, next string) bool {
	const shortest = 76 // least width to which texts of this program are wrapped
	words := strings.TrimLeft(next, " ")
	indent := len(next) - len(words)
	first, _, _ := strings.Cut(words, " ")
	if strings.TrimSpace(line) == "" || words == "" || strings.Contains(words, "  ") || columnsOf(line)+1+columnsOf(first) <= shortest {
		return false
	}
	own := len(line) - len(strings.TrimLeft(line, " "))
	last := strings.LastIndex(line[:min(len(line), indent)], "  ") + 2
	return indent == own || last > own && last == indent && last < len(line) && line[last] != ' '
}

// Plain returns a text as one line. It escapes control characters and marks of the writing
// direction, with which a name chosen by a user could change the screen.
func Plain(text string) string {
	if !strings.ContainsFunc(text, unseen) {
		return text
	}
	return escaped(text, "")
}

// escaped returns a copy of text in which invisible characters are replaced by escape sequences of
// Go. It leaves the characters in except as they are.
func escaped(text, except string) string {
	var out strings.Builder
	for _, r := range text {
		if unseen(r) && !strings.ContainsRune(except, r) {
			quoted := strconv.QuoteRuneToASCII(r)
			out.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// unseen reports whether a character is invisible, changes the writing direction, or stands for
// invalid text.
func unseen(r rune) bool {
	if ' ' <= r && r <= '~' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) || r == utf8.RuneError
}

// longestLine is the largest number of characters of a line that [Readable] keeps.
const longestLine = 1000

// Readable returns a message without control characters. It removes the middle of lines with more
// than longestLine characters.
func Readable(message string) string {
	lines := strings.Split(message, "\n")
	for i, line := range lines {
		letters := []rune(Plain(strings.ReplaceAll(line, "\t", " ")))
		if n := len(letters); n > longestLine {
			letters = slices.Concat(letters[:longestLine/2], []rune(" ... "), letters[n-longestLine/2:])
		}
		lines[i] = string(letters)
	}
	return strings.Join(lines, "\n")
}

// Counted returns a number and a noun, in the plural if necessary: "1 slot", "2 slots".
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// CountedVerb returns a number, the thing counted and the verb that agrees with the number: "1 game is"
// or "2 games are".
func CountedVerb(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " is"
	}
	return Counted(n, thing) + " are"
}

// Dashed returns the text, or "-" if it is empty, so that no cell of a table is empty.
func Dashed(text string) string { return cmp.Or(text, "-") }
