package play

import (
	"slices"
	"strings"
	"testing"
)

// Moves that count up are written as the first and the last of them; all others stay.
func TestFolded(t *testing.T) {
	t.Parallel()
	for moves, want := range map[string]string{
		"":                            "",
		"4+1 4+2 4+3 5+1 5+2":         "4+1..4+3 5+1 5+2",
		"9 10 11 12 stop":             "9..12 stop",
		"a b c":                       "a b c",
		"8-5x2 8-5x3 8-5x4 8-6x2":     "8-5x2..8-5x4 8-6x2",
		"x1 x2 x4 x5 x6":              "x1 x2 x4..x6",
		"x01 x02 x03":                 "x01 x02 x03",
		"x99999999999999999999 x1 x1": "x99999999999999999999 x1 x1",
	} {
		if got := folded(strings.Fields(moves)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: %q, want %q", moves, got, want)
		}
	}
}
