package protocol

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lanista/lanista/engines"
)

// maxPrintable is the largest number of bytes of a program's text that a message quotes.
const maxPrintable = 300

// Printable makes text from a program safe for a message on a terminal. Control characters become
// blanks, and a text of more than 300 bytes is cut.
func Printable(text string) string {
	if len(text) > maxPrintable {
		text = strings.ToValidUTF8(text[:maxPrintable], "") + "…"
	}
	return strings.Map(visible, text)
}

// PrintableLines is like [Printable], but keeps line ends and does not cut the text.
func PrintableLines(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return visible(r)
	}, strings.ToValidUTF8(text, ""))
}

// visible returns r if it is printable, otherwise a blank.
func visible(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return ' '
}

// formatValue formats the value of a weight for text protocols: the text of a choice, or a number.
// Integers have no decimal point. Other numbers are plain decimals with six significant digits.
func formatValue(w *engines.Weight, v float64) string {
	switch {
	case w.Kind.Has(engines.Choices):
		return w.Format(v)
	case w.Kind.Has(engines.Integer):
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		short = v
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}

// setLines returns a line for every weight in w. Each is the template set with the name and the
// value of the weight in place of {name} and {value}. setLines returns nil if set is empty.
func setLines(set string, space engines.Space, w engines.Weights) []string {
	if set == "" {
		return nil
	}
	lines := make([]string, len(w))
	for i, v := range w {
		lines[i] = strings.NewReplacer("{name}", space[i].Name, "{value}", formatValue(&space[i], v)).Replace(set)
	}
	return lines
}

// MatchNames corrects the case of the keys of a map. It returns a copy of given in which every key
// that differs from a name in names only in case is replaced by this name. Other keys stay as they
// are.
func MatchNames[V any](given map[string]V, names []string) map[string]V {
	if given == nil {
		return nil
	}
	out := make(map[string]V, len(given))
	for name, v := range given {
		if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 && !slices.Contains(names, name) {
			name = names[i]
		}
		out[name] = v
	}
	return out
}
