package pages

import (
	"slices"

	"github.com/lanista/lanista/engines"
)

// NewRun contains the data of the page for a new run.
type NewRun struct {
	Games  []presetGroup
	Chosen string // name of the selected preset
	Config string // text of the config
	Fields []keyField
	Ranges []rangeField // of the weights; nil if they are too many or unknown
	Price  string       // estimated time of the run; "" if unknown
	Plan   any          // document of the API about the config; nil if it was not checked
	// Starts states that the server starts runs. Name is the entered name of the run, and
	// Mistakes are the reasons why it was refused.
	Starts   bool
	Name     string
	Mistakes []string
}

// PresetEntry is a preset in a list.
type PresetEntry struct{ Name, Title, Game string }

// presetGroup contains the presets of a game.
type presetGroup struct {
	Game    string
	Presets []PresetEntry
}

// SetPresets sets the list of presets by game. The presets of the game that was used last come
// first. Without a chosen preset the first of them is chosen.
func (n *NewRun) SetPresets(presets []PresetEntry, last string) {
	n.Games = nil
	for _, p := range presets {
		i := slices.IndexFunc(n.Games, func(g presetGroup) bool { return g.Game == p.Game })
		if i < 0 {
			i = len(n.Games)
			n.Games = append(n.Games, presetGroup{Game: p.Game})
		}
		n.Games[i].Presets = append(n.Games[i].Presets, p)
	}
	slices.SortStableFunc(n.Games, func(a, b presetGroup) int {
		switch last {
		case a.Game:
			return -1
		case b.Game:
			return 1
		}
		return 0
	})
	if n.Chosen != "" || len(n.Games) == 0 {
		return
	}
	n.Chosen = n.Games[0].Presets[0].Name
	for _, p := range n.Games[0].Presets { // the preset with the name of the game
		if p.Name == n.Games[0].Game {
			n.Chosen = p.Name
		}
	}
}

// rangeField contains the fields for the range of a weight.
type rangeField struct {
	Name, Doc string
	Low, High keyField
}

// Ranged reports whether the config has a range of a weight.
func (n NewRun) Ranged() bool {
	return slices.ContainsFunc(n.Ranges, func(r rangeField) bool { return r.Low.Value != "" || r.High.Value != "" })
}

// mostRanges is the largest number of weights whose ranges have fields.
const mostRanges = 24

// SetRanges adds fields for the ranges of weights. value returns the text of a key of the config,
// "" if it does not have the key.
func (n *NewRun) SetRanges(space engines.Space, value func(path string) string) {
	for _, w := range space {
		if w.Kind.Has(engines.Fixed) {
			continue
		}
		path := "engine.weights." + w.Name
		n.Ranges = append(n.Ranges, rangeField{
			Name: w.Name, Doc: w.Doc,
			Low:  keyField{Path: path + ".min", Hint: number(w.Min), Value: value(path + ".min")},
			High: keyField{Path: path + ".max", Hint: number(w.Max), Value: value(path + ".max")},
		})
	}
	if len(n.Ranges) > mostRanges {
		n.Ranges = nil
	}
}

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
