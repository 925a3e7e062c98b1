package documents

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/runs"
)

// Engine is the JSON document of a game.
type Engine struct {
	Name      string    `json:"engine"`
	Title     string    `json:"title"`
	Doc       string    `json:"doc"`
	Seats     [2]int    `json:"seats" doc:"the fewest and the most seats"`
	ScaleFree bool      `json:"scale_free" doc:"only the direction of a weight vector matters"`
	Chance    *bool     `json:"chance,omitempty" doc:"whether the game has chance; absent if it is not known"`
	Weights   []Weight  `json:"weights"`
	Settings  []Setting `json:"settings"`
	// Openings describes how the games of a search with the default budget begin. It is absent
	// for a game with chance and in a list of games.
	Openings *runs.OpeningsPlan `json:"openings,omitempty" doc:"how the games of a search of the default budget begin; absent for a game with chance and in a list"`
}

// Setting is the JSON document of a setting of a game.
type Setting struct {
	Name    string   `json:"name"`
	Default string   `json:"default"`
	Choices []string `json:"choices,omitempty"`
	Player  bool     `json:"player" doc:"a setting of the player, not of the game"`
	Doc     string   `json:"doc"`
}

// NewEngine returns the JSON document of a game. openings may be nil.
func NewEngine(s engines.Spec, openings *runs.OpeningsPlan) Engine {
	out := Engine{
		Name: s.Name, Title: s.Title, Doc: s.Doc, Seats: [2]int{s.MinSeats, s.MaxSeats}, ScaleFree: s.ScaleFree, Openings: openings,
		Weights: []Weight{}, Settings: []Setting{},
	}
	if has, ok := s.Chance.Known(); ok {
		out.Chance = &has
	}
	for _, w := range s.Weights {
		out.Weights = append(out.Weights, newWeight(w))
	}
	for _, v := range s.Settings {
		out.Settings = append(out.Settings, Setting{v.Name, v.Default, v.Choices, v.Player, v.Doc})
	}
	return out
}

// Engines returns the JSON documents of all games, sorted by name. Whether a game has chance is
// declared by the game or determined by test games.
func Engines(games engines.Registry) []Engine {
	all := []Engine{}
	for _, e := range games {
		spec, _ := deals.SpecWithChance(context.Background(), e) // no error without an end
		all = append(all, NewEngine(spec, nil))
	}
	return all
}
