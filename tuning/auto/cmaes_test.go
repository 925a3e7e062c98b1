package auto

import "testing"

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
