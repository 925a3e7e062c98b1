package keys

import (
	"fmt"
	"slices"
	"strings"
)

// Suggest is what an error says of a name that is none of those known: the
// likeliest of them, "did you mean risk?", or where nothing is alike all of
// them, "have risk, hare"; "there are none" of none.
func Suggest(known []string, given string) string {
	if best := Nearest(known, given); best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	if len(known) == 0 {
		return "there are none"
	}
	return "have " + strings.Join(known, ", ")
}

// OneOf returns the mistake of a key whose text is none of those known, nil
// otherwise. What says what the text should be: "schedule"; it may be empty.
func OneOf(path, what, given string, known ...string) error {
	if slices.Contains(known, given) {
		return nil
	}
	return &KeyError{path, &ChoiceError{what, given, known}}
}

// ChoiceError is a text that is none of those known.
type ChoiceError struct {
	What  string // it should be; may be empty
	Given string
	Known []string
}

// Error says the text and which may have been meant, or which there are: "unknown
// schedule \"cup\" (have round_robin, gauntlet)".
func (e *ChoiceError) Error() string {
	what := e.What
	if what != "" {
		what += " "
	}
	return fmt.Sprintf("unknown %s%q (%s)", what, e.Given, Suggest(e.Known, e.Given))
}

// Nearest is the known name that is most like a given one, the case of letters
// apart, or the only one that the given one begins; "" where there is none.
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
	if best == "" && len(given) > 2 {
		best = onlyWith(given, known)
	}
	return best
}

// onlyWith is the only known name with a beginning, "" where there is none or are
// several.
func onlyWith(beginning string, known []string) (only string) {
	for _, k := range known {
		if strings.HasPrefix(strings.ToLower(k), beginning) {
			if only != "" {
				return ""
			}
			only = k
		}
	}
	return only
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
