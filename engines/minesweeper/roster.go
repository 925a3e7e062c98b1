package minesweeper

import "github.com/lanista/lanista/engines"

var _ engines.Roster = (*engine)(nil)

// Roster names the agents that ship with the game, each with its default
// weights.
func (*engine) Roster() []engines.Agent {
	var agents []engines.Agent
	for _, name := range []string{"gemini", "linear", "ev", "random", "certain-else-random", "max-p", "p-wqb"} {
		agents = append(agents, engines.Agent{Name: name, Settings: engines.Settings{"agent": name}})
	}
	return agents
}
