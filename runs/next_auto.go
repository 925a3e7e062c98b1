package runs

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/results"
)

// geneticSuffices lists the presets on which the results of the strategy genetic were measured to
// be at least as strong as the results of auto. docs/strategies.md has the measurements.
var geneticSuffices = []string{"risk"}

// tryAuto suggests a search with the strategy auto after a finished genetic search. The search has
// the same budget, or as many games as were played if the genetic search has not used its budget.
// tryAuto returns nil for a preset in geneticSuffices.
func (n *nextSteps) tryAuto(c Catalog) *NextStep {
	if n.rec.Strategy != "genetic" || n.rec.Status != results.Finished || n.rec.Result == nil || !n.readable || n.rec.Games == 0 {
		return nil
	}
	if slices.ContainsFunc(geneticSuffices, func(preset string) bool { return n.plays(c, preset) }) {
		return nil
	}
	set := []string{"strategy.name=auto"}
	games := n.config.Budget.Games
	if games == 0 || n.rec.Result.Exhausted && !usedUp(games, n.rec.Games) {
		games = n.rec.Games
		set = append(set, fmt.Sprintf("budget={games: %d}", games))
	}
	return n.priced(NextStep{Kind: RepeatStep, Text: "try auto with as many games", Arguments: n.anew(), Set: set}, games+n.measuring(n.config.Verification.Games))
}

// plays reports whether the game, settings, weights and budget of the run are those of the named
// preset.
func (n *nextSteps) plays(c Catalog, name string) bool {
	presets := c.Configs()
	text, err := presets.Get(name)
	if err != nil {
		return false
	}
	doc, err := presets.Parse(text, "preset "+name, nil)
	if err != nil {
		return false
	}
	preset, err := doc.Config()
	if err != nil || preset.Engine.Name != n.rec.Engine || preset.Budget != n.config.Budget || !reflect.DeepEqual(n.rec.Space, n.spec.Weights) {
		return false
	}
	for _, s := range n.spec.Settings {
		value := func(c configs.Config) string {
			if v, ok := c.Engine.Settings[s.Name]; ok {
				return string(v)
			}
			return s.Default
		}
		if value(preset) != value(n.config) {
			return false
		}
	}
	return true
}
