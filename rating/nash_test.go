package rating

import (
	"math"
	"testing"
)

// Agents in a circle have equal shares, or those of the game's solution. Beaten agents and
// beaten copies have none.
func TestNash(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ elo, want [][]float64 }{
		"alone":      {[][]float64{{0}}, [][]float64{{1}}},
		"transitive": {[][]float64{{0, 50, 90}, {-50, 0, 40}, {-90, -40, 0}}, [][]float64{{1, 0, 0}}},
		"circle":     {[][]float64{{0, 60, -60}, {-60, 0, 60}, {60, -60, 0}}, [][]float64{{1. / 3, 1. / 3, 1. / 3}}},
		"circle and a victim": {
			[][]float64{{0, 60, -60, 30}, {-60, 0, 60, 30}, {60, -60, 0, 30}, {-30, -30, -30, 0}},
			[][]float64{{1. / 3, 1. / 3, 1. / 3, 0}},
		},
		"equals": {[][]float64{{0, 0}, {0, 0}}, [][]float64{{0.5, 0.5}}},
		// Payoffs a, b, c of the circle 1 over 2, 2 over 3, 3 over 1 give shares b, c, a.
		"an uneven circle": {
			[][]float64{{0, Elo(0.75), Elo(0.375)}, {Elo(0.25), 0, Elo(0.625)}, {Elo(0.625), Elo(0.375), 0}},
			[][]float64{{0.25, 0.25, 0.5}},
		},
		"a circle of far strengths, given on one side": {
			[][]float64{{0, 2 * Elo(0.95), 0}, {0, 0, 2 * Elo(0.65)}, {2 * Elo(0.8), 0, 0}},
			[][]float64{{1. / 6, 1. / 3, 1. / 2}},
		},
		"an uneven circle of small differences": {
			[][]float64{{0, Elo(0.505), Elo(0.49)}, {Elo(0.495), 0, Elo(0.5025)}, {Elo(0.51), Elo(0.4975), 0}},
			[][]float64{{1. / 7, 4. / 7, 2. / 7}},
		},
		// Every mixture of 1 and 2 is a solution, although 1 beats 4 and 2 does not.
		"several solutions": {
			[][]float64{{0, 0, 200, 200}, {0, 0, 200, 0}, {-200, -200, 0, 0}, {-200, 0, 0, 0}},
			[][]float64{{0.5, 0.5, 0, 0}},
		},
		// By linear and quadratic programming (scipy: linprog, SLSQP).
		"several solutions of five": {
			[][]float64{{0, -50, 50, 0, 0}, {50, 0, 0, 0, -50}, {-50, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 50, 0, 0, 0}},
			[][]float64{{1. / 3, 0, 0, 1. / 3, 1. / 3}},
		},
		"several circles": {
			[][]float64{{0, 0, 100, 50, -50}, {0, 0, -100, 0, 50}, {-100, 100, 0, -50, 50}, {-50, 0, 50, 0, 0}, {50, -50, -50, 0, 0}},
			[][]float64{{0.35021928, 0.19737885, 0.15284043, 0, 0.29956144}},
		},
		"a hundredth of an Elo": {[][]float64{{0, 0.01}, {-0.01, 0}}, [][]float64{{1, 0}}},
		"certain wins":          {[][]float64{{0, math.Inf(1)}, {math.Inf(-1), 0}}, [][]float64{{1, 0}}},
	} {
		got, err := Nash(c.elo)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want[0] {
			if !(math.Abs(got[i]-want) <= 1e-6) {
				t.Errorf("%s: %.8f, want %v", name, got, c.want[0])
				break
			}
		}
	}
	// No agent beats the mixture, whatever the results are.
	rng := seeded(15, 1)
	for run := range 200 {
		n, size := 2+run%9, math.Pow(10, -1+4*rng.Float64())
		elo := make([][]float64, n)
		for i := range elo {
			elo[i] = make([]float64, n)
			for j := range i {
				elo[i][j] = size * rng.NormFloat64()
				if run%3 == 0 { // many equal results
					elo[i][j] = math.Round(elo[i][j]/size) * size
				}
			}
		}
		shares, err := Nash(elo)
		if err != nil {
			t.Fatal(err)
		}
		most, largest := 0.0, 0.0
		for i := range n {
			payoff := 0.0
			for j, share := range shares {
				v := 2*Score((elo[i][j]-elo[j][i])/2) - 1
				payoff += v * share
				largest = max(largest, math.Abs(v))
			}
			most = max(most, payoff)
		}
		if !(most <= 1e-7*largest) {
			t.Errorf("%v: an agent has the payoff %.3g against %.4f", elo, most, shares)
		}
	}
	shares, logs := make([]float64, 3), []float64{1000, 1000 - math.Ln2, -1000}
	softmax(shares, logs)
	near(t, "shares of large logarithms", shares, []float64{2. / 3, 1. / 3, 0}, 1e-12)
	if shares, err := Nash(nil); len(shares) != 0 || err != nil {
		t.Error("shares of nobody")
	}
}
