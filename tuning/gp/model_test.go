package gp

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
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

// ripple is a strength in logits that only octaves describe.
func ripple(u []float64) float64 { return math.Sin(12 * u[0]) }

// The evidence favours the model that generated the games, and the posterior interval of a
// difference contains it.
func TestPosterior(t *testing.T) {
	pairwisetest.Long(t)
	t.Parallel()
	games := pairwisetest.Seeds(1000, 2000)
	s, err := New(problemOf(2), Options{})
	if err != nil {
		t.Fatal(err)
	}
	box, rng := s.Setup().Box, engines.Rand(6)
	log := gamesOf(games, ripple)
	evidence := func(octaves []int) float64 {
		at := newCoordinates(box, false)
		p := newPosterior(newModel([]float64{0.5, 0.5}, octaves, engines.Rand(2)), at)
		for range 4 {
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
			if math.Abs(mean-(ripple(a)-ripple(b))) > 2.5*deviation {
				misses++
			}
		}
		if misses > 10 {
			t.Errorf("%d of 100 differences lie outside of 2.5 standard deviations", misses)
		}
		return p.evidence()
	}
	if rough, smooth := evidence(octaves(2, games)), evidence(nil); rough < smooth+20 {
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

// gamesOf returns pairs of random points in two dimensions whose winners depend on the strength, in logits.
func gamesOf(n int, strength func(u []float64) float64) (log pairwise.Log) {
	rng := engines.Rand(4)
	for range n {
		g := pairwise.Outcome{A: []float64{rng.Float64(), rng.Float64()}, B: []float64{rng.Float64(), rng.Float64()}, Games: 1}
		if rng.Float64() < rating.Logistic(strength(g.A)-strength(g.B)) {
			g.Score = 1
		}
		log = append(log, g)
	}
	return log
}

// The evidence is the integral of the prior times the bound of the likelihood, both of which are Gaussian.
// It is computed here by elimination from the matrices of the bound.
func TestEvidenceIsTheIntegral(t *testing.T) {
	t.Parallel()
	s, err := New(problemOf(2), Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := newPosterior(newModel([]float64{0.5, 0.5}, []int{5, 7}, engines.Rand(2)), newCoordinates(s.Setup().Box, false))
	p.absorb(gamesOf(200, ripple))
	if err := p.mean(); err != nil {
		t.Fatal(err)
	}
	n := p.model.size()
	whole, moment, mean := mat.NewDense(n, n, nil), mat.NewVecDense(n, p.games.Moment), new(mat.VecDense)
	want := p.games.Bound
	for i := range n {
		for j := range n {
			whole.Set(i, j, p.games.Precision.Data[min(i, j)*n+max(i, j)])
		}
		whole.Set(i, i, whole.At(i, i)+p.prior(i))
		want += math.Log(p.prior(i)) / 2
	}
	determinant, _ := mat.LogDet(whole)
	if err := mean.SolveVec(whole, moment); err != nil {
		t.Fatal(err)
	}
	want += mat.Dot(moment, mean)/2 - determinant/2
	if got := p.evidence(); math.Abs(got-want) > 1e-6 {
		t.Errorf("log evidence %.8f, want %.8f", got, want)
	}
}

// The amplitude of an octave is the standard deviation of its part of the strength before any game.
func TestAmplitudeIsTheDeviationOfTheOctave(t *testing.T) {
	t.Parallel()
	const n = 300
	p := newPosterior(newModel([]float64{0.5, 0.5}, []int{n, n}, engines.Rand(3)), coordinates{})
	for k, elo := range p.amplitudes() {
		squares := 0.0
		for j := p.model.first[k]; j < p.model.first[k+1]; j++ { // at the origin a cosine has the value of its phase
			squares += math.Pow(math.Cos(p.model.cosines[j-p.model.first[0]].phase), 2) / p.prior(j)
		}
		if want := math.Sqrt(squares) * rating.EloPerLogit; math.Abs(elo/want-1) > 0.1 {
			t.Errorf("octave %d: %.2f Elo, want %.2f", k, elo, want)
		}
	}
}

// The result is not where the strength may be high, but where it is surely high: its mean less its deviation
// is the largest.
func TestResultIsSurelyHigh(t *testing.T) {
	t.Parallel()
	s, err := New(problemOf(2), Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := s.method()
	if err := m.posterior.refit(gamesOf(150, ripple)); err != nil {
		t.Fatal(err)
	}
	least := func(u []float64) float64 {
		mean, deviation := m.posterior.difference(u, m.setup.Box.Start())
		return mean - deviation
	}
	result := least(m.peak(m.plan.Rounds))
	rng := engines.Rand(5)
	for range 2000 {
		if u := []float64{rng.Float64(), rng.Float64()}; least(u) > result+0.01 {
			t.Fatalf("at %v the strength is at least %.3f, at the result %.3f", u, least(u), result)
		}
	}
}

// The odds favour the Gaussian process where strength has ripples, and the quadratic where it is one.
func TestOddsFavourTheSimplestModelThatFits(t *testing.T) {
	t.Parallel()
	p := problemOf(2)
	for name, c := range map[string]struct {
		strength func(u []float64) float64
		process  bool
	}{
		"ripple":    {ripple, true},
		"quadratic": {func(u []float64) float64 { return -8*(u[0]-0.4)*(u[0]-0.4) - 4*(u[1]-0.6)*(u[1]-0.6) }, false},
	} {
		odds, err := Odds(p, gamesOf(600, c.strength))
		if err != nil || odds > 0 != c.process {
			t.Errorf("%s: log odds %.2f of the process, %v", name, odds, err)
		}
	}
}
