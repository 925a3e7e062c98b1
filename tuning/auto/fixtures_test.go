package auto

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
)

// two is a problem of two weights.
func two() tuning.Problem {
	return tuning.Problem{Games: 1000, Seed: 3, Space: engines.Space{{Name: "a", Max: 1, Default: 0.5}, {Name: "b", Max: 1, Default: 0.5}}}
}

// four is a problem of four weights.
func four() tuning.Problem {
	p := tuning.Problem{Games: 2000, Seed: 5}
	for _, name := range []string{"a", "b", "c", "d"} {
		p.Space = append(p.Space, engines.Weight{Name: name, Max: 1, Default: 0.5})
	}
	return p
}

// sawtooth returns a strength in Elo that has a ridge, with a step of 300 Elo on one side of it.
func sawtooth(w engines.Weights) float64 {
	s := 100*w[0] - 600*math.Abs(w[1]-0.62)
	if w[1] < 0.62 {
		s -= 300
	}
	return s
}

// bowl returns a strength in Elo that is a quadratic function of the first two weights.
func bowl(w engines.Weights) float64 {
	return -800 * ((w[0]-0.3)*(w[0]-0.3) + (w[1]-0.4)*(w[1]-0.4))
}

// far returns a strength in Elo that is 0 everywhere except on a hill where all weights are large. A
// quadratic around the start does not show the hill.
func far(w engines.Weights) float64 {
	s := 0.0
	for _, x := range w {
		s -= (x - 0.95) * (x - 0.95)
	}
	return max(20*s+5, 0)
}

// cliff returns a strength in Elo that falls steeply near the start weights, although a quadratic
// fitted to all games rises there.
func cliff(w engines.Weights) float64 {
	s := 0.0
	for _, x := range w {
		s += 60 * (x - 0.5)
		if x > 0.56 && x < 0.9 {
			s -= 160
		}
	}
	return s / 2
}

func newStrategy(t *testing.T, p tuning.Problem) *Strategy {
	t.Helper()
	s, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// walk plays the given number of rounds of a strategy, or all if rounds is negative. The strength in
// Elo determines the probability of winning a game; every round has its own random generator.
func walk(t *testing.T, s *Strategy, rounds int, strength func(engines.Weights) float64) {
	t.Helper()
	for ; rounds != 0; rounds-- {
		p, err := s.Propose()
		if err != nil {
			return
		}
		rng := engines.Rand(uint64(s.Progress().Round))
		scores := make([]float64, len(p.Pairs))
		for i, pair := range p.Pairs {
			win := rating.Logistic(rating.Logit(strength(p.Points[pair.A]) - strength(p.Points[pair.B])))
			for range 2 {
				if rng.Float64() < win {
					scores[i] += 0.5
				}
			}
		}
		if err := s.Learn(scores); err != nil {
			t.Fatal(err)
		}
	}
}

// walkRestored plays a whole run. After the given number of rounds, again and again, it replaces the
// strategy by a new one restored from the snapshot. It returns the last strategy.
func walkRestored(t *testing.T, p tuning.Problem, every int, strength func(engines.Weights) float64) *Strategy {
	t.Helper()
	s := newStrategy(t, p)
	for s.Progress().Games < s.PlannedGames() {
		walk(t, s, every, strength)
		snapshot, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		again := newStrategy(t, p)
		if err := again.Restore(snapshot); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again.Best(), s.Best()) {
			t.Fatalf("restored to %+v, want %+v", again.Best(), s.Best())
		}
		s = again
	}
	return s
}

// played runs the strategy to its end on a problem of package bench with three weights.
func played(t *testing.T, kind bench.Kind, games int, o Options) (*Strategy, *bench.Duel) {
	t.Helper()
	d, err := bench.NewDuel(kind, 3, 5, bench.Variant{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(d.Problem(games), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: d, Budget: int64(games)}); err != nil {
		t.Fatal(err)
	}
	return s, d
}

// stages returns the phases that a run has entered, in order. The last one is the phase that is being
// played.
func stages(s *Strategy) []stage {
	m := s.method()
	list := slices.Clone(m.stages)
	list[len(list)-1].games = m.phase.Games()
	return list
}

// games returns how many games a phase of a run has played, and whether it was entered.
func games(s *Strategy, phase name) (n int, entered bool) {
	for _, stage := range stages(s) {
		if stage.name == phase {
			return stage.games, true
		}
	}
	return 0, false
}
