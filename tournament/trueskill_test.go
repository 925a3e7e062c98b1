package tournament

import (
	"math"
	"testing"
)

// Values of the reference implementations: newcomers, ten draws in a hundred.
func TestTrueSkill(t *testing.T) {
	var ts TrueSkill
	n := ts.Newcomer()
	for name, c := range map[string]struct{ score, mean1, mean2, deviation float64 }{
		"win":  {1, 29.395831692991514, 20.604168307008486, 7.17147580700922},
		"loss": {0, 20.604168307008486, 29.395831692991514, 7.17147580700922},
		"draw": {0.5, 25, 25, 6.457515683245049},
	} {
		a, b := ts.Update(n, n, c.score)
		for i, got := range []float64{a.Mean - c.mean1, b.Mean - c.mean2, a.Deviation - c.deviation, b.Deviation - c.deviation} {
			if math.Abs(got) > 1e-6*25 {
				t.Errorf("%s: %v %v: value %d is off by %v", name, a, b, i, got)
			}
		}
	}
}

// TestTrueSkillFarApart has results that are all but impossible.
func TestTrueSkillFarApart(t *testing.T) {
	high, low := Skill{1e6, 1}, Skill{-1e6, 1}
	for _, score := range []float64{0, 0.5, 1} {
		a, b := TrueSkill{}.Update(high, low, score)
		for _, v := range []float64{a.Mean, a.Deviation, b.Mean, b.Deviation} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("score %v: %v %v", score, a, b)
			}
		}
		if score < 1 && (a.Mean >= high.Mean || b.Mean <= low.Mean) {
			t.Errorf("score %v: an upset leaves %v %v", score, a, b)
		}
	}
	// A draw pulls the better player down and the worse one up, by as much for
	// equal deviations.
	a, b := TrueSkill{}.Update(Skill{30, 3}, Skill{20, 3}, 0.5)
	if !(a.Mean < 30 && b.Mean > 20) || math.Abs(a.Mean+b.Mean-50) > 1e-9 {
		t.Errorf("a draw leaves %v %v", a, b)
	}
}
