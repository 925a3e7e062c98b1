package engines

import (
	"maps"
	"slices"
)

// Agent is one entrant: a name, weights, and settings. Two agents of one game
// may differ in any of them. The zero weights and settings are the engine's.
type Agent struct {
	Name     string
	Player   string // "" for the engine's own, or a name of Baselines
	Weights  Weights
	Settings Settings
}

// Same reports whether two agents play alike; names do not matter.
func (a Agent) Same(b Agent) bool {
	return a.Player == b.Player && slices.Equal(a.Weights, b.Weights) && maps.Equal(a.Settings, b.Settings)
}
