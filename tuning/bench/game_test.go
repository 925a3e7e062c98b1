package bench_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/enginetest"
	"github.com/lanista/lanista/tuning/bench"
)

// The duels satisfy the contract of an engine, with two seats and with more.
func TestGameContract(t *testing.T) {
	t.Parallel()
	for _, s := range []engines.Settings{{}, {"kind": "ill", "weights": "10", "draws": "0.4", "integer": "3", "dead": "2"}, {"kind": "multi", "seats": "4", "scale_free": "true"}} {
		e, err := bench.NewGame().With(s)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(s), func(t *testing.T) { enginetest.Run(t, e, 4) })
	}
}

// The game with the settings of a benchmark problem has the outcomes and regrets of the problem.
func TestGameIsTheDuel(t *testing.T) {
	t.Parallel()
	for _, kind := range bench.Kinds {
		e, err := bench.NewGame().With(engines.Settings{"kind": string(kind), "weights": "10", "instance": "7", "draws": "0.3", "deal": "50", "dead": "1", "wide": "2"})
		if err != nil {
			t.Fatal(err)
		}
		want, err := bench.NewDuel(kind, 10, 7, bench.Variant{Scale: 1, Draws: 0.3, Deal: 50, Dead: 1, Wide: 2})
		if err != nil {
			t.Fatal(err)
		}
		arena, err := engines.NewArena(e, engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		space := e.Spec().Weights
		if len(space) != 11 {
			t.Fatalf("%s has %d weights", kind, len(space))
		}
		rng := engines.Rand(3)
		for seed := range uint64(300) {
			agents := []engines.Agent{{Weights: space.Default()}, {}}
			for i := range agents[0].Weights {
				agents[0].Weights[i] = space[i].Min + rng.Float64()*(space[i].Max-space[i].Min)
			}
			got, err := arena.Play(t.Context(), agents, seed)
			if err != nil {
				t.Fatal(err)
			}
			agents[1].Weights = space.Default()
			record, err := want.Play(t.Context(), agents, seed)
			if err != nil || fmt.Sprint(got.Outcome) != fmt.Sprint(record.Outcome) {
				t.Fatalf("%s, seed %d: %v, want %v (%v)", kind, seed, got.Outcome, record.Outcome, err)
			}
			if a, b := e.(bench.Rated).Regret(agents[0].Weights), want.Regret(agents[0].Weights); a != b || a < 0 {
				t.Fatalf("%s: regret %v, want %v", kind, a, b)
			}
		}
	}
}

// A wrong setting, agent or opening is an error that names it.
func TestGameErrors(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{"kind": "round", "weights": "0", "instance": "-1", "draws": "1", "wide": "0.5", "depth": "2"} {
		if _, err := bench.NewGame().With(engines.Settings{name: value}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
	e := bench.NewGame()
	if _, err := engines.NewArena(e, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 2}}); err == nil {
		t.Error("random openings were accepted")
	}
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for want, agent := range map[string]engines.Agent{
		"no player \"random\"": {Player: "random"},
		"instance: \"2\"":      {Settings: engines.Settings{"instance": "2"}},
		"x1":                   {Weights: engines.Weights{11, 5, 5, 5}},
	} {
		if _, err := arena.Play(t.Context(), []engines.Agent{agent, {}}, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// A duel of a game allocates nothing.
func TestGameAllocates(t *testing.T) {
	e := bench.NewGame()
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	agents := []engines.Agent{{Weights: e.Spec().Weights.Default()}, {Weights: engines.Weights{1, 2, 3, 4}}}
	seed := uint64(0)
	if n := testing.AllocsPerRun(100, func() {
		seed++
		_, _ = arena.Play(t.Context(), agents, seed)
	}); n > 1 { // the outcome
		t.Errorf("%v allocations", n)
	}
}
