package results

import (
	"database/sql"
	"encoding/json"
	"math"
	"strconv"
)

// list writes numbers as a JSON list that reads back exactly; what is not
// finite becomes null, and reads as NaN.
func list(v []float64) string { return string(appendList(make([]byte, 0, 2+20*len(v)), v)) }

func appendList(b []byte, v []float64) []byte {
	b = append(b, '[')
	for i, x := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendReal(b, x)
	}
	return append(b, ']')
}

func appendReal(b []byte, x float64) []byte {
	if !finite(x) {
		return append(b, "null"...)
	}
	return strconv.AppendFloat(b, x, 'g', -1, 64)
}

func appendText(b []byte, s string) ([]byte, error) {
	text, err := json.Marshal(s)
	return append(b, text...), err
}

func appendInts(b []byte, v []int) []byte {
	b = append(b, '[')
	for i, x := range v {
		b = strconv.AppendInt(comma(b, i), int64(x), 10)
	}
	return append(b, ']')
}

// comma parts the i-th element from the one before.
func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// unlist reads what list wrote; an empty list is nil.
func unlist(text string) ([]float64, error) {
	c := cursor{b: []byte(text)}
	v := c.reals()
	return v, c.end()
}

// nullReal is a number as a column; what is not finite becomes NULL.
func nullReal(x float64) sql.NullFloat64 {
	return sql.NullFloat64{Float64: x + 0, Valid: finite(x)} // never -0, which SQLite does not keep
}

// orNaN is a number read from a column; NULL becomes NaN.
func orNaN(x sql.NullFloat64) float64 {
	if !x.Valid {
		return math.NaN()
	}
	return x.Float64
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// cursor reads the lists that this package writes: JSON without blanks. What it
// finds out of place damages all that follows; err says so at the end.
type cursor struct {
	b   []byte
	err error
}

func (c *cursor) fail(want string) {
	if c.err == nil {
		c.err = damagedf("a list has %.20q where %s should be", c.b, want)
	}
	c.b = nil
}

// take goes past a character if it comes next.
func (c *cursor) take(char byte) bool {
	if len(c.b) == 0 || c.b[0] != char {
		return false
	}
	c.b = c.b[1:]
	return true
}

func (c *cursor) want(char byte) {
	if !c.take(char) {
		c.fail(strconv.QuoteRune(rune(char)))
	}
}

// list reads a list; item reads one of its items.
func (c *cursor) list(item func()) {
	c.want('[')
	if c.take(']') {
		return
	}
	for c.err == nil {
		item()
		if c.take(']') {
			return
		}
		c.want(',')
	}
}

// end reports what went wrong, if anything: something left over, too.
func (c *cursor) end() error {
	if c.err == nil && len(c.b) > 0 {
		c.fail("the end")
	}
	return c.err
}

// word takes the characters of a number or a name.
func (c *cursor) word() string {
	n := 0
	for n < len(c.b) && c.b[n] != ',' && c.b[n] != ']' {
		n++
	}
	word := c.b[:n]
	c.b = c.b[n:]
	return string(word)
}

func (c *cursor) int() int {
	rest := c.b
	n, err := strconv.ParseInt(c.word(), 10, 64)
	if err != nil {
		c.b = rest
		c.fail("a whole number")
	}
	return int(n)
}

// real reads a number; null is NaN.
func (c *cursor) real() float64 {
	rest := c.b
	word := c.word()
	if word == "null" {
		return math.NaN()
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		c.b = rest
		c.fail("a number")
	}
	return x
}

// ints reads a list of whole numbers; an empty one is nil.
func (c *cursor) ints() (list []int) {
	c.list(func() { list = append(list, c.int()) })
	return list
}

// reals reads a list of numbers; an empty one is nil.
func (c *cursor) reals() (list []float64) {
	c.list(func() { list = append(list, c.real()) })
	return list
}

// raw takes a whole value of any kind.
func (c *cursor) raw() []byte {
	depth, quoted := 0, false
	for i := 0; i < len(c.b); i++ {
		switch char := c.b[i]; {
		case quoted && char == '\\':
			i++
		case char == '"':
			quoted = !quoted
		case quoted:
		case char == '[' || char == '{':
			depth++
		case depth > 0 && (char == ']' || char == '}'):
			depth--
		case depth == 0 && (char == ',' || char == ']'):
			raw := c.b[:i]
			c.b = c.b[i:]
			return raw
		}
	}
	raw := c.b
	c.b = nil
	if depth > 0 || quoted {
		c.fail("the end of a value")
	}
	return raw
}

// value reads a whole value into out, a pointer; null leaves it as it is.
func (c *cursor) value(out any) {
	if raw := c.raw(); c.err == nil && json.Unmarshal(raw, out) != nil {
		c.b = raw
		c.fail("a value")
	}
}
