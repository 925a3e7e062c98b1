package rating

import (
	"fmt"
	"math"
	"testing"
)

func TestSPRTBounds(t *testing.T) {
	for _, row := range vectors(t, "sprt_bounds.txt") {
		lower, upper := SPRT{Alpha: number(t, row[1]), Beta: number(t, row[2])}.Bounds()
		printed(t, row[0]+" lower", lower, row[3])
		printed(t, row[0]+" upper", upper, row[4])
	}
}

func TestSPRTCharacteristic(t *testing.T) {
	for _, row := range vectors(t, "sprt_characteristic.txt") {
		o := SPRT{Elo0: number(t, row[1]), Elo1: number(t, row[2])}
		p, games := o.Characteristic(number(t, row[3]), 0)
		printed(t, row[0]+" accepts H1", p, row[4])
		printed(t, row[0]+" games", games, row[5])
	}
	// Without draws near equality both models measure alike.
	o := SPRT{Elo0: 0, Elo1: 10, Model: LogisticModel}
	if p, games := o.Characteristic(10, 0.5); math.Abs(p-0.95) > 1e-3 || math.Abs(games-6397.7) > 10 {
		t.Errorf("logistic: %v after %v games", p, games)
	}
	for _, elo := range []float64{-1e6, 1e6} {
		if p, games := o.Characteristic(elo, 0.5); math.IsNaN(p) || math.IsNaN(games) {
			t.Errorf("at %v: %v after %v games", elo, p, games)
		}
	}
}

func TestSPRTValidate(t *testing.T) {
	for _, o := range []SPRT{
		{Elo0: 5, Elo1: 5},
		{Elo0: 5, Elo1: 0},
		{Elo0: math.NaN(), Elo1: 5},
		{Elo0: 0, Elo1: math.Inf(1)},
		{Elo1: 5, Alpha: -0.1},
		{Elo1: 5, Beta: 1},
		{Elo1: 5, Alpha: 0.5, Beta: 0.5},
		{Elo1: 5, Model: 7},
	} {
		if _, err := NewSequentialTest(o, 2); err == nil {
			t.Errorf("%+v is a test", o)
		}
	}
	if _, err := NewSequentialTest(SPRT{Elo1: 5}, 0); err == nil {
		t.Error("clusters of no games are a test")
	}
}

// pairLaw contains the probabilities of 0 to 4 half points in a pair of games.
type pairLaw [5]float64

func (l pairLaw) draw(u float64) int {
	for halves, p := range l {
		if u < p {
			return halves
		}
		u -= p
	}
	return 2
}

// lawOf returns probabilities of the results of pairs of games with the given normalized Elo.
func lawOf(nElo float64) pairLaw {
	law := func(x float64) pairLaw {
		return pairLaw{0.05 - x/2, 0.22 - x, 0.46, 0.22 + x, 0.05 + x/2}
	}
	lo, hi := -0.09, 0.09
	for range 60 {
		x := (lo + hi) / 2
		mean, second := 0.0, 0.0
		for i, p := range law(x) {
			mean += p * float64(i) / 4
			second += p * float64(i*i) / 16
		}
		if (mean-0.5)/math.Sqrt(second-mean*mean)*normalizedScale/math.Sqrt2 < nElo {
			lo = x
		} else {
			hi = x
		}
	}
	return law(lo)
}

// The error rates of the test are the requested ones, within two percentage points.
func TestSPRTErrorRates(t *testing.T) {
	t.Parallel()
	runs := 800 / raced
	for _, overshoot := range []bool{false, true} {
		for _, truth := range []float64{0, 60} {
			o := SPRT{Elo0: 0, Elo1: 60, Overshoot: overshoot}
			law, wrong, games := lawOf(truth), 0, 0
			for run := range runs {
				rng := seeded(uint64(run), uint64(truth))
				test, err := NewSequentialTest(o, 2)
				if err != nil {
					t.Fatal(err)
				}
				for test.Decision() == Undecided {
					test.Add(law.draw(rng.Float64()))
				}
				games += test.Counts().Games()
				if (truth == 0) == (test.Decision() == AcceptH1) {
					wrong++
				}
			}
			rate := float64(wrong) / float64(runs)
			if math.Abs(rate-0.05) > 0.02*math.Sqrt(raced) {
				t.Errorf("at %v nElo, overshoot %v: error rate %.4f", truth, overshoot, rate)
			}
			_, expected := o.Characteristic(truth, 0)
			t.Logf("at %v nElo, overshoot %v: error rate %.4f, %.0f games, %.0f expected",
				truth, overshoot, rate, float64(games)/float64(runs), expected)
		}
	}
}

func TestSPRTDecisionIsFrozen(t *testing.T) {
	test, err := NewSequentialTest(SPRT{Elo0: 0, Elo1: 200}, 2)
	if err != nil {
		t.Fatal(err)
	}
	for test.Decision() == Undecided {
		test.Add(4)
	}
	counts, llr := test.Counts(), test.LLR()
	for range 1000 {
		if test.Add(0) != AcceptH1 {
			t.Fatal("the decision changed after the stop")
		}
	}
	if test.LLR() != llr || test.Counts()[0] != 0 || test.Counts()[4] != counts[4] || test.Late()[0] != 1000 {
		t.Errorf("what came late was counted: %v, late %v", test.Counts(), test.Late())
	}
}

func ExampleSequentialTest() {
	test, err := NewSequentialTest(SPRT{Elo0: 0, Elo1: 100}, 2)
	if err != nil {
		panic(err)
	}
	for i := 0; test.Decision() == Undecided; i++ {
		test.Add([]int{2, 3, 4, 2, 3}[i%5])
	}
	fmt.Printf("%v after %d pairs, LLR %.2f\n", test.Decision(), test.Counts().Clusters(), test.LLR())
	// Output:
	// H1 accepted after 17 pairs, LLR 3.10
}
