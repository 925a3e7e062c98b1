package weights

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/format"
	"go/token"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

func goSource(d Document) ([]byte, error) {
	prefix := exported(d.Engine, "Game")
	names := distinctNames(d.Weights, func(s string) string { return prefix + exported(s, "Weight") }, prefix+"Weights")
	var b strings.Builder
	b.WriteString(goBegins + " DO NOT EDIT.\n\n")
	fmt.Fprintf(&b, "// Package weights holds tuned weights of the game %s.\n", oneLine(d.Engine))
	for _, line := range d.Origin() {
		fmt.Fprintf(&b, "//\n// %s\n", line)
	}
	b.WriteString("package weights\n\n")
	if len(d.Weights) > 0 {
		fmt.Fprintf(&b, "// The weights of %s, one by one.\nconst (\n", oneLine(d.Engine))
		for i, w := range d.Weights {
			fmt.Fprintf(&b, "\t%s = %s // %s%s\n", names[i], numberLiteral(d, w), label(withChoice(d, w.Name)), rangeOf(d, w.Name))
		}
		b.WriteString(")\n\n")
	}
	fmt.Fprintf(&b, "// %sWeights lists them in the order of the engine.\n", prefix)
	fmt.Fprintf(&b, "var %sWeights = [%d]float64{\n", prefix, len(d.Weights))
	for _, name := range names {
		fmt.Fprintf(&b, "\t%s,\n", name)
	}
	b.WriteString("}\n")
	return format.Source([]byte(b.String()))
}

// exported converts a name to an exported Go identifier in camel case, such as "min_diff" to
// "MinDiff". It returns ifEmpty if nothing of the name remains.
func exported(s, ifEmpty string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(identifier(s, ifEmpty), "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	if !token.IsIdentifier(b.String()) {
		return ifEmpty
	}
	return b.String()
}

// withChoice returns the comment for the constant of a weight in source code: the weight's name. If
// the values of the weight are choices, the constant is only the index of a choice, so the comment
// also contains its text.
func withChoice(d Document, name string) string {
	if text := d.Choices[name]; text != "" {
		return name + ": " + text
	}
	return name
}

// label returns a weight's name for a Go comment. If the name does not begin with a letter or
// digit, label adds a word in front. Otherwise a name such as "+build" would be a directive.
func label(name string) string {
	name = oneLine(name)
	if r, _ := utf8.DecodeRuneInString(name); unicode.IsLetter(r) || unicode.IsDigit(r) {
		return name
	}
	return "weight " + name
}

func cSource(d Document) ([]byte, error) {
	prefix := strings.ToLower(identifier(d.Engine, "game"))
	upper := strings.ToUpper(prefix)
	names := distinctNames(d.Weights, func(s string) string { return upper + "_" + strings.ToUpper(identifier(s, "weight")) },
		upper+"_WEIGHTS_H", upper+"_WEIGHT_COUNT")
	var b strings.Builder
	fmt.Fprintf(&b, cBegins+" Tuned weights of the game %s.\n", comment(d.Engine))
	for _, line := range d.Origin() {
		fmt.Fprintf(&b, " * %s\n", comment(line))
	}
	fmt.Fprintf(&b, " */\n#ifndef %s_WEIGHTS_H\n#define %s_WEIGHTS_H\n\n", upper, upper)
	for i, w := range d.Weights {
		fmt.Fprintf(&b, "#define %s %s /* %s */\n", names[i], cConstant(d, w), comment(withChoice(d, w.Name))+rangeOf(d, w.Name))
	}
	fmt.Fprintf(&b, "\n#define %s_WEIGHT_COUNT %d\n", upper, len(d.Weights))
	if len(d.Weights) > 0 {
		b.WriteString("\n/* All of them, in the order of the engine. */\n")
		b.WriteString("#ifdef __GNUC__\n__attribute__((unused)) /* a file may need the macros alone */\n#endif\n")
		fmt.Fprintf(&b, "static const double %s_weights[%s_WEIGHT_COUNT] = {\n", prefix, upper)
		for _, name := range names {
			fmt.Fprintf(&b, "    %s,\n", name)
		}
		b.WriteString("};\n")
	}
	b.WriteString("\n#endif\n")
	return []byte(b.String()), nil
}

// cConstant returns the value of a weight as a constant in C; see numberLiteral. A negative one has
// parentheses.
func cConstant(d Document, w Named) string {
	text := numberLiteral(d, w)
	if strings.HasPrefix(text, "-") {
		return "(" + text + ")"
	}
	return text
}

