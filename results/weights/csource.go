package weights

import (
	"fmt"
	"strings"
)

// cSource is a C header with a macro per weight and an array of them all.
func (d Document) cSource() ([]byte, error) {
	prefix := strings.ToLower(identifier(d.Engine, "game"))
	upper := strings.ToUpper(prefix)
	names := distinctNames(d.Weights, func(s string) string { return upper + "_" + strings.ToUpper(identifier(s, "weight")) },
		upper+"_WEIGHTS_H", upper+"_WEIGHT_COUNT")
	var b strings.Builder
	fmt.Fprintf(&b, cBegins+" Tuned weights of the game %s.\n", comment(d.Engine))
	for _, line := range d.provenance() {
		fmt.Fprintf(&b, " * %s\n", comment(line))
	}
	fmt.Fprintf(&b, " */\n#ifndef %s_WEIGHTS_H\n#define %s_WEIGHTS_H\n\n", upper, upper)
	for i, w := range d.Weights {
		fmt.Fprintf(&b, "#define %s %s /* %s */\n", names[i], cLiteral(w.Value), comment(w.Name))
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

// cLiteral keeps a negative number together where a macro is used in a formula.
func cLiteral(x float64) string {
	if s := floatLiteral(x); !strings.HasPrefix(s, "-") {
		return s
	}
	return "(" + floatLiteral(x) + ")"
}

// comment keeps a text within a C comment: it can neither end the comment, nor
// begin another within it, nor join its line to the next by a backslash or the
// trigraph that stands for one.
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
