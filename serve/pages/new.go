package pages

// NewRun is what the page for a new run shows.
type NewRun struct {
	Presets []PresetEntry
	Chosen  string // the preset to begin with
	Config  string // its text
	// Starts says that runs are started here, Name is what was typed for one, and
	// Mistakes are why it was refused.
	Starts   bool
	Name     string
	Mistakes []string
}

// PresetEntry is a preset in a list.
type PresetEntry struct{ Name, Title string }
