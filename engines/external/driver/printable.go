package driver

import (
	"strings"
	"unicode"
)

// mostPrintable is how much of what a program says is shown at a time.
const mostPrintable = 300

// Printable is what a program said, fit for a terminal: control characters become
// blanks, and long texts are cut.
func Printable(text string) string {
	if len(text) > mostPrintable {
		text = strings.ToValidUTF8(text[:mostPrintable], "") + "…"
	}
	return strings.Map(visible, text)
}

// PrintableLines is a longer text of which the lines are kept.
func PrintableLines(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return visible(r)
	}, strings.ToValidUTF8(text, ""))
}

func visible(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return ' '
}
