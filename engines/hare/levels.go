package hare

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var _ show.Levels = (*engine)(nil)

// Levels returns the levels, measured with two players on the board of 2008 (the preset
// hare-opponents). With more players they search as deeply as their nodes allow.
func (*engine) Levels() []show.Level {
	plays := func(depth, rule, hares string) engines.Settings {
		return engines.Settings{
			"depth": depth, "rule": rule, "hares": hares, "penalty": "20", "width": "0,0,8,8,4", "pruning": "exact", "nodes": "2000000",
		}
	}
	bred, racer := engines.Weights{1.51, 1.78, 1.96}, engines.Weights{2, 0.5, 0.536}
	return show.Measured([]show.Level{
		{Agent: engines.Agent{Name: "easy", Weights: space.Default(), Settings: plays("1", "abs", haresNone)}, Doc: "looks one move ahead and takes a hare for an empty square"},
		{Agent: engines.Agent{Name: "medium", Weights: bred, Settings: plays("2", "abs", haresExpect)}, Doc: "two moves, weights bred for them"},
		{Agent: engines.Agent{Name: "hard", Weights: racer, Settings: plays("2", "rel", haresPenalty)}, Doc: "two moves, for its lead; shuns hares"},
		{Agent: engines.Agent{Name: "best", Weights: racer, Settings: plays("8", "rel", haresPenalty)}, Doc: "eight moves, for its lead; shuns hares"},
	}, measuredGames, 0.807, 0.885, 0.743)
}

// measuredGames is the number of games of the measurement of a level against the level before it.
const measuredGames = 400
