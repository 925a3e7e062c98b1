package auto

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
)

// If the response surface has made no progress, CMA-ES plays the remaining games, except for less
// than a generation. Restored runs have the same result, with and without rounds ahead.
func TestCMAESFollowsAStuckSurface(t *testing.T) {
	t.Parallel()
	for seed := uint64(1); seed <= 3; seed++ {
		p := four()
		p.Seed, p.Ahead = seed, int(seed%2)*2
		whole := newStrategy(t, p)
		walk(t, whole, -1, far)
		s := walkRestored(t, p, 12, far)
		if got, want := s.Best(), whole.Best(); got.Name != want.Name || got.Weights[0] != want.Weights[0] {
			t.Errorf("seed %d: restored it ends at %v, not at %v", seed, got, want)
		}
		if n, _ := games(s, evolution); n < 1000 {
			t.Errorf("seed %d: %v", seed, stages(s))
		}
		if n := s.Progress().Games; n > p.Games || n <= p.Games-60 || n != s.PlannedGames() {
			t.Errorf("seed %d: %d games of %d, planned were %d", seed, n, p.Games, s.PlannedGames())
		}
	}
}

// A surface that finds neither curvature nor a slope, because all points lie on a plain, is stuck although
// the maximum beside the start promises a tiny gain with a tiny error. CMA-ES finds the hill.
func TestCMAESLeavesAPlain(t *testing.T) {
	t.Parallel()
	hill := func(w engines.Weights) float64 {
		distance := 0.0
		for _, x := range w {
			distance += (x - 0.95) * (x - 0.95)
		}
		return 400 * math.Exp(-3*distance)
	}
	for _, seed := range []uint64{3, 4, 5, 20, 34} {
		p := four()
		p.Seed = seed
		s := newStrategy(t, p)
		walk(t, s, -1, hill)
		if n, _ := games(s, evolution); n < 1000 {
			t.Errorf("seed %d: CMA-ES has %d games: %v", seed, n, stages(s))
		}
		if got := hill(s.Best().Weights); got < 300 {
			t.Errorf("seed %d: the result has %.0f of 400 Elo", seed, got)
		}
	}
}
