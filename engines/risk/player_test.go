package risk

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"pgregory.net/rapid"
)

func TestAgentsRefused(t *testing.T) {
	e := New()
	for _, c := range []struct {
		agent engines.Agent
		want  string
	}{
		{engines.Agent{Settings: engines.Settings{"depth": "0"}}, "depth"},
		{engines.Agent{Settings: engines.Settings{"depth": "13"}}, "depth"},
		{engines.Agent{Settings: engines.Settings{"size": "5"}}, "size: all players of a game share this setting"},
		{engines.Agent{Settings: engines.Settings{"speed": "5"}}, `speed: unknown setting`},
		{engines.Agent{Weights: engines.Weights{1, 1, 1}}, "3 weights"},
		{engines.Agent{Weights: engines.Weights{1, 1, 11, 1}}, "defence"},
		{engines.Agent{Weights: engines.Weights{1, 1, 1, -1}}, "density"},
	} {
		if _, err := e.NewPlayer(context.Background(), c.agent); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.agent, err, c.want)
		}
	}
	if _, err := e.NewPlayer(context.Background(), engines.Agent{Settings: engines.Settings{"size": "6", "min_diff": "3"}}); err != nil {
		t.Error(err)
	}
}

func TestSettings(t *testing.T) {
	for name, value := range map[string]string{
		"size": "1", "depth": "-1", "min_diff": "0", "weakest_only": "maybe", "attacks_per_turn": "0", "round_cap": "501",
		"force_attack_after": "-1", "map": "", "speed": "3",
	} {
		if _, err := New().With(engines.Settings{name: value}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s %q: %v", name, value, err)
		}
	}
	if err := New().Spec().Weights.Valid(); err != nil {
		t.Error(err)
	}
	small, err := New().With(engines.Settings{"size": "2"})
	if err != nil {
		t.Fatal(err)
	}
	for _, seats := range []int{1, 5} {
		if _, err := small.NewGame(seats, 1); err == nil {
			t.Errorf("%d seats on 4 territories", seats)
		}
	}
	if maxUnits+maxRounds*maxTerritories > maxArmy {
		t.Error("an army can outgrow its move")
	}
}

// A draft is planned once: placing changes the ratios, but not the plan.
func TestDraftIsPlannedOnce(t *testing.T) {
	for _, text := range []string{
		"A2 A2 A2 B3 / A2 A9 A1 B1 / A4 A1 B1 B6 / B2 B2 B1 B1 ; A draft",
		"A2 A1 A1 A2 A3 A1 B1 A6 B1 A2 ; A draft",
	} {
		g := parsed(t, New(), text)
		want := planText(g)
		p, err := New().NewPlayer(context.Background(), engines.Agent{})
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for g.draft > 0 {
			m, err := p.Choose(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			words = append(words, g.FormatMove(m))
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s: placed %s, planned %s", text, got, want)
		}
	}
}

// A player makes a new plan if it is given another game in the middle of a draft.
func TestPlanBelongsToItsGame(t *testing.T) {
	p, _ := New().NewPlayer(context.Background(), engines.Agent{})
	one := parsed(t, New(), "A2 A2 A2 B3 / A2 A9 A1 B1 / A4 A1 B1 B6 / B2 B2 B1 B1 ; A draft")
	m, _ := p.Choose(context.Background(), one)
	if err := one.Apply(m); err != nil {
		t.Fatal(err)
	}
	other := parsed(t, New(), "A2 B1 A1 ; A draft")
	for g, want := range map[*game]string{other: "2+2"} {
		m, err := p.Choose(context.Background(), g)
		if err != nil || g.FormatMove(m) != want {
			t.Errorf("%s: %s, %v, want %s", g.String(), g.FormatMove(m), err, want)
		}
	}
	for one.draft > 0 {
		m, err := p.Choose(context.Background(), one)
		if err != nil {
			t.Fatal(err)
		}
		if err := one.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
}

func TestScaleChangesNoMove(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		g := randomGame(New(), r, 2+r.IntN(2), 9)
		if g.over {
			return
		}
		w := engines.Weights{r.Float64(), r.Float64(), 1, r.Float64()}
		factor := rapid.Float64Range(0.001, 10).Draw(rt, "factor")
		scaled := make(engines.Weights, len(w))
		for i := range w {
			scaled[i] = w[i] * factor
		}
		a := engines.Agent{Weights: w, Settings: engines.Settings{"depth": "3"}}
		one, err := New().(analysis.Analyst).Analyze(context.Background(), g, a)
		if err != nil {
			rt.Fatal(err)
		}
		a.Weights = scaled
		other, err := New().(analysis.Analyst).Analyze(context.Background(), g, a)
		if err != nil || one.Best != other.Best || one.Nodes != other.Nodes {
			rt.Fatalf("%s: %s in %d nodes, scaled %s in %d, %v", g.String(), one.Best, one.Nodes, other.Best, other.Nodes, err)
		}
	})
}

