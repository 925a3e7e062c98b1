package riskclassic

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
)

// TestThrows checks the comparison of dice by the examples of the rule book and by hand.
func TestThrows(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		attack        [attackDice]int8
		defend        [defendDice]int8
		lost, removed int32
	}{
		{[3]int8{6, 3, 1}, [2]int8{5, 3}, 1, 1}, // the second pair is a tie
		{[3]int8{1, 6, 6}, [2]int8{5, 6}, 1, 1}, // sorted: 6 against 6, 6 against 5
		{[3]int8{4, 4, 4}, [2]int8{4, 4}, 2, 0},
		{[3]int8{2, 5, 3}, [2]int8{4}, 0, 1},
		{[3]int8{6}, [2]int8{6, 1}, 1, 0},
		{[3]int8{3, 2}, [2]int8{2, 1}, 0, 2},
	} {
		x := throw{attack: c.attack, defend: c.defend}
		if x.settle(); x.lost != c.lost || x.removed != c.removed {
			t.Errorf("%v against %v: the attacker loses %d and the defender %d, want %d and %d", c.attack, c.defend, x.lost, x.removed, c.lost, c.removed)
		}
	}
}

// TestLossesOfAThrow compares the probabilities with the published ones (J. Osborne, "Markov
// chains for the Risk board game revisited", Mathematics Magazine 76, 2003, table 2).
func TestLossesOfAThrow(t *testing.T) {
	t.Parallel()
	p := losses()
	for _, c := range []struct {
		attack, defend, removed int
		want                    float64
	}{
		{1, 1, 1, 15. / 36},
		{1, 1, 0, 21. / 36},
		{1, 2, 1, 55. / 216},
		{1, 2, 0, 161. / 216},
		{2, 1, 1, 125. / 216},
		{2, 1, 0, 91. / 216},
		{2, 2, 2, 295. / 1296},
		{2, 2, 1, 420. / 1296},
		{2, 2, 0, 581. / 1296},
		{3, 1, 1, 855. / 1296},
		{3, 1, 0, 441. / 1296},
		{3, 2, 2, 2890. / 7776},
		{3, 2, 1, 2611. / 7776},
		{3, 2, 0, 2275. / 7776},
	} {
		if got := p[c.attack][c.defend][c.removed]; math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%d dice against %d remove %d with probability %v, want %v", c.attack, c.defend, c.removed, got, c.want)
		}
	}
}

// conquests contains the probabilities of a conquest for 1 to 10 attackers (rows, without the unit
// that stays) and 1 to 10 defenders. They agree with Osborne's table 3.
var conquests = [10][10]float64{
	{.4167, .1061, .0270, .0069, .0018, .0004, .0001, .0000, .0000, .0000},
	{.7542, .3627, .2061, .0913, .0491, .0214, .0113, .0049, .0026, .0011},
	{.9164, .6560, .4703, .3150, .2059, .1337, .0837, .0535, .0328, .0208},
	{.9715, .7855, .6416, .4765, .3586, .2525, .1815, .1234, .0862, .0572},
	{.9903, .8898, .7694, .6383, .5062, .3968, .2974, .2240, .1616, .1183},
	{.9967, .9340, .8569, .7449, .6377, .5207, .4233, .3295, .2578, .1934},
	{.9989, .9666, .9099, .8337, .7364, .6401, .5355, .4456, .3569, .2868},
	{.9996, .9803, .9468, .8878, .8184, .7296, .6429, .5474, .4640, .3799},
	{.9999, .9901, .9670, .9298, .8729, .8076, .7261, .6464, .5581, .4799},
	{1.000, .9942, .9811, .9539, .9163, .8611, .7998, .7240, .6501, .5676},
}

func TestForecastsAgreeWithPublishedOnes(t *testing.T) {
	t.Parallel()
	for a, row := range conquests {
		for d, want := range row {
			if got := forecastOf(int32(a+1), int32(d+1)).win; math.Abs(got-want) > 0.00006 {
				t.Errorf("%d against %d: %.5f, published %.4f", a+1, d+1, got, want)
			}
		}
	}
	for _, c := range []struct {
		a, d       int32
		win        float64
		lost, gone float64 // mean losses of attacker and defender
	}{
		{5, 5, 0.5062028290, 3.368515, 3.556848},
		{10, 10, 0.5675928721, 7.307800, 8.237047},
		{20, 15, 0.8603989124, 12.270343, 14.452443},
		{30, 30, 0.6761136326, math.NaN(), math.NaN()},
	} {
		f := forecastOf(c.a, c.d)
		if math.Abs(f.win-c.win) > 1e-9 {
			t.Errorf("%d against %d: %v, published %v", c.a, c.d, f.win, c.win)
		}
		lost := float64(c.a) - f.win*f.left
		gone := float64(c.d) - (1-f.win)*f.held
		if !math.IsNaN(c.lost) && (math.Abs(lost-c.lost) > 1e-5 || math.Abs(gone-c.gone) > 1e-5) {
			t.Errorf("%d against %d: mean losses %v and %v, published %v and %v", c.a, c.d, lost, gone, c.lost, c.gone)
		}
	}
}

