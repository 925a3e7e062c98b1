package protocol

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/lanista/lanista/engines"
)

// ludusRequest builds the JSON line of a request without allocating. The field id comes first and
// do second, and there are no blanks between tokens.
type ludusRequest struct{ out []byte }

// begin starts a request with the fields id and do.
func (r *ludusRequest) begin(id int64, do string) {
	r.out = append(r.out[:0], `{"id":`...)
	r.out = strconv.AppendInt(r.out, id, 10)
	r.out = append(r.out, `,"do":"`...)
	r.out = append(append(r.out, do...), '"')
}

// end completes the request and returns its line of JSON.
func (r *ludusRequest) end() []byte {
	r.out = append(r.out, '}', '\n')
	return r.out
}

// field writes the name of the next field of the JSON object.
func (r *ludusRequest) field(name string) {
	r.out = append(r.out, ',', '"')
	r.out = append(append(r.out, name...), '"', ':')
}

func (r *ludusRequest) text(name, value string) {
	r.field(name)
	r.out = appendText(r.out, value)
}

func (r *ludusRequest) int(name string, value int64) {
	r.field(name)
	r.out = strconv.AppendInt(r.out, value, 10)
}

func (r *ludusRequest) ints(name string, list []int64) {
	r.field(name)
	r.out = appendInts(r.out, list)
}

func (r *ludusRequest) seed(seed uint64) {
	r.field("seed")
	r.out = strconv.AppendUint(r.out, seed, 10)
}

func (r *ludusRequest) settings(s engines.Settings) {
	r.field("settings")
	r.out = append(r.out, '{')
	for i, name := range slices.Sorted(maps.Keys(s)) {
		if i > 0 {
			r.out = append(r.out, ',')
		}
		r.out = append(appendText(r.out, name), ':')
		r.out = appendText(r.out, s[name])
	}
	r.out = append(r.out, '}')
}

func (r *ludusRequest) weights(space engines.Space, w engines.Weights) {
	r.field("weights")
	r.out = appendWeights(r.out, space, w)
}

func (r *ludusRequest) limit(l engines.Limit) {
	r.field("limit")
	r.out = appendLimit(r.out, l)
}

func (r *ludusRequest) moves(name string, p engines.Position, list []engines.Move) {
	r.field(name)
	r.out = append(r.out, '[')
	for i, m := range list {
		if i > 0 {
			r.out = append(r.out, ',')
		}
		r.out = appendText(r.out, p.FormatMove(m))
	}
	r.out = append(r.out, ']')
}

// clock adds the field clock: the remaining times of all seats, and the times that are added to
// them after a move. toGo is the number of moves until the time of the next period is added. It is
// 0 for a clock without periods, and then left out.
func (r *ludusRequest) clock(left, add []time.Duration, toGo int) {
	r.field("clock")
	r.out = append(r.out, `{"left_ms":`...)
	r.out = appendMilliseconds(r.out, left)
	r.out = append(r.out, `,"inc_ms":`...)
	r.out = appendMilliseconds(r.out, add)
	if toGo > 0 {
		r.out = append(r.out, `,"moves_to_go":`...)
		r.out = strconv.AppendInt(r.out, int64(toGo), 10)
	}
	r.out = append(r.out, '}')
}

func (r *ludusRequest) agents(seats []engines.Agent, space engines.Space) {
	r.field("seats")
	r.out = append(r.out, '[')
	for i, a := range seats {
		if i > 0 {
			r.out = append(r.out, ',')
		}
		r.out = append(r.out, `{"name":`...)
		r.out = appendText(r.out, a.Name)
		if a.Player != "" {
			r.text("player", a.Player)
		}
		r.weights(space, a.Weights)
		r.out = append(r.out, '}')
	}
	r.out = append(r.out, ']')
}

// appendText appends s as a JSON string. It replaces invalid UTF-8.
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
			b = utf8.AppendRune(b, r)
			i += size
			continue
		}
		i++
	}
	return append(b, '"')
}

// appendNumber appends a finite number as JSON. It has an exponent only if it is very small or
// large.
func appendNumber(b []byte, v float64) []byte {
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		return strconv.AppendFloat(b, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, v+0, 'f', -1, 64)
}

// FormatWeights returns weights as a JSON object by name, in the form in which ludus programs
// receive them.
func FormatWeights(space engines.Space, w engines.Weights) string {
	return string(appendWeights(nil, space, w))
}

// appendWeights appends weights as a JSON object by name, in the order of the space. A choice is a
// text, and a choice of [engines.Switch] is false or true.
func appendWeights(b []byte, space engines.Space, w engines.Weights) []byte {
	b = append(b, '{')
	for i := range w {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, space[i].Name), ':')
		switch at := &space[i]; {
		case !at.Kind.Has(engines.Choices):
			b = appendNumber(b, w[i])
		case slices.Equal(at.Choices, engines.Switch):
			b = append(b, at.Format(w[i])...)
		default:
			b = appendText(b, at.Format(w[i]))
		}
	}
	return append(b, '}')
}

// appendLimit appends a limit of depth, nodes or time as a JSON object, such as {"depth":3}. A time
// limit has at least 1 ms.
func appendLimit(b []byte, l engines.Limit) []byte {
	field := func(name string, v uint64) {
		b = append(b, '"')
		b = append(append(b, name...), '"', ':')
		b = strconv.AppendUint(b, v, 10)
	}
	b = append(b, '{')
	switch {
	case l.Depth > 0:
		field("depth", uint64(l.Depth))
	case l.Nodes > 0:
		field("nodes", l.Nodes)
	case l.Move > 0:
		field("move_ms", uint64(atLeastOne(l.Move)))
	case l.Clock > 0:
		field("base_ms", uint64(atLeastOne(l.Clock)))
		b = append(b, ',')
		field("inc_ms", uint64(l.Add.Milliseconds()))
		if l.Moves > 0 {
			b = append(b, ',')
			field("moves", uint64(l.Moves))
		}
	}
	return append(b, '}')
}

// appendInts appends integers as a JSON list.
func appendInts(b []byte, list []int64) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, v, 10)
	}
	return append(b, ']')
}

// appendMilliseconds appends durations as a JSON list of milliseconds.
func appendMilliseconds(b []byte, list []time.Duration) []byte {
	ms := make([]int64, len(list))
	for i, d := range list {
		ms[i] = d.Milliseconds()
	}
	return appendInts(b, ms)
}

// String describes the game for an error message: its seed, and the name and weights of every
// seat.
func (g GameRequest) String() string {
	text := fmt.Sprintf("seed %d", g.Seed)
	for i, a := range g.Seats {
		text += fmt.Sprintf("; seat %d %s %s", i+1, a.Name, FormatWeights(g.Space, a.Weights))
	}
	return text
}
