package solo_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/solo"
	"github.com/lanista/lanista/keys"
)

// hill scores how near its one weight comes to a top that is a setting, and
// counts its games.
type hill struct {
	top    int
	games  *int
	answer func(engines.Agent) (float64, error) // in place of the score, if it is not nil
}

func newHill() hill { return hill{top: 3, games: new(int)} }

func (h hill) Spec() engines.Spec {
	return engines.Spec{
		Name: "hill", Title: "Hill", MinSeats: 2, MaxSeats: 5,
		Weights:  engines.Space{{Name: "x", Max: 10, Default: 1}},
		Settings: []engines.Setting{{Name: "top", Kind: engines.Int, Default: fmt.Sprint(h.top), Max: 10}},
	}
}

func (h hill) With(s engines.Settings) (solo.Game, error) {
	set, err := engines.Resolve(h.Spec().Settings, s)
	if err != nil {
		return nil, err
	}
	h.top = set.Int("top")
	return h, nil
}

func (h hill) Score(_ context.Context, a engines.Agent, seed uint64) (float64, error) {
	*h.games++
	if h.answer != nil {
		return h.answer(a)
	}
	return float64(seed) - math.Abs(a.Weights[0]-float64(h.top)), nil
}

func fork(t *testing.T, g solo.Game) engines.Arena {
	t.Helper()
	a, err := engines.NewArena(solo.New(g), engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return a.(engines.PerGoroutine).Fork()
}

func TestScores(t *testing.T) {
	t.Parallel()
	h := newHill()
	arena, err := engines.NewArena(solo.New(h), engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []engines.Arena{arena, arena.(engines.PerGoroutine).Fork()} {
		for _, c := range []struct {
			agent engines.Agent
			seed  uint64
			want  float64
		}{
			{engines.Agent{}, 100, 98}, // the default weight
			{engines.Agent{Weights: engines.Weights{3}}, 100, 100},
			{engines.Agent{Weights: engines.Weights{3}}, 7, 7},
			{engines.Agent{Weights: engines.Weights{3}, Settings: engines.Settings{"top": "9"}}, 7, 1},
			{engines.Agent{Weights: engines.Weights{3}, Settings: engines.Settings{}}, 7, 7},
		} {
			r, err := a.Play(t.Context(), []engines.Agent{c.agent}, c.seed)
			if err != nil || r.Outcome != engines.ByScore(c.want) || r.Forfeit != nil {
				t.Errorf("%+v on %d: %+v, %v; want a score of %v", c.agent, c.seed, r, err, c.want)
			}
		}
	}
}

func TestTheEngineIsSet(t *testing.T) {
	t.Parallel()
	e, err := solo.New(newHill()).With(engines.Settings{"top": "5"})
	if err != nil {
		t.Fatal(err)
	}
	spec := e.Spec()
	if spec.MinSeats != 1 || spec.MaxSeats != 1 || !spec.Symmetric || spec.Settings[0].Default != "5" {
		t.Errorf("%+v", spec)
	}
	var mistake *keys.KeyError
	if _, err := e.With(engines.Settings{"top": "11"}); !errors.As(err, &mistake) || mistake.Path != "top" {
		t.Errorf("a top out of range: %v", err)
	}
	f := solo.Func(spec, newHill().Score)
	if f.Spec().Settings != nil {
		t.Error("a function has settings")
	}
	if _, err := f.With(engines.Settings{"top": "5"}); !errors.As(err, &mistake) {
		t.Errorf("a function's setting: %v", err)
	}
}

// A fork plays each game of an agent and a seed once, also if other agents play meanwhile. It compares
// agents by their weights, settings and limits, and not by their names.
func TestScoresAreRemembered(t *testing.T) {
	t.Parallel()
	h := newHill()
	a := fork(t, h)
	agents := []engines.Agent{
		{Name: "nil"},
		{Name: "one", Weights: engines.Weights{1}},
		{Name: "two", Weights: engines.Weights{2}},
		{Name: "set", Weights: engines.Weights{2}, Settings: engines.Settings{"top": "4"}},
		{Name: "other", Weights: engines.Weights{2}, Settings: engines.Settings{"top": "5"}},
		{Name: "limit", Weights: engines.Weights{2}, Limit: engines.Limit{Depth: 2}},
	}
	want := map[string]float64{}
	for round := range 3 {
		for _, agent := range agents {
			for seed := range uint64(5) {
				r, err := a.Play(t.Context(), []engines.Agent{agent}, seed)
				if err != nil {
					t.Fatal(err)
				}
				game := fmt.Sprint(agent.Name, seed)
				score, _ := r.Outcome.Score(0)
				if round == 0 {
					want[game] = score
				} else if want[game] != score {
					t.Errorf("%s: %v in round %d, %v before", game, score, round+1, want[game])
				}
			}
		}
	}
	if games := len(agents) * 5; *h.games != games {
		t.Errorf("%d games were played, %d are different", *h.games, games)
	}
}

// The agent is remembered as it was, not as the caller makes it later, and only
// the latest games are.
func TestMemoryIsItsOwn(t *testing.T) {
	t.Parallel()
	h := newHill()
	a := fork(t, h)
	w := engines.Weights{1}
	s := engines.Settings{"top": "3"}
	for k := range 3000 {
		w[0] = float64(k%7) + 1
		s["top"] = fmt.Sprint(k % 5)
		r, err := a.Play(t.Context(), []engines.Agent{{Weights: w, Settings: s}}, uint64(k))
		want := engines.ByScore(float64(k) - math.Abs(w[0]-float64(k%5)))
		if err != nil || r.Outcome != want {
			t.Fatalf("game %d: %v, %v; want %v", k, r.Outcome, err, want)
		}
	}
	for k := 2990; k >= 0; k -= 10 {
		w[0], s["top"] = float64(k%7)+1, fmt.Sprint(k%5)
		if _, err := a.Play(t.Context(), []engines.Agent{{Weights: w, Settings: s}}, uint64(k)); err != nil {
			t.Fatal(err)
		}
	}
	if again := *h.games - 3000; again < 190 || again > 230 {
		t.Errorf("of 300 games that were played before, %d were played again; about 200 are too old", again)
	}
}

func TestWhoIsToBlame(t *testing.T) {
	t.Parallel()
	broken := errors.New("no disk")
	for name, c := range map[string]struct {
		answer  func(engines.Agent) (float64, error)
		forfeit string // kind and reason; "" for a game that was not played
		err     string
	}{
		"an error": {func(engines.Agent) (float64, error) { return 0, broken }, "", "agent a cannot play: no disk"},
		"a fault": {func(engines.Agent) (float64, error) {
			return 0, fmt.Errorf("x = 3: %w", &engines.Fault{Kind: engines.ForfeitStalled, Err: errors.New("no end")})
		}, "stalled x = 3: no end", ""},
		"a NaN":     {func(engines.Agent) (float64, error) { return math.NaN(), nil }, "malformed a score of NaN", ""},
		"no bounds": {func(engines.Agent) (float64, error) { return math.Inf(1), nil }, "malformed a score of +Inf", ""},
		"a panic":   {func(engines.Agent) (float64, error) { panic("out of range") }, "", "agent a cannot play: panic: out of range"},
		"its word":  {func(engines.Agent) (float64, error) { return 0, &engines.UnplayableError{Agent: "b", Err: broken} }, "", "agent b cannot play: no disk"},
	} {
		h := newHill()
		h.answer = c.answer
		r, err := fork(t, h).Play(t.Context(), []engines.Agent{{Name: "a"}}, 1)
		var unplayable *engines.UnplayableError
		switch {
		case c.forfeit != "" && (err != nil || r.Forfeit == nil || r.Ending != engines.Forfeited || r.Forfeit.Kind.String()+" "+r.Forfeit.Reason != c.forfeit):
			t.Errorf("%s: %+v, %v", name, r, err)
		case c.err != "" && (!errors.As(err, &unplayable) || !strings.HasPrefix(err.Error(), c.err)):
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAContextThatEndsIsNobodysFault(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	h := newHill()
	h.answer = func(engines.Agent) (float64, error) { cancel(); return 0, fmt.Errorf("given up: %w", ctx.Err()) }
	a := fork(t, h)
	for range 2 { // in play, and before it
		if _, err := a.Play(ctx, []engines.Agent{{}}, 1); !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "cannot play") {
			t.Error(err)
		}
	}
}

func TestAgentsThatCannotPlay(t *testing.T) {
	t.Parallel()
	a := fork(t, newHill())
	for want, agent := range map[string]engines.Agent{
		`there is no player "random"`: {Player: "random"},
		"limit clock 1s":              {Limit: engines.Limit{Clock: 1e9}},
		"2 weights given, 1 needed":   {Weights: engines.Weights{1, 2}},
		"x: 11 is":                    {Weights: engines.Weights{11}},
		"top: 12 is":                  {Settings: engines.Settings{"top": "12"}},
	} {
		var unplayable *engines.UnplayableError
		if _, err := a.Play(t.Context(), []engines.Agent{agent}, 1); !errors.As(err, &unplayable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := a.Play(t.Context(), make([]engines.Agent, 2), 1); err == nil {
		t.Error("two agents play")
	}
}

func TestWhatNeedsPositionsIsRefused(t *testing.T) {
	t.Parallel()
	e := solo.New(newHill())
	_, game := e.NewGame(1, 1)
	_, position := e.ParseGame("", 1)
	_, openings := engines.NewArena(e, engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 2}})
	player, err := e.NewPlayer(t.Context(), engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	_, move := player.Choose(t.Context(), nil)
	for what, err := range map[string]error{"a game": game, "a position": position, "openings": openings, "a move": move} {
		if !errors.Is(err, solo.ErrNoPositions) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, wrong := range []engines.Agent{{Settings: engines.Settings{"top": "x"}}, {Weights: engines.Weights{11}}, {Player: "random"}} {
		if _, err := e.NewPlayer(t.Context(), wrong); err == nil {
			t.Errorf("%+v plays", wrong)
		}
	}
}

func TestContentOfScores(t *testing.T) {
	flat := func(_ context.Context, a engines.Agent, _ uint64) (float64, error) { return a.Weights[0], nil }
	for chance, want := range map[engines.Chance]int{engines.UnknownChance: 1, engines.WithChance: 1, engines.NoChance: 3} {
		spec := engines.Spec{Name: "flat", Weights: engines.Space{{Name: "x", Max: 10}}, Chance: chance}
		e := solo.Func(spec, flat)
		if effect, err := engines.FindChance(t.Context(), e, 1); effect.Chance != (chance != engines.NoChance) || err != nil {
			t.Errorf("%v: chance %v, %v", chance, effect.Chance, err)
		}
		a, err := engines.NewArena(e, engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		one := a.(engines.PerGoroutine).Fork()
		contents := make(map[uint64]bool)
		for seed := range uint64(5) {
			for x := range 3 {
				r, err := one.Play(t.Context(), []engines.Agent{{Weights: engines.Weights{float64(x)}}}, seed)
				if err != nil || (r.Content == 0) != (want == 1) {
					t.Fatalf("%v: %v, %v", chance, r, err)
				}
				contents[r.Content] = true
			}
		}
		if len(contents) != want {
			t.Errorf("%v: %d different contents, want %d", chance, len(contents), want)
		}
	}
}

// The engine of a score function does not depend on the Spec that the caller keeps.
func TestFuncCopiesTheWeights(t *testing.T) {
	t.Parallel()
	w := engines.Space{{Name: "x", Max: 1}}
	e := solo.Func(engines.Spec{Name: "f", Weights: w}, func(context.Context, engines.Agent, uint64) (float64, error) { return 1, nil })
	w[0].Max = 7
	if got := e.Spec().Weights[0].Max; got != 1 {
		t.Errorf("the maximum is %v, want 1", got)
	}
}

// A score function can state the kind of failure alone.
func TestFaultWithoutACause(t *testing.T) {
	t.Parallel()
	h := newHill()
	h.answer = func(engines.Agent) (float64, error) { return 0, &engines.Fault{Kind: engines.ForfeitStalled} }
	r, err := fork(t, h).Play(t.Context(), []engines.Agent{{}}, 1)
	if err != nil || r.Forfeit == nil || r.Forfeit.Kind != engines.ForfeitStalled || r.Forfeit.Reason != "stalled" {
		t.Errorf("%v, %v", r, err)
	}
}

// deep is a game whose score is the search depth of its player, plus the limit that the player receives.
type deep struct{ depth int }

func (d deep) Spec() engines.Spec {
	return engines.Spec{
		Name:     "deep",
		Settings: []engines.Setting{{Name: "depth", Kind: engines.Int, Default: fmt.Sprint(d.depth), Min: 1, Max: 9, Player: true}},
	}
}

func (d deep) With(s engines.Settings) (solo.Game, error) {
	set, err := engines.Resolve(d.Spec().Settings, s)
	if err != nil {
		return nil, err
	}
	return deep{set.Int("depth")}, nil
}

func (d deep) Score(_ context.Context, a engines.Agent, _ uint64) (float64, error) {
	return float64(d.depth) + float64(100*a.Limit.Depth) + float64(a.Limit.Nodes), nil
}

// A limit of depth replaces the setting of that name, as for other games. A limit for which the game
// has no setting reaches the player.
func TestLimitsOfAgents(t *testing.T) {
	arena := fork(t, deep{1})
	for _, c := range []struct {
		agent engines.Agent
		want  float64
	}{
		{engines.Agent{}, 1},
		{engines.Agent{Limit: engines.Limit{Depth: 5}}, 5},
		{engines.Agent{Limit: engines.Limit{Depth: 5}, Settings: engines.Settings{"depth": "2"}}, 5},
		{engines.Agent{Limit: engines.Limit{Nodes: 50}}, 51},
	} {
		r, err := arena.Play(t.Context(), []engines.Agent{c.agent}, 1)
		if got, _ := r.Outcome.Score(0); err != nil || got != c.want {
			t.Errorf("%+v scores %v, want %v: %v", c.agent, got, c.want, err)
		}
	}
	var unplayable *engines.UnplayableError
	if _, err := arena.Play(t.Context(), []engines.Agent{{Limit: engines.Limit{Depth: 10}}}, 1); !errors.As(err, &unplayable) || !strings.Contains(err.Error(), "depth") {
		t.Errorf("a depth above the maximum of the setting: %v", err)
	}
}

// forgetful is a game whose method With returns nothing.
type forgetful struct{ hill }

func (forgetful) With(engines.Settings) (solo.Game, error) { return nil, nil }

// A method With that returns nothing is an error, not a panic.
func TestWithReturnsNothing(t *testing.T) {
	t.Parallel()
	e := solo.New(forgetful{newHill()})
	_, with := e.With(engines.Settings{"top": "5"})
	_, player := e.NewPlayer(t.Context(), engines.Agent{Settings: engines.Settings{"top": "5"}})
	_, played := fork(t, forgetful{newHill()}).Play(t.Context(), []engines.Agent{{Settings: engines.Settings{"top": "5"}}}, 1)
	for _, err := range []error{with, player, played} {
		if err == nil || !strings.Contains(err.Error(), "method With returned neither a game nor an error") {
			t.Error(err)
		}
	}
}