// TestForecastsOfLargeBattles compares approximate forecasts with those of all throws, one after another.
func TestForecastsOfLargeBattles(t *testing.T) {
	t.Parallel()
	const most = 400
	p := losses()
	all := make([][]forecast, most+1) // means times their probabilities
	for a := range all {
		all[a] = make([]forecast, most+1)
		for d := range all[a] {
			f := &all[a][d]
			switch {
			case d == 0:
				f.win, f.left = 1, float64(a)
				continue
			case a == 0:
				f.held = float64(d)
				continue
			}
			x, y := min(a, attackDice), min(d, defendDice)
			for removed := range min(x, y) + 1 {
				after := all[a-(min(x, y)-removed)][d-removed]
				f.win += p[x][y][removed] * after.win
				f.left += p[x][y][removed] * after.left
				f.held += p[x][y][removed] * after.held
			}
		}
	}
	for a := 1; a <= most; a++ {
		for d := 1; d <= most; d++ {
			got, want := forecastOf(int32(a), int32(d)), all[a][d]
			if math.Abs(got.win-want.win) > 0.0075 {
				t.Errorf("%d against %d: %.4f, want %.4f", a, d, got.win, want.win)
			}
			if left := want.left / want.win; want.win > 0.001 && math.Abs(got.left-left) > 0.3 {
				t.Errorf("%d against %d: %.2f attackers left, want %.2f", a, d, got.left, left)
			}
			if held := want.held / (1 - want.win); want.win < 0.999 && math.Abs(got.held-held) > 0.3 {
				t.Errorf("%d against %d: %.2f defenders left, want %.2f", a, d, got.held, held)
			}
		}
	}
	for _, c := range []struct{ a, d int32 }{{1, 1_000_000}, {1_000_000, 1}, {61, 1}, {1, 61}} {
		f := forecastOf(c.a, c.d)
		if math.IsNaN(f.left) || f.left < 0 || f.left > float64(c.a) || math.IsNaN(f.held) || f.held < 0 || f.held > float64(c.d) {
			t.Errorf("%d against %d: %+v", c.a, c.d, f)
		}
		if c.a < c.d && f.win > 1e-6 || c.a > c.d && f.win < 1-1e-6 {
			t.Errorf("%d against %d: probability %v", c.a, c.d, f.win)
		}
	}
}

// TestDiceAreFair counts the sides of many throws.
func TestDiceAreFair(t *testing.T) {
	t.Parallel()
	pcg := engines.PCG(5)
	var count [7]int
	const n = 60_000
	for range n {
		count[die(&pcg)]++
	}
	chi := 0.0
	for _, k := range count[1:] {
		chi += (float64(k) - n/6) * (float64(k) - n/6) / (n / 6)
	}
	if chi > 20.5 { // 5 degrees of freedom, 0.1%
		t.Errorf("sides %v: chi squared %.1f", count[1:], chi)
	}
}

// TestBattlesAgreeWithForecasts fights with the game's dice.
func TestBattlesAgreeWithForecasts(t *testing.T) {
	t.Parallel()
	const n = 20_000
	g := at(t, "A7 B1", "A attack")
	want := forecastOf(6, 5)
	won := 0
	for i := range uint64(n) {
		h := *g
		h.state.add(1, 4) // 5 defenders
		h.pcg = engines.PCG(engines.Seed(i))
		h.fight(0, 1, toTheEnd)
		if h.state.owner[1] == 0 {
			won++
		}
	}
	if got := float64(won) / n; math.Abs(got-want.win) > 4*math.Sqrt(0.25/n) {
		t.Errorf("6 attackers beat 5 defenders in %.4f of the battles, forecast %.4f", got, want.win)
	}
}

func TestNormalBelow(t *testing.T) {
	t.Parallel()
	for z := -8.0; z <= 12; z += 1.0 / 64 {
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		want := math.Erfc(-z/math.Sqrt2) / 2
		if got := normalBelow(z, density); math.Abs(got-want) > 1e-12*want {
			t.Errorf("normalBelow(%v) = %v, want %v", z, got, want)
		}
	}
}
