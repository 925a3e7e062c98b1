package pages

// NewRun is what the page for a new run shows.
type NewRun struct {
	Presets []PresetEntry
	Chosen  string // the preset to begin with
	Config  string // its text
	Fields  []keyField
	Plan    any // what the API says of the config; nil where it was not asked
	// Starts says that runs are started here, Name is what was typed for one, and
	// Mistakes are why it was refused.
	Starts   bool
	Name     string
	Mistakes []string
}

// PresetEntry is a preset in a list.
type PresetEntry struct{ Name, Title string }

// keyField is a key of the config that can be typed beside it.
type keyField struct {
	Path  string
	Label string
	Hint  string // what may be typed
	Value string // what the config has there, "" where it says nothing
}

// KeyFields are the keys that matter most.
func KeyFields() []keyField {
	return []keyField{
		{Path: "seed", Label: "Seed", Hint: "0"},
		{Path: "budget.games", Label: "Games of the search", Hint: "20000"},
		{Path: "verification.games", Label: "Games of the verification", Hint: "2000"},
		{Path: "verification.opponents", Label: "Opponents of the verification", Hint: "[default]"},
		{Path: "opponents", Label: "Opponents of the search", Hint: "they play each other"},
		{Path: "engine.weights", Label: "Ranges of the weights", Hint: "{NAME: {min: 0, max: 3}}"},
		{Path: "strategy.population", Label: "Population", Hint: "the strategy's own"},
	}
}
