package gp

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

func with(o Options) pairwisetest.New { return pairwisetest.With(New, o) }

func TestContract(t *testing.T) {
	t.Run("paired", func(t *testing.T) { pairwisetest.Contract(t, with(Options{Rounds: 3, Design: 0.3})) })
	if pairwisetest.Seeds(1, 2) > 1 { // it takes seconds
		t.Run("unpaired", func(t *testing.T) { pairwisetest.Contract(t, with(Options{Unpaired: true})) })
	}
}

func TestImpossibleOptionsAreRefused(t *testing.T) {
	t.Parallel()
	err := Options{Rounds: -1, Design: 1.5}.Validate()
	var got []string
	for _, e := range keys.All(err) {
		got = append(got, e.Error())
	}
	want := []string{"rounds: -1 is not at least 0", "design: 1.5 is not within (0, 1]"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// square is a space of n weights from lo to hi.
func square(n int, lo, hi float64) engines.Space {
	var s engines.Space
	for i := range n {
		s = append(s, engines.Weight{Name: string(rune('a' + i)), Min: lo, Max: hi, Default: (lo + hi) / 2})
	}
	return s
}

// tuned plays a run whose pairs are decided by a strength in Elo.
func tuned(t *testing.T, p tuning.Problem, o Options, strength func(engines.Weights) float64) *Strategy {
	t.Helper()
	s, err := New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	rng := engines.Rand(p.Seed)
	for {
		round, err := s.Propose()
		if err != nil {
			return s
		}
		scores := make([]float64, len(round.Pairs))
		for i, pair := range round.Pairs {
			win := rating.Logistic(rating.Logit(strength(round.Points[pair.A]) - strength(round.Points[pair.B])))
			for range s.Setup().PairGames() {
				if rng.Float64() < win {
					scores[i] += 1 / float64(s.Setup().PairGames())
				}
			}
		}
		if err := s.Learn(scores); err != nil {
			t.Fatal(err)
		}
	}
}

// saw is a ridge along the first weight with a step of 100 Elo on one side of it, as
// where a choice flips at a ratio of two weights.
func saw(w engines.Weights) float64 {
	s := 60*w[0] - 200*math.Abs(w[1]-0.62)
	if w[1] < 0.62 {
		s -= 100
	}
	return s
}

// On a ridge with an edge the answer lies at the far end of it, on the right side and
// near it. The start is 86 Elo below, and a point on the wrong side at least 100.
func TestTheEdgeOfARidgeIsFound(t *testing.T) {
	t.Parallel()
	for seed := range uint64(pairwisetest.Seeds(1, 10)) {
		s := tuned(t, tuning.Problem{Space: square(2, 0, 1), Games: 4000, Seed: seed + 1}, Options{Rounds: 20}, saw)
		best := s.Best().Weights
		if regret := saw(engines.Weights{1, 0.62}) - saw(best); regret > 45 || best[1] < 0.61 {
			t.Errorf("seed %d: %v lies %.0f Elo below the best", seed+1, best, regret)
		}
	}
}

// The report maps the weights that matter and says where strength is high.
func TestReport(t *testing.T) {
	t.Parallel()
	strength := func(w engines.Weights) float64 { return 200 * (math.Sin(9*w[2]) - 8*(w[0]-0.3)*(w[0]-0.3)) }
	s := tuned(t, tuning.Problem{Space: square(3, 0, 1), Games: 4000, Seed: 3}, Options{Rounds: 8}, strength)
	r := s.Report()
	if len(r.Octaves) != 5 || r.Octaves[0].Scale != longest {
		t.Fatalf("octaves %v", r.Octaves)
	}
	m := r.Map
	if m == nil || m.Weights != [2]int{0, 2} {
		t.Fatalf("map %+v: the first and the third weight matter", m)
	}
	most, at := math.Inf(-1), 0.0
	for i, row := range m.Elo {
		if v := slices.Max(row); v > most {
			most, at = v, m.Y[i]
		}
	}
	if best := s.Best().Weights; math.Abs(at-best[2]) > 0.06 || math.Abs(most) > 5 {
		t.Errorf("the map is highest at %v, %v Elo over the answer %v", at, most, best)
	}
}

// Games that are all luck leave no octave of any size.
func TestLuckIsNoRoughness(t *testing.T) {
	t.Parallel()
	s := tuned(t, tuning.Problem{Space: square(2, 0, 1), Games: 3000, Seed: 5}, Options{Rounds: 6}, func(engines.Weights) float64 { return 0 })
	for _, o := range s.Report().Octaves {
		if o.Elo > 25 {
			t.Errorf("an octave of %v Elo at scale %v", o.Elo, o.Scale)
		}
	}
}

// The games of another search are learned before the first round.
func TestGamesGivenAreLearned(t *testing.T) {
	t.Parallel()
	first := tuned(t, tuning.Problem{Space: square(2, 0, 1), Games: 2000, Seed: 7}, Options{Rounds: 10}, saw)
	p := tuning.Problem{Space: square(2, 0, 1), Games: 500, Seed: 8}
	s, err := NewFrom(p, Options{}, first.Method().log)
	if err != nil {
		t.Fatal(err)
	}
	if here, start := saw(s.Best().Weights), saw(p.Space.Default()); here < start+40 {
		t.Errorf("before its first game it answers %v, %.0f Elo", s.Best().Weights, here)
	}
	if _, err := NewFrom(p, Options{}, pairwise.Log{{A: []float64{0, 0}, B: []float64{1, 1}, Score: 0.5, Games: 2}}); err != nil {
		t.Errorf("one pair is too few: %v", err)
	}
}

// problemOf is a problem of n weights from 0 to 1.
func problemOf(n int) tuning.Problem {
	return tuning.Problem{Space: square(n, 0, 1), Games: 2000, Seed: 1}
}
