package weights

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/lanista/lanista/rating"
)

// provenance says in a few lines where the weights come from. Every line begins
// with a word of ours: none of a user's can begin a comment and be taken for a
// directive.
func (d Document) provenance() []string {
	var lines []string
	add := func(known bool, format string, args ...any) {
		if known {
			lines = append(lines, oneLine(fmt.Sprintf(format, args...)))
		}
	}
	add(d.Name != "", "Agent: %s", d.Name)
	add(d.Seats > 0, "Seats: %d", d.Seats)
	add(len(d.Settings) > 0, "Settings: %s", settingsText(d.Settings))
	if d.Rating != nil && d.Interval != nil {
		against := ""
		if d.Against != "" {
			against = " against " + d.Against
		}
		add(true, "Rating: %+.1f Elo%s, %s interval %s to %s, %d games", *d.Rating, against, rating.FormatConfidence(rating.Confidence), end(d.Interval.Low), end(d.Interval.High), d.Games)
	}
	if d.Verdict != nil {
		add(true, "Verdict: %s", d.Verdict.Text)
	}
	add(d.Run != "", "Run: %s", d.Run)
	add(d.Candidate != "", "Candidate, not the result of the run: %s", d.Candidate)
	add(d.Round > 0, "Best of round %d, not the result of the run", d.Round)
	add(d.Disputed != "", "Disputed: %s", d.Disputed)
	add(d.Status != "", "Status: %s", d.Status)
	if d.Seed != nil {
		add(true, "Seed: %d", *d.Seed)
	}
	add(d.Version != "", "Version: %s", d.Version)
	add(d.About != "", "About: %s", d.About)
	return lines
}

// distinctNames turns weights' names into identifiers, none of which is the
// same as another or as one of taken.
func distinctNames(weights []Named, name func(string) string, taken ...string) []string {
	used := make(map[string]bool)
	for _, t := range taken {
		used[t] = true
	}
	names := make([]string, len(weights))
	for i, w := range weights {
		first := name(w.Name)
		names[i] = first
		for n := 2; used[names[i]]; n++ {
			names[i] = first + "_" + strconv.Itoa(n)
		}
		used[names[i]] = true
	}
	return names
}

// identifier keeps the ASCII letters and digits of a name and joins what lies
// between them by "_".
func identifier(s, ifEmpty string) string {
	words := strings.FieldsFunc(s, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	id := strings.Join(words, "_")
	if id == "" {
		return ifEmpty
	}
	if unicode.IsDigit(rune(id[0])) {
		return ifEmpty + "_" + id
	}
	return id
}

// floatLiteral is a number that is a float in Go and in C, and reads back
// exactly.
func floatLiteral(x float64) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// oneLine keeps a text on its line, and in the direction in which it is read:
// control characters, line separators and the marks that reorder a line for the
// eye become blanks.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, s)
}

// end formats an end of an interval.
func end(elo float64) string {
	if !finite(elo) {
		return "open"
	}
	return fmt.Sprintf("%+.1f", elo)
}
