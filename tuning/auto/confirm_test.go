package auto

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// With a larger budget a smaller predicted gain is enough, and only a larger one needs no test. The
// test has more games, but a smaller share of them.
func TestPromises(t *testing.T) {
	c := Defaults()
	for _, x := range []struct {
		budget               int
		required, sure, test float64
	}{
		{250, 2 * math.Sqrt2, 3, 25},
		{1000, 2, 3, 100},
		{4000, 1, 6, 200 * math.Sqrt2},
		{16000, 0.5, 12, 800},
	} {
		for what, pair := range map[string][2]float64{
			"required": {c.requiredGain(x.budget), x.required}, "sure": {c.sure(x.budget), x.sure}, "test": {c.testGames(x.budget), x.test},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("%d games: %s %v, want %v", x.budget, what, pair[0], pair[1])
			}
		}
	}
}

// The last phase plays the candidate against the start weights until its games are played. The
// candidate has lost if it scored less than half of the points.
func TestConfirmPhase(t *testing.T) {
	for score, lost := range map[float64]bool{0.25: true, 0.5: false, 0.75: false} {
		setup, err := pairwise.NewSetup(four(), false)
		if err != nil {
			t.Fatal(err)
		}
		candidate := engines.Weights{1, 0, 1, 0}
		p := &confirmPhase{setup: &setup, candidate: tuning.Estimate{Weights: candidate}, pairs: 20, left: 50, round: 7}
		deals := map[uint64]bool{}
		for _, want := range []int{20, 20, 10} {
			round, err := p.ProposeAhead(0)
			if err != nil || len(round.Pairs) != want {
				t.Fatalf("%d pairs, %v; want %d", len(round.Pairs), err, want)
			}
			if next, err := p.ProposeAhead(1); err == nil && next.Pairs[0].Deal == round.Pairs[0].Deal {
				t.Error("two rounds in play have the same deals")
			}
			if !slices.Equal(round.Points[0], candidate) || !slices.Equal(round.Points[1], four().Space.Default()) {
				t.Fatalf("points %v", round.Points)
			}
			for _, pair := range round.Pairs {
				deals[pair.Deal] = true
			}
			if err := p.Learn(round, slices.Repeat([]float64{score}, want)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := p.ProposeAhead(0); !errors.Is(err, tuning.Done) {
			t.Errorf("after the last round: %v", err)
		}
		if p.Games() != 100 || len(deals) != 50 || p.lost() != lost {
			t.Errorf("a score of %v: %d games on %d deals, lost %v", score, p.Games(), len(deals), p.lost())
		}
	}
}

// If the predicted gain is small, the last games test the result against the start weights, which
// become the result if they win. The best weights of the search remain a candidate.
func TestResultIsTested(t *testing.T) {
	t.Parallel()
	tested, refused := 0, 0
	for seed := uint64(1); seed <= uint64(pairwisetest.Seeds(5, 9)); seed++ {
		p := four()
		p.Seed, p.Ahead = seed, int(seed%2)*2
		strength := cliff
		if seed%2 == 0 {
			strength = func(w engines.Weights) float64 { return bowl(w) / 4 }
		}
		s := walkRestored(t, p, 16, strength)
		n, entered := games(s, confirm)
		if !entered {
			continue
		}
		tested++
		if n > 200 || n == 0 {
			t.Errorf("seed %d: a test of %d games", seed, n)
		}
		found := s.Candidates()[0].Weights
		if slices.Equal(s.Best().Weights, p.Space.Default()) {
			refused++
			if slices.Equal(found, s.Best().Weights) {
				t.Errorf("seed %d: what was found is no candidate", seed)
			}
		} else if !slices.Equal(found, s.Best().Weights) {
			t.Errorf("seed %d: the result is neither the start nor what was found", seed)
		}
	}
	if tested == 0 || refused == tested {
		t.Errorf("%d results were tested, %d refused", tested, refused)
	}
}

// If the predicted gain is many times its error, no games are spent on a test.
func TestCertainGainIsNotTested(t *testing.T) {
	t.Parallel()
	s := newStrategy(t, four())
	walk(t, s, -1, func(w engines.Weights) float64 { return 4 * bowl(w) })
	if _, tested := games(s, confirm); tested || slices.Equal(s.Best().Weights, four().Space.Default()) {
		t.Errorf("phases %v, result %v", stages(s), s.Best())
	}
}

// If all weights are equally strong, some runs return the start weights.
func TestNoGainReturnsTheStart(t *testing.T) {
	t.Parallel()
	starts := 0
	for seed := uint64(1); seed < 6; seed++ {
		p := four()
		p.Seed, p.Games = seed, 600
		s := newStrategy(t, p)
		walk(t, s, -1, func(engines.Weights) float64 { return 0 })
		if slices.Equal(s.Best().Weights, p.Space.Default()) {
			starts++
		}
	}
	if starts == 0 {
		t.Error("no run returns the start")
	}
}

// A result that promises too little is tested with any budget. It becomes the result only if the games of
// the test show a gain.
func TestDoubtfulResultIsTested(t *testing.T) {
	t.Parallel()
	for _, budget := range []int{500, 2000} {
		for score, start := range map[float64]bool{0: true, 0.25: true, 0.5: true, 0.75: false, 1: false} {
			p := four()
			p.Seed, p.Games = 1, budget
			s := newStrategy(t, p)
			for entered := false; !entered; _, entered = games(s, confirm) {
				if s.Progress().Games == s.PlannedGames() {
					t.Fatalf("%d games: no test", budget)
				}
				walk(t, s, 1, func(engines.Weights) float64 { return 0 })
			}
			for s.Progress().Games < s.PlannedGames() {
				round, err := s.Propose()
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Learn(slices.Repeat([]float64{score}, len(round.Pairs))); err != nil {
					t.Fatal(err)
				}
			}
			if n, _ := games(s, confirm); n == 0 || n > budget/10 {
				t.Errorf("%d games: a test of %d", budget, n)
			}
			if got := slices.Equal(s.Best().Weights, p.Space.Default()); got != start {
				t.Errorf("%d games, a score of %v: the start is the result: %v, want %v", budget, score, got, start)
			}
		}
	}
}

// A result that promised too little is returned if promise and test together show a gain by one
// standard error, and the result has not lost the test.
func TestPromiseAndTestTogether(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		gain, score float64 // the score of 100 games
		doubtful    bool
		refused     bool
	}{
		{gain: 0, score: 57, doubtful: true, refused: true}, // 1.4 errors
		{gain: 0, score: 57.5, doubtful: true},              // 1.5 errors
		{gain: 1, score: 52, doubtful: true, refused: true},
		{gain: 1, score: 52.5, doubtful: true},
		{gain: 2, score: 50, doubtful: true},
		{gain: 2, score: 49.5, doubtful: true, refused: true},
		{gain: 1, score: 50},
		{gain: 5, score: 49.5, refused: true},
	} {
		p := &confirmPhase{gain: c.gain, games: 100, score: c.score, doubtful: c.doubtful}
		if p.refused() != c.refused {
			t.Errorf("%+v: refused %v", c, p.refused())
		}
	}
}

// If a result promised enough when its test could have begun, and promises less than required after
// the last games, it is still returned unless it promises less than one error of a sum. In the last case
// strength becomes its opposite when the promise has been accepted.
func TestPromiseThatFell(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seed   uint64
		change float64 // factor of the strength after the promise has been accepted
		start  bool    // whether the start weights are the result
	}{{13, 1, false}, {49, 1, false}, {73, 1, false}, {27, -3, true}} {
		p := four()
		p.Seed, p.Games = c.seed, 500
		s := newStrategy(t, p)
		m := s.method()
		for !m.decided && s.Progress().Games < s.PlannedGames() {
			walk(t, s, 1, func(w engines.Weights) float64 { return bowl(w) / 3 })
		}
		walk(t, s, -1, func(w engines.Weights) float64 { return c.change * bowl(w) / 3 })
		promise, ok := m.predictedGain(m.phase.Best().Weights)
		if _, tested := games(s, confirm); tested || !m.decided || !ok || promise >= m.requiredGain() || promise < math.Sqrt2 != c.start {
			t.Fatalf("%+v: a promise of %.2f errors, tested %v: not the case of this test", c, promise, tested)
		}
		if slices.Equal(s.Best().Weights, p.Space.Default()) != c.start {
			t.Errorf("%+v: a promise of %.2f errors returns %v", c, promise, s.Best().Weights)
		}
	}
}
