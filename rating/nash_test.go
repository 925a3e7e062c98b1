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
	} {
		got, err := Nash(c.elo)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.want[0] {
			if !(math.Abs(got[i]-want) <= 0.001) {
				t.Errorf("%s: %.3f, want %v", name, got, c.want[0])
				break
			}
		}
	}
	shares, logs := make([]float64, 3), []float64{1000, 1000 - math.Ln2, -1000}
	softmax(shares, logs)
	near(t, "shares of large logarithms", shares, []float64{2. / 3, 1. / 3, 0}, 1e-12)
	if shares, err := Nash(nil); len(shares) != 0 || err != nil {
		t.Error("shares of nobody")
	}
}
