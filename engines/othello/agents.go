package othello

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

// builtinAgents returns the ready-made agents of the game. Some evaluate positions by a published
// table of square weights and search one ply. The others, easy, medium, hard and greedy, play by
// the models with these names.
func builtinAgents() []engines.Agent {
	var agents []engines.Agent
	for _, t := range squareTables() {
		agents = append(agents, engines.Agent{
			Name: t.name, Weights: t.weights, Settings: engines.Settings{"model": "wpc", "depth": "1", "exact": "0"},
		})
	}
	for _, level := range []string{"easy", "medium", "hard", "greedy"} {
		agents = append(agents, engines.Agent{Name: level, Settings: engines.Settings{"model": level}})
	}
	return agents
}

// levels returns the built-in opponents for people, from easy to best. The opponent easy uses the
// model greedy, and best the model patterns. medium and hard use the models with these names. The
// strengths were measured with the preset othello-opponents.
func levels() []show.Level {
	level := func(name, model, depth, exact, doc string) show.Level {
		return show.Level{
			Agent: engines.Agent{
				Name: name, Weights: modelNamed(model).space().Default(),
				Settings: engines.Settings{"model": model, "depth": depth, "exact": exact, "nodes": "0", "epsilon": "0", "ties": "first", "levels": "minimax"},
			}, Doc: doc,
		}
	}
	best := level("best", "patterns", "8", "16", "searches 8 plies with a million pattern weights and plays the last 16 perfectly")
	best.Agent.Settings["table"] = shippedTable
	return show.Measured([]show.Level{
		level("easy", "greedy", "1", "0", "turns as many discs as possible"),
		level("medium", "medium", "2", "0", "searches 2 plies and takes corners"),
		level("hard", "hard", "6", "0", "searches 6 plies and takes corners"),
		best,
	}, measuredGames, 0.889, 0.907, 1.000)
}

// measuredGames is the number of games in which each built-in opponent played the next weaker one
// to measure its strength.
const measuredGames = 400
