package runs_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
)

var gamesOfMistakes = runs.Catalog{Games: engines.Registry{risk.New(), othello.New()}}

// A plan reports the mistakes of all sections together: what cannot be decoded, what names a file
// or a program, the ranges of weights, and the options of the strategy.
func TestAPlanReportsAllMistakes(t *testing.T) {
	t.Parallel()
	for config, want := range map[string][]string{
		`engine: {name: risk, settings: {map: nowhere}, weights: {units: {min: 5, max: 2}, density: {max: 4000}}}
programs: {x: {command: y}}
budget: {games: -5}
strategy: {name: spsa, spread: -1}
opponents: [x]
foo: 1
`: {"foo", "budget.games", "programs: no program", "engine.settings.map", "strategy.spread", "engine.weights.units: min 5 is above max 2", "engine.weights.density: range"},
		`engine: {name: risk, settings: {map: grid, depth: x}, weights: {units: {min: 5, max: 2}, density: {max: 4000}}}
budget: {games: -5}
strategy: {name: spsa, spread: -1}
foo: 1
`: {"foo", "budget.games", "engine.settings.depth", "strategy.spread", "engine.weights.units: min 5 is above max 2", "engine.weights.density: range"},
		`engine: {name: risk, weights: {units: {min: 5, max: 2}, density: {max: 4000}, nothing: {max: 1}}}
budget: {games: -5}
strategy: {name: spsa, spread: -1}
opponents: [{weights: default, settings: {depth: x}}]
foo: 1
`: {"foo", "budget.games", "strategy.spread", "engine.weights.units: min 5 is above max 2", "engine.weights.density: range", "engine.weights.nothing: unknown weight", "opponents[0].settings.depth"},
		// The number of games is no reason to leave out a mistake in the settings.
		"engine: {name: risk}\nverification: {games: x, settings: {depht: 3}}\n": {"verification.games", "verification.settings.depht: unknown setting"},
		// The weights of Othello depend on its settings, so that a weight of another model is no mistake.
		`engine: {name: othello, settings: {model: wpd, depth: x}, weights: {a1: {min: 5, max: 2}, mobility: {max: 4000}}}
budget: {games: -5}
`: {"budget.games", "engine.settings.model", "engine.settings.depth", "engine.weights.a1: min 5 is above max 2"},
		// A step is checked whatever the other keys of its weight are.
		`engine: {name: risk, weights: {units: {kind: bad, step: 0}, defence: {min: 5, max: 2, step: 0}, density: {max: 4000}}}
budget: {games: 1e30}
`: {"budget.games: 1e30 is above the maximum", "engine.weights.units.kind: unknown kind", "engine.weights.units.step: 0 is", "engine.weights.defence: min 5", "engine.weights.defence.step: 0 is", "engine.weights.density: range"},
		// Go programs may leave names of operators empty; a config names each of them.
		`engine: {name: risk}
strategy: {name: genetic, procedure: adapted, grouping: "", mutation: {kind: ""}, result: ""}
`: {"strategy.grouping", "strategy.mutation.kind", "strategy.result"},
	} {
		_, err := runs.NewPlan(t.Context(), gamesOfMistakes, runs.Options{Text: config})
		reports(t, err, want...)
	}
}

// A program is started to check a config with mistakes outside of the sections that name programs, so that
// mistakes about its weights and settings are reported too.
func TestMistakesAboutAProgram(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	examine := func(config string) error {
		t.Helper()
		name := filepath.Join(t.TempDir(), "own.yaml")
		if err := os.WriteFile(name, []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := runs.CheckConfig(t.Context(), gamesOfMistakes, runs.Options{Source: name})
		return err
	}
	const pig = `engine: {name: pig, settings: {sides: 6}, weights: {hold: {min: 30, max: 20}, hurry: {max: 4000}, greed: {max: 1}}}
budget: {gmes: 5}
programs:
  pig:
    command:
      - sh
      - -c
      - >-
        read q; i=${q#*'"id":'}; echo '{"id":'${i%%[!0-9]*}',"ludus":1,"name":"pig","role":"arena","seats":[2,2],
        "weights":[{"name":"hold","min":2,"max":40,"default":20},{"name":"hurry","min":0,"max":1,"default":0}]}'; read q
`
	reports(t, examine(pig), "engine.settings.sides: unknown setting", "engine.weights.hold: min 30 is above max 20", "engine.weights.hurry: range",
		"engine.weights.greed: unknown weight", "budget.gmes: unknown key")
	started := filepath.Join(t.TempDir(), "started")
	reports(t, examine("engine: {name: pig, player: [], weights: {hold: {min: 30, max: 20}}}\nprograms: {pig: {command: [touch, "+started+"]}}\n"),
		"engine.player: a text is needed", "engine.weights.hold: min 30 is above max 20")
	if _, err := os.Stat(started); err == nil {
		t.Error("a program is started, although the config is unclear about programs")
	}
}

// reports fails the test unless each of the texts occurs once in the error err.
func reports(t *testing.T, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no mistake")
	}
	for _, text := range want {
		if strings.Count(err.Error(), text) != 1 {
			t.Errorf("%s is not once in: %v", text, err)
		}
	}
}
