package othello

import "github.com/lanista/lanista/engines"

var _ engines.BuiltinAgents = (*engine)(nil)

// BuiltinAgents names the agents that ship with the game: the published square tables,
// looking one ply ahead, and the levels.
func (*engine) BuiltinAgents() []engines.Agent {
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