func TestForcedAttack(t *testing.T) {
	for _, c := range []struct {
		after    string
		round    int
		position string
		want     string
	}{
		// The attack costs either side three units, which A can spare less.
		{"0", 9, "A4 B3 B20 ; A attack 3", "stop"},
		{"1", 1, "A4 B3 B20 ; A attack 3", "stop"},
		{"1", 2, "A4 B3 B20 ; A attack 3", "0-1x4"},
		{"1", 2, "A3 B3 B20 ; A attack 3", "stop"}, // nothing to consider
	} {
		e, err := New().With(engines.Settings{"force_attack_after": c.after, "depth": "1"})
		if err != nil {
			t.Fatal(err)
		}
		g := parsed(t, e, c.position)
		g.round = c.round
		p, err := e.NewPlayer(context.Background(), engines.Agent{Weights: engines.Weights{0, 1, 0, 0}})
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Choose(context.Background(), g)
		if err != nil || g.FormatMove(m) != c.want {
			t.Errorf("%s, round %d, forced after %s: %s, %v, want %s", c.position, c.round, c.after, g.FormatMove(m), err, c.want)
		}
		if _, ok := encode(g); ok != (c.after == "0" || c.round == 1) {
			t.Errorf("round %d, forced after %s: the exported program supports the position: %v", c.round, c.after, ok)
		}
	}
}

func TestCancelledPlayer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, _ := New().NewPlayer(context.Background(), engines.Agent{})
	g := parsed(t, New(), "A4 B3 B9 ; A attack 3")
	if _, err := p.Choose(ctx, g); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// The names of agents change nothing: with equal agents only the seats decide.
func TestNamesDoNotMatter(t *testing.T) {
	arena, err := engines.NewArena(New(), engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		one, err := arena.Play(context.Background(), []engines.Agent{{Name: "x"}, {Name: "y"}}, seed)
		if err != nil {
			t.Fatal(err)
		}
		other, err := arena.Play(context.Background(), []engines.Agent{{Name: "y"}, {Name: "x"}}, seed)
		if err != nil || !reflect.DeepEqual(one, other) {
			t.Errorf("seed %d: %+v, renamed %+v, %v", seed, one, other, err)
		}
	}
}

// foreign is a game of another engine.
type foreign struct{ engines.Game }

func TestForeignGamesAreRefused(t *testing.T) {
	e, ctx := New().(*engine), context.Background()
	p, err := e.NewPlayer(context.Background(), engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	_, chosen := p.Choose(ctx, foreign{})
	_, features := e.Features(foreign{})
	_, evaluated := e.Evaluate(foreign{}, nil)
	_, analyzed := e.Analyze(ctx, foreign{}, engines.Agent{})
	_, _, counted := e.Perft(ctx, foreign{}, 1)
	for i, err := range []error{chosen, features, evaluated, analyzed, counted} {
		if err == nil || !strings.Contains(err.Error(), "not a position of Risk") {
			t.Errorf("%d: %v", i, err)
		}
	}
}
