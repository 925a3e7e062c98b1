package keys

import (
	"fmt"
	"slices"
	"strings"
)

// Suggest returns the end of an error message about an unknown name. If a known name is similar, it
// is a question such as "did you mean risk?". Otherwise it lists all known names, as in "have risk,
// hare", or is "there are none".
func Suggest(known []string, given string) string {
	if best := Nearest(known, given); best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	if len(known) == 0 {
		return "there are none"
	}
	return "have " + strings.Join(known, ", ")
}

// OneOf returns a [KeyError] that wraps a [ChoiceError] if given is not one of the known names, and
// nil otherwise. what is the kind of name for the message, such as "schedule"; it may be empty.
func OneOf(path, what, given string, known ...string) error {
	if slices.Contains(known, given) {
		return nil
	}
	return &KeyError{path, &ChoiceError{what, given, known}}
}

// ChoiceError reports a name that is not one of the known names.
type ChoiceError struct {
	What  string // kind of name for the message; may be empty
	Given string
	Known []string
}

// Error returns a message with the name and a suggestion, such as "unknown schedule \"cup\" (have
// round_robin, gauntlet)".
func (e *ChoiceError) Error() string {
	what := e.What
	if what != "" {
		what += " "
	}
	return fmt.Sprintf("unknown %s%q (%s)", what, e.Given, Suggest(e.Known, e.Given))
}

// Nearest returns the known name that a misspelled name most probably means, or "" if there is
// none. Case is ignored, and so are hyphens, underscores, dots and blanks between words. Nearest
// uses the first of these rules that gives a name:
//
//  1. The most similar known name, with at most two mistakes. A mistake is a character that is
//     missing, superfluous, wrong or swapped with its neighbour. Only one mistake is allowed if at
//     most three characters were given, and otherwise three for a known name of at least ten
//     characters. The mistakes must be fewer than the characters of the known name.
//  2. The only known name that begins with the given one, which must have at least three
//     characters.
//  3. The only known name that begins with a similar one, if at least five characters were given.
//     At most two mistakes are allowed, and only one if there are five characters. For example,
//     stratgy gives strategies.
//  4. The only known name of at least four characters that is a word of the given one. For
//     example, num-games gives games.
func Nearest(known []string, given string) string {
	best, least := "", 4
	plain := joined(given)
	for _, k := range known {
		allowed := 2
		switch {
		case len(plain) <= 3:
			allowed = 1
		case len(k) >= 10:
			allowed = 3
		}
		if len(plain) > len(k)+allowed {
			continue // too long to be similar, and perhaps very long
		}
		if n := distance(joined(k), plain); n < least && n <= allowed && n < len(k) {
			best, least = k, n
		}
	}
	if best == "" && len(given) > 2 {
		best = only(known, func(k string) bool { return strings.HasPrefix(joined(k), plain) })
	}
	if best == "" && len(plain) >= 5 {
		best = only(known, func(k string) bool {
			k = joined(k)
			return len(plain) < len(k) && slices.Min(distances(plain, k)) <= min(2, len(plain)/3)
		})
	}
	if best == "" && len(given) < 100 {
		words := strings.FieldsFunc(strings.ToLower(given), separates)
		best = only(known, func(k string) bool { return len(k) > 3 && slices.Contains(words, strings.ToLower(k)) })
	}
	return best
}

func separates(r rune) bool { return strings.ContainsRune("-_. ", r) }

func joined(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), separates), "")
}

// only returns the name for which fits returns true. It returns "" if there is no such name or more
// than one.
func only(names []string, fits func(string) bool) (found string) {
	for _, name := range names {
		if fits(name) {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

// distance returns the smallest number of edits that turn a into b; see [distances].
func distance(a, b string) int { return distances(a, b)[len(b)] }

// distances returns the smallest number of edits that turn a into each beginning of b, from none to
// all of its bytes. An edit inserts, deletes or replaces a byte, or swaps two neighbouring bytes
// (the optimal string alignment distance).
func distances(a, b string) []int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row
}
