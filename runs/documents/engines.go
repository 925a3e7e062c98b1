package documents

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
)

// Engine is the JSON document of a game.
type Engine struct {
	Name      string    `json:"engine"`
	Title     string    `json:"title"`
	Doc       string    `json:"doc"`
	Seats     [2]int    `json:"seats" doc:"the fewest and the most seats"`
	ScaleFree bool      `json:"scale_free" doc:"multiplying all weights by one positive number changes no move"`
	Chance    *bool     `json:"chance,omitempty" doc:"games with equal moves from different seeds may differ; absent if unknown"`
	Weights   []Weight  `json:"weights"`
	Settings  []Setting `json:"settings"`
}

// Setting is the JSON document of a setting of a game.
type Setting struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind" enum:"text,int,bool,float,choice,ints"`
	Default string   `json:"default"`
	Min     *float64 `json:"min,omitempty" doc:"smallest value of a number"`
	Max     *float64 `json:"max,omitempty" doc:"largest value of a number"`
	Choices []string `json:"choices,omitempty"`
	Player  bool     `json:"player" doc:"a setting of the player, not of the game: players of one game may have different values"`
	Doc     string   `json:"doc"`
}

func newSetting(s engines.Setting) Setting {
	out := Setting{Name: s.Name, Kind: s.Kind.String(), Default: s.Default, Choices: s.Choices, Player: s.Player, Doc: s.Doc}
	if s.Kind == engines.Int || s.Kind == engines.Float || s.Kind == engines.Ints {
		out.Min, out.Max = &s.Min, &s.Max
	}
	return out
}

// NewEngine returns the document that describes a game in JSON: its name, its seats, its weights
// and its settings.
func NewEngine(s engines.Spec) Engine {
	out := Engine{
		Name: s.Name, Title: s.Title, Doc: s.Doc, Seats: [2]int{s.MinSeats, s.MaxSeats}, ScaleFree: s.ScaleFree,
		Weights: []Weight{}, Settings: []Setting{},
	}
	if has, ok := s.Chance.Known(); ok {
		out.Chance = &has
	}
	for _, w := range s.Weights {
		out.Weights = append(out.Weights, newWeight(w))
	}
	for _, v := range s.Settings {
		out.Settings = append(out.Settings, newSetting(v))
	}
	return out
}

// Engines returns the JSON documents of all games, sorted by name. If a game does not declare
// whether it has chance, test games determine it.
func Engines(games engines.Registry) []Engine {
	all := []Engine{}
	for _, e := range games {
		spec, _ := deals.SpecWithChance(context.Background(), e) // no error without an end
		all = append(all, NewEngine(spec))
	}
	return all
}
