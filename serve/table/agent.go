package table

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results/weights"
)

// Agent says who is to think: a source with settings laid over its own, or
// literal weights. The zero value is the champion, or the defaults where no
// champion ships.
type Agent struct {
	Source   string             `json:"source,omitempty" doc:"champion, default, random, first, run:ID, an agent that the game ships, or a level of it: level:easy, or easy where no agent has that name"`
	Weights  map[string]float64 `json:"weights,omitempty" doc:"weights by name in place of a source; those left out have their defaults"`
	Settings map[string]string  `json:"settings,omitempty" doc:"settings of the player"`
}

// Agent finds an agent for a table's game. No file can be named.
func (r *Room) Agent(ctx context.Context, t *Table, a Agent) (engines.Agent, error) {
	if err := checkSettings(t.engine, a.Settings); err != nil {
		return engines.Agent{}, err
	}
	found, err := r.source(ctx, t, a)
	if err != nil {
		return engines.Agent{}, err
	}
	if len(a.Settings) > 0 {
		settings := make(engines.Settings, len(found.Settings)+len(a.Settings))
		maps.Copy(settings, found.Settings)
		maps.Copy(settings, a.Settings)
		found.Settings = settings
	}
	r.bound(t.engine, &found)
	complete, err := found.Complete(t.engine)
	if err != nil {
		return engines.Agent{}, refusedSettings(BadAgent, "agent", err)
	}
	return complete, nil
}

// checkSettings refuses settings that belong to the table, and names of files.
func checkSettings(e engines.Engine, given map[string]string) error {
	known := e.Spec().Settings
	var mistakes []error
	for _, name := range slices.Sorted(maps.Keys(given)) {
		at := slices.IndexFunc(known, func(s engines.Setting) bool { return s.Name == name })
		field := "agent.settings." + name
		switch {
		case at < 0:
			mistakes = append(mistakes, refuse(BadAgent, field, "there is no setting %q", name))
		case !known[at].Player:
			mistakes = append(mistakes, refuse(BadAgent, field, "%s belongs to the table, not to one agent", name))
		case known[at].NamesFile(given[name]) || len(given[name]) > maxSetting:
			mistakes = append(mistakes, refuse(BadAgent, field, "%s: files cannot be named here", name))
		}
	}
	return errors.Join(mistakes...)
}

// source finds what an agent is made from.
func (r *Room) source(ctx context.Context, t *Table, a Agent) (engines.Agent, error) {
	e := t.engine
	if a.Weights != nil {
		if a.Source != "" {
			return engines.Agent{}, refuse(BadAgent, "agent", "an agent has either a source or weights")
		}
		with, err := e.With(a.Settings)
		if err != nil {
			return engines.Agent{}, refusedSettings(BadAgent, "agent.settings", err)
		}
		w, err := with.Spec().Weights.FromNamed(a.Weights)
		if err != nil {
			return engines.Agent{}, refusedSettings(BadAgent, "agent.weights", err)
		}
		return engines.Agent{Name: "weights", Weights: w}, nil
	}
	name := a.Source
	if name == "" {
		name = "champion"
	}
	if _, err := show.FindLevel(e, name); err == nil && !r.ships(e, name) {
		name = "level:" + name // a level may be named alone where no other agent has its name
	}
	if !r.ships(e, name) {
		return engines.Agent{}, refuse(BadAgent, "agent.source", "there is no agent %q (%s)", name, keys.Suggest(Sources(e), name))
	}
	found, err := r.Catalog.AgentAt(ctx, e, t.setup.Settings, t.root.Seats(), name, r.Store)
	if errors.Is(err, weights.ErrNoChampion) {
		found, err = r.Catalog.Agent(ctx, e, t.setup.Settings, "default", r.Store)
	}
	if id, isRun := strings.CutPrefix(name, "run:"); err != nil && isRun {
		return engines.Agent{}, refuse(BadAgent, "agent.source", "run %q has no agent for this table", id)
	}
	return found, refused(BadAgent, "agent.source", err)
}

// ships reports whether a name is that of an agent that can be had without a
// file.
func (r *Room) ships(e engines.Engine, name string) bool {
	if strings.HasPrefix(name, "run:") {
		return r.Store != ""
	}
	return slices.Contains(Sources(e), name)
}

// Sources are the names of the agents that a game has without files and runs.
func Sources(e engines.Engine) []string {
	names := append([]string{"champion", "default"}, engines.Baselines...)
	if r, ok := e.(engines.BuiltinAgents); ok {
		for _, a := range r.BuiltinAgents() {
			if !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
	}
	if l, ok := e.(show.Levels); ok {
		for _, level := range l.Levels() {
			names = append(names, "level:"+level.Agent.Name)
		}
	}
	return names
}

// bound lowers what could make a player search for hours.
func (r *Room) bound(e engines.Engine, a *engines.Agent) {
	if r.Exact <= 0 || a.Player != "" {
		return
	}
	for _, s := range e.Spec().Settings {
		if s.Name != "exact" {
			continue
		}
		value := a.Settings["exact"]
		if value == "" {
			value = s.Default
		}
		if v, err := strconv.Atoi(value); err == nil && v > r.Exact {
			a.Settings = maps.Clone(a.Settings)
			if a.Settings == nil {
				a.Settings = engines.Settings{}
			}
			a.Settings["exact"] = strconv.Itoa(r.Exact)
		}
	}
}
