package engines_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func play(t *testing.T, ctx context.Context, moods ...string) (engines.Outcome, error) {
	t.Helper()
	var agents []engines.Agent
	for _, m := range moods {
		agents = append(agents, engines.Agent{Name: m, Settings: engines.Settings{"mood": m}})
	}
	return engines.NewArena(newNim()).Play(ctx, agents, 1)
}

func TestRefereePlaysToTheEnd(t *testing.T) {
	// A heap of ten, one at a time: the second of two takes the last.
	o, err := play(t, t.Context(), "calm", "calm")
	if err != nil {
		t.Fatal(err)
	}
	if o != engines.Winner(2, 1) {
		t.Errorf("outcome %v, want seat 1 first", o)
	}
}

func TestRefereeBlamesTheSeat(t *testing.T) {
	for mood, want := range map[string]string{"panics": "no nerves", "fails": "no idea", "cheats": "cannot take 9"} {
		_, err := play(t, t.Context(), "calm", mood, "calm")
		var f *engines.ForfeitError
		if !errors.As(err, &f) || f.Seat != 1 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want a forfeit of seat 1 with %q", mood, err, want)
		}
	}
	_, err := engines.NewArena(newNim()).Play(t.Context(), []engines.Agent{{}, {Weights: engines.Weights{4}}}, 1)
	var f *engines.ForfeitError
	if !errors.As(err, &f) || f.Seat != 1 {
		t.Errorf("weights out of range: %v, want a forfeit of seat 1", err)
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
	var f *engines.ForfeitError
	if _, err := play(t, ctx, "calm", "calm"); !errors.Is(err, context.Canceled) || errors.As(err, &f) {
		t.Errorf("%v, want context.Canceled and no forfeit", err)
	}
}

func TestForkGivesTheSameOutcomes(t *testing.T) {
	arena := engines.NewArena(newNim())
	fork := arena.(engines.Forker).Fork()
	agents := []engines.Agent{{Player: "random"}, {Player: "first"}, {Weights: engines.Weights{2}}}
	for seed := range uint64(300) {
		for range 2 { // the second time from players kept on the bench
			a, errA := arena.Play(t.Context(), agents, seed)
			b, errB := fork.Play(t.Context(), agents, seed)
			if a != b || errA != nil || errB != nil {
				t.Fatalf("seed %d: %v, %v against %v, %v", seed, a, errA, b, errB)
			}
		}
	}
}

func TestRandomPlayerDependsOnSeedAndSeatAlone(t *testing.T) {
	seen := map[engines.Outcome]int{}
	for seed := range uint64(200) {
		o, err := engines.NewArena(newNim()).Play(t.Context(), []engines.Agent{{Player: "random"}, {Player: "random"}}, seed)
		if err != nil {
			t.Fatal(err)
		}
		seen[o]++
	}
	if len(seen) != 2 || seen[engines.Winner(2, 0)] < 60 || seen[engines.Winner(2, 1)] < 60 {
		t.Errorf("200 random games: %v, want both seats to win about half", seen)
	}
}

func TestUnknownPlayer(t *testing.T) {
	_, err := engines.NewPlayer(newNim(), engines.Agent{Player: "genius"})
	if err == nil || err.Error() != `unknown player "genius" (have random, first)` {
		t.Errorf("%v", err)
	}
}

func TestRegistry(t *testing.T) {
	r := engines.Registry{newNim()}
	if e, err := r.Find("nim"); err != nil || e.Spec().Name != "nim" {
		t.Errorf("Find(nim) = %v, %v", e, err)
	}
	if _, err := r.Find("chess"); err == nil || err.Error() != `unknown engine "chess" (have nim)` {
		t.Errorf("Find(chess): %v", err)
	}
}

func BenchmarkReferee(b *testing.B) {
	arena := engines.NewArena(newNim()).(engines.Forker).Fork()
	agents := []engines.Agent{{}, {Weights: engines.Weights{2}}}
	ctx := context.Background()
	b.ReportAllocs()
	for seed := uint64(0); b.Loop(); seed++ {
		if _, err := arena.Play(ctx, agents, seed); err != nil {
			b.Fatal(err)
		}
	}
}
