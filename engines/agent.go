package engines

import (
	"hash/maphash"
	"maps"
	"math"
)

// Agent is one entrant: a name, weights, and settings. Two agents of one game
// may differ in any of them. The zero weights and settings are the engine's.
type Agent struct {
	Name     string   `json:"name"`
	Player   string   `json:"player,omitempty"` // "" for the engine's own, or a name of Baselines
	Weights  Weights  `json:"weights,omitempty"`
	Settings Settings `json:"settings,omitempty"`
	Limit    Limit    `json:"limit,omitzero"`
}

// Same reports whether two agents play alike; names do not matter.
func (a Agent) Same(b Agent) bool { return a.same(&b) }

// same is Same without copies.
func (a *Agent) same(b *Agent) bool { return a.sameBut(b) && maps.Equal(a.Settings, b.Settings) }

// sameBut is same for all but what the settings say. Texts, which most agents have
// not, are compared last.
func (a *Agent) sameBut(b *Agent) bool {
	if len(a.Weights) != len(b.Weights) || len(a.Settings) != len(b.Settings) || len(a.Player) != len(b.Player) || !a.Limit.same(&b.Limit) {
		return false
	}
	for i, w := range a.Weights {
		if w != b.Weights[i] {
			return false
		}
	}
	return a.Player == "" || a.Player == b.Player
}

// textSeed is that of the hashes of texts, which live no longer than the program.
var textSeed = maphash.MakeSeed()

// Hash is equal for agents that play alike. It lives no longer than the program.
func (a *Agent) Hash() uint64 {
	h := mix(uint64(len(a.Weights)) + golden)
	for _, w := range a.Weights {
		h = (h ^ math.Float64bits(w+0)) * golden // -0 equals 0
		h ^= h >> 29
	}
	if a.Player != "" {
		h ^= maphash.String(textSeed, a.Player)
	}
	if a.Limit != (Limit{}) {
		h ^= 5 * maphash.String(textSeed, a.Limit.String())
	}
	for name, value := range a.Settings { // a sum, for the order varies
		h += mix(maphash.String(textSeed, name) ^ 3*maphash.String(textSeed, value))
	}
	return h
}

// Complete returns an agent with its weights filled in: the defaults of the game
// as the agent's settings have it, where it brings none. It refuses settings and
// weights that the game does not allow, all of them.
func (a Agent) Complete(e Engine) (Agent, error) {
	with, err := e.With(a.Settings)
	if err != nil {
		return a, err
	}
	space := with.Spec().Weights
	if a.Weights == nil {
		a.Weights = space.Default()
	}
	return a, space.Check(a.Weights)
}

// BuiltinAgents is implemented by engines that ship agents with names of their own:
// levels, published weights, baselines.
type BuiltinAgents interface {
	BuiltinAgents() []Agent
}
