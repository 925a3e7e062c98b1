package runs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/risk"
	"github.com/lanista/lanista/runs"
)

func TestAConfigIsCheckedAndNothingIsPlayed(t *testing.T) {
	t.Parallel()
	c := runs.Catalog{Games: engines.Registry{risk.New(), hare.New()}}
	for preset, want := range map[string]runs.Plan{
		"risk-quick":     {Verb: "evolve", Engine: "risk", Strategy: "auto", Verification: 2000, Checkpoints: 800},
		"risk-baselines": {Verb: "tournament", Engine: "risk", Games: 6000},
		"risk-fit":       {Verb: "fit", Engine: "risk", Strategy: "fit", Games: 4000},
		"hare-grid":      {Verb: "grid", Engine: "hare", Strategy: "grid", Points: 4096},
	} {
		got, err := runs.NewPlan(t.Context(), c, runs.Options{Source: preset, Store: filepath.Join(t.TempDir(), "none.db")})
		if err != nil {
			t.Errorf("%s: %v", preset, err)
			continue
		}
		if !strings.Contains(got.Resolved, "seed: 1") {
			t.Errorf("%s resolves to %s", preset, got.Resolved)
		}
		got.Resolved = ""
		if preset == "risk-quick" {
			if got.Games < 2000 || got.Games > 3000 {
				t.Errorf("%s: %d games", preset, got.Games)
			}
			if got.Difference == nil || *got.Difference < 10 || *got.Difference > 30 {
				t.Errorf("%s resolves %v Elo", preset, got.Difference)
			}
			got.Games = 0
		}
		if tells := got.Difference != nil; tells != (got.Verb == "evolve" || got.Verb == "tournament") {
			t.Errorf("%s resolves %v", preset, got.Difference)
		}
		got.Difference = nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", preset, diff)
		}
	}
}

