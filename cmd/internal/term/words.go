package term

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shortened is a text on one line and of at most so many letters, at least three.
func Shortened(text string, most int) string {
	letters := []rune(strings.Join(strings.Fields(text), " "))
	if len(letters) <= most {
		return string(letters)
	}
	return string(letters[:most-3]) + "..."
}

// Broken is a text in lines of at most so many letters, broken between words; a longer word
// has a line of its own. All lines are indented as the text is. A width of 0 has room for all.
func Broken(text string, width int) []string {
	words := strings.TrimLeft(text, " ")
	indent := text[:len(text)-len(words)]
	var lines []string
	for width > 0 && utf8.RuneCountInString(indent+words) > width {
		end, letters := 0, len(indent)
		for i, r := range words {
			if r == ' ' && (letters <= width || end == 0) {
				end = i
			}
			letters++
		}
		if end == 0 {
			break
		}
		lines = append(lines, indent+strings.TrimRight(words[:end], " "))
		words = strings.TrimLeft(words[end:], " ")
	}
	return append(lines, indent+words)
}

// plain is a text in one line: control characters, and the marks that turn the
// direction of a line, are escaped. A name could otherwise draw on the screen.
func plain(text string) string {
	if !strings.ContainsFunc(text, unseen) {
		return text
	}
	return escaped(text, "")
}

// escaped is a text with all that is unseen escaped, but for some letters.
func escaped(text, but string) string {
	var out strings.Builder
	for _, r := range text {
		if unseen(r) && !strings.ContainsRune(but, r) {
			quoted := strconv.QuoteRuneToASCII(r)
			out.WriteString(quoted[1 : len(quoted)-1])
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

// unseen reports whether a letter does something else than being read.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) || r == utf8.RuneError
}

// longestLine is how much of a line of a message is shown.
const longestLine = 1000

// Readable is a message as it may be shown: its lines without control characters, each of at
// most a thousand letters, without the middle of longer ones.
func Readable(message string) string {
	lines := strings.Split(message, "\n")
	for i, line := range lines {
		letters := []rune(plain(strings.ReplaceAll(line, "\t", " ")))
		if n := len(letters); n > longestLine {
			letters = slices.Concat(letters[:longestLine/2], []rune(" ... "), letters[n-longestLine/2:])
		}
		lines[i] = string(letters)
	}
	return strings.Join(lines, "\n")
}

// Counted is a number of things: "1 slot", "2 slots".
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Dashed is a text, "-" for none, so that a column has no holes.
func Dashed(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
