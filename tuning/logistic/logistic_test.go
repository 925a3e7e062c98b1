package logistic

import (
	"math"
	"testing"

	"github.com/lanista/lanista/tuning/pairwise"
)

var played = pairwise.Log{
	{A: []float64{0.2, 0.9}, B: []float64{0.7, 0.1}, Score: 0.75, Games: 8},
	{A: []float64{0.5, 0.4}, B: []float64{0.5, 0.4}, Score: 0.5, Games: 2}, // logit 0
	{A: []float64{1, 0}, B: []float64{0, 0.3}, Score: 0, Games: 4},
}

func difference(row []float64, of pairwise.Outcome) {
	for j := range row {
		row[j] += of.A[j] - of.B[j]
	}
}

// likelihood returns the log likelihood of the games.
func likelihood(theta []float64) float64 {
	sum := 0.0
	for _, g := range played {
		eta := 0.0
		for j, v := range theta {
			eta += v * (g.A[j] - g.B[j])
		}
		sum += float64(g.Games) * (g.Score*eta - math.Log1p(math.Exp(eta)))
	}
	return sum
}

// bound returns the log of the Gaussian bound at theta.
func bound(s Games, theta []float64) float64 {
	sum := s.Bound
	for i, v := range theta {
		sum += s.Moment[i] * v
		for j, w := range theta {
			sum -= s.Precision.Data[min(i, j)*s.Precision.Stride+max(i, j)] * v * w / 2
		}
	}
	return sum
}

// The bound equals the likelihood where the games were absorbed and is lower everywhere else.
func TestBound(t *testing.T) {
	t.Parallel()
	for _, at := range [][]float64{{0, 0}, {1, -2}, {-3, 0.5}} {
		s := NewGames(2)
		s.Absorb(played, at, difference)
		if got, want := bound(s, at), likelihood(at); math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("at %v the bound is %v, the likelihood %v", at, got, want)
		}
		for x := -6.0; x <= 6; x++ {
			for y := -6.0; y <= 6; y++ {
				theta := []float64{x, y}
				if got, most := bound(s, theta), likelihood(theta); got > most+1e-9 {
					t.Errorf("absorbed at %v, the bound at %v is %v, above the likelihood %v", at, theta, got, most)
				}
			}
		}
		if s.Clear(); bound(s, []float64{3, 4}) != 0 {
			t.Errorf("cleared it says %+v", s)
		}
	}
}

// The dispersion is the variance around the model divided by that of games that are won or lost, which
// is 1/4 between equal agents, and is never 0.
func TestDispersion(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name       string
		scores     [2]float64
		games      int
		parameters float64
		want       float64
	}{
		{"won and lost", [2]float64{0, 1}, 1, 0, 1},
		{"won and lost, both games of a pair", [2]float64{0, 1}, 2, 0, 2},
		{"a fifth of that", [2]float64{0.4, 0.6}, 1, 0, 0.04},
		{"a tenth of the pairs as parameters", [2]float64{0, 1}, 1, 2, 1 / 0.9},
		{"no differences", [2]float64{0.5, 0.5}, 1, 0, 1 / (3 * 254. * 254)},
	} {
		var log pairwise.Log
		for k := range 20 {
			log = append(log, pairwise.Outcome{Score: test.scores[k%2], Games: test.games})
		}
		got := Dispersion(log, test.parameters, func(pairwise.Outcome) float64 { return 0 })
		if math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A dispersion of 2 is as half of the games.
func TestDispersionOfTheBound(t *testing.T) {
	t.Parallel()
	at := []float64{0.7, -0.4}
	all, half := NewGames(2), NewGames(2)
	all.Dispersion = 2
	all.Absorb(played, at, difference)
	var fewer pairwise.Log
	for _, g := range played {
		g.Games /= 2
		fewer = append(fewer, g)
	}
	half.Absorb(fewer, at, difference)
	for _, theta := range [][]float64{{0, 0}, {1, -2}} {
		if got, want := bound(all, theta), bound(half, theta); math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v the bound is %v, want %v", theta, got, want)
		}
	}
}
