package reference

import (
	"math"
	"strings"

	"github.com/lanista/lanista/keys"
)

// most is a limit that nobody reaches, and that is not worth a word.
const most = 1e12

// Takes says in words what a place takes: "a whole number, at least 1", "one of
// `all`, `drawn`".
func (s Shape) Takes() string {
	said := s.first()
	for _, other := range s.Or {
		said += ", or " + other.Takes()
	}
	return said
}

func (s Shape) first() string {
	switch s.Kind {
	case Text:
		if s.Choices != nil {
			return "one of `" + strings.Join(s.Choices, "`, `") + "`"
		}
		return "a text"
	case Truth:
		return "`true` or `false`"
	case Whole:
		return "a whole number" + within(s.Range)
	case Number:
		return "a number" + within(s.Range)
	case Time:
		return "a time such as `90s` or `10m`"
	case List:
		return "a list, each " + s.Item.Takes()
	case Named:
		if s.Item.Kind == Mapping {
			return "a mapping by " + s.Key
		}
		return "a mapping by " + s.Key + ", each " + s.Item.Takes()
	case Mapping:
		return "a mapping"
	}
	return "see below"
}

// within says a range after the kind of number.
func within(r *keys.Range) string {
	if r == nil {
		return ""
	}
	plain := *r
	if plain.Max >= most {
		plain.Max = math.Inf(1)
	}
	text := ", " + plain.String()
	if r.OrZero && (r.Min > 0 || r.AboveMin) {
		text += ", or 0"
	}
	return text
}
