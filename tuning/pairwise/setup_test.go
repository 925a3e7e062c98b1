package pairwise

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/tuning"
)

func TestPlanSpendsTheBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.IntRange(1, 5).Draw(t, "games of a pair")
		p := tuning.Problem{Games: rapid.IntRange(1, 5000).Draw(t, "games"), Rounds: rapid.IntRange(0, 40).Draw(t, "limit")}
		plan := newPlan(p, games, rapid.IntRange(1, 100).Draw(t, "rounds"))
		if p.Rounds > 0 && plan.Rounds > p.Rounds {
			t.Fatalf("%d rounds of %d", plan.Rounds, p.Rounds)
		}
		sum := 0
		for r := range plan.Rounds {
			n := plan.In(r + 1)
			if n*games < leastGames && plan.Rounds > 1 {
				t.Fatalf("round %d of %+v has %d pairs", r+1, plan, n)
			}
			sum += n
		}
		if sum != p.Games/games {
			t.Fatalf("%d pairs planned for %d games", sum, p.Games)
		}
	})
}

// A setup fills in the defaults of a problem, and different uses of random numbers are
// independent.
func TestSetup(t *testing.T) {
	s, err := NewSetup(tuning.Problem{Space: mixed(), Seats: 3, Seed: 5}, false)
	if err != nil {
		t.Fatal(err)
	}
	if s.Problem.Games != DefaultGames || len(s.Problem.Start) != 4 || s.PairGames() != 3 {
		t.Errorf("%+v with %d games in a pair", s.Problem, s.PairGames())
	}
	if got := s.Quantise(0.332); got != 4.0/12 {
		t.Errorf("0.332 becomes %v, want a third: scores are twelfths", got)
	}
	alone, err := NewSetup(s.Problem, true)
	if err != nil {
		t.Fatal(err)
	}
	narrow := s.Problem
	narrow.Space = mixed()
	narrow.Space[0].Max = 1
	if part, err := alone.Within(narrow); err != nil || part.PairGames() != 1 || part.Ranges[0].Max != 3 || part.Box.Space()[0].Max != 1 {
		t.Errorf("a part of it has %d games in a pair, and the ranges %+v of %+v, %v", part.PairGames(), part.Box.Space(), part.Ranges, err)
	}
	seen := map[uint64]bool{}
	for round := range 3 {
		for k := range 3 {
			seen[s.Deal(round, k)] = true
			seen[s.Rand("a", uint64(round), uint64(k)).Uint64()] = true
			seen[s.Rand("b", uint64(round), uint64(k)).Uint64()] = true
		}
	}
	if len(seen) != 27 {
		t.Errorf("%d draws are different, want 27", len(seen))
	}
	for k := range 3 {
		if again := s.Rand("a", 2, uint64(k)).Uint64(); !seen[again] || !seen[s.Deal(2, k)] {
			t.Error("asked again chance is another")
		}
	}
}