// numberLiteral returns the value of a weight as a literal for source code. It is an integer for a
// weight whose values are whole numbers or choices, so that it can initialise an integer variable.
// Otherwise, and for an integer that is too large to be exact, it is a floating-point literal.
func numberLiteral(d Document, w Named) string {
	const exact = 1 << 53
	i := d.Space.Index(w.Name)
	whole := i >= 0 && d.Space[i].Kind.Has(engines.Integer) || d.Choices[w.Name] != ""
	if !whole || w.Value != math.Trunc(w.Value) || math.Abs(w.Value) > exact {
		return floatLiteral(w.Value)
	}
	return strconv.FormatFloat(w.Value+0, 'f', 0, 64) // + 0 turns -0 into 0
}

// rangeOf returns the range of a weight for a comment, such as ", from 0 to 10". It returns "" if
// the range is unknown, and for a weight whose values are choices.
func rangeOf(d Document, name string) string {
	i := d.Space.Index(name)
	if i < 0 || d.Space[i].Kind.Has(engines.Choices) {
		return ""
	}
	w := d.Space[i]
	return fmt.Sprintf(", from %v to %v", w.Min, w.Max)
}

// checksum returns the first 16 hexadecimal digits of the SHA-256 of the weights' names, each
// followed by a line feed. A program with the same weights can compare it with its own checksum, to
// detect other names or another order.
func checksum(d Document) string {
	h := sha256.New()
	for _, w := range d.Weights {
		h.Write([]byte(w.Name + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// comment changes a text so that it is safe within a C comment. The result cannot end the comment,
// begin another one, or continue its line.
func comment(s string) string {
	var b strings.Builder
	var last rune
	for _, r := range oneLine(s) {
		if r == '\\' {
			r = '/'
		}
		if last == '*' && r == '/' || last == '/' && r == '*' || last == '?' && r == '?' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// uciOptions returns commands of the Universal Chess Interface, one per weight, that set the weights as
// options of a chess engine. Numbers have at most six significant digits, as in the games that
// Lanista plays.
func uciOptions(d Document) ([]byte, error) {
	var b strings.Builder
	for _, x := range d.Weights {
		if strings.ContainsAny(x.Name, "\r\n") {
			return nil, fmt.Errorf("weight %q has a name of several lines, which UCI options cannot have", x.Name)
		}
		if text := d.Choices[x.Name]; text != "" {
			if strings.ContainsAny(text, "\r\n") {
				return nil, fmt.Errorf("weight %s: the choice %q has several lines, which UCI options cannot have", x.Name, text)
			}
			fmt.Fprintf(&b, "setoption name %s value %s\n", x.Name, text)
			continue
		}
		short, err := strconv.ParseFloat(strconv.FormatFloat(x.Value, 'g', 6, 64), 64)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "setoption name %s value %s\n", x.Name, strconv.FormatFloat(short, 'f', -1, 64))
	}
	return []byte(b.String()), nil
}

// Origin returns lines on the origin of the weights for the comment at the top of a source file:
// settings, rating, verdict, run, seed and version. Every line begins with a fixed word, so that no
// text of a user can be read as a directive.
func (d Document) Origin() []string {
	var lines []string
	add := func(known bool, format string, args ...any) {
		if known {
			lines = append(lines, oneLine(fmt.Sprintf(format, args...)))
		}
	}
	add(d.Name != "", "Agent: %s", d.Name)
	add(d.Seats > 0, "Seats: %d", d.Seats)
	add(len(d.Settings) > 0, "Settings: %s", settingsText(d.Settings, ","))
	add(true, "Features: %d, checksum %s", len(d.Weights), checksum(d))
	kept := d.Verdict != nil && d.Verdict.KeptStart
	add(kept, "Result: the weights with which the run began")
	if d.Rating != nil && d.Interval != nil && (d.Games > 0 || !kept) { // the start does not play itself
		against := ""
		if d.Against != "" {
			against = " against " + d.Against
		}
		add(true, "Rating: %+.1f Elo%s, %s interval %s to %s, %d games", *d.Rating, against, rating.FormatConfidence(rating.Confidence), end(d.Interval.Low), end(d.Interval.High), d.Games)
	}
	add(d.Etudes > 0, "Etudes: %d of %d correct", d.Correct, d.Etudes)
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

// distinctNames converts the names of weights to identifiers with the function name. The
// identifiers differ from each other and from those in taken.
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

// identifier converts a name to an identifier of ASCII letters and digits, in which "_" replaces
// other characters between them. It returns ifEmpty if nothing of the name remains.
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

// floatLiteral returns a floating-point literal for Go and C that has exactly the value x.
func floatLiteral(x float64) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// oneLine replaces control characters, line separators and text direction marks in a text with
// blanks.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, s)
}

func end(elo float64) string {
	if !finite(elo) {
		return "open"
	}
	return fmt.Sprintf("%+.1f", elo)
}
