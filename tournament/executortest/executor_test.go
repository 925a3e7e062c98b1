package executortest_test

import (
	"os"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tournament/executortest"
)

func TestLocal(t *testing.T) {
	for _, workers := range []int{1, 3, 8} {
		executortest.Run(t, func(_ *testing.T, a engines.Arena) tournament.Executor {
			return tournament.Local{Arena: a, Workers: workers}
		})
	}
}

func TestMemory(t *testing.T) {
	for name, m := range map[string]memory{
		"a good transport": {},
		"a bad transport":  {Loss: 0.3, Repeat: 0.3, Seed: 1},
		"one worker":       {Workers: 1, Loss: 0.1, Seed: 2},
	} {
		t.Run(name, func(t *testing.T) {
			if name != "a bad transport" && os.Getenv("LANISTA_EXHAUSTIVE") == "" {
				t.Skip("less can go wrong than by a bad transport: with LANISTA_EXHAUSTIVE=1")
			}
			executortest.Run(t, func(_ *testing.T, a engines.Arena) tournament.Executor {
				m.Arena = a
				return m
			})
		})
	}
}

// A job that an executor loses once is sent again. A job that it always loses ends the run
// with an error.
func TestLostJobs(t *testing.T) {
	s := make(tournament.Pairings, 40)
	for i := range s {
		s[i] = tournament.Pairing{Agents: []int{0, 1}, Games: 2, Seed: uint64(i)}
	}
	field := []engines.Agent{{Name: "ann"}, {Name: "bob"}}
	play := func(forget func(i int) bool) (n int, err error) {
		for _, e := range tournament.Run(t.Context(), memory{Arena: draws{}, Forget: forget}, field, s, tournament.Options{}) {
			if e != nil {
				return n, e
			}
			n++
		}
		return n, nil
	}
	lost := make(map[int]bool)
	n, err := play(func(i int) bool {
		again := lost[i]
		lost[i] = true
		return i%5 == 3 && !again
	})
	if n != 40 || err != nil {
		t.Errorf("lost once: %d results, %v", n, err)
	}
	n, err = play(func(i int) bool { return i == 11 || i == 30 })
	if n != 38 || err == nil || !strings.Contains(err.Error(), "pairing 12 (ann, bob) failed twice: the executor ended without returning its result") {
		t.Errorf("lost twice: %d results, %v", n, err)
	}
}
