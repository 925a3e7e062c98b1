package pages

// NewRun contains the data of the page for a new run.
type NewRun struct {
	Presets []PresetEntry
	Chosen  string // name of the selected preset
	Config  string // text of the config
	Fields  []keyField
	Plan    any // document of the API about the config; nil if it was not checked
	// Starts states that the server starts runs. Name is the entered name of the run, and
	// Mistakes are the reasons why it was refused.
	Starts   bool
	Name     string
	Mistakes []string
}

// PresetEntry is a preset in a list.
type PresetEntry struct{ Name, Title string }

// keyField is a form field for a key of the config.
type keyField struct {
	Path  string
	Label string
	Hint  string // placeholder of the field
	Value string // value in the config; "" if the config does not have the key
}

// KeyFields returns the fields of the most important keys.
func KeyFields() []keyField {
	return []keyField{
		{Path: "seed", Label: "Seed", Hint: "0"},
		{Path: "budget.games", Label: "Games of the search", Hint: "20000"},
		{Path: "verification.games", Label: "Games of the verification", Hint: "2000"},
		{Path: "verification.opponents", Label: "Opponents of the verification", Hint: "[default]"},
		{Path: "opponents", Label: "Opponents of the search", Hint: "candidates play each other"},
		{Path: "engine.weights", Label: "Ranges of weights", Hint: "{NAME: {min: 0, max: 3}}"},
		{Path: "strategy.population", Label: "Population", Hint: "default of the strategy"},
	}
}
