package auto

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// cliff is a strength that falls off beside the start, of which a quadratic over all
// games says the contrary: it rises from there to the far side.
func cliff(w engines.Weights) float64 {
	s := 0.0
	for _, x := range w {
		s += 60 * (x - 0.5)
		if x > 0.56 && x < 0.9 {
			s -= 160
		}
	}
	return s
}

// four is a problem of four weights.
func four() tuning.Problem {
	p := tuning.Problem{Games: 2000, Seed: 5}
	for _, name := range []string{"a", "b", "c", "d"} {
		p.Space = append(p.Space, engines.Weight{Name: name, Max: 1, Default: 0.5})
	}
	return p
}

// Where the model promises little the last games are a test of the answer against the
// start, which is the answer if it wins. It stays so after a restore in the middle of
// the test, and with rounds ahead.
func TestTheAnswerIsTested(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	tested, refused := 0, 0
	for seed := uint64(1); seed <= 6; seed++ {
		p := four()
		p.Seed, p.Ahead = seed, int(seed%2)*2
		s, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for s.Progress().Games < s.PlannedGames() {
			walked(t, s, 1, func(w engines.Weights) float64 { return cliff(w) / 2 })
			if g := s.Method().guard; g.testing && g.games > 0 && g.games < 80 {
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
				s = again
			}
		}
		m := s.Method()
		if !m.guard.testing {
			continue
		}
		tested++
		if n := m.guard.games; n > 100 || n == 0 || s.Best().Games != s.PlannedGames() {
			t.Errorf("seed %d: a test of %d games, %d in all", seed, n, s.Best().Games)
		}
		lost := m.guard.score < float64(m.guard.games)/2
		if m.guard.refused != lost || slices.Equal(s.Best().Weights, p.Space.Default()) != lost {
			t.Errorf("seed %d: %v of %d points, the answer is %v", seed, m.guard.score, m.guard.games, s.Best())
		}
		if lost {
			refused++
			if f := s.Finalists(); slices.Equal(f[0].Weights, s.Best().Weights) {
				t.Errorf("seed %d: what was found is no finalist: %v", seed, f)
			}
		}
	}
	if tested == 0 {
		t.Error("no answer was tested")
	}
	t.Logf("%d of 6 answers tested, %d refused", tested, refused)
}

// On a bowl far from the start no game is spent on a test, and where nothing is to be
// found the answer is the start.
func TestTheGuardKnowsWhenItIsNotNeeded(t *testing.T) {
	t.Parallel()
	s, err := New(four(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	walked(t, s, -1, func(w engines.Weights) float64 { return 4 * bowl(w) })
	if g := s.Method().guard; g.testing || g.refused || !g.looked {
		t.Errorf("on a bowl: %+v", g)
	}
	flatSeen := false
	for seed := uint64(1); seed < 6; seed++ {
		p := four()
		p.Seed, p.Games = seed, 600
		if s, err = New(p, Options{}); err != nil {
			t.Fatal(err)
		}
		walked(t, s, -1, func(engines.Weights) float64 { return 0 })
		flatSeen = flatSeen || slices.Equal(s.Best().Weights, p.Space.Default())
	}
	if !flatSeen {
		t.Error("where all weights are equally strong no answer is the start")
	}
}

// methodWith is the method of a run of so many games.
func methodWith(t *testing.T, games int) *method {
	t.Helper()
	p := four()
	p.Games = games
	s, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s.Method()
}

// Where there are too few games for a test an answer must promise more.
func TestAnAnswerWithoutATestMustPromiseMore(t *testing.T) {
	t.Parallel()
	for games, want := range map[int]float64{500: 2.5, 1000: 1.5 * math.Sqrt2, 2000: 1.5, 20000: 1.5} {
		m := methodWith(t, games)
		if got := m.untested(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d games: %v errors, want %v", games, got, want)
		}
	}
}

// An answer that was not tested is refused, after 500 games, unless it promises two and a
// half errors.
func TestAnUntestedAnswerIsRefused(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	between := 0
	for seed := uint64(1); seed <= 20; seed++ {
		p := four()
		p.Seed, p.Games = seed, 500
		s, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		walked(t, s, -1, func(w engines.Weights) float64 { return bowl(w) / 2 })
		found := s.Finalists()[0].Weights
		margin, _ := s.Method().margin(found)
		want := found
		if margin < 2.5 {
			want = p.Space.Default()
		}
		if best := s.Best(); !slices.Equal(best.Weights, want) {
			t.Errorf("seed %d: %.2f errors promised, the answer is %v", seed, margin, best)
		}
		if margin >= 1.5 && margin < 2.5 {
			between++
		}
	}
	if between == 0 {
		t.Error("no answer promises between one and a half and two and a half errors")
	}
}

// The longer the test the less an answer must promise to be tested, and the more makes a
// test needless. CMA-ES, which leaves a part of a generation of the budget, is tested as
// well.
func TestALongTestAsksForASmallPromise(t *testing.T) {
	t.Parallel()
	for games, want := range map[int]struct{ promise, sure float64 }{
		2000: {1.5, 6}, 8000: {0.75, 6 * math.Sqrt2}, 32000: {0.375, 12},
	} {
		m := methodWith(t, games)
		if got := m.promise(); math.Abs(got-want.promise) > 1e-9 || math.Abs(m.sure()-want.sure) > 1e-9 {
			t.Errorf("%d games: %v to %v errors, want %v", games, got, m.sure(), want)
		}
	}
	s, err := New(four(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	walked(t, s, -1, far)
	if m := s.Method(); !m.stuck.found || m.planned() == 2000 || !m.guard.looked {
		t.Errorf("%d games planned, %+v, %+v", m.planned(), m.stuck, m.guard)
	}
}
