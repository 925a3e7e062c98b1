package documents

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
)

// EngineDocument says what a game is and what of it can be tuned and set.
type EngineDocument struct {
	Engine    string        `json:"engine"`
	Title     string        `json:"title"`
	Doc       string        `json:"doc"`
	Seats     [2]int        `json:"seats"`
	ScaleFree bool          `json:"scale_free"`
	Chance    *bool         `json:"chance,omitempty"` // nil is unknown
	Weights   []weightJSON  `json:"weights"`
	Settings  []settingJSON `json:"settings"`
	// Openings states how the games of a search of the default budget begin; absent for a game
	// with chance and in a list of games.
	Openings *runs.OpeningsPlan `json:"openings,omitempty"`
}

type weightJSON struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	Default float64 `json:"default"`
	Doc     string  `json:"doc"`
}

type settingJSON struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Choices []string `json:"choices,omitempty"`
	Player  bool     `json:"player"`
	Doc     string   `json:"doc"`
}

// Engine is the document of a game.
func Engine(s engines.Spec) EngineDocument {
	out := EngineDocument{Engine: s.Name, Title: s.Title, Doc: s.Doc, Seats: [2]int{s.MinSeats, s.MaxSeats}, ScaleFree: s.ScaleFree}
	if has, ok := s.Chance.Known(); ok {
		out.Chance = &has
	}
	for _, w := range s.Weights {
		out.Weights = append(out.Weights, weightJSON{w.Name, w.Kind.String(), w.Min, w.Max, w.Default, w.Doc})
	}
	for _, v := range s.Settings {
		out.Settings = append(out.Settings, settingJSON{v.Name, v.Default, v.Choices, v.Player, v.Doc})
	}
	return out
}

// EngineInfo is the document of one game and its openings.
func EngineInfo(i runs.EngineInfo) EngineDocument {
	out := Engine(i.Spec)
	out.Openings = i.Openings
	return out
}

// Engines lists games, with the chance that they declare or show.
func Engines(games engines.Registry) []EngineDocument {
	var all []EngineDocument
	for _, e := range games {
		spec, _ := engines.SpecWithChance(context.Background(), e) // no error without an end
		all = append(all, Engine(spec))
	}
	return all
}
