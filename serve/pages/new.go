package pages

import (
	"slices"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
)

// NewRun contains the data of the page for starting a run.
type NewRun struct {
	Games  []presetGroup
	Chosen string // name of the selected preset
	Config string // text of the config
	Fields []keyField
	Ranges []rangeField // fields for the ranges of the weights; nil if they are too many or unknown
	Price  string       // sentence about the time of the run; "" if the number of games is unknown
	Plan   any          // document of the API about the config; nil if it was not checked
	// Run is the ID of the stored run from which the config comes, or "" for a preset. Changes
	// lists the values in which the config differs from that of the run, each as path=value, and
	// Why the reason of a suggested step.
	Run     string
	Changes []string
	Why     string
	// Starts is true if the user may start runs on this server. Name is the run name that the
	// user entered, NameMistake why it cannot be used, and Refused why the server refused to start
	// the run, other than by a mistake of the config.
	Starts               bool
	Name                 string
	NameMistake, Refused string
}

// PresetEntry is an entry in the list of preset configs from which a user can begin a run.
type PresetEntry struct{ Name, Title, Game string }

// presetGroup contains the preset configs of one game.
type presetGroup struct {
	Game    string
	Presets []PresetEntry
}

// SetPresets sets the list of preset configs, grouped by game. The presets of the game named last
// come first. If no preset is selected, SetPresets selects one of the first game: the preset with
// the name of the game, or else the first.
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

// rangeField contains the two form fields for the range of a weight.
type rangeField struct {
	Name, Doc string
	Low, High keyField
	Mistake   string // mistake of the whole range; "" if there is none
}

// Ranged reports whether the config changes the range of at least one weight.
func (n NewRun) Ranged() bool {
	return slices.ContainsFunc(n.Ranges, func(r rangeField) bool { return r.Low.Value != "" || r.High.Value != "" || r.Mistake != "" })
}

// rangesPath is the config key of the section with the ranges of weights.
const rangesPath = "engine.weights"

// AddMistake adds an error message to the form field of a config key, such as
// verification.opponents[1]. It does nothing if the form has no field for the key.
func (n *NewRun) AddMistake(key, message string) {
	if f := n.field(key); f != nil {
		f.Mistake = joinedMistakes(f.Mistake, message)
		return
	}
	for i, r := range n.Ranges {
		if isWithin(key, rangesPath+"."+r.Name) {
			n.Ranges[i].Mistake = joinedMistakes(r.Mistake, message)
		}
	}
}

// Keep sets the form field of a config key to entry, the text that the user has typed. It is for a
// text that cannot be parsed and is therefore not in the config of the form.
func (n *NewRun) Keep(key, entry string) {
	if f := n.field(key); f != nil {
		f.Value = entry
	}
}

// field returns the form field that a config key belongs to, or nil if there is none.
func (n *NewRun) field(key string) *keyField {
	for i, r := range n.Ranges {
		if key == r.Low.Path {
			return &n.Ranges[i].Low
		}
		if key == r.High.Path {
			return &n.Ranges[i].High
		}
	}
	for i, f := range n.Fields {
		if isWithin(key, f.Path) && (f.Path != rangesPath || n.Ranges == nil) {
			return &n.Fields[i]
		}
	}
	return nil
}

// isWithin reports whether the config key is section or a key of section.
func isWithin(key, section string) bool {
	rest, ok := strings.CutPrefix(key, section)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

func joinedMistakes(first, second string) string {
	if first == "" {
		return second
	}
	return first + "; " + second
}

// mostRanges is the largest number of weights for which the form has fields for the range.
const mostRanges = 24

// SetRanges adds form fields for the ranges of weights that are not fixed. It adds none if there
// are more than mostRanges of them. The function value returns the text of a config key, or "" if
// the config does not contain the key.
func (n *NewRun) SetRanges(space engines.Space, value func(path string) string) {
	for _, w := range space {
		if w.Kind.Has(engines.Fixed) {
			continue
		}
		path := rangesPath + "." + w.Name
		n.Ranges = append(n.Ranges, rangeField{
			Name: w.Name, Doc: w.Doc,
			Low:  keyField{Path: path + ".min", Label: "smallest " + w.Name, Hint: number(w.Min)},
			High: keyField{Path: path + ".max", Label: "largest " + w.Name, Hint: number(w.Max)},
		})
		last := &n.Ranges[len(n.Ranges)-1]
		last.Low.Set(value(last.Low.Path))
		last.High.Set(value(last.High.Path))
	}
	if len(n.Ranges) > mostRanges {
		n.Ranges = nil
	}
}

// keyField is a field of the form for a new run, with the config key that it sets.
type keyField struct {
	Path  string
	Label string
	Hint  string // placeholder of the field
	Value string // text of the field; "" if it is empty
	// Was is the value in the config. Value differs from it if the user entered something that
	// cannot be part of a config.
	Was     string
	Mistake string // mistake of the value; "" if there is none
}

// Set sets the text of the field, and records it as the value that the config has. value is "" if
// the config does not contain the key of the field.
func (f *keyField) Set(value string) { f.Value, f.Was = value, value }

// KeyFields returns form fields for the most important config keys of a kind of run.
func KeyFields(kind results.Kind) []keyField {
	var (
		seed      = keyField{Path: "seed", Label: "Seed", Hint: "0"}
		verified  = keyField{Path: "verification.games", Label: "Games of the verification", Hint: "2000"}
		opponents = keyField{Path: "verification.opponents", Label: "Opponents of the verification", Hint: "[default]"}
		ranges    = keyField{Path: rangesPath, Label: "Ranges of weights", Hint: "{NAME: {min: 0, max: 3}}"}
	)
	switch kind {
	case results.Tournament:
		return []keyField{
			seed,
			{Path: "agents", Label: "Agents", Hint: "[default, random]"},
			{Path: "schedule.kind", Label: "Schedule: round_robin, gauntlet or groups", Hint: "round_robin"},
			{Path: "schedule.cycles", Label: "Cycles: how often the schedule is played", Hint: "1"},
		}
	case results.Grid:
		return []keyField{
			{Path: "etudes", Label: "Etudes", Hint: "name of a set"},
			{Path: "strategy.weights", Label: "Values of weights", Hint: "{NAME: {from: 0, to: 3, step: 0.5}}"},
		}
	case results.Fit:
		return []keyField{seed, {Path: "budget.games", Label: "Games whose positions are fitted", Hint: "20000"}, verified, opponents, ranges}
	}
	return []keyField{
		seed,
		{Path: "budget.games", Label: "Games of the search", Hint: "20000"},
		verified,
		opponents,
		{Path: "opponents", Label: "Opponents of the search", Hint: "candidates play each other"},
		ranges,
		{Path: "strategy.population", Label: "Population", Hint: "default of the strategy"},
	}
}
