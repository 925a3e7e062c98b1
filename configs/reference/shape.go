package reference

import (
	"math"
	"slices"
	"strings"

	"github.com/lanista/lanista/keys"
)

// Kind is what a place of a config takes.
type Kind int

// The kinds.
const (
	Any     Kind = iota // described elsewhere
	Text                // any plain value, taken as text
	Truth               // true or false
	Whole               // a whole number
	Number              // a number
	Time                // a time such as 90s or 10m
	List                // of items of one shape
	Mapping             // with keys that are known
	Named               // a mapping whose keys are names that the user or the game chose
)

// Shape is what may stand at a place of a config.
type Shape struct {
	Kind    Kind
	Range   *keys.Range // of numbers, nil where there is none
	Choices []string    // of a text, nil where any will do
	Item    *Shape      // of List and Named
	Key     string      // of Named: what the names are, "WEIGHT"
	Keys    []Key       // of Mapping
	Or      []Shape     // other ways to write it
	Of      string      // the name of a shape that stands in several places, "agent"; "" for others
}

// Key is one key of a mapping.
type Key struct {
	Name    string
	Meaning string // in sentences
	Default string // "" where there is none to tell
	Shape   Shape
}

// Section is a part of a config with options of its own.
type Section struct {
	Path  string // "" for the whole config, "strategy", "schedule"
	Name  string // the value of the key name that chooses it, "" where none does
	Title string
	Doc   string // what it is, in a clause
	Shape Shape
}

// Game is what a config can say of one game.
type Game struct {
	Name     string
	Title    string
	Settings []Key
	Weights  []string
	// Closed says that there are no settings and weights but these: none of the
	// settings chooses a model that has others.
	Closed bool
}

// Reference is all that a config may say.
type Reference struct {
	Sections []Section
	Games    []Game
}

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

// Plain lists the paths of the keys that take a plain value, sorted.
func (r Reference) Plain() []string {
	var paths []string
	for _, s := range r.Sections {
		for _, row := range s.Shape.Rows() {
			path := row.Path
			if s.Path != "" {
				path = s.Path + "." + path
			}
			if strings.ToLower(path) == path && row.Takes != "a mapping" {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
