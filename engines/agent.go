package engines

import (
	"errors"
	"hash/maphash"
	"maps"
	"math"
)

// Agent is a named configuration of a player: settings, weights and limits. The zero value plays
// with the default settings and weights of the game.
type Agent struct {
	Name     string   `json:"name"`
	Player   string   `json:"player,omitempty"`   // "" for the engine's own, or a name of Baselines
	Weights  Weights  `json:"weights,omitempty"`  // nil for the defaults
	Settings Settings `json:"settings,omitempty"` // replace the engine's values of the same names
	Limit    Limit    `json:"limit,omitzero"`     // of the search or the time
}

// Same reports whether two agents are equal, ignoring their names.
func (a Agent) Same(b Agent) bool { return a.same(&b) }

// same is [Agent.Same] for pointers, which saves copying the agents.
func (a *Agent) same(b *Agent) bool {
	return a.sameExceptSettings(b) && maps.Equal(a.Settings, b.Settings)
}

// sameExceptSettings reports whether two agents are equal apart from their names and the values of
// their settings. It compares the number of settings; the callers compare the values.
func (a *Agent) sameExceptSettings(b *Agent) bool {
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

// textSeed is the seed with which Agent.Hash hashes texts. It differs in every process.
var textSeed = maphash.MakeSeed()

// Hash returns a hash of the agent without its name. Agents for which [Agent.Same] returns true
// have equal hashes. The hashes differ from process to process.
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
	for name, value := range a.Settings { // a sum, because the order varies
		h += mix(maphash.String(textSeed, name) ^ 3*maphash.String(textSeed, value))
	}
	return h
}

// Complete returns a copy of the agent that has weights. An agent without weights receives the
// engine's default weights, which may depend on the agent's settings. The error joins a
// [keys.KeyError] for every setting and every weight that the engine does not allow.
func (a Agent) Complete(e Engine) (Agent, error) {
	if e == nil {
		return a, errNoEngine
	}
	with, err := e.With(a.Settings)
	if err != nil {
		return a, err
	}
	if with == nil {
		return a, errors.New("method With of the engine returned neither an engine nor an error")
	}
	a.Weights, err = with.Spec().Weights.Complete(a.Weights)
	return a, err
}

// BuiltinAgents is implemented by engines that come with ready-made agents, for example with
// published weights. Users may write the names of these agents wherever a config or a command
// names an agent.
type BuiltinAgents interface {
	// BuiltinAgents returns the ready-made agents of the game. No two of them have the same name.
	BuiltinAgents() []Agent
}
