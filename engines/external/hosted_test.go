package external

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// hosted returns the game that the test binary plays in a mode.
func hosted(t testing.TB, mode string) engines.Engine {
	t.Helper()
	p := testProgram(t, mode)
	e, err := newTestPrograms(t, p).Game(t.Context(), p.Name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func seatsOf(nth ...float64) []engines.Agent {
	var list []engines.Agent
	for _, w := range nth {
		list = append(list, engines.Agent{Name: "bot", Weights: engines.Weights{w}})
	}
	return list
}

func TestHostedGame(t *testing.T) {
	t.Parallel()
	e := hosted(t, "arena")
	spec := e.Spec()
	if spec.Name != "arena" || spec.MinSeats != 1 || spec.MaxSeats != 3 || len(spec.Weights) != 1 {
		t.Errorf("spec %+v", spec)
	}
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := arena.Play(t.Context(), seatsOf(2, 5), 7)
	if err != nil || r.Outcome.Place(1) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	alone, err := arena.Play(t.Context(), seatsOf(2), 7)
	score, scored := alone.Outcome.Score(0)
	if both, _ := r.Outcome.Score(0); err != nil || !scored || score != both {
		t.Errorf("alone on the same deal: %+v, %v", alone, err)
	}
	wall := []engines.Agent{{Name: "wall", Player: "wall"}, seatsOf(9)[0]}
	if r, err := arena.Play(t.Context(), wall, 7); err != nil || r.Outcome.Place(0) != 2 {
		t.Errorf("against its own player: %+v, %v", r, err)
	}
	if _, err := e.NewPlayer(t.Context(), wall[0]); err != nil {
		t.Error(err)
	}
	if _, err := e.NewPlayer(t.Context(), engines.Agent{Player: "tree"}); err == nil || err.Error() != `unknown player "tree" (have wall)` {
		t.Error(err)
	}
	if roster := e.(engines.BuiltinAgents).BuiltinAgents(); len(roster) != 1 || roster[0].Player != "wall" {
		t.Errorf("roster %v", roster)
	}
}

func TestHostedOutcomes(t *testing.T) {
	t.Parallel()
	arena, err := engines.NewArena(hosted(t, "arena forfeit"), engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := arena.Play(t.Context(), seatsOf(1, 2), 7)
	if err != nil || r.Forfeit == nil || r.Forfeit.Seat != 1 || r.Forfeit.Reason != "seat 2 hung" {
		t.Fatalf("%+v, %v", r, err)
	}
	if e := r.Forfeit.Evidence; e == nil || e.Weights["nth"].Number != 2 || e.Seed != 7 || len(e.Agents) != 2 {
		t.Errorf("evidence %+v", e)
	}
	if arena, err = engines.NewArena(hosted(t, "arena places"), engines.ArenaOptions{}); err != nil {
		t.Fatal(err)
	}
	r, err = arena.Play(t.Context(), seatsOf(1, 2, 3), 7)
	if err != nil || r.Outcome != engines.Places(1, 2, 3) || r.Plies != 12 {
		t.Errorf("%+v, %v", r, err)
	}
}

// After a failure of an arena no agent forfeits: the game is not played, and the error
// describes it.
func TestHostedFailures(t *testing.T) {
	t.Parallel()
	arena, err := engines.NewArena(hosted(t, "arena crash"), engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	one := arena.(engines.PerGoroutine).Fork()
	defer func() { _ = engines.Close(one) }()
	var failed error
	for range 3 {
		_, failed = one.Play(t.Context(), seatsOf(1, 2), 7)
	}
	for _, want := range []string{"programs.arena-crash: exit status 4: no dice", "seed ", `seat 2 bot {"nth":2}`} {
		if failed == nil || !strings.Contains(failed.Error(), want) {
			t.Errorf("no %q in %v", want, failed)
		}
	}
	var fault *engines.Fault
	if errors.As(failed, &fault) {
		t.Error("the error is a fault")
	}
	if _, err := one.Play(t.Context(), seatsOf(1, 2), 7); err != nil {
		t.Errorf("in a fresh process: %v", err)
	}
	if arena, err = engines.NewArena(hosted(t, "arena malformed"), engines.ArenaOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := arena.Play(t.Context(), seatsOf(1, 2), 7); err == nil || !strings.Contains(err.Error(), "one of them") {
		t.Errorf("got %v", err)
	}
}

func TestRoles(t *testing.T) {
	t.Parallel()
	arena, agent := testProgram(t, "arena"), testProgram(t, "well")
	ps := newTestPrograms(t, arena, agent)
	if _, err := ps.Game(t.Context(), "well"); err == nil || !strings.Contains(err.Error(), "engine.player") {
		t.Errorf("an agent as a game: %v", err)
	}
	if names := ps.Started(); !slices.Equal(names, []string{"well"}) {
		t.Errorf("started %v", names)
	}
}

// A game that a program plays itself has chance unless the program declares otherwise.
func TestHostedContent(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]int{"arena places": 1, "arena chance": 1, "arena moves": 7} {
		e := hosted(t, mode)
		if effect, err := engines.FindChance(t.Context(), e, 2); effect.Chance != (want == 1) || err != nil {
			t.Errorf("%s: chance %v, %v", mode, effect.Chance, err)
		}
		arena, err := engines.NewArena(e, engines.ArenaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		one := arena.(engines.PerGoroutine).Fork()
		contents := make(map[uint64]bool)
		for seed := range uint64(60) {
			r, err := one.Play(t.Context(), seatsOf(1, 2), seed)
			if err != nil || (r.Content == 0) != (want == 1) {
				t.Fatalf("%s: %+v, %v", mode, r, err)
			}
			contents[r.Content] = true
		}
		if len(contents) != want {
			t.Errorf("%s: %d different contents of 60 games, want %d", mode, len(contents), want)
		}
		if err := engines.Close(one); err != nil {
			t.Error(err)
		}
	}
}
