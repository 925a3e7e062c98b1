package runs

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/genetic"
)

// noteUnused adds a note for every part of the config that has no effect with the given verb: the
// named sections, keys that depend on another key, and weights and settings of agents that ignore
// them. It adds no notes for the config of a stored run, which always has every section and key.
func noteUnused(r *Resolved, m *mistakes, q request, verb string, sections ...string) {
	if q.stored() {
		return
	}
	for _, name := range sections {
		if m.doc.Has(name) {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: not used by %s", name, verb))
		}
	}
	for _, k := range conditionalKeys {
		section, _, _ := strings.Cut(k.key, ".")
		if own, _ := m.doc.Text(k.key); !m.doc.Has(k.key) || own == k.usual || slices.Contains(sections, section) {
			continue
		}
		value, given := m.doc.Text(k.other)
		if !given {
			value = k.absent
		}
		if value != k.value {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: not used with %s: %s", k.key, k.other, value))
		}
	}
	for key, c := range agentsIn(r.Config) {
		if section := key[:strings.IndexAny(key, ".[")]; !slices.Contains(sections, section) {
			noteBaseline(r, c, key)
		}
	}
}

// stored reports whether the config comes from a stored run. Such a config contains every section
// and key, even those that the user did not set.
func (q request) stored() bool {
	return q.options.Resume != "" || strings.HasPrefix(q.options.Source, runPrefix)
}

// noteBudget adds a note if a search may end before budget.time, its only limit in the config. That
// happens if its strategy plans a default number of games.
func noteBudget(r *Resolved, m *mistakes) {
	b, games := r.Config.Budget, r.search.planned()
	if b.Time > 0 && b.Games == 0 && b.Rounds == 0 && games > 0 && !m.doc.Has("strategy.generations") {
		r.Notes = append(r.Notes, fmt.Sprintf("budget.time is not the only limit: the search ends after %d games, the default, if they take less than %v; budget.games sets another number", games, b.Time))
	}
}

// noteOperators adds a note for each key of the strategy genetic that the selected operators
// ignore. It considers only keys that the config sets to another value than the default. options
// are the decoded options of the strategy.
func noteOperators(r *Resolved, m *mistakes, options any) {
	used, ok := options.(genetic.Config)
	if !ok {
		return
	}
	defaults, err := geneticOptions(m.doc, r.search.problem)
	if err != nil {
		return
	}
	given, usual := valuesOf(used), valuesOf(defaults)
	for _, u := range used.Unread() {
		if own := given[u.Key]; m.doc.Has("strategy."+u.Key) && own != usual[u.Key] && own != "0" && own != "false" {
			r.Notes = append(r.Notes, fmt.Sprintf("strategy.%s: not used with strategy.%s: %s", u.Key, u.Part, u.Operator))
		}
	}
}

// noteProcedure adds a note if keys of the strategy genetic have changed the defaults of other
// keys. This happens if the config sets a key in operatorKeys but not the key procedure, which
// selects the procedure bred.
func noteProcedure(r *Resolved, m *mistakes, options any) {
	used, ok := options.(genetic.Config)
	first := slices.IndexFunc(operatorKeys, func(key string) bool { return m.doc.Has("strategy." + key) })
	if !ok || first < 0 || m.doc.Has("strategy.procedure") {
		return
	}
	chosen, usual := valuesOf(used), valuesOf(genetic.Default(r.search.problem))
	var changed []string
	for _, key := range []string{"grouping", "fitness", "selection.kind", "crossover.kind", "mutation.kind", "replacement"} {
		if chosen[key] != usual[key] && !m.doc.Has("strategy."+key) {
			changed = append(changed, key+": "+chosen[key])
		}
	}
	if changed != nil {
		r.Notes = append(r.Notes, fmt.Sprintf("strategy.%s: selects procedure: bred for the keys that the config does not set (%s); procedure: adapted keeps their defaults",
			operatorKeys[first], strings.Join(changed, ", ")))
	}
}

// valuesOf returns the values of a strategy's options by their keys, such as "mutation.step".
func valuesOf(options any) map[string]string {
	node, err := configs.Map(options)
	values := make(map[string]string)
	var walk func(prefix string, n *yaml.Node)
	walk = func(prefix string, n *yaml.Node) {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if key, value := prefix+n.Content[i].Value, n.Content[i+1]; value.Kind == yaml.MappingNode {
				walk(key+".", value)
			} else {
				values[key] = value.Value
			}
		}
	}
	if err == nil {
		walk("", &node)
	}
	return values
}

// noteBaseline adds a note to r if the config gives weights or settings to an agent whose player
// ignores them, such as random. path is the config key of the agent.
func noteBaseline(r *Resolved, c configs.Agent, path string) {
	note := func(key string, given bool) {
		if given {
			r.Notes = append(r.Notes, fmt.Sprintf("%s.%s: not used with player: %s", path, key, c.Player))
		}
	}
	if slices.Contains(engines.Baselines, c.Player) {
		note("weights", c.Weights.Source != "" || c.Weights.Named != nil || c.Weights.List != nil)
		note("settings", len(c.Settings) > 0)
	}
}

// conditionalKeys lists keys that have an effect only if another key has a certain value.
var conditionalKeys = []struct {
	key, other, value string
	absent            string // value of the other key in a config without it
	usual             string // default of key, which the stored config of a run has in any case
}{
	{"schedule.size", "schedule.kind", "groups", scheduleKinds[0], "0"},
	{"schedule.groups", "schedule.kind", "groups", scheduleKinds[0], "0"},
	{"schedule.unbalanced", "schedule.kind", "groups", scheduleKinds[0], "false"},
	{"schedule.candidates", "schedule.kind", "gauntlet", scheduleKinds[0], "1"},
	{"objective.scale", "objective.by", "score", "places", "0"},
}
