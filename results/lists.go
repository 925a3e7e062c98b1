package results

import (
	"database/sql"
	"encoding/json"
	"math"
	"strconv"
)

// list formats numbers as a JSON list without loss of precision. It writes NaN and infinities as
// null, which [unlist] converts to NaN.
func list(v []float64) string { return string(appendList(make([]byte, 0, 2+20*len(v)), v)) }

func appendList(b []byte, v []float64) []byte {
	b = append(b, '[')
	for i, x := range v {
		b = appendReal(comma(b, i), x)
	}
	return append(b, ']')
}

// appendReal appends a number to b, or null if the number is not finite.
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

// comma appends the separator before element i of a list: a comma, or nothing before the first one.
func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// unlist parses a list in the format of the function [list]. It returns nil for an empty list.
func unlist(text string) ([]float64, error) {
	c := cursor{b: []byte(text)}
	v := c.reals()
	return v, c.end()
}

func nullReal(x float64) sql.NullFloat64 {
	return sql.NullFloat64{Float64: x + 0, Valid: finite(x)} // adding 0 turns -0 into 0; SQLite does not store -0
}

func orNaN(x sql.NullFloat64) float64 {
	if !x.Valid {
		return math.NaN()
	}
	return x.Float64
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// cursor parses the JSON lists that this package writes. It is faster than encoding/json.
//
// The lists contain no blanks, and the position of an element determines its meaning. Optional
// elements come last, because views of schema.sql also read the lists by position. After the first
// syntax error, all methods return zero values, and end returns the error.
type cursor struct {
	b   []byte
	err error
}

// fail records a syntax error. want is the text of what was expected.
func (c *cursor) fail(want string) {
	if c.err == nil {
		c.err = damagedf("a list contains %.20q instead of %s", c.b, want)
	}
	c.b = nil
}

// take skips the byte char if it comes next, and reports whether it did.
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

// list parses a list. It calls item for each element; item must parse the element.
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

// end returns the first syntax error, or an error if text remains.
func (c *cursor) end() error {
	if c.err == nil && len(c.b) > 0 {
		c.fail("the end")
	}
	return c.err
}

// word returns the text up to the next comma or closing bracket.
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

// real parses a number. It returns NaN for null.
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

// ints parses a list of whole numbers. It returns nil for an empty list.
func (c *cursor) ints() (list []int) {
	c.list(func() { list = append(list, c.int()) })
	return list
}

// reals parses a list of numbers. It returns nil for an empty list.
func (c *cursor) reals() (list []float64) {
	c.list(func() { list = append(list, c.real()) })
	return list
}

// raw returns the text of one JSON value of any type.
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

// value decodes one JSON value into the variable that out points to. null leaves the variable
// unchanged.
func (c *cursor) value(out any) {
	if raw := c.raw(); c.err == nil && json.Unmarshal(raw, out) != nil {
		c.b = raw
		c.fail("a value")
	}
}
