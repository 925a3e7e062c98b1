package reference

import "github.com/lanista/lanista/keys"

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
