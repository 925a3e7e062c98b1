package terminal

import (
	"fmt"
	"strings"
)

// Shortened is a text on one line and of at most so many letters, at least three.
func Shortened(text string, most int) string {
	letters := []rune(strings.Join(strings.Fields(text), " "))
	if len(letters) <= most {
		return string(letters)
	}
	return string(letters[:most-3]) + "..."
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
