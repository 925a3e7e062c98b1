package spsa

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/duel/dueltest"
)

func with(o Options) dueltest.New {
	return func(p tuning.Problem) (tuning.Strategy, error) { return New(p, o) }
}

func TestContract(t *testing.T) {
	t.Run("auto", func(t *testing.T) { dueltest.Contract(t, with(Options{})) })
	t.Run("fishtest", func(t *testing.T) { dueltest.Contract(t, with(Options{Schedule: Fishtest})) })
	t.Run("lone games", func(t *testing.T) { dueltest.Contract(t, with(Options{LoneGames: true})) })
}

func TestImpossibleOptionsAreRefused(t *testing.T) {
	err := Options{Schedule: "fast", Spread: 0.6, Gain: math.NaN(), Alpha: 2, Gamma: -1, Stability: 3, Rounds: -1}.Validate()
	if err == nil {
		t.Fatal("nonsense was taken")
	}
	for _, name := range []string{"schedule", "spread", "gain", "alpha", "gamma", "stability", "rounds"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q is missing in %v", name, err)
		}
	}
}

// The schedule ends at the spread and the gain that were asked for, and a step
// falls as a/(A+k)^alpha.
func TestScheduleEndsWhereItShould(t *testing.T) {
	made, err := New(tuning.Problem{Space: dueltest.Mixed(), Games: 800}, Options{Spread: 0.08, Gain: 0.03, Rounds: 50})
	if err != nil {
		t.Fatal(err)
	}
	s := made.(*Strategy)
	step := func(round int) (float64, float64) {
		s.state.Round = round - 1
		spread, gain := s.schedule()
		return spread, gain * spread * spread // the a_k of Spall's notation
	}
	spread, end := step(50)
	if spread != 0.08 || math.Abs(end-0.03*0.08*0.08) > 1e-15 {
		t.Errorf("ends at spread %v, step %v", spread, end)
	}
	wide, first := step(1)
	if want := 0.08 * math.Pow(50, 0.101); math.Abs(wide-want) > 1e-12 {
		t.Errorf("begins at spread %v, want %v", wide, want)
	}
	if want := math.Pow((0.1*50+50)/(0.1*50+1), 0.602); math.Abs(first/end-want) > 1e-9 {
		t.Errorf("the step falls by %v, want %v", first/end, want)
	}
}

// Steps that agree raise the gain, steps that contradict each other lower it.
func TestGainFollowsTheGames(t *testing.T) {
	gain := func(flip bool) float64 {
		made, err := New(tuning.Problem{Space: dueltest.Mixed(), Games: 800}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := made.(*Strategy)
		step := []float64{1, -2, 0.5}
		for range 10 {
			s.correct(step)
			for i := range step {
				if flip {
					step[i] = -step[i]
				}
			}
		}
		return s.state.Factor
	}
	if up, down := gain(false), gain(true); up <= 1.5 || up > farthest || down >= 0.8 || down < 1/farthest {
		t.Errorf("agreement gives %v, contradiction %v", up, down)
	}
}

// A quick gate: four weights and 2,000 games leave a few Elo, where the middle
// of the box leaves 170.
func TestRegretOnDuels(t *testing.T) {
	entries := []bench.Entry{{Name: "spsa", New: with(Options{})}, {Name: "fishtest", New: with(Options{Schedule: Fishtest})}}
	r, err := bench.Run(t.Context(), entries, bench.Options{
		Seeds: 5, FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad, bench.Ill}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	auto, fishtest := r.Strategies[0].GeometricMean, r.Strategies[1].GeometricMean
	if auto > 14 {
		t.Errorf("geometric mean %.1f Elo, want at most 14", auto)
	}
	if fishtest < 2*auto {
		t.Errorf("the schedule of Fishtest leaves %.1f Elo against %.1f", fishtest, auto)
	}
}

// All kinds of weights find their optimum.
func TestMixedWeightsAreTuned(t *testing.T) {
	p := tuning.Problem{Space: dueltest.Mixed(), Games: 6000, Seed: 9}
	if r := dueltest.Regret(t, with(Options{}), p); r > 25 {
		t.Errorf("regret %.1f Elo", r)
	}
	p.Seats = 4
	if r := dueltest.Regret(t, with(Options{}), p); r > 25 {
		t.Errorf("regret %.1f Elo at a table of four", r)
	}
}
