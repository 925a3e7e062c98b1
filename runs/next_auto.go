package runs

import (
	"fmt"
	"reflect"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/results"
)

// autoMeasurement is the result of an experiment that compared the strategies auto and genetic on a
// preset. genetic and auto are the mean strengths of their results, in Elo relative to the default
// weights. docs/strategies.md has the command and the intervals.
type autoMeasurement struct {
	preset            string
	seeds             int
	genetic, auto     float64
	worst, worstAuto  float64 // lowest strength over all seeds
	differenceIsKnown bool    // the confidence interval of the difference excludes 0
}

// autoMeasurements lists the presets for which auto and genetic were compared.
var autoMeasurements = []autoMeasurement{{preset: "risk", seeds: 10, genetic: 65, auto: 67, worst: 59, worstAuto: 64}}

// String returns the measured strengths as part of a sentence.
func (m autoMeasurement) String() string {
	text := fmt.Sprintf("with the preset %s and %d seeds its results were at %+.0f Elo, the weakest at %+.0f; those of genetic at %+.0f and %+.0f",
		m.preset, m.seeds, m.auto, m.worstAuto, m.genetic, m.worst)
	if !m.differenceIsKnown {
		text += ", and the difference of the means is within the error"
	}
	return text
}

// tryAuto suggests a search with the strategy auto after a finished genetic search, with as many
// games.
func (n *nextSteps) tryAuto(c Catalog) *NextStep {
	if n.rec.Strategy != "genetic" || n.rec.Status != results.Finished || n.rec.Result == nil || !n.readable || n.rec.Games == 0 {
		return nil
	}
	text := "try auto with as many games"
	for _, m := range autoMeasurements {
		if n.plays(c, m.preset) {
			text += ": " + m.String()
		}
	}
	set := []string{"strategy.name=auto"}
	games := n.config.Budget.Games
	if games == 0 {
		games = n.rec.Games
		set = append(set, fmt.Sprintf("budget={games: %d}", games))
	}
	return n.priced(NextStep{Kind: RepeatStep, Text: text, Arguments: n.anew(), Set: set}, games+n.config.Verification.Games)
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
