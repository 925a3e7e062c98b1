package runs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		if got != want {
			t.Errorf("%s: %+v, not %+v", preset, got, want)
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
		"etudes":          `{engine: {name: hare}, etudes: SECRET, strategy: {name: grid}}`,
		"positions":       `{engine: {name: risk}, strategy: {name: fit, from: SECRET}}`,
		"a preset":        `{preset: SECRET}`,
		"a program":       `{engine: {name: risk}, programs: {p: {command: [sh, -c, "echo xyzzy > SECRET.out"]}}, agents: [default, p]}`,
	} {
		_, err := runs.NewPlan(t.Context(), c, runs.Options{Text: strings.ReplaceAll(text, "SECRET", secret), Store: filepath.Join(t.TempDir(), "none.db")})
		if err == nil || strings.Contains(err.Error(), "xyzzy") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(secret + ".out"); err == nil {
		t.Error("a program was started")
	}
}
