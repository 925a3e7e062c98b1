package play

import (
	"strconv"
	"strings"
)

// folded writes three or more moves in a row that differ in the number at their ends
// alone, each greater by one than the one before, as the first and the last of them:
// 4+1..4+18.
func folded(moves []string) []string {
	var out []string
	for len(moves) > 0 {
		n := counting(moves)
		if n < 3 {
			out, moves = append(out, moves[0]), moves[1:]
			continue
		}
		out, moves = append(out, moves[0]+".."+moves[n-1]), moves[n:]
	}
	return out
}

// counting is how many of the first moves count up by one.
func counting(moves []string) int {
	stem := strings.TrimRight(moves[0], "0123456789")
	first, err := strconv.Atoi(moves[0][len(stem):])
	if err != nil {
		return 1
	}
	n := 1
	for n < len(moves) && moves[n] == stem+strconv.Itoa(first+n) {
		n++
	}
	return n
}
