package keys

import (
	"fmt"
	"slices"
	"strings"
)

// Suggest returns the end of an error about an unknown name: "did you mean risk?" if a
// known name is similar, otherwise all known names, as in "have risk, hare", or "there are
// none".
func Suggest(known []string, given string) string {
	if best := Nearest(known, given); best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	if len(known) == 0 {
		return "there are none"
	}
	return "have " + strings.Join(known, ", ")
}

// OneOf returns a KeyError with a [ChoiceError] if given is not one of the known names,
// otherwise nil. What is the kind of name, such as "schedule"; it may be empty.
func OneOf(path, what, given string, known ...string) error {
	if slices.Contains(known, given) {
		return nil
	}
	return &KeyError{path, &ChoiceError{what, given, known}}
}

// ChoiceError reports a name that is not one of the known ones.
type ChoiceError struct {
	What  string // kind of name; may be empty
	Given string
	Known []string
}

// Error returns the name and a suggestion: "unknown schedule \"cup\" (have round_robin,
// gauntlet)".
func (e *ChoiceError) Error() string {
	what := e.What
	if what != "" {
		what += " "
	}
	return fmt.Sprintf("unknown %s%q (%s)", what, e.Given, Suggest(e.Known, e.Given))
}

// Nearest returns the known name that is most similar to the given one, ignoring case, or
// the only known name that begins with it. It returns "" if there is none.
func Nearest(known []string, given string) string {
	best, least := "", 3
	given = strings.ToLower(given)
	for _, k := range known {
		if len(given) > len(k)+least {
			continue // too long to be similar
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

// onlyWith returns the only known name with a beginning, or "" if none or several have it.
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

// distance returns the Levenshtein distance of two texts, in bytes.
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
