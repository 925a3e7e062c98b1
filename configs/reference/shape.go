package reference

import (
	"math"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Kind is the kind of value that a config key accepts.
type Kind int

// These are the kinds of values that config keys accept.
const (
	Any     Kind = iota // not described here
	Text                // any scalar, read as text
	Truth               // true or false
	Whole               // a whole number
	Number              // a number
	Time                // a time such as 90s, 10m or 2h
	List                // a list of items of one shape
	Mapping             // a mapping with fixed keys
	Named               // a mapping whose keys are names chosen by the user or the game
)

// Shape describes the values that a config key accepts.
type Shape struct {
	Kind    Kind
	Range   *keys.Range // range of a number; nil means any number
	Choices []string    // accepted texts; nil means any text
	Item    *Shape      // shape of the items of a List, or of the values of a Named mapping
	Key     string      // placeholder for the names in a Named mapping, such as "WEIGHT"
	Keys    []Key       // keys of a Mapping
	Or      []Shape     // other notations of the same value
	Of      string      // name of a shape that is used in several places, "agent"; "" for others
}

// Key is a key of a mapping in a config, with the values that it accepts.
type Key struct {
	Name    string
	Meaning string // meaning of the key, in whole sentences
	Default string // "" if there is none to show
	Shape   Shape
}

// Section describes the keys of one part of a config: its top level, a section such as schedule, or
// the options of one strategy.
type Section struct {
	Path  string // "" for the whole config, "strategy", "schedule"
	Name  string // value of the key name that selects the section, "" if none does
	Title string
	Doc   string // description in a clause
	Shape Shape
	// Example is a config that uses rare keys of the section, or "". Several configs are
	// separated by "---" lines.
	Example string
}

// Game is the part of the reference that describes the settings and weights of one game.
type Game struct {
	Name     string
	Title    string
	Settings []Key
	Weights  []string
	Example  string // a complete config as an example
	// Closed reports whether the game has no other settings and weights. It is false if a setting
	// selects a model with further weights.
	Closed bool
}

// Reference describes everything that a config may contain.
type Reference struct {
	Sections []Section
	Games    []Game
}

// unlimited is the smallest upper limit of a range that counts as no limit. The descriptions of
// keys omit upper limits of at least this size.
const unlimited = 1e12

// Takes describes the accepted values in words, such as "a whole number, at least 1" or "one of
// `all`, `drawn`".
func (s Shape) Takes() string {
	said := s.first()
	for _, other := range s.Or {
		said += ", or " + other.Takes()
	}
	return said
}

// first describes in words the values that a config key accepts in its main notation, such as "a
// whole number, at least 1". It ignores the alternative notations in s.Or.
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
		return "a time such as `90s`, `10m` or `2h`"
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

// within describes a range of numbers in words, such as ", at least 1", for the end of a
// description.
func within(r *keys.Range) string {
	if r == nil {
		return ""
	}
	plain := *r
	if plain.Max >= unlimited {
		plain.Max = math.Inf(1)
	}
	text := ", " + plain.String()
	if r.OrZero && (r.Min > 0 || r.AboveMin) {
		text += ", or 0"
	}
	return text
}

// Plain returns a row for every config key whose path is fixed: it contains no name that the user
// chooses, such as the name of a weight. It omits keys whose value must be a mapping. A key that
// several sections have, such as an option of several strategies, has a row for each section.
func (r Reference) Plain() []Row {
	var rows []Row
	for _, s := range r.Sections {
		for _, row := range s.Shape.Rows() {
			row.Path = keys.Join(s.Path, row.Path)
			if strings.ToLower(row.Path) == row.Path && row.Takes != "a mapping" {
				rows = append(rows, row)
			}
		}
	}
	return rows
}
