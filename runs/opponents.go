package runs

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/rating"
)

// OpponentKind is the kind of an agent that ships with a game.
type OpponentKind string

// These are the kinds of built-in opponents.
const (
	LevelKind    OpponentKind = "level"
	ChampionKind OpponentKind = "champion"
	ShippedKind  OpponentKind = "shipped"  // agent that the game defines, such as one with published weights
	BaselineKind OpponentKind = "baseline" // player that every game has, such as random
)

// OpponentInfo describes an agent that ships with a game.
type OpponentInfo struct {
	Source   string           `json:"agent"` // name of the agent for users, such as level:easy, champion or random
	Kind     OpponentKind     `json:"kind" enum:"level,champion,shipped,baseline"`
	Doc      string           `json:"about,omitempty"`
	Settings engines.Settings `json:"settings,omitempty"` // settings of the agent that differ from those of the game
	// Score is the mean result of a level in games against the agent Against, from 0 to 1. Rating
	// is the difference in Elo of a champion from the agent Against, with an interval. They are nil
	// for other kinds of agents, and if there is no measurement.
	Score    *float64         `json:"score,omitempty" doc:"mean of its games against against, from 0 to 1"`
	Rating   *float64         `json:"rating,omitempty" doc:"in Elo above against"`
	Interval *rating.Interval `json:"interval,omitempty"`
	Against  string           `json:"against,omitempty"`
	Games    int              `json:"games,omitempty" doc:"games of its measurement"`
}

// Opponents returns all agents that ship with a game: levels of skill, champions (best known
// weights), other agents of the game, and baseline players such as random.
func Opponents(c Catalog, e engines.Engine) ([]OpponentInfo, error) {
	if e == nil {
		return nil, errNoEngine
	}
	var out []OpponentInfo
	if l, ok := engines.As[show.Levels](e); ok {
		before := ""
		for _, level := range l.Levels() {
			o := OpponentInfo{Source: "level:" + level.Agent.Name, Kind: LevelKind, Doc: level.Doc, Settings: level.Agent.Settings}
			if level.Games > 0 {
				score := level.Score
				o.Score, o.Against, o.Games = &score, before, level.Games
			}
			out, before = append(out, o), o.Source
		}
	}
	champions, err := c.AllChampions()
	if err != nil {
		return nil, err
	}
	for _, d := range champions {
		if d.Engine != e.Spec().Name || !d.Fits(defaultSeats(e)) {
			continue
		}
		out = append(out, OpponentInfo{
			Source: "champion", Kind: ChampionKind, Doc: d.About, Settings: d.Settings,
			Rating: d.Rating, Interval: d.Interval, Against: d.Against, Games: d.Games,
		})
	}
	if r, ok := engines.As[engines.BuiltinAgents](e); ok {
		for _, a := range r.BuiltinAgents() {
			if slices.Contains(engines.Baselines, a.Name) { // a user who types the name gets the player
				continue
			}
			out = append(out, OpponentInfo{Source: a.Name, Kind: ShippedKind, Settings: a.Settings})
		}
	}
	out = append(out, OpponentInfo{Source: "default", Kind: BaselineKind, Doc: "the weights that the game begins with"})
	docs := map[string]string{"random": "any legal move", "first": "the first legal move"}
	for _, name := range engines.Baselines {
		out = append(out, OpponentInfo{Source: name, Kind: BaselineKind, Doc: docs[name]})
	}
	return out, nil
}