// Configs of users who must not read files may name levels, stored runs and the agents of a game.
func TestAConfigNamesAgentsOfTheGame(t *testing.T) {
	t.Parallel()
	c := runs.Catalog{Games: engines.Registry{risk.New(), hare.New()}}
	for text, want := range map[string]string{
		`{engine: {name: risk}, agents: [default, "level:easy", random], schedule: {cycles: 2}}`:              "",
		`{engine: {name: risk}, opponents: ["level:hard"], verification: {games: 10, opponents: [champion]}}`: "",
		`{engine: {name: risk}, agents: [default, "level:none"]}`:                                             `unknown level "none"`,
		`{engine: {name: risk}, agents: [default, "level:../none"]}`:                                          `unknown level "../none"`,
	} {
		_, err := runs.NewPlan(t.Context(), c, runs.Options{Text: text, Store: filepath.Join(t.TempDir(), "none.db")})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestAConfigThatNamesFilesIsRefusedUnread(t *testing.T) {
	t.Parallel()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("xyzzy"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := runs.Catalog{Games: engines.Registry{risk.New(), hare.New()}}
	for name, text := range map[string]string{
		"a map":           `{engine: {name: risk, settings: {map: SECRET}}}`,
		"a setting":       `{engine: {name: risk, settings: {size: "@SECRET"}}}`,
		"start weights":   `{engine: {name: risk, weights: SECRET}}`,
		"an agent":        `{engine: {name: risk}, agents: [default, {name: a, weights: SECRET}]}`,
		"a player":        `{engine: {name: risk}, agents: [default, {name: a, player: SECRET}]}`,
		"an agent's file": `{engine: {name: risk}, agents: [default, {name: a, settings: {depth: "@SECRET"}}]}`,
		"an opponent":     `{engine: {name: risk}, opponents: [SECRET]}`,
		"a verification":  `{engine: {name: risk}, verification: {games: 10, opponents: [SECRET]}}`,
		"its settings":    `{engine: {name: risk}, verification: {games: 10, opponents: [default], settings: {depth: "@SECRET"}}}`,
		"a stage":         `{engine: {name: risk}, strategy: {name: fit, stages: [{games: 9, settings: {depth: "@SECRET"}}]}}`,
		"a stage's map":   `{engine: {name: risk}, strategy: {name: fit, stages: [{games: 9, settings: {map: SECRET}}]}}`,
		"etudes":          `{engine: {name: hare}, etudes: SECRET, strategy: {name: grid}}`,
		"positions":       `{engine: {name: risk}, strategy: {name: fit, from: SECRET}}`,
		"a preset":        `{preset: SECRET}`,
		"a program":       `{engine: {name: risk}, programs: {p: {command: [sh, -c, "echo xyzzy > SECRET.out"]}}, agents: [default, p]}`,
	} {
		_, err := runs.NewPlan(t.Context(), c, runs.Options{Text: strings.ReplaceAll(text, "SECRET", secret), Store: filepath.Join(t.TempDir(), "none.db")})
		if err == nil || strings.Contains(err.Error(), "xyzzy") || strings.Contains(name, "stage") && !strings.Contains(err.Error(), "files cannot be named") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(secret + ".out"); err == nil {
		t.Error("a program was started")
	}
}

// A plan reports all mistakes of a config together and each once, beside named files, too.
func TestAPlanReportsEachMistakeOnce(t *testing.T) {
	t.Parallel()
	for strategy, want := range map[string]string{
		`{name: fit, from: [1], ridge: -1}`: "the config:1: strategy.from: a text is needed, not a list\n" +
			"the config:1: strategy.ridge: -1 is below the minimum 0",
		`{name: fit, stages: 3, ridge: -1}`: "the config:1: strategy.stages: a list is needed, not \"3\"\n" +
			"the config:1: strategy.ridge: -1 is below the minimum 0",
		`{name: fit, stages: [{game: 9, settings: {map: a.json}}]}`: "the config:1: strategy.stages[0].game: unknown key (did you mean games?)\n" +
			"the config:1: strategy.stages[0].settings.map: files cannot be named here",
	} {
		o := runs.Options{Text: "{engine: {name: risk}, strategy: " + strategy + "}", Store: filepath.Join(t.TempDir(), "none.db")}
		if _, err := runs.NewPlan(t.Context(), both(), o); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", strategy, err, want)
		}
	}
}

// A time alone does not limit a search: the strategy plans a number of games. A note before the run and
// a sentence after it state this.
func TestATimeAloneIsNotTheOnlyLimit(t *testing.T) {
	t.Parallel()
	text := strings.Replace(onTrack, "budget: {games: 200}", "budget: {time: 1h}", 1)
	const note = "the search ends after 720 games, the default, if they take less than 1h0m0s; budget.games sets another number"
	for more, noted := range map[string]bool{"": true, "budget.games=200": false, "budget.rounds=5": false, "strategy.generations=2": false} {
		o := runs.Options{Text: text, Set: []string{"strategy={name: genetic, population: 24}"}, Store: inStore(t)}
		if more != "" {
			o.Set = append(o.Set, more)
		}
		p, _, err := runs.CheckConfig(t.Context(), both(), o)
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(strings.Join(p.Notes, "\n"), note); has != noted {
			t.Errorf("%q: the notes are %q", more, p.Notes)
		}
		got, err := both().Tune(t.Context(), o, nil)
		if err != nil {
			t.Fatal(err)
		}
		if ended := strings.Contains(got.Unused, "of the 1h0m0s of budget.time: the strategy was done after"); ended != (more == "" || strings.HasPrefix(more, "strategy")) {
			t.Errorf("%q: unused %q", more, got.Unused)
		}
	}
}

// Keys that the operators in use do not read are noted, unless they have the value that a stored config
// has in any case: the config of a run gives no notes in a file of its own.
func TestKeysOfOtherOperatorsAreNoted(t *testing.T) {
	t.Parallel()
	text := strings.Replace(onTrack, "games: 200", "games: 800", 1)
	bred := func(key, others string) string {
		return "strategy." + key + ": selects procedure: bred for the keys that the config does not set (" + others + "); procedure: adapted keeps their defaults"
	}
	for set, want := range map[string][]string{
		"{name: genetic}":                   nil,
		"{name: genetic, procedure: bred}":  nil,
		"{name: genetic, procedure: paper}": nil,
		"{name: genetic, procedure: adapted, mutation: {rate: 0.5}, spread: 0.2, heritability: 0.5}": {
			"strategy.heritability: not used with strategy.fitness: win_rate",
			"strategy.spread: not used with strategy.mutation.kind: covariance",
			"strategy.mutation.rate: not used with strategy.mutation.kind: covariance",
		},
		"{name: genetic, elites: 2}": {bred("elites", "grouping: groups, fitness: genomic, crossover.kind: uniform, mutation.kind: gaussian")},
		"{name: genetic, grouping: siblings, fitness: win_rate, crossover: {kind: weighted}, mutation: {kind: covariance}}": nil,
		"{name: genetic, mutation: {restart: true}}": {
			"strategy.mutation.restart: not used with strategy.mutation.kind: gaussian",
			bred("mutation", "grouping: groups, fitness: genomic, crossover.kind: uniform, mutation.kind: gaussian"),
		},
		"{name: genetic, mutation: {kind: reset, step: 0.3, final_step: 0}, replacement: worst, elites: 2, crossover: {pairs: 4}}": {
			"strategy.mutation.step: not used with strategy.mutation.kind: reset",
			"strategy.elites: not used with strategy.replacement: worst",
			bred("crossover", "grouping: groups, fitness: genomic, crossover.kind: uniform"),
		},
		"{name: genetic, grouping: round_robin, disjoint: false, fitness: rating, unplayed: 0.2, prior: 50}": {
			"strategy.unplayed: not used with strategy.fitness: rating",
			bred("grouping", "crossover.kind: uniform, mutation.kind: gaussian"),
		},
		"{name: genetic, result: fittest, result_share: 0.2}": {"strategy.result_share: not used with strategy.result: fittest"},
	} {
		p, _, err := runs.CheckConfig(t.Context(), both(), runs.Options{Text: text, Set: []string{"strategy=" + set}})
		if err != nil {
			t.Errorf("%s: %v", set, err)
			continue
		}
		if diff := cmp.Diff(want, p.Notes, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", set, diff)
		}
		if want != nil {
			continue
		}
		if p, _, err = runs.CheckConfig(t.Context(), both(), runs.Options{Text: p.Resolved}); err != nil || len(p.Notes) > 0 {
			t.Errorf("%s, as it is stored: %q, %v", set, p.Notes, err)
		}
	}
}
