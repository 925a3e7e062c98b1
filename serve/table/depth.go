package table

import (
	"maps"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
)

// Limit bounds a search further than the agent does.
type Limit struct {
	Seconds float64 `json:"seconds,omitempty" minimum:"0" doc:"time to think, at most what the server allows; 0 is that"`
	Depth   int     `json:"depth,omitempty" minimum:"0" doc:"moves to look ahead in place of the agent's own; 0 is the agent's own"`
}

// depths says how an agent can be deepened: the depths from 1 to what it is set
// to. An agent without a depth has none, and answers once.
type depths struct {
	most   int  // 0: the agent has no depth
	static bool // the agent's own depth is 0: it evaluates and does not search
}

// depthsOf finds how deep an agent looks, or is asked to.
func depthsOf(e engines.Engine, a engines.Agent, l Limit) (depths, error) {
	if a.Player != "" {
		return depths{}, nil
	}
	with, err := e.With(a.Settings)
	if err != nil {
		return depths{}, refusedSettings(BadAgent, "agent.settings", err)
	}
	known := with.Spec().Settings
	i := slices.IndexFunc(known, func(s engines.Setting) bool { return s.Name == "depth" && s.Player && s.Kind == engines.Int })
	if i < 0 {
		return depths{}, nil
	}
	if l.Depth > 0 {
		if err := known[i].Check(strconv.Itoa(l.Depth)); err != nil {
			return depths{}, refusedSettings(BadAgent, "think", err)
		}
		return depths{most: l.Depth}, nil
	}
	own := a.Settings["depth"]
	if own == "" {
		own = known[i].Default
	}
	v, err := strconv.Atoi(own)
	if err != nil {
		return depths{}, refusedSettings(BadAgent, "agent.settings", err)
	}
	return depths{max(1, v), v == 0}, nil
}

// all are the depths in order; 0 stands for the only answer of an agent without.
func (d depths) all() []int {
	if d.most == 0 {
		return []int{0}
	}
	out := make([]int, d.most)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// at is an agent that looks so far ahead.
func at(a engines.Agent, depth int) engines.Agent {
	if depth == 0 {
		return a
	}
	a.Settings = maps.Clone(a.Settings)
	if a.Settings == nil {
		a.Settings = engines.Settings{}
	}
	a.Settings["depth"] = strconv.Itoa(depth)
	return a
}
