package runs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
)

// noteUnused adds a note for each of the named sections that the config contains although the verb
// does not use them, and for each key of another section that other keys make useless. It adds none
// for the config of a stored run, which has every section and key.
func noteUnused(r *Resolved, m *mistakes, q request, verb string, sections ...string) {
	if q.options.Resume != "" || strings.HasPrefix(q.options.Source, runPrefix) {
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
		if value != "" && value != k.value {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: not used with %s: %s", k.key, k.other, value))
		}
	}
	for _, l := range []struct {
		path string
		list []configs.Agent
	}{{"agents", r.Config.Agents}, {"opponents", r.Config.Opponents}, {"verification.opponents", r.Config.Verification.Opponents}} {
		if section, _, _ := strings.Cut(l.path, "."); slices.Contains(sections, section) {
			continue
		}
		for i, c := range l.list {
			noteBaseline(r, c, fmt.Sprintf("%s[%d]", l.path, i))
		}
	}
}

// noteBaseline adds a note for weights and settings of the agent at a path of the config if its player
// has none.
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
	absent            string // value of the other key in a config without it; "" if that depends on further keys
	usual             string // default of key, which the stored config of a run has in any case
}{
	{"schedule.size", "schedule.kind", "groups", scheduleKinds[0], "0"},
	{"schedule.groups", "schedule.kind", "groups", scheduleKinds[0], "0"},
	{"schedule.unbalanced", "schedule.kind", "groups", scheduleKinds[0], "false"},
	{"schedule.candidates", "schedule.kind", "gauntlet", scheduleKinds[0], "1"},
	{"objective.scale", "objective.by", "score", "places", "0"},
	{"strategy.selection.size", "strategy.selection.kind", "tournament", "", "0"},
	{"strategy.selection.pressure", "strategy.selection.kind", "rank", "", "0"},
	{"strategy.crossover.alpha", "strategy.crossover.kind", "blend", "", "0"},
	{"strategy.crossover.eta", "strategy.crossover.kind", "sbx", "", "0"},
}
