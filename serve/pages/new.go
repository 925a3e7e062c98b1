package pages

// NewRun is what the page for a new run shows.
type NewRun struct {
	Presets []PresetEntry
	Chosen  string // the preset to begin with
	Config  string // its text
}

// PresetEntry is a preset in a list.
type PresetEntry struct{ Name, Title string }
