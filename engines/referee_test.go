package engines_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// newArena is the referee of Nim.
func newArena(t testing.TB, o engines.ArenaOptions) engines.Arena {
	t.Helper()
	a, err := engines.NewArena(newNim(), o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func play(t *testing.T, ctx context.Context, moods ...string) (engines.Record, error) {
	t.Helper()
	var agents []engines.Agent
	for _, m := range moods {
		agents = append(agents, engines.Agent{Name: m, Settings: engines.Settings{"mood": m}})
	}
	return newArena(t, engines.ArenaOptions{}).Play(ctx, agents, 1)
}

func TestRefereePlaysToTheEnd(t *testing.T) {
	// A heap of ten, one at a time: the second of two takes the last.
	r, err := play(t, t.Context(), "calm", "calm")
	if err != nil {
		t.Fatal(err)
	}
	want := engines.Record{Outcome: engines.Winner(2, 1), Plies: 10, Content: r.Content}
	if !reflect.DeepEqual(r, want) || r.Content == 0 {
		t.Errorf("%+v, want %+v", r, want)
	}
}

func TestRefereeBlamesTheSeat(t *testing.T) {
	for mood, want := range map[string]engines.Forfeit{
		"panics": {Seat: 1, Kind: engines.ForfeitPanic, Reason: "no nerves"},
		"fails":  {Seat: 1, Kind: engines.ForfeitError, Reason: "no idea"},
		"cheats": {Seat: 1, Kind: engines.ForfeitIllegal, Reason: "cannot take 9"},
	} {
		r, err := play(t, t.Context(), "calm", mood, "calm")
		f := r.Forfeit
		if err != nil || f == nil || f.Seat != want.Seat || f.Kind != want.Kind || !strings.Contains(f.Reason, want.Reason) {
			t.Errorf("%s: %+v, %v, want %+v", mood, f, err, want)
		}
		if r.Outcome != engines.Loser(3, 1) || r.Ending != engines.Forfeited || r.Plies != 1 {
			t.Errorf("%s: %+v, want the last place for seat 1", mood, r)
		}
	}
}

// A record has one evaluation and one search for every ply, also if an illegal move or a panic after a
// move ends the game.
func TestEvaluationsOfAForfeit(t *testing.T) {
	for _, o := range []engines.ArenaOptions{{Moves: true, Evals: true}, {Moves: true, Evals: true, Openings: engines.Openings{RandomPlies: 1}}} {
		for mood, kind := range map[string]engines.ForfeitKind{"cheats": engines.ForfeitIllegal, "forgets": engines.ForfeitPanic} {
			agents := []engines.Agent{{}, {Settings: engines.Settings{"mood": mood}}, {}}
			r, err := newArena(t, o).Play(t.Context(), agents, 1)
			if err != nil || r.Forfeit == nil || r.Forfeit.Kind != kind {
				t.Fatalf("%s: %+v, %v", mood, r, err)
			}
			if len(r.Evals()) != r.Plies || len(r.Searches()) != r.Plies || len(r.Moves()) != r.Plies+o.Openings.RandomPlies {
				t.Errorf("%s: %d evaluations and %d searches for %d plies, %v", mood, len(r.Evals()), len(r.Searches()), r.Plies, r.Moves())
			}
		}
	}
}

func TestAnAgentThatCannotBeHadIsNobodysFault(t *testing.T) {
	agents := []engines.Agent{{}, {Name: "heavy", Weights: engines.Weights{4}}}
	r, err := newArena(t, engines.ArenaOptions{}).Play(t.Context(), agents, 1)
	var unplayable *engines.UnplayableError
	if !errors.As(err, &unplayable) || unplayable.Agent != "heavy" || r.Forfeit != nil {
		t.Errorf("%+v, %v, want an error that names the agent", r, err)
	}
}

func TestRefereeReturnsTheContextsError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := play(t, ctx, "waits", "calm")
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
	if r, err := play(t, ctx, "calm", "calm"); !errors.Is(err, context.Canceled) || r.Forfeit != nil {
		t.Errorf("%v, want context.Canceled and no forfeit", err)
	}
}

func TestForkGivesTheSameOutcomes(t *testing.T) {
	arena := newArena(t, engines.ArenaOptions{})
	fork := arena.(engines.PerGoroutine).Fork()
	agents := []engines.Agent{{Player: "random"}, {Player: "first"}, {Weights: engines.Weights{2}}}
	for seed := range uint64(300) {
		for range 2 { // the second time from players kept on the bench
			a, errA := arena.Play(t.Context(), agents, seed)
			b, errB := fork.Play(t.Context(), agents, seed)
			if !reflect.DeepEqual(a, b) || errA != nil || errB != nil {
				t.Fatalf("seed %d: %v, %v against %v, %v", seed, a, errA, b, errB)
			}
		}
	}
}

func TestRandomPlayerDependsOnSeedAndSeatAlone(t *testing.T) {
	seen := map[engines.Outcome]int{}
	for seed := range uint64(200) {
		r, err := newArena(t, engines.ArenaOptions{}).Play(t.Context(), []engines.Agent{{Player: "random"}, {Player: "random"}}, seed)
		if err != nil {
			t.Fatal(err)
		}
		seen[r.Outcome]++
	}
	if len(seen) != 2 || seen[engines.Winner(2, 0)] < 60 || seen[engines.Winner(2, 1)] < 60 {
		t.Errorf("200 random games: %v, want both seats to win about half", seen)
	}
}

func TestUnknownPlayer(t *testing.T) {
	_, err := engines.NewPlayer(t.Context(), newNim(), engines.Agent{Player: "genius"})
	if err == nil || err.Error() != `unknown player "genius" (have random, first)` {
		t.Errorf("%v", err)
	}
}

func TestRegistry(t *testing.T) {
	r := engines.Registry{newNim()}
	if e, err := r.Find("nim"); err != nil || e.Spec().Name != "nim" {
		t.Errorf("Find(nim) = %v, %v", e, err)
	}
	lacking := engines.Registry{newNim(), nil}
	if names := lacking.Names(); !slices.Equal(names, []string{"nim"}) {
		t.Errorf("the names of a registry with a nil engine are %q", names)
	}
	for _, name := range []string{"nim", "chess"} {
		if _, err := lacking.Find(name); err == nil || err.Error() != "engine 1 of the registry is nil" {
			t.Errorf("%s among engines of which one is nil: %v", name, err)
		}
	}
	if _, err := engines.Registry(nil).Find("chess"); err == nil || err.Error() != `unknown engine "chess": no engine is registered` {
		t.Errorf("Find(chess) in no registry: %v", err)
	}
	if _, err := r.Find("chess"); err == nil || err.Error() != `unknown engine "chess" (have nim)` {
		t.Errorf("Find(chess): %v", err)
	}
}

func BenchmarkReferee(b *testing.B) {
	arena := newArena(b, engines.ArenaOptions{}).(engines.PerGoroutine).Fork()
	agents := []engines.Agent{{}, {Weights: engines.Weights{2}}}
	ctx := context.Background()
	b.ReportAllocs()
	for seed := uint64(0); b.Loop(); seed++ {
		if _, err := arena.Play(ctx, agents, seed); err != nil {
			b.Fatal(err)
		}
	}
}
