package weights

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
)

// FindAgent returns an agent by name. The name may be "default" or "", the name of a built-in
// player such as "random", or an agent that ships with the game. ok is false for any other name.
func FindAgent(e engines.Engine, name string) (a engines.Agent, ok bool) {
	switch {
	case name == "" || name == "default":
		return engines.Agent{Name: name, Weights: e.Spec().Weights.Default()}, true
	case slices.Contains(engines.Baselines, name):
		return engines.Agent{Name: name, Player: name}, true
	}
	if r, is := engines.As[engines.BuiltinAgents](e); is {
		for _, a := range r.BuiltinAgents() {
			if a.Name == name {
				return a, true
			}
		}
	}
	return engines.Agent{}, false
}

// AgentNames lists the names of the built-in players, such as random, and of the agents that ship
// with a game. The names of difficulty levels have the form "level:NAME".
func AgentNames(e engines.Engine) []string {
	names := slices.Clone(engines.Baselines)
	if l, ok := engines.As[show.Levels](e); ok {
		for _, level := range l.Levels() {
			names = append(names, "level:"+level.Agent.Name)
		}
	}
	if r, ok := engines.As[engines.BuiltinAgents](e); ok {
		for _, a := range r.BuiltinAgents() {
			if !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
	}
	return names
}

// SuggestAgent returns the end of an error message about an unknown agent: the most similar name,
// or a list of all names.
func SuggestAgent(e engines.Engine, source string) string {
	if source == "last" {
		return "did you mean run:last?"
	}
	return keys.Suggest(slices.Concat([]string{"default", "champion"}, AgentNames(e), []string{"run:RUN"}), source)
}
