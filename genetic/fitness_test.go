package genetic

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

func members(n int) []Genome {
	out := make([]Genome, n)
	for i := range out {
		out[i] = Genome{ID: i + 1, Weights: engines.Weights{float64(i)}}
	}
	return out
}

func TestWinRate(t *testing.T) {
	t.Parallel()
	e := Evidence{Members: members(4), Past: []Genome{{ID: 9}}, Results: []HeadToHead{
		{A: 1, B: 2, Games: 4, Points: 2.5}, {A: 1, B: 9, Games: 2, Points: 2}, {A: 2, B: 3, Games: 1, Points: 1},
	}}
	got := WinRate{Unplayed: 0.4}.Of(e)
	if want := []float64{4.5 / 6, 2.5 / 5, 0, 0.4}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// With an almost flat prior, the ratings of two genomes follow from the odds of their games. At 3 to
// 1 the log-strengths are ln 3 apart, half of it on either side of the mean.
func TestBradleyTerryOfTwo(t *testing.T) {
	t.Parallel()
	e := Evidence{Members: members(2), Results: []HeadToHead{{A: 1, B: 2, Games: 8, Points: 6}}}
	got := BradleyTerry{Prior: 1e6}.Of(e)
	want := rating.Logistic(math.Log(3) / 2)
	if math.Abs(got[0]-want) > 1e-6 || math.Abs(got[1]-(1-want)) > 1e-6 {
		t.Errorf("%v, want %v and its complement", got, want)
	}
}

func TestBradleyTerryShrinks(t *testing.T) {
	t.Parallel()
	// An equal win rate over more games has a higher rating, and a win over a strong genome
	// counts more than one over a weak genome.
	e := Evidence{Members: members(6), Results: []HeadToHead{
		{A: 1, B: 3, Games: 2, Points: 2},
		{A: 2, B: 4, Games: 20, Points: 20},
		{A: 2, B: 5, Games: 1, Points: 0},
		{A: 4, B: 6, Games: 1, Points: 0},
	}}
	got := BradleyTerry{Prior: 100}.Of(e)
	if !(got[1] > got[0]) {
		t.Errorf("20 wins of 21 rate %v, 2 of 2 rate %v", got[1], got[0])
	}
	if !(got[4] > got[5]) {
		t.Errorf("a win over the strong rates %v, over the weak %v", got[4], got[5])
	}
	for _, f := range got {
		if !(f > 0 && f < 1) {
			t.Errorf("fitness %v", f)
		}
	}
}

// At the fitted strengths the gradient of the log posterior is 0: for every genome, the points minus
// the expected points are balanced by the prior.
func TestBradleyTerryIsAtTheOptimum(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "genomes")
		r := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		e := Evidence{Members: members(n)}
		for a := 1; a <= n; a++ {
			for b := a + 1; b <= n; b++ {
				games := r.IntN(7)
				e.Results = append(e.Results, HeadToHead{A: a, B: b, Games: games, Points: float64(r.IntN(2*games+1)) / 2})
			}
		}
		precision := rapid.Float64Range(0.01, 5).Draw(t, "precision")
		p, _ := newPosterior(e, precision)
		strength := p.peak(n)
		slope := make([]float64, n)
		for i := range slope {
			slope[i] = -precision * strength[i]
		}
		for _, d := range e.Results {
			surprise := d.Points - float64(d.Games)*rating.Logistic(strength[d.A-1]-strength[d.B-1])
			slope[d.A-1] += surprise
			slope[d.B-1] -= surprise
		}
		for i := range slope {
			if math.Abs(slope[i]) > 1e-4 {
				t.Fatalf("genome %d: slope %v", i+1, slope[i])
			}
		}
	})
}

// Genomic rates genomes without games by their weights, if strength rises with a weight or has a
// maximum within the population.
func TestGenomicRatesTheUnplayedByTheirWeights(t *testing.T) {
	t.Parallel()
	for name, strength := range map[string]func(x float64) float64{
		"linear": func(x float64) float64 { return x / 2 },
		"peak":   func(x float64) float64 { return -(x - 6) * (x - 6) / 4 },
	} {
		e := Evidence{Space: square(1), Members: members(11)} // weights 0 to 10
		for a := 0; a <= 10; a += 2 {
			for b := a + 2; b <= 10; b += 2 {
				e.Results = append(e.Results, HeadToHead{A: a + 1, B: b + 1, Games: 100, Points: 100 * rating.Logistic(strength(float64(a))-strength(float64(b)))})
			}
		}
		got := Genomic{Prior: 300, Heritability: 0.95}.Of(e)
		for a := 1; a <= 9; a += 2 {
			for b := a + 2; b <= 9; b += 2 {
				diff := strength(float64(a)) - strength(float64(b))
				if math.Abs(diff) > 0.1 && (got[a] > got[b]) != (diff > 0) {
					t.Errorf("%s: weights %d and %d rate %.3f and %.3f", name, a, b, got[a], got[b])
				}
			}
		}
	}
}

