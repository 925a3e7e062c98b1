package tournament

import (
	"errors"
	"runtime"
	"testing"
)

// An executor waits for a stream to grow, and ends when it is closed.
func TestStream(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 4} {
		var s Stream
		part := []Pairing{{Agents: []int{0, 1}, Games: 2, Seed: 5}, {Agents: []int{1, 0}, Games: 2, Seed: 6}}
		s.Add(fieldOf(2), part)
		n := 0
		for r, err := range RunStream(t.Context(), Local{Arena: arenaFunc(coin), Workers: workers}, &s, Options{Terms: Terms{ForfeitLimit: -1}}) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Index != n || r.Pairing.Agents[0] != n/2*2+n%2 {
				t.Fatalf("result %d is of pairing %d among %v", n, r.Index, r.Pairing.Agents)
			}
			switch n++; {
			case n == 10:
				s.Close()
			case n%2 == 0:
				s.Add(fieldOf(2), part)
			}
		}
		if n != 10 || len(s.Field()) != 10 || s.Len() != 10 {
			t.Errorf("%d workers: %d results of %d, %d agents", workers, n, s.Len(), len(s.Field()))
		}
	}
	settled(t, before)
}

// A stream ends with an error of its agents, a job that fails twice, and when nothing is
// ever added.
func TestStreamEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	var empty Stream
	empty.Close()
	for range RunStream(t.Context(), Local{Arena: arenaFunc(coin), Workers: 2}, &empty, Options{}) {
		t.Error("a result of nothing")
	}
	var wrong Stream // and never closed
	wrong.Add(fieldOf(2), []Pairing{{Agents: []int{0, 7}, Games: 1}})
	var last error
	for _, err := range RunStream(t.Context(), Local{Arena: arenaFunc(coin), Workers: 2}, &wrong, Options{}) {
		last = err
	}
	if last == nil {
		t.Error("a pairing of nobody was played")
	}
	var forfeits Stream
	forfeits.Add(fieldOf(2), []Pairing{{Agents: []int{0, 1}, Games: 2, Seed: 3}})
	for seed := uint64(1); seed < 60; seed++ {
		forfeits.Add(fieldOf(2), []Pairing{{Agents: []int{0, 1}, Games: 2, Seed: seed}})
	}
	for _, err := range RunStream(t.Context(), Local{Arena: arenaFunc(coin), Workers: 2}, &forfeits, Options{Terms: Terms{ForfeitLimit: 1}}) {
		last = err
	}
	if f := (*ForfeitsError)(nil); !errors.As(last, &f) {
		t.Errorf("an agent that forfeits: %v", last)
	}
	settled(t, before)
}
