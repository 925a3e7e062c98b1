package models

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

var laws = map[string]Law{"half draws": HalfDraws, "Rao-Kupper": RaoKupper, "Davidson": Davidson}

// The derivatives that terms returns agree with numerical derivatives of its values.
func TestLawDerivatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.Float64Range(-4, 4).Draw(t, "u")
		d := rapid.Float64Range(0.05, 3).Draw(t, "t")
		const h = 1e-5
		for name, law := range laws {
			at := law.terms(u, d)
			right, left := law.terms(u+h, d), law.terms(u-h, d)
			more, less := law.terms(u, d+h), law.terms(u, d-h)
			for r := range at {
				for what, pair := range map[string][2]float64{
					"u":  {at[r].u, (right[r].value - left[r].value) / (2 * h)},
					"t":  {at[r].t, (more[r].value - less[r].value) / (2 * h)},
					"uu": {at[r].uu, (left[r].u - right[r].u) / (2 * h)},
					"ut": {at[r].ut, (less[r].u - more[r].u) / (2 * h)},
					"tt": {at[r].tt, (less[r].t - more[r].t) / (2 * h)},
				} {
					if math.Abs(pair[0]-pair[1]) > 1e-5*(1+math.Abs(pair[0])) {
						t.Fatalf("%s at (%v, %v), result %d: %s is %v, numerically %v", name, u, d, r, what, pair[0], pair[1])
					}
				}
			}
		}
	})
}

// The probabilities of the results of a game add up to 1. If the players exchange seats, wins and
// losses are exchanged.
func TestLawProbabilities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.Float64Range(-30, 30).Draw(t, "u")
		d := rapid.Float64Range(0.01, 5).Draw(t, "t")
		for _, law := range []Law{RaoKupper, Davidson} {
			at, turned := law.terms(u, d), law.terms(-u, d)
			sum, mean, square := 0.0, 0.0, 0.0
			for _, r := range at {
				p := math.Exp(r.value)
				sum += p
				mean += p * r.u
				square += p * r.u * r.u
			}
			if math.Abs(sum-1) > 1e-12 || math.Abs(mean) > 1e-12 {
				t.Fatalf("law %d at (%v, %v): probabilities sum to %v, slopes to %v", law, u, d, sum, mean)
			}
			if math.Abs(at[won].value-turned[lost].value) > 1e-12 || math.Abs(square-law.information(u, d)) > 1e-12 {
				t.Fatalf("law %d at (%v, %v): %v, turned %v", law, u, d, at, turned)
			}
		}
	})
}

// The probabilities for the strengths 3 and 2, with θ = 1.5 and ν = 0.5, equal values computed by
// hand.
func TestLawValues(t *testing.T) {
	u := math.Log(1.5)
	rk := RaoKupper.terms(u, math.Log(1.5))
	near(t, "Rao-Kupper", []float64{math.Exp(rk[won].value), math.Exp(rk[lost].value), math.Exp(rk[drawn].value)},
		[]float64{0.5, 4. / 13, 5. / 26}, 1e-12)
	dv := Davidson.terms(u, math.Log(0.5))
	sum := 5 + 0.5*math.Sqrt(6)
	near(t, "Davidson", []float64{math.Exp(dv[won].value), math.Exp(dv[lost].value), math.Exp(dv[drawn].value)},
		[]float64{3 / sum, 2 / sum, 0.5 * math.Sqrt(6) / sum}, 1e-12)
}
