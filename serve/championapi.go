package serve

import (
	"slices"

	"github.com/lanista/lanista/rating"
)

// championList is the weights that ship for the games of the program.
type championList struct {
	OK        bool       `json:"ok"`
	Champions []champion `json:"champions"`
}

// champion is a set of weights that ships, with what was measured of it.
type champion struct {
	Name     string             `json:"name"`
	Engine   string             `json:"engine"`
	About    string             `json:"about" doc:"how it was found"`
	Settings map[string]string  `json:"settings" doc:"of the player, for which the weights were found"`
	Weights  map[string]float64 `json:"weights"`
	Rating   *float64           `json:"rating" doc:"Elo over against; null where it was not measured"`
	Interval *rating.Interval   `json:"interval"`
	Against  string             `json:"against"`
	Games    int                `json:"games" doc:"behind the rating"`
	Version  string             `json:"version" doc:"of the program that found it"`
}

// champions lists the champions of the games that there are.
func (s *Server) champions() (championList, error) {
	out := championList{OK: true, Champions: []champion{}}
	all, err := s.options.Catalog.AllChampions()
	if err != nil {
		return out, err
	}
	games := s.options.Catalog.Games.Names()
	for _, c := range all {
		if !slices.Contains(games, c.Engine) {
			continue
		}
		entry := champion{
			Name: c.File, Engine: c.Engine, About: c.About, Settings: map[string]string{}, Weights: map[string]float64{},
			Rating: c.Rating, Interval: c.Interval, Against: c.Against, Games: c.Games, Version: c.Version,
		}
		for name, value := range c.Settings {
			entry.Settings[name] = value
		}
		for _, w := range c.Weights {
			entry.Weights[w.Name] = w.Value
		}
		out.Champions = append(out.Champions, entry)
	}
	return out, nil
}
