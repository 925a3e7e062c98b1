package gp

import (
	"math"
	"slices"
	"strings"
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
	t.Run("paired", func(t *testing.T) {
		pairwisetest.Contract(t, with(Options{Rounds: 3, Design: 0.3}), "mixed", "three", "ahead", "limits", "order", "few games")
	})
	if pairwisetest.Seeds(1, 2) > 1 { // this takes seconds
		t.Run("unpaired", func(t *testing.T) { pairwisetest.Contract(t, with(Options{Unpaired: true})) })
	}
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	t.Parallel()
	err := Options{Rounds: -1, Design: 1.5}.Validate()
	var got []string
	for _, e := range keys.All(err) {
		got = append(got, e.Error())
	}
	want := []string{"rounds: -1 is below the minimum 0", "design: 1.5 is not within (0, 1]"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A model whose matrices would not fit the memory is refused. 99 weights have 5050 parameters: a slope
// and a curvature each, a curvature of all, and 99*98/2 products.
func TestTooManyWeightsAreRefused(t *testing.T) {
	t.Parallel()
	_, err := New(tuning.Problem{Space: square(99, 0, 1), Games: 1000}, Options{})
	if err == nil || !strings.Contains(err.Error(), "5050 for 99 weights") {
		t.Errorf("%v", err)
	}
}

// square returns a space of n weights from lo to hi.
func square(n int, lo, hi float64) engines.Space {
	var s engines.Space
	for i := range n {
		s = append(s, engines.Weight{Name: string(rune('a' + i)), Min: lo, Max: hi, Default: (lo + hi) / 2})
	}
	return s
}

// tuned runs the strategy to its end. The strength in Elo determines the probability that a point of
// a pair wins a game.
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

// saw returns a strength in Elo with a ridge along the first weight and a step of 100 Elo on one
// side of it. The strength of an agent has such a step at the ratio of two weights at which one of
// its choices changes.
func saw(w engines.Weights) float64 {
	s := 60*w[0] - 200*math.Abs(w[1]-0.62)
	if w[1] < 0.62 {
		s -= 100
	}
	return s
}

// On a ridge with a step on one side, the result is near the far end of the ridge and not beyond the
// step. The start is 86 Elo below the best weights, and a point beyond the step at least 100.
func TestRidgeWithAnEdge(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	for seed := range uint64(10) {
		s := tuned(t, tuning.Problem{Space: square(2, 0, 1), Games: 4000, Seed: seed + 1}, Options{Rounds: 20}, saw)
		best := s.Best().Weights
		if regret := saw(engines.Weights{1, 0.62}) - saw(best); regret > 45 || best[1] < 0.61 {
			t.Errorf("seed %d: %v lies %.0f Elo below the best", seed+1, best, regret)
		}
	}
}

// The report maps the important weights and shows where strength is high.
func TestReport(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	strength := func(w engines.Weights) float64 { return 200 * (math.Sin(9*w[2]) - 8*(w[0]-0.3)*(w[0]-0.3)) }
	s := tuned(t, tuning.Problem{Space: square(3, 0, 1), Games: 1200, Seed: 3}, Options{Rounds: 4}, strength)
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
		t.Errorf("the map is highest at %v, %v Elo over the result %v", at, most, best)
	}
}

// The intervals of 1.96 errors contain the best weights in nearly all cases, and more games
// make them smaller.
func TestErrorsContainTheBest(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	tip := func(w engines.Weights) float64 { return -2000 * (math.Abs(w[0]-0.3) + math.Abs(w[1]-0.62)) }
	held, before, seeds := 0, 0.0, 2
	for seed := range uint64(seeds) {
		for _, games := range []int{600, 1400} {
			s := tuned(t, tuning.Problem{Space: square(2, 0, 1), Games: games, Seed: seed + 1}, Options{Rounds: 4}, tip)
			best, e := s.Best().Weights, s.Report().Error
			for i, want := range []float64{0.3, 0.62} {
				if math.Abs(best[i]-want) <= 1.96*e[i] {
					held++
				}
			}
			if games > 600 && !(e[0]+e[1] < before) {
				t.Errorf("seed %d: %v with %d games, %v before", seed+1, e[0]+e[1], games, before)
			}
			before = e[0] + e[1]
		}
	}
	if held < 4*seeds-1 {
		t.Errorf("%d of %d hold the best", held, 4*seeds)
	}
	if s, err := New(tuning.Problem{Space: square(2, 0, 1), Games: 500}, Options{}); err != nil || s.Report().Error != nil {
		t.Errorf("before the first game there are errors: %v", err)
	}
}

// If all weights are equally strong, the report shows hardly any variation of strength on any length
// scale.
func TestRandomResultsGiveNoOctaves(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	s := tuned(t, tuning.Problem{Space: square(2, 0, 1), Games: 2000, Seed: 5}, Options{Rounds: 4}, func(engines.Weights) float64 { return 0 })
	for _, o := range s.Report().Octaves {
		if o.Elo > 25 {
			t.Errorf("an octave of %v Elo at scale %v", o.Elo, o.Scale)
		}
	}
}

// Over predicts the difference in strength between two points. Odds favours the Gaussian process if
// strength has a step, and not if it is a quadratic.
func TestOddsAndOver(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	cliff := func(w engines.Weights) float64 { return 3 * saw(w) }
	bowl := func(w engines.Weights) float64 { return -400 * ((w[0]-0.3)*(w[0]-0.3) + (w[1]-0.4)*(w[1]-0.4)) }
	for _, c := range []struct {
		strength func(engines.Weights) float64
		rough    bool
	}{{cliff, true}, {bowl, false}} {
		p := tuning.Problem{Space: square(2, 0, 1), Games: 1200, Seed: 7}
		s := tuned(t, p, Options{Rounds: 5}, c.strength)
		odds, err := Odds(p, s.Games())
		if err != nil {
			t.Fatal(err)
		}
		if (odds > 4) != c.rough {
			t.Errorf("rough %v: the log odds are %.1f", c.rough, odds)
		}
		gain, deviation := s.Over(s.Best().Weights, p.Space.Default())
		if truth := rating.Logit(c.strength(s.Best().Weights) - c.strength(p.Space.Default())); math.Abs(gain-truth) > 3*deviation {
			t.Errorf("the result is %.2f ± %.2f logits over the start, in truth %.2f", gain, deviation, truth)
		}
	}
	if n, err := Directions(tuning.Problem{Space: square(3, 0.5, 2), ScaleFree: true}); n != 2 || err != nil {
		t.Errorf("%d directions, %v", n, err)
	}
}

// problemOf returns a problem of n weights from 0 to 1.
func problemOf(n int) tuning.Problem {
	return tuning.Problem{Space: square(n, 0, 1), Games: 2000, Seed: 1}
}

// Join adds the games of another run to the model, which improves the result.
func TestJoinedPairsAreFitted(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	p := tuning.Problem{Space: square(2, 0, 1), Games: 200, Seed: 4}
	bowl := func(w engines.Weights) float64 { return -800 * ((w[0]-0.2)*(w[0]-0.2) + (w[1]-0.8)*(w[1]-0.8)) }
	s := tuned(t, p, Options{}, bowl)
	more := p
	more.Games, more.Seed = 600, 5
	other := tuned(t, more, Options{Rounds: 3}, bowl)
	before, known := bowl(s.Best().Weights), len(s.Games())
	if err := s.Join(other.Games()); err != nil {
		t.Fatal(err)
	}
	if n := len(s.Games()); n != known+len(other.Games()) {
		t.Errorf("it knows %d pairs of %d", n, known+len(other.Games()))
	}
	if after := bowl(s.Best().Weights); after < -8 || after < before-4 {
		t.Errorf("with four times as many games it is %.1f Elo below the best, before %.1f", -after, -before)
	}
}

// The factor of the standard errors falls with the number of games: about 3 with 2,000 games and
// three weights, 1.92 with 6,000, and at least 1.65.
func TestOverconfidenceFalls(t *testing.T) {
	t.Parallel()
	s, err := New(tuning.Problem{Space: square(3, 0.5, 2), Games: 20000, ScaleFree: true}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := s.method()
	for pairs, want := range map[int]float64{1000: 3, 3000: 1.92, 10000: 1.65, 1000000: 1.65} {
		m.log = make(pairwise.Log, pairs)
		if got := m.overconfidence(); math.Abs(got-want) > 0.01 {
			t.Errorf("%d pairs: %.3f, want %.3f", pairs, got, want)
		}
	}
}
