package hare

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// levels returns the built-in opponents for people, from easy to best. Their strengths were
// measured in games of two players on the board of 2008 (preset hare-opponents). With more players
// they may search less deep, because of their limit of positions (setting nodes).
func levels() []show.Level {
	plays := func(depth, rule, hares string) engines.Settings {
		return engines.Settings{
			"depth": depth, "rule": rule, "hares": hares, "penalty": "20", "width": "0,0,8,8,4", "pruning": "exact", "nodes": "2000000",
		}
	}
	bred, racer := engines.Weights{1.51, 1.78, 1.96}, engines.Weights{2, 0.5, 0.536}
	return show.Measured([]show.Level{
		{Agent: engines.Agent{Name: "easy", Weights: space.Default(), Settings: plays("1", "abs", haresNone)}, Doc: "searches 1 move and ignores hare cards"},
		{Agent: engines.Agent{Name: "medium", Weights: bred, Settings: plays("2", "abs", haresExpect)}, Doc: "searches 2 moves, with tuned weights and the mean over the hare cards"},
		{Agent: engines.Agent{Name: "hard", Weights: racer, Settings: plays("2", "rel", haresPenalty)}, Doc: "searches 2 moves for the largest lead and avoids hare squares"},
		{Agent: engines.Agent{Name: "best", Weights: racer, Settings: plays("8", "rel", haresPenalty)}, Doc: "searches 8 moves for the largest lead and avoids hare squares"},
	}, measuredGames, 0.807, 0.885, 0.743)
}

// measuredGames is the number of games in which each built-in opponent played the next weaker one
// to measure its strength.
const measuredGames = 400
