package minesweeper

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

func builtinAgents() []engines.Agent {
	var agents []engines.Agent
	for _, name := range []string{"gemini", "linear", "ev", "random", "certain-else-random", "max-p", "p-wqb"} {
		settings := engines.Settings{"agent": name}
		if name == agentGemini {
			settings["zero_mode"] = "B"
		}
		agents = append(agents, engines.Agent{Name: name, Settings: settings})
	}
	return agents
}

// levels returns the built-in opponents for people, from easy to best. Their strengths were
// measured on the default field (preset minesweeper-opponents).
func levels() []show.Level {
	level := func(name, agent, doc string, w ...float64) show.Level {
		return show.Level{Agent: engines.Agent{Name: name, Weights: append(engines.Weights{}, w...), Settings: engines.Settings{"agent": agent, "ties": tiesRandom}}, Doc: doc}
	}
	best := level("best", agentEV, "looks one ply ahead and counts the mines that become certain")
	best.Agent.Weights = spaceOf(engines.Settings{"agent": agentEV}).Default()
	best.Agent.Settings["candidates"], best.Agent.Settings["unfold"] = "6", "false"
	return show.Measured([]show.Level{
		level("easy", agentCertain, "opens a certain mine if there is one, otherwise a random cell"),
		level("medium", agentMaxP, "opens the cell with the highest probability of a mine"),
		level("hard", agentPWQB, "like medium, with a penalty for the risk of opening an empty region for the opponent", 0.2),
		best,
	}, measuredGames, 0.868, 0.802, 0.700)
}

// measuredGames is the number of games in which each built-in opponent played the next weaker one
// to measure its strength.
const measuredGames = 400
