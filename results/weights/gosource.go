package weights

import (
	"fmt"
	"go/format"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"
)

// goSource is a Go file with a constant per weight and an array of them all.
func (d Document) goSource() ([]byte, error) {
	prefix := exported(d.Engine, "Game")
	names := distinctNames(d.Weights, func(s string) string { return prefix + exported(s, "Weight") }, prefix+"Weights")
	var b strings.Builder
	b.WriteString(goBegins + " DO NOT EDIT.\n\n")
	fmt.Fprintf(&b, "// Package weights holds tuned weights of the game %s.\n", oneLine(d.Engine))
	for _, line := range d.provenance() {
		fmt.Fprintf(&b, "//\n// %s\n", line)
	}
	b.WriteString("package weights\n\n")
	if len(d.Weights) > 0 {
		fmt.Fprintf(&b, "// The weights of %s, one by one.\nconst (\n", oneLine(d.Engine))
		for i, w := range d.Weights {
			fmt.Fprintf(&b, "\t%s = %s // %s\n", names[i], floatLiteral(w.Value), label(w.Name))
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

// exported is a name in Go's camel case: "min_diff" becomes "MinDiff".
func exported(s, ifEmpty string) string {
	var b strings.Builder
	for _, word := range strings.Split(identifier(s, ifEmpty), "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	if !token.IsIdentifier(b.String()) {
		return ifEmpty
	}
	return b.String()
}

// label is a weight's name as a comment. One that does not begin with a letter
// or a digit follows a word of ours: gofmt makes a directive of "+build".
func label(name string) string {
	name = oneLine(name)
	if r, _ := utf8.DecodeRuneInString(name); unicode.IsLetter(r) || unicode.IsDigit(r) {
		return name
	}
	return "weight " + name
}
