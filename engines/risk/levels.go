package risk

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var _ show.Levels = (*engine)(nil)

// Levels returns the levels, measured on the grid of 6 x 6 with two players (the preset
// risk-opponents). The dice have so much influence that no depth of search is stronger than the
// best level.
func (*engine) Levels() []show.Level {
	level := func(name, depth, diff, weakest, doc string, w engines.Weights) show.Level {
		return show.Level{
			Agent: engines.Agent{Name: name, Weights: w, Settings: engines.Settings{"depth": depth, "min_diff": diff, "weakest_only": weakest}}, Doc: doc,
		}
	}
	land := engines.Weights{1, 0, 0, 0}
	return show.Measured([]show.Level{
		level("easy", "1", "4", "false", "takes what it can, but attacks only where it is far stronger", land),
		level("medium", "1", "1", "false", "takes what it can, even where the odds are against it", land),
		level("hard", "1", "2", "false", "takes what it can where the odds are for it", land),
		level("best", "2", "2", "true", "tuned weights: territories, and borders that hold; attacks the weakest neighbour alone", engines.Weights{6.67, 0, 2.22, 0}),
	}, measuredGames, 0.790, 0.795, 0.690)
}

// measuredGames is the number of games of the measurement of a level against the level before it.
const measuredGames = 400
