package runs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/hare"
	"github.com/lanista/lanista/engines/minesweeper"
	"github.com/lanista/lanista/genetic"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/spsa"
)

// resolved returns a config as the store keeps it.
func resolved(t *testing.T, catalog runs.Catalog, o runs.Options) string {
	t.Helper()
	r, err := catalog.Resolve(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := r.Text()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A stored config names every number that its strategy plays with, those that it chose by
// itself among them, and loads as the very same search.
func TestStoredOptionsAreThoseInUse(t *testing.T) {
	t.Parallel()
	const config = "engine: {name: hare, settings: {depth: 1}}\nbudget: {games: 3000%s}\nstrategy: {name: %s%s}\nseed: 4\n"
	catalog := runs.Catalog{Games: engines.Registry{hare.New()}}
	again := func(text string) string { return resolved(t, catalog, runs.Options{Text: text}) }
	for _, m := range catalog.AllStrategies() {
		for _, c := range []struct {
			rounds, more string
		}{{"", ""}, {", rounds: 7", ""}, {"", map[string]string{"rsm": ", spread: 0.2", "auto": ", rsm_share: -1"}[m.Name]}} {
			once := again(fmt.Sprintf(config, c.rounds, m.Name, c.more))
			if twice := again(once); twice != once {
				t.Errorf("%s%s: stored and loaded it is\n%s\nnot\n%s", m.Name, c.more, twice, once)
			}
		}
	}
}

// Without a procedure, a genetic search is adapted, or bred if the config sets operators or asks for
// rounds ahead. The stored config names the operators, and without the procedure it is still the same
// search.
func TestGeneticProcedureFollowsTheConfig(t *testing.T) {
	t.Parallel()
	catalog := runs.Catalog{Games: engines.Registry{hare.New(), minesweeper.New()}}
	const ratios, others = "{name: hare, settings: {depth: 1}}", "{name: minesweeper, settings: {agent: linear}}"
	for _, c := range []struct {
		engine, keys, budget, want string
	}{
		{ratios, "", "", "covariance"},
		{ratios, ", procedure: bred", "", "gaussian"},
		{others, "", "", "covariance"},
		{others, ", population: 20", "", "covariance"},
		{others, ", procedure: bred", "", "gaussian"},
		{others, ", procedure: paper", "", "reset"},
		{others, ", crossover: {kind: blend, alpha: 0.5}", "", "gaussian"},
		{others, ", elites: 2", "", "gaussian"},
		{others, ", spread: 0.1", "", "gaussian"},
		{others, "", ", ahead: 2", "gaussian"},
	} {
		text := fmt.Sprintf("engine: %s\nstrategy: {name: genetic%s}\nbudget: {games: 3000%s}\n", c.engine, c.keys, c.budget)
		once := resolved(t, catalog, runs.Options{Text: text})
		var stored struct {
			Strategy struct {
				Procedure string
				Mutation  struct{ Kind string }
			}
		}
		if err := yaml.Unmarshal([]byte(once), &stored); err != nil {
			t.Fatal(err)
		}
		if got := stored.Strategy; got.Mutation.Kind != c.want || got.Procedure != "" {
			t.Errorf("%s is stored with mutation %q and procedure %q, want %q and none", text, got.Mutation.Kind, got.Procedure, c.want)
		}
		if twice := resolved(t, catalog, runs.Options{Text: once}); twice != once {
			t.Errorf("stored and loaded it is\n%s\nnot\n%s", twice, once)
		}
	}
}

// A config that is stated in Go means what its YAML means.
func TestAConfigInGo(t *testing.T) {
	t.Parallel()
	strategy, err := configs.Section("spsa", spsa.Options{Spread: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	schedule, err := configs.Map(runs.ScheduleOptions{SPRT: []float64{0, 20}})
	if err != nil {
		t.Fatal(err)
	}
	engine := configs.Engine{Name: "track", Settings: map[string]configs.Scalar{"length": "20"}}
	for text, config := range map[string]configs.Config{
		"engine: {name: track, settings: {length: 20}}\nstrategy: {name: spsa, spread: 0.2}\nbudget: {games: 300, time: 1m}\nverification: {games: 60, opponents: [default, sprinter]}\nseed: 7\n": {
			Engine: engine, Strategy: strategy, Budget: configs.Budget{Games: 300, Time: time.Minute}, Seed: 7,
			Verification: configs.Verification{Games: 60, Opponents: []configs.Agent{configs.AgentFrom("default"), configs.AgentFrom("sprinter")}},
		},
		"engine: {name: track, settings: {length: 20}}\nagents: [default, random]\nschedule: {sprt: [0, 20]}\n": {
			Engine: engine, Agents: []configs.Agent{configs.AgentFrom("default"), configs.AgentFrom("random")}, Schedule: schedule,
		},
	} {
		if got, want := resolved(t, both(), runs.Options{Config: config}), resolved(t, both(), runs.Options{Text: text}); got != want {
			t.Errorf("in Go it is\n%s\nas YAML\n%s", got, want)
		}
	}
}

// Options of a strategy without any value are its defaults, also if their zero values are invalid.
func TestASectionWithoutValues(t *testing.T) {
	t.Parallel()
	want := resolved(t, both(), runs.Options{Text: "engine: {name: track}\nstrategy: {name: genetic}\n"})
	for _, options := range []any{nil, genetic.Config{}, &genetic.Config{}, map[string]any{}} {
		strategy, err := configs.Section("genetic", options)
		if err != nil {
			t.Fatal(err)
		}
		if got := resolved(t, both(), runs.Options{Config: configs.Config{Engine: configs.Engine{Name: "track"}, Strategy: strategy}}); got != want {
			t.Errorf("%T: %s\nwant %s", options, got, want)
		}
	}
}

// A preset provides what a config in Go leaves out, and --set replaces both.
func TestAConfigInGoOverAPreset(t *testing.T) {
	t.Parallel()
	catalog := both()
	catalog.Presets = fstest.MapFS{"track-base.yaml": {Data: []byte("engine: {name: track}\nstrategy: {name: spsa}\nbudget: {games: 300}\nverification: {games: 60, opponents: [default]}\nseed: 5\n")}}
	r, err := catalog.Resolve(t.Context(), runs.Options{Config: configs.Config{Preset: "track-base", Budget: configs.Budget{Games: 200}}, Set: []string{"budget.rounds=9"}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if c := r.Config; c.Seed != 5 || c.Budget.Games != 200 || c.Budget.Rounds != 9 || c.Verification.Games != 60 || len(r.Verify) != 1 {
		t.Errorf("%+v", c)
	}
}

// A context that ends before a run begins is no mistake of the config.
func TestResolveCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("a cause of its own"))
	_, err := both().Tune(ctx, runs.Options{Text: onTrack, Store: filepath.Join(t.TempDir(), "runs.db")}, nil)
	if !errors.Is(err, context.Canceled) || errors.As(err, new(*runs.MistakeError)) || errors.As(err, new(*runs.InterruptedError)) {
		t.Errorf("%T: %v", err, err)
	}
}

func TestResolveRefusesNegativeWorkers(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "runs.db")
	_, err := both().Tune(t.Context(), runs.Options{Text: onTrack, Store: store, Workers: -1}, nil)
	if !errors.As(err, new(*runs.MistakeError)) || !strings.Contains(err.Error(), "workers: -1") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(store); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a store was made: %v", err)
	}
}

// Mistakes of a config in Go name their keys, all of them, and no place in a text.
func TestMistakesOfAConfigInGo(t *testing.T) {
	t.Parallel()
	_, err := both().Resolve(t.Context(), runs.Options{Config: configs.Config{
		Engine: configs.Engine{Name: "track", Seats: 9}, Budget: configs.Budget{Games: -5},
	}})
	var asked *runs.MistakeError
	if !errors.As(err, &asked) {
		t.Fatalf("%v is no MistakeError", err)
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "engine.seats: ") || !strings.HasPrefix(lines[1], "budget.games: ") {
		t.Errorf("%q", lines)
	}
}
