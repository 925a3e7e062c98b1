package portable

import (
	"fmt"
	"strconv"
	"strings"
)

// number returns a value as source text that is valid in Go, C and JavaScript. It is also valid in
// Python, except for true and false, which Python writes differently.
func number(v any) string {
	switch x := v.(type) {
	case float64:
		s := strconv.FormatFloat(x, 'g', -1, 64)
		if !strings.ContainsAny(s, ".e") {
			s += ".0"
		}
		return s
	default:
		return fmt.Sprint(x)
	}
}

// list returns the elements of the list v.Value as source text, each followed by a comma. If v has
// notes, each element has a line of its own and its note as a comment. Otherwise a line has 20
// elements.
func list(v Value, comment string, literal func(any) string) string {
	var elements []string
	switch x := v.Value.(type) {
	case []int:
		for _, n := range x {
			elements = append(elements, literal(n))
		}
	case []float64:
		for _, n := range x {
			elements = append(elements, literal(n))
		}
	}
	var b strings.Builder
	for i, e := range elements {
		if v.Notes != nil || i%20 == 0 {
			b.WriteString("\n    ")
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(e + ",")
		if v.Notes != nil {
			b.WriteString(" " + comment + v.Notes[i])
		}
	}
	return b.String() + "\n"
}
