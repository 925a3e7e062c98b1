package ludus

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
)

// appendText writes a JSON string.
func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c < 0x20:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			b = append(b, c)
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, r) // the replacement character for what is no text
			i += size
			continue
		}
		i++
	}
	return append(b, '"')
}

// appendNumber writes a finite number as people write it.
func appendNumber(b []byte, v float64) []byte {
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		return strconv.AppendFloat(b, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, v+0, 'f', -1, 64)
}

// Weights writes a vector as the object that a program gets.
func Weights(space engines.Space, w engines.Weights) string {
	return string(appendWeights(nil, space, w))
}

// appendWeights writes a vector as an object, in the order of its space.
func appendWeights(b []byte, space engines.Space, w engines.Weights) []byte {
	b = append(b, '{')
	for i := range w {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, space[i].Name), ':')
		b = appendNumber(b, w[i])
	}
	return append(b, '}')
}

// appendSettings writes settings in the order of their names.
func appendSettings(b []byte, s engines.Settings) []byte {
	b = append(b, '{')
	for i, name := range slices.Sorted(maps.Keys(s)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, name), ':')
		b = appendText(b, s[name])
	}
	return append(b, '}')
}

// appendLimit writes a limit.
func appendLimit(b []byte, l engines.Limit) []byte {
	field := func(name string, v int64) {
		b = append(b, '"')
		b = append(append(b, name...), '"', ':')
		b = strconv.AppendInt(b, v, 10)
	}
	b = append(b, '{')
	switch {
	case l.Depth > 0:
		field("depth", int64(l.Depth))
	case l.Nodes > 0:
		field("nodes", int64(l.Nodes))
	case l.Move > 0:
		field("move_ms", l.Move.Milliseconds())
	case l.Clock > 0:
		field("base_ms", l.Clock.Milliseconds())
		b = append(b, ',')
		field("inc_ms", l.Add.Milliseconds())
	}
	return append(b, '}')
}

// appendInts writes a list.
func appendInts[T int | int64](b []byte, list []T) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return append(b, ']')
}
