package gp

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// The features of an octave have the covariance of a Matérn process of order 3/2: the mean of
// cos(w'd) over frequencies is (1 + r) exp(-r) with r = sqrt(3) |d| / l.
func TestFeaturesHaveTheSpectrumOfMatern(t *testing.T) {
	t.Parallel()
	const n, length = 40000, 0.2
	rng := engines.Rand(1)
	for _, d := range []float64{0.05, 0.2, 0.5} {
		sum := 0.0
		for range n {
			w := newCosine(1, length, rng)
			sum += math.Cos(w.frequency[0] * d)
		}
		r := math.Sqrt(3) * d / length
		if want := (1 + r) * math.Exp(-r); math.Abs(sum/n-want) > 0.02 {
			t.Errorf("at distance %v the correlation is %.3f, want %.3f", d, sum/n, want)
		}
	}
}

// The evidence favours the model that generated the games, and the posterior interval of a
// difference contains it.
func TestPosterior(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	s, err := New(problemOf(2), Options{})
	if err != nil {
		t.Fatal(err)
	}
	box, rng := s.Setup().Box, engines.Rand(4)
	truth := func(u []float64) float64 { return math.Sin(12 * u[0]) }
	var log pairwise.Log
	for range 2000 {
		a, b := []float64{rng.Float64(), rng.Float64()}, []float64{rng.Float64(), rng.Float64()}
		score := 0.0
		if rng.Float64() < 1/(1+math.Exp(truth(b)-truth(a))) {
			score = 1
		}
		log = append(log, pairwise.Outcome{A: a, B: b, Score: score, Games: 1})
	}
	evidence := func(octaves []int) float64 {
		at := newCoordinates(box, false)
		p := newPosterior(newModel([]float64{0.5, 0.5}, octaves, engines.Rand(2)), at)
		for range 6 {
			if err := p.refit(log); err != nil {
				t.Fatal(err)
			}
		}
		if octaves == nil {
			return p.evidence()
		}
		misses := 0
		for range 100 {
			a, b := []float64{rng.Float64(), rng.Float64()}, []float64{rng.Float64(), rng.Float64()}
			mean, deviation := p.difference(a, b)
			if math.Abs(mean-(truth(a)-truth(b))) > 2.5*deviation {
				misses++
			}
		}
		if misses > 10 {
			t.Errorf("%d of 100 differences lie outside of 2.5 standard deviations", misses)
		}
		return p.evidence()
	}
	if rough, smooth := evidence(octaves(2, 2000)), evidence(nil); rough < smooth+20 {
		t.Errorf("log evidence %.1f with octaves, %.1f without", rough, smooth)
	}
}

// coordinatesOf returns the coordinates of a scale-free problem.
func coordinatesOf(t interface{ Fatal(...any) }, s engines.Space) coordinates {
	box, err := pairwise.NewBox(tuning.Problem{Space: s, ScaleFree: true})
	if err != nil {
		t.Fatal(err)
	}
	return newCoordinates(box, true)
}

// In scale-free problems two vectors have the same place if and only if their directions are
// equal.
func TestDirectionsHavePlaces(t *testing.T) {
	t.Parallel()
	for name, space := range map[string]engines.Space{"positive": square(3, 0.5, 2), "with zero": square(3, -2, 2)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := coordinatesOf(t, space)
			if c.effective() != 2 {
				t.Errorf("%d directions, want 2", c.effective())
			}
			rapid.Check(t, func(t *rapid.T) {
				x, y := make(engines.Weights, 3), make(engines.Weights, 3)
				scale := rapid.Float64Range(0.8, 1.25).Draw(t, "scale")
				for i := range x {
					x[i] = rapid.Float64Range(0.7, 1.4).Draw(t, "weight")
					y[i] = x[i] * scale
				}
				u, v := make([]float64, 3), make([]float64, 3)
				c.place(u, c.box.Unit(x))
				c.place(v, c.box.Unit(y))
				for i := range u {
					if math.Abs(u[i]-v[i]) > 1e-9 {
						t.Fatalf("%v lies at %v, %v at %v", x, u, y, v)
					}
				}
				y[0] *= 1.1
				c.place(v, c.box.Unit(y))
				if math.Abs(u[0]-v[0])+math.Abs(u[1]-v[1]) < 1e-3 {
					t.Fatalf("%v and %v lie together at %v", x, y, u)
				}
			})
		})
	}
}

// A fixed weight other than 0 determines the scale of the others.
func TestAFixedWeightGivesAScale(t *testing.T) {
	t.Parallel()
	space := square(3, 0.5, 2)
	space[2].Kind = engines.Fixed
	if c := coordinatesOf(t, space); c.logs || c.effective() != 2 {
		t.Errorf("logs %v, %d directions; two weights are free", c.logs, c.effective())
	}
	space[2].Min, space[2].Default = 0, 0
	if c := coordinatesOf(t, space); !c.logs || c.effective() != 1 {
		t.Errorf("logs %v, %d directions; one is left", c.logs, c.effective())
	}
}
