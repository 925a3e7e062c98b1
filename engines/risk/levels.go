package risk

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// levels returns the built-in opponents for people, from easy to best. Their strengths were
// measured on the 6 x 6 grid with two players (preset risk-opponents). Deeper searches were not
// stronger than the opponent best.
func levels() []show.Level {
	level := func(name, depth, diff, weakest, doc string, w engines.Weights) show.Level {
		return show.Level{
			Agent: engines.Agent{Name: name, Weights: w, Settings: engines.Settings{"depth": depth, "min_diff": diff, "weakest_only": weakest}}, Doc: doc,
		}
	}
	land := engines.Weights{1, 0, 0, 0}
	return show.Measured([]show.Level{
		level("easy", "1", "4", "false", "attacks only with at least 4 units more, for the most territories", land),
		level("medium", "1", "1", "false", "attacks with at least 1 unit more, for the most territories", land),
		level("hard", "1", "2", "false", "attacks with at least 2 units more, for the most territories", land),
		level("best", "2", "2", "true", "searches 2 plies with tuned weights for territories and defence; attacks only the weakest neighbour", engines.Weights{6.67, 0, 2.22, 0}),
	}, measuredGames, 0.790, 0.795, 0.690)
}

// measuredGames is the number of games in which each built-in opponent played the next weaker one
// to measure its strength.
const measuredGames = 400
