package minesweeper

import "github.com/lanista/lanista/engines"

var _ engines.BuiltinAgents = (*engine)(nil)

// BuiltinAgents names the agents that ship with the game, each with its default
// weights.
func (*engine) BuiltinAgents() []engines.Agent {
	var agents []engines.Agent
	for _, name := range []string{"gemini", "linear", "ev", "random", "certain-else-random", "max-p", "p-wqb"} {
		agents = append(agents, engines.Agent{Name: name, Settings: engines.Settings{"agent": name}})
	}
	return agents
}
