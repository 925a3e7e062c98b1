package rating

import (
	"fmt"
	"math"
	"os"
	"strings"
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
	// Far from the hypotheses the decision is certain, and comes after bound/drift games.
	for elo, want := range map[float64]float64{-3000: 0, 3000: 1} {
		p, games := SPRT{Elo1: 10}.Characteristic(elo, 0)
		within(t, "games", games, math.Log(19)/(math.Abs(elo-5)*10/(normalizedScale*normalizedScale)), 1e-9)
		if p != want {
			t.Errorf("at %v: %v after %v games", elo, p, games)
		}
	}
	for _, elo := range []float64{-1e6, 1e6} {
		if p, games := o.Characteristic(elo, 0.5); math.Abs(p-max(math.Copysign(1, elo), 0)) > 1e-9 || !(games > 100 && games < 110) {
			t.Errorf("at %v: %v after %v games", elo, p, games)
		}
	}
}

// At the hypotheses the probabilities are the error rates, whatever the standard deviation is. At the
// mean score between them the expected number of games is that of Wald.
func TestSPRTCharacteristicOfScores(t *testing.T) {
	o := SPRT{Elo0: -5, Elo1: 10, Alpha: 0.1, Beta: 0.02, Model: LogisticModel}
	for _, sd := range []float64{0.2, 0.5} {
		p0, _ := o.Characteristic(-5, sd)
		p1, _ := o.Characteristic(10, sd)
		_, games := o.Characteristic(Elo((Score(-5)+Score(10))/2), sd)
		near(t, "error rates", []float64{p0, 1 - p1}, []float64{0.1, 0.02}, 1e-9)
		want := -math.Log(0.02/0.9) * math.Log(0.98/0.1) * math.Pow(sd/(Score(10)-Score(-5)), 2)
		within(t, "games half way", games, want, 1e-9)
	}
}

func TestParseSPRT(t *testing.T) {
	for text, want := range map[string]SPRT{
		"0,10": {Elo1: 10}, " -2.5 , 2.5 ": {Elo0: -2.5, Elo1: 2.5}, "0,5,0.1,0.2": {Elo1: 5, Alpha: 0.1, Beta: 0.2},
	} {
		if got, err := ParseSPRT(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"": "not a number", "0,x": `"x" is not a number`, "1": "not 1 numbers", "1,2,3": "not 3 numbers", "1,2,3,4,5": "not 5 numbers", "0,5,0,0.1": "above 0", "0,5,0.1,0": "above 0"} {
		if _, err := ParseSPRT(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestNamesOfDecisionsAndModels(t *testing.T) {
	for d, want := range map[fmt.Stringer]string{
		Decision(-1): "Decision(-1)", Undecided: "undecided", AcceptH0: "H0 accepted", AcceptH1: "H1 accepted", Decision(3): "Decision(3)",
		Model(-1): "Model(-1)", NormalizedModel: "normalized", LogisticModel: "logistic", BayesianModel: "bayesian", Model(3): "Model(3)",
	} {
		if got := d.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for m, want := range map[Model]string{NormalizedModel: "normalised Elo", LogisticModel: "Elo", BayesianModel: "BayesElo"} {
		if got := m.Unit(); got != want {
			t.Errorf("the unit of %v is %q, want %q", m, got, want)
		}
	}
	for _, name := range modelNames {
		if m, err := ParseModel(name); err != nil || m.String() != name {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	if m, err := ParseModel("bayes"); err == nil || m != 0 {
		t.Errorf("bayes: %v, %v", m, err)
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
	for _, o := range []SPRT{{Elo1: 5, Alpha: -0.1}, {Elo1: 5, Alpha: 1}} {
		if err := o.Validate(); err == nil || !strings.Contains(err.Error(), "is not within (0, 1)") {
			t.Errorf("%+v: %v", o, err)
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

// The error rates of the test are the requested ones, within two percentage points in the long
// form and three and a half in the short form.
func TestSPRTErrorRates(t *testing.T) {
	t.Parallel()
	runs, most := 80/effort, 0.05*math.Sqrt(effort)
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		runs, most = 4000, 0.02
	}
	o := SPRT{Elo0: 0, Elo1: 60}
	for _, truth := range []float64{0, 60} {
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
		if math.Abs(rate-0.05) > most {
			t.Errorf("at %v nElo: error rate %.4f", truth, rate)
		}
		_, expected := o.Characteristic(truth, 0)
		t.Logf("at %v nElo: error rate %.4f, %.0f games, %.0f expected", truth, rate, float64(games)/float64(runs), expected)
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
	if test.LLR() != llr || test.Counts()[0] != 0 || test.Counts()[4] != counts[4] {
		t.Errorf("what came late was counted: %v", test.Counts())
	}
}

// A decision for one hypothesis is evidence against the other one.
func TestStatementsOfATest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		low, high float64
		h1, h0    string
	}{
		{0, 5, "a is stronger than b", "a is not shown to be stronger than b"},
		{2, 8, "a is more than 2 Elo stronger than b", "a is less than 8 Elo stronger than b"},
		{-10, 0, "a is less than 10 Elo weaker than b", "a is weaker than b"},
		{-10, 5, "a is less than 10 Elo weaker than b", "a is less than 5 Elo stronger than b"},
		{-10, -2.5, "a is less than 10 Elo weaker than b", "a is more than 2.5 Elo weaker than b"},
	} {
		for d, want := range map[Decision]string{AcceptH1: "H1 accepted, " + c.h1, AcceptH0: "H0 accepted, " + c.h0, Undecided: "undecided"} {
			if got := d.Statement("a", "b", [2]float64{c.low, c.high}, "Elo"); got != want {
				t.Errorf("%v of %v and %v: %q, want %q", d, c.low, c.high, got, want)
			}
		}
	}
}
