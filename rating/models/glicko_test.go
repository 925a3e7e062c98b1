package models

import (
	"math"
	"testing"
)

// The rating equals the worked example of Glickman's paper, with more digits.
func TestGlicko(t *testing.T) {
	got := Glicko{1500, 200, 0.06}.Update([]GlickoGames{
		{Glicko{1400, 30, 0.06}, 1, 1}, {Glicko{1550, 100, 0.06}, 1, 0}, {Glicko{1700, 300, 0.06}, 1, 0},
	}, 0.5)
	if math.Abs(got.Rating-1464.0507) > 1e-4 || math.Abs(got.Deviation-151.5165) > 1e-4 || math.Abs(got.Volatility-0.0599960) > 1e-7 {
		t.Errorf("%+v", got)
	}
	if idle := (Glicko{1500, 200, 0.06}).Update(nil, 0.5); idle.Rating != 1500 || idle.Deviation <= 200 {
		t.Errorf("a period without games leaves %+v", idle)
	}
}

// Extremely unlikely results give finite ratings that move in the right direction.
func TestGlickoSurprise(t *testing.T) {
	for _, gap := range []float64{500, 2000, 1e6} {
		for _, score := range []float64{0, 0.5, 1} {
			got := Glicko{1500 + gap, 30, 0.06}.Update([]GlickoGames{{Glicko{1500, 30, 0.06}, 1, score}}, 1.2)
			for _, v := range []float64{got.Rating, got.Deviation, got.Volatility} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("gap %v, score %v: %+v", gap, score, got)
				}
			}
			if gap < 1e6 && score < 1 && got.Rating >= 1500+gap {
				t.Errorf("gap %v, score %v: %+v", gap, score, got)
			}
		}
	}
}

// Several games against one opponent count as much as the same games entered one by one.
func TestGlickoAddsUp(t *testing.T) {
	other := Glicko{1600, 80, 0.06}
	one := NewGlicko().Update([]GlickoGames{{other, 3, 1.5}}, 0.5)
	three := NewGlicko().Update([]GlickoGames{{other, 1, 1}, {other, 1, 0.5}, {other, 1, 0}}, 0.5)
	near(t, "rating", []float64{one.Rating, one.Deviation, one.Volatility}, []float64{three.Rating, three.Deviation, three.Volatility}, 1e-9)
}
