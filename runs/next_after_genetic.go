package runs

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// geneticSuffices lists the presets on which the strategy genetic is at least as strong as auto, so
// that auto is not suggested. docs/strategies.md has the evidence.
var geneticSuffices = []string{"risk"}

// tryAuto suggests a search with the strategy auto after a finished genetic search. The new search
// has the same budget, or as many games as were played if the budget was not used up. tryAuto
// returns nil for a preset in geneticSuffices, and if the budget is too small for auto.
func (n *nextSteps) tryAuto() *NextStep {
	if n.rec.Strategy != "genetic" || n.rec.Status != results.Finished || n.rec.Result == nil || !n.readable || n.rec.Games == 0 {
		return nil
	}
	if slices.ContainsFunc(geneticSuffices, func(preset string) bool { return n.plays(preset) }) {
		return nil
	}
	set := []string{"strategy.name=auto"}
	budget := n.config.Budget
	if budget.Games == 0 || n.rec.Result.Exhausted && !usedUp(budget.Games, n.rec.Games) {
		if budget != (configs.Budget{Games: budget.Games}) {
			set = append(set, "budget=null") // the other limits would remain
		}
		budget = configs.Budget{Games: n.rec.Games}
		set = append(set, fmt.Sprintf("budget.games=%d", budget.Games))
	}
	if budget.Ahead > 0 {
		budget.Ahead = 0
		set = append(set, "budget.ahead=0")
	}
	if !n.autoTakes(budget) {
		return nil
	}
	games := budget.Games
	return n.priced(NextStep{Kind: RepeatStep, Text: "try auto with as many games", Arguments: n.anew(), Set: set}, games+n.measuring(n.config.Verification.Games))
}

// autoTakes reports whether the strategy auto can search the weights of the run with the run's
// options and the given budget.
func (n *nextSteps) autoTakes(budget configs.Budget) bool {
	s, err := findStrategy(n.catalog, "auto")
	if err != nil {
		return false
	}
	o := n.config.Objective
	p := tuning.Problem{
		Space: n.rec.Space, ScaleFree: n.rec.ScaleFree, Seats: cmp.Or(n.config.Engine.Seats, 2), Symmetric: n.spec.Symmetric, Graded: o.By == "score",
		Opponents: make([]engines.Agent, len(n.config.Opponents)), Shares: o.Shares, Worst: o.Worst, Games: budget.Games, Rounds: budget.Rounds, Seed: n.config.Seed,
	}
	if p.Constraints, err = n.config.Engine.ConstraintsOf(p.Space); err != nil {
		return false
	}
	if p.Steps, err = n.config.Engine.Steps(p.Space); err != nil {
		return false
	}
	none, err := configs.New(configs.Config{})
	if err != nil {
		return false
	}
	options, err := s.defaults(none, p)
	if err != nil {
		return false
	}
	found := &search{name: s.Name, problem: p, maker: strategyMaker{s, options, o, p.Seats == 1 || len(p.Opponents) > 0}}
	return found.begins(budget.Games)
}

// plays reports whether the run has the game, settings and budget of the named preset, and the
// weights of the game with their own ranges.
func (n *nextSteps) plays(name string) bool {
	presets := n.catalog.Configs()
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
