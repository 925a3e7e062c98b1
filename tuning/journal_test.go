package tuning_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// memory is a journal in memory.
type memory struct {
	mu    sync.Mutex
	field []engines.Agent
	known map[int]tournament.Result // results of earlier parts
	added map[int]tournament.Result

	dropped []int // the arguments of Drop
}

func (m *memory) Begin(_ context.Context, field []engines.Agent) error {
	m.field, m.added = field, make(map[int]tournament.Result)
	return nil
}

func (m *memory) Played(i int) (tournament.Result, bool) {
	r, ok := m.known[i]
	return r, ok
}

func (m *memory) Drop(_ context.Context, from int) error {
	m.dropped = append(m.dropped, from)
	maps.DeleteFunc(m.known, func(i int, _ tournament.Result) bool { return i >= from })
	return nil
}

func (m *memory) Finished(r tournament.Result) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.added[r.Index] = r
}

// again returns the journal that a resumed verification receives.
func (m *memory) again() *memory {
	known := make(map[int]tournament.Result)
	for _, part := range []map[int]tournament.Result{m.known, m.added} {
		for i, r := range part {
			known[i] = r
		}
	}
	return &memory{known: known}
}

// A verification that is stopped several times plays no game twice and ends with the same
// verdict.
func TestVerificationResumes(t *testing.T) {
	candidates := []tuning.Estimate{
		{Name: "own", Weights: engines.Weights{0}},
		{Name: "best", Weights: engines.Weights{150}},
		{Name: "worse", Weights: engines.Weights{-50}},
	}
	opponents := []engines.Agent{{Name: "default", Weights: engines.Weights{0}}, {Name: "strong", Weights: engines.Weights{150}}}
	for _, seats := range []int{2, 3} {
		o := tuning.VerifyOptions{Games: 3000, Seats: seats, Seed: 3}
		want, err := tuning.Verify(t.Context(), local(duels{}, 3), candidates, opponents, o)
		if err != nil {
			t.Fatal(err)
		}
		journal, games, stops := &memory{}, 0, 0
		for {
			ctx, cancel := context.WithCancel(t.Context())
			var mu sync.Mutex
			now := 0
			o.Journal = journal
			got, err := tuning.Verify(ctx, local(duels{func() {
				mu.Lock()
				defer mu.Unlock()
				if now++; now == 500 {
					cancel()
				}
			}}, 3), candidates, opponents, o)
			cancel()
			for _, r := range journal.added {
				games += len(r.Games)
			}
			if err == nil {
				if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); g != w {
					t.Errorf("%d seats, stopped %d times:\n%s\nwithout a stop:\n%s", seats, stops, g, w)
				}
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if len(journal.field) != len(candidates)+len(opponents) {
				t.Errorf("a field of %d", len(journal.field))
			}
			stops++
			journal = journal.again()
		}
		if games != want.Games || stops < 4 {
			t.Errorf("%d seats: %d games played for %d in %d parts", seats, games, want.Games, stops+1)
		}
	}
}

// Results of other games in the journal are ignored.
func TestVerificationIgnoresAnotherJournal(t *testing.T) {
	candidates := []tuning.Estimate{{Name: "own", Weights: engines.Weights{0}}}
	opponents := []engines.Agent{{Name: "default", Weights: engines.Weights{0}}}
	o := tuning.VerifyOptions{Games: 100, Seed: 1, Journal: &memory{}}
	if _, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, opponents, o); err != nil {
		t.Fatal(err)
	}
	other := o.Journal.(*memory).again()
	o.Seed, o.Journal = 2, other
	got, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, opponents, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Journal = nil
	want, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, opponents, o)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || len(other.added) != 50 {
		t.Errorf("%d of 50 pairings played; %v, want %v", len(other.added), got, want)
	}
}

// Results of other pairings are dropped from the first one on, and those before it count.
func TestVerificationDropsOtherPairings(t *testing.T) {
	candidates := []tuning.Estimate{{Name: "own", Weights: engines.Weights{0}}}
	opponents := []engines.Agent{{Name: "default", Weights: engines.Weights{0}}}
	first := &memory{}
	o := tuning.VerifyOptions{Games: 100, Seed: 1, Journal: first}
	want, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, opponents, o)
	if err != nil {
		t.Fatal(err)
	}
	same := first.again()
	o.Journal = same
	if _, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, opponents, o); err != nil || same.dropped != nil || len(same.added) != 0 {
		t.Errorf("of an equal journal %v are dropped and %d pairings are played: %v", same.dropped, len(same.added), err)
	}
	other := first.again()
	for _, i := range []int{40, 30} {
		r := other.known[i]
		r.Pairing.Seed++
		other.known[i] = r
	}
	o.Journal = other
	got, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, opponents, o)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if !slices.Equal(other.dropped, []int{30}) || len(other.known) != 30 || len(other.added) != 20 {
		t.Errorf("dropped from %v, %d stored results stay, %d pairings are played; want 30, 30 and 20", other.dropped, len(other.known), len(other.added))
	}
}

// Events receive stored and new results in the order of the schedule, numbered through all parts of
// the verification, and the number of games so far.
func TestEventsOfAResumedVerification(t *testing.T) {
	candidates := []tuning.Estimate{{Name: "a", Weights: engines.Weights{0}}, {Name: "b", Weights: engines.Weights{1}}}
	opponents := []engines.Agent{{Name: "default", Weights: engines.Weights{0}}}
	first := &memory{}
	var want []uint64 // seeds of all pairings
	o := tuning.VerifyOptions{Games: 60, Seed: 1, Journal: first, Events: tuning.Events{
		ResultFinished: func(p tuning.Phase, r tournament.Result) { want = append(want, r.Pairing.Seed) },
	}}
	if _, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, opponents, o); err != nil {
		t.Fatal(err)
	}
	for _, keep := range []func(i int) bool{
		func(i int) bool { return i%3 == 1 },
		func(i int) bool { return i < 20 },
		func(i int) bool { return i > 5 },
		func(int) bool { return true },
	} {
		again := first.again()
		for i := range first.added {
			if !keep(i) {
				delete(again.known, i)
			}
		}
		var seeds []uint64
		var done []int64
		o.Journal, o.Events = again, tuning.Events{
			ResultFinished: func(p tuning.Phase, r tournament.Result) {
				if p != tuning.Verifying || r.Index != len(seeds) {
					t.Errorf("phase %s, result %d after %d others", p, r.Index, len(seeds))
				}
				seeds = append(seeds, r.Pairing.Seed)
			},
			Progress: func(p tuning.Progress) {
				if done = append(done, p.Done); p.Of != 60 || p.Phase != tuning.Verifying || p.Unit != "games" {
					t.Errorf("%+v", p)
				}
			},
		}
		if _, err := tuning.Verify(t.Context(), local(duels{}, 1), candidates, opponents, o); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(seeds, want) || len(done) != 30 || len(again.added)+len(again.known) != 30 {
			t.Errorf("%d results, %d of them new, %d reports of progress", len(seeds), len(again.added), len(done))
		}
		for i, n := range done {
			if n != int64(2*(i+1)) {
				t.Errorf("progress %v", done)
				break
			}
		}
	}
}
