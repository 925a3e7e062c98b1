package chess

import (
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var _ show.Levels = (*engine)(nil)

// Levels are one player that looks further and further ahead (the preset
// chess-opponents).
func (*engine) Levels() []show.Level {
	level := func(name string, depth int, doc string) show.Level {
		return show.Level{
			Agent: engines.Agent{
				Name: name, Weights: space.Default(),
				Settings: engines.Settings{"depth": strconv.Itoa(depth), "nodes": "0"},
			}, Doc: doc,
		}
	}
	return show.Measured([]show.Level{
		level("easy", 1, "looks at its own move and the captures after it"),
		level("medium", 2, "looks two moves ahead, one of each side"),
		level("hard", 3, "looks three moves ahead"),
		level("best", 4, "looks four moves ahead"),
	}, measuredGames, 0.864, 0.885, 0.824)
}

// measuredGames is the number of games that a level was measured in against the one
// before it.
const measuredGames = 400
