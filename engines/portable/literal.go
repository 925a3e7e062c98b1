package portable

import (
	"fmt"
	"strconv"
	"strings"
)

// number returns a value as a literal of Go, C and JavaScript, except for bool in other languages.
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

// list returns the elements of a list, one a line with its note if there are notes, otherwise
// twenty a line. Every element ends with a comma.
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
