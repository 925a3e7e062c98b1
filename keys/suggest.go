package keys

import (
	"fmt"
	"strings"
)

// Suggest is what an error says of a name that is none of those known: the
// likeliest of them, "did you mean risk?", or where nothing is alike all of
// them, "have risk, hare".
func Suggest(known []string, given string) string {
	if best := Nearest(known, given); best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	return "have " + strings.Join(known, ", ")
}

// Nearest is the known name that is most like a given one, the case of letters
// apart, or "" where none is.
func Nearest(known []string, given string) string {
	best, least := "", 3
	given = strings.ToLower(given)
	for _, k := range known {
		if len(given) > len(k)+least {
			continue // too long to be alike
		}
		if n := distance(strings.ToLower(k), given); n < least && n < len(k) {
			best, least = k, n
		}
	}
	return best
}

// distance is the edit distance of Levenshtein.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
