package auto

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/cmaes"
)

// far is a strength that is flat but for a hill at the far end of all weights: a
// quadratic about the start sees nothing of it.
func far(w engines.Weights) float64 {
	s := 0.0
	for _, x := range w {
		s -= (x - 0.95) * (x - 0.95)
	}
	return max(20*s+5, 0)
}

// Where the response surface has found nothing after its share of the games CMA-ES plays
// the rest, all but a generation of it. It goes on after a restore, with rounds ahead, too.
func TestCMAESTakesOverFromASurfaceThatIsStuck(t *testing.T) {
	t.Parallel()
	for seed := uint64(1); seed <= 3; seed++ {
		p := four()
		p.Seed, p.Ahead = seed, int(seed%2)*2
		s, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		restored := false
		for s.Progress().Games < s.PlannedGames() {
			walked(t, s, 1, far)
			if m := s.Method(); restored || m.walk == nil || m.walk.Progress().Round != 5 {
				continue
			}
			snapshot, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			again, err := New(p, Options{})
			if err == nil {
				err = again.Restore(snapshot)
			}
			if err != nil {
				t.Fatal(err)
			}
			if was, is := s.Best(), again.Best(); !slices.Equal(was.Weights, is.Weights) || was.Name != is.Name {
				t.Errorf("seed %d: %v is restored as %v", seed, was, is)
			}
			s, restored = again, true
		}
		m := s.Method()
		if _, ok := m.walk.(*cmaes.Strategy); !ok || !m.stuck.found || !restored {
			t.Errorf("seed %d: %T has taken over, stuck is %+v", seed, m.walk, m.stuck)
			continue
		}
		generation := m.walk.PlannedGames() / m.walk.Progress().Round
		if n := s.Progress().Games; n > p.Games || n <= p.Games-generation || n != s.PlannedGames() {
			t.Errorf("seed %d: %d games of %d, planned were %d", seed, n, p.Games, s.PlannedGames())
		}
	}
}

// A surface that has found the way to a maximum far from the start goes on.
func TestASurfaceThatIsNotStuckGoesOn(t *testing.T) {
	t.Parallel()
	s, err := New(four(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	walked(t, s, -1, func(w engines.Weights) float64 { return 4 * bowl(w) })
	if m := s.Method(); m.stuck.found || !m.stuck.looked {
		t.Errorf("on a bowl: %+v", m.stuck)
	}
}

// With few games the probe may last as long as the surface's share of them: no other method
// takes over before the surface has been fitted.
func TestNobodyTakesOverFromAProbe(t *testing.T) {
	t.Parallel()
	p := four()
	p.Games = 1000
	s, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := s.Method()
	// the start is the better by far, whatever the distance: the probe has seven rounds
	walked(t, s, 400, func(w engines.Weights) float64 {
		if m.walk != nil && m.rsm.Probing() {
			t.Fatal("another method has taken over while the probe was playing")
		}
		if slices.Equal(w, p.Space.Default()) {
			return 500 // Elo
		}
		return 0
	})
}
