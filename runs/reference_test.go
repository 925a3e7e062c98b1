package runs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/runs"
)

// The ranges of the reference are those that a config is held to.
func TestReferenceTellsTheRanges(t *testing.T) {
	t.Parallel()
	r, err := runs.Reference(both())
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, section := range r.Sections {
		if section.Name == "climb" || section.Name == "grid" || section.Name == "fit" {
			continue // its verb needs more than this config
		}
		for _, k := range section.Shape.Keys {
			if k.Shape.Range == nil || k.Shape.Range.Min < 0 && k.Shape.Range.Max > 1e6 {
				continue
			}
			asked++
			path := keys.Join(section.Path, k.Name)
			below := k.Shape.Range.Min - 1
			if below == 0 && k.Shape.Range.OrZero {
				below = -1
			}
			set := []string{fmt.Sprintf("%s=%v", path, below), "strategy.name=" + section.Name}
			if section.Path != "strategy" {
				set[1] = "agents=[default, random]"
			}
			if in := map[string]string{
				"unplayed": "strategy.fitness=win_rate", "candidates": "schedule.kind=gauntlet",
				"groups": "schedule.kind=groups", "size": "schedule.kind=groups",
			}[k.Name]; in != "" && strings.HasPrefix(in, section.Path) {
				set = append(set, in)
			}
			_, _, err := runs.CheckConfig(t.Context(), both(), runs.Options{Text: "engine: {name: track}\nseed: 1\n", Set: set, Store: inStore(t)})
			if !strings.Contains(fmt.Sprint(err), path) {
				t.Errorf("%v is not refused: %v", set, err)
			}
		}
	}
	if asked < 20 {
		t.Errorf("only %d ranges", asked)
	}
}

func TestExamineSaysWhereValuesComeFrom(t *testing.T) {
	t.Parallel()
	plan, places, err := runs.CheckConfig(t.Context(), both(), runs.Options{
		Text: "engine: {name: track}\nstrategy:\n  name: spsa\n  gamma: 0.2\nbudget: {games: 500}\n",
		Set:  []string{"seed=9"}, Store: inStore(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	if plan.Verb != "evolve" || plan.Strategy != "spsa" || plan.Games == 0 {
		t.Errorf("the plan is %+v", plan)
	}
	from := make(map[string]runs.ValueOrigin)
	for _, p := range places {
		from[p.Path] = p
	}
	for path, want := range map[string]runs.ValueOrigin{
		"strategy.gamma": {Path: "strategy.gamma", Value: "0.2", From: "the config:4"},
		"strategy.alpha": {Path: "strategy.alpha", Value: "0.602"},
		"seed":           {Path: "seed", Value: "9", From: "--set seed=9"},
	} {
		if from[path] != want {
			t.Errorf("%s is %+v, want %+v", path, from[path], want)
		}
	}
}