// The rating is the most probable one. Without the parameters of the model, strengths are Gaussian: their
// covariance is a part for equal weights (heritability) and one for each genome. At the maximum they are this
// covariance times the slopes of the likelihood. Differences of strengths follow from the expected scores.
func TestGenomicIsAtTheOptimum(t *testing.T) {
	t.Parallel()
	const prior, heritability, n, weights = 200.0, 0.7, 6, 3
	e := Evidence{Space: square(weights), Results: []HeadToHead{
		{A: 1, B: 2, Games: 10, Points: 7}, {A: 2, B: 3, Games: 6, Points: 1.5}, {A: 3, B: 4, Games: 20, Points: 11}, {A: 1, B: 5, Games: 4, Points: 3},
	}}
	r := engines.Rand(8)
	for id := range n {
		e.Members = append(e.Members, Genome{ID: id + 1, Weights: engines.Weights{10 * r.Float64(), 4 * r.Float64(), 5 + r.Float64()}})
	}
	var mean [weights]float64
	squares := 0.0
	for _, m := range e.Members {
		for k, w := range m.Weights {
			mean[k] += w / n
		}
	}
	for _, m := range e.Members {
		for k, w := range m.Weights {
			squares += (w - mean[k]) * (w - mean[k])
		}
	}
	trait := func(m Genome, k int) (linear, square float64) {
		z := (m.Weights[k] - mean[k]) / math.Sqrt(squares/(n*weights))
		return z, (z*z - 1) / 2
	}
	var strength, slope [n]float64
	for i, score := range (Genomic{Prior: prior, Heritability: heritability}).Of(e) {
		strength[i] = math.Log(score / (1 - score))
	}
	for _, h := range e.Results {
		surprise := h.Points - float64(h.Games)*rating.Logistic(strength[h.A-1]-strength[h.B-1])
		slope[h.A-1] += surprise
		slope[h.B-1] -= surprise
	}
	variance := math.Pow(prior/rating.EloPerLogit, 2)
	var want [n]float64
	total := 0.0
	for i := range n {
		for j := range n {
			shared := 0.0
			for k := range weights {
				x, xx := trait(e.Members[i], k)
				y, yy := trait(e.Members[j], k)
				shared += (x*y + xx*yy) / (2 * weights)
			}
			covariance := variance * heritability * shared
			if i == j {
				covariance += variance * (1 - heritability)
			}
			want[i] += covariance * slope[j]
		}
		total += want[i]
	}
	for i := range n {
		if math.Abs(strength[i]-(want[i]-total/n)) > 1e-4 {
			t.Errorf("genome %d: strength %.6f above the mean, want %.6f", i+1, strength[i], want[i]-total/n)
		}
	}
}

func TestGenomicOfEqualsIsBradleyTerry(t *testing.T) {
	t.Parallel()
	e := Evidence{Space: square(1), Members: members(3), Results: []HeadToHead{{A: 1, B: 2, Games: 4, Points: 3}}}
	for i := range e.Members {
		e.Members[i].Weights = engines.Weights{4}
	}
	got := Genomic{Prior: 200, Heritability: 0.5}.Of(e)
	want := BradleyTerry{Prior: 200 * math.Sqrt(0.5)}.Of(e)
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// No fitness function depends on the order of the results or on which genome of a result is called
// A.
func TestFitnessIgnoresTheOrderOfResults(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		e := Evidence{Space: square(1), Members: members(6)}
		for range 12 {
			a := 1 + r.IntN(5)
			e.Results = append(e.Results, HeadToHead{A: a, B: a + 1, Games: 3, Points: float64(r.IntN(4))})
		}
		turned := e
		turned.Results = slices.Clone(e.Results)
		for i, d := range turned.Results {
			turned.Results[i] = HeadToHead{A: d.B, B: d.A, Games: d.Games, Points: float64(d.Games) - d.Points}
		}
		slices.Reverse(turned.Results)
		for _, j := range []Fitness{WinRate{0.5}, BradleyTerry{200}, Genomic{200, 0.8}} {
			one, two := j.Of(e), j.Of(turned)
			for i := range one {
				if math.Abs(one[i]-two[i]) > 1e-6 {
					t.Fatalf("%T: %v, then %v", j, one, two)
				}
			}
		}
	})
}
