package models

import (
	"math"
	"testing"
)

func newcomers(n int) []Skill {
	out := make([]Skill, n)
	for i := range out {
		out[i] = TrueSkill{}.Newcomer()
	}
	return out
}

// For two players the skills equal those of the reference implementations, in which one game of ten
// is drawn.
func TestTrueSkillOfTwo(t *testing.T) {
	for name, c := range map[string]struct {
		places []int
		want   []Skill
	}{
		"win":  {[]int{1, 2}, []Skill{{29.395831692991514, 7.17147580700922}, {20.604168307008486, 7.17147580700922}}},
		"loss": {[]int{2, 1}, []Skill{{20.604168307008486, 7.17147580700922}, {29.395831692991514, 7.17147580700922}}},
		"draw": {[]int{1, 1}, []Skill{{25, 6.457515683245049}, {25, 6.457515683245049}}},
	} {
		for i, got := range (TrueSkill{}).Update(newcomers(2), c.places) {
			if math.Abs(got.Mean-c.want[i].Mean) > 1e-5 || math.Abs(got.Deviation-c.want[i].Deviation) > 1e-5 {
				t.Errorf("%s: player %d: %v, want %v", name, i, got, c.want[i])
			}
		}
	}
}

// Published values for more than two players: Microsoft's example of eight, and values on
// which other implementations agree.
func TestTrueSkillOfMany(t *testing.T) {
	for name, c := range map[string]struct {
		before []Skill
		places []int
		want   []Skill
	}{
		"three":       {newcomers(3), []int{1, 2, 3}, []Skill{{31.675, 6.656}, {25.000, 6.208}, {18.325, 6.656}}},
		"three tied":  {newcomers(3), []int{1, 1, 1}, []Skill{{25.000, 5.698}, {25.000, 5.695}, {25.000, 5.698}}},
		"out of turn": {newcomers(3), []int{3, 2, 1}, []Skill{{18.325, 6.656}, {25.000, 6.208}, {31.675, 6.656}}},
		"four":        {newcomers(4), []int{1, 2, 3, 4}, []Skill{{33.207, 6.348}, {27.401, 5.787}, {22.599, 5.787}, {16.793, 6.348}}},
		"eight": {newcomers(8), []int{1, 2, 3, 4, 5, 6, 7, 8}, []Skill{
			{36.771, 5.749}, {32.242, 5.133}, {29.074, 4.943}, {26.322, 4.874}, {23.678, 4.874}, {20.926, 4.943}, {17.758, 5.133}, {13.229, 5.749},
		}},
		"upset": {
			[]Skill{{10, 8}, {15, 7}, {20, 6}, {25, 5}, {30, 4}, {35, 3}, {40, 2}, {45, 1}},
			[]int{1, 2, 3, 4, 5, 6, 7, 8},
			[]Skill{{35.135, 4.506}, {32.585, 4.037}, {31.329, 3.756}, {30.984, 3.453}, {31.751, 3.064}, {34.051, 2.541}, {38.263, 1.849}, {44.118, 0.983}},
		},
	} {
		for i, got := range (TrueSkill{}).Update(c.before, c.places) {
			if math.Abs(got.Mean-c.want[i].Mean) > 1e-3 || math.Abs(got.Deviation-c.want[i].Deviation) > 1e-3 {
				t.Errorf("%s: player %d: %v, want %v", name, i, got, c.want[i])
			}
		}
	}
}

// Very unlikely results give finite skills that move in the right direction.
func TestTrueSkillFarApart(t *testing.T) {
	high, low, middle := Skill{1e6, 1}, Skill{-1e6, 1}, Skill{0, 1}
	for _, places := range [][]int{{1, 2}, {1, 1}, {2, 1}, {3, 1, 2}, {1, 1, 1}, {2, 1, 1}} {
		before := []Skill{high, low, middle}[:len(places)]
		after := TrueSkill{}.Update(before, places)
		for _, s := range after {
			if math.IsNaN(s.Mean) || math.IsInf(s.Mean, 0) || !(s.Deviation > 0) {
				t.Fatalf("places %v: %v", places, after)
			}
		}
		if places[0] >= places[1] && (after[0].Mean >= high.Mean || after[1].Mean <= low.Mean) {
			t.Errorf("places %v: an upset leaves %v", places, after)
		}
	}
	// After a draw the skills of players with equal deviations approach each other by equal
	// amounts.
	after := TrueSkill{}.Update([]Skill{{30, 3}, {20, 3}}, []int{1, 1})
	if a, b := after[0], after[1]; !(a.Mean < 30 && b.Mean > 20) || math.Abs(a.Mean+b.Mean-50) > 1e-9 {
		t.Errorf("a draw leaves %v", after)
	}
}

// A unit of skill near equality is worth as many Elo as the expected score says.
func TestSkillScales(t *testing.T) {
	const d = 1e-3
	beta := 25.0 / 6
	score := 0.5 * (1 + math.Erf(d/(math.Sqrt2*beta)/math.Sqrt2))
	near(t, "TrueSkill", []float64{TrueSkill{}.Scale() * d}, []float64{-400 * math.Log10(1/score-1)}, 1e-6)
	odds := math.Exp(d / (math.Sqrt2 * beta))
	near(t, "Weng-Lin", []float64{WengLin{}.Scale() * d}, []float64{400 * math.Log10(odds)}, 1e-9)
}

func BenchmarkTrueSkillUpdate(b *testing.B) {
	skills, places := newcomers(2), []int{1, 2}
	for b.Loop() {
		TrueSkill{}.Update(skills, places)
	}
}
