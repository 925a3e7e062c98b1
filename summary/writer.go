package summary

import (
	"fmt"

	"github.com/lanista/lanista/terminal"
)

// Writer writes summaries on a screen. Its methods return the error of the screen,
// which also remembers it.
type Writer struct {
	*terminal.Screen
	// Program is the name that a person types, for the commands that a summary
	// recommends.
	Program string
}

// Number writes a value as short as it can be read, in six digits at the most; the values of
// decided games, which lie far beyond all others, are won and lost.
func Number(v float64) string {
	switch {
	case v > 1e300:
		return "won"
	case v < -1e300:
		return "lost"
	}
	return fmt.Sprintf("%.6g", v)
}
