package rating

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/keys"
)

// SPRT contains the parameters of a sequential probability ratio test of H1, that a candidate
// is at least Elo1 stronger, against H0, that it is at most Elo0 stronger. A. Wald, Ann. Math.
// Statist. 16 (1945) 117-186.
type SPRT struct {
	Elo0, Elo1 float64 // Elo0 < Elo1, in the Elo of the Model
	// Alpha and Beta are the probabilities of accepting H1 at Elo0 and H0 at
	// Elo1. 0 means 0.05.
	Alpha, Beta float64
	Model       Model
	// Overshoot moves the bounds inwards by the expected excess of the LLR over a bound at the
	// stop, estimated from the test itself. The test becomes shorter, and its error rates are
	// closer to Alpha and Beta.
	Overshoot bool
}

// mostElo limits the hypotheses of a test.
const mostElo = 3000

// Validate returns all mistakes of the parameters.
func (o SPRT) Validate() error {
	o = o.withDefaults()
	hypothesis := keys.Within(-mostElo, mostElo)
	rate := keys.Range{Max: 1, AboveMin: true, BelowMax: true}
	errs := []error{
		hypothesis.Check("elo0", o.Elo0), hypothesis.Check("elo1", o.Elo1),
		rate.Check("alpha", o.Alpha), rate.Check("beta", o.Beta),
	}
	if o.Elo0 >= o.Elo1 {
		errs = append(errs, keys.Errorf("elo1", "%v is not above elo0, %v", o.Elo1, o.Elo0))
	}
	if o.Alpha+o.Beta >= 1 {
		errs = append(errs, keys.Errorf("beta", "%v plus alpha %v must be below 1", o.Beta, o.Alpha))
	}
	if o.Model != NormalizedModel && o.Model != LogisticModel {
		errs = append(errs, keys.Errorf("model", "unknown model %d", int(o.Model)))
	}
	return errors.Join(errs...)
}

func (o SPRT) withDefaults() SPRT {
	if o.Alpha == 0 {
		o.Alpha = 0.05
	}
	if o.Beta == 0 {
		o.Beta = 0.05
	}
	return o
}

// Bounds returns Wald's bounds, the values of the LLR at which H0 and H1 are accepted:
// ln(β/(1-α)) and ln((1-β)/α).
func (o SPRT) Bounds() (lower, upper float64) {
	o = o.withDefaults()
	return math.Log(o.Beta / (1 - o.Alpha)), math.Log((1 - o.Beta) / o.Alpha)
}

// Characteristic returns the probability that the test accepts H1 (the operating
// characteristic) and the expected number of games if the true strength is elo. By the
// Brownian approximation, with drift m and variance v per game, h = 2m/v and bounds A < 0 < B,
// they are P = (e^(-hA) - 1)/(e^(-hA) - e^(-hB)) and (P·B + (1-P)·A)/m. Wald (1947), chapter
// 3. In the logistic model sd is the standard deviation of one game's score; for pairs, of a
// pair's mean score times √2. The normalized model ignores sd.
func (o SPRT) Characteristic(elo, sd float64) (acceptH1, games float64) {
	t, t0, t1 := elo/normalizedScale, o.Elo0/normalizedScale, o.Elo1/normalizedScale
	if o.Model == LogisticModel {
		t, t0, t1 = (Score(elo)-0.5)/sd, (Score(o.Elo0)-0.5)/sd, (Score(o.Elo1)-0.5)/sd
	}
	lower, upper := o.Bounds()
	drift, variance := (t-(t0+t1)/2)*(t1-t0), (t1-t0)*(t1-t0)
	h := 2 * drift / variance
	if math.Abs(h) < 1e-6 {
		return -lower / (upper - lower), -lower * upper / variance
	}
	acceptH1 = math.Expm1(-h*lower) / (math.Exp(-h*lower) - math.Exp(-h*upper))
	if math.IsNaN(acceptH1) { // an exponential has overflowed
		acceptH1 = 0
		if h > 0 {
			acceptH1 = 1
		}
	}
	return acceptH1, (acceptH1*upper + (1-acceptH1)*lower) / drift
}

// ParseSPRT parses elo0,elo1 or elo0,elo1,alpha,beta, such as "0,10", to a test of the
// [NormalizedModel]. It does not validate the numbers.
func ParseSPRT(text string) (SPRT, error) {
	var numbers []float64
	for part := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil {
			return SPRT{}, fmt.Errorf("%q is not a number", part)
		}
		numbers = append(numbers, v)
	}
	if len(numbers) != 2 && len(numbers) != 4 {
		return SPRT{}, fmt.Errorf("elo0,elo1 or elo0,elo1,alpha,beta are needed, not %d numbers", len(numbers))
	}
	o := SPRT{Elo0: numbers[0], Elo1: numbers[1], Model: NormalizedModel}
	if len(numbers) == 4 {
		o.Alpha, o.Beta = numbers[2], numbers[3]
	}
	return o, nil
}

// Model is the quantity that the hypotheses of a sequential test are about.
type Model int

// The models of a sequential test.
const (
	// NormalizedModel is for hypotheses about the normalized Elo. The length of such a test
	// does not depend on the draw rate.
	NormalizedModel Model = iota
	// LogisticModel is for hypotheses about the Elo, and so about the mean score.
	LogisticModel
)

// emptyCount replaces a count of zero, so that no likelihood is zero.
const emptyCount = 1e-3

// LLR returns the generalised log-likelihood ratio of H1 (strength elo1) against H0 (strength
// elo0): N·Σ p_i·ln(p1_i/p0_i). p is the distribution of the counts; p0 and p1 are the
// likeliest distributions under the hypotheses. LLR is computed without approximation and
// finite for any counts; 0 for none. M. Van den Bergh, "Comparing the approximations for the
// generalized log likelihood ratio of a multinomial distribution" and "Comments on normalized
// Elo".
func LLR(c Counts, m Model, elo0, elo1 float64) float64 {
	if c.Clusters() == 0 || len(c) < 2 {
		return 0
	}
	s := regularised(c)
	p0, p1 := s.fit(m, elo0), s.fit(m, elo1)
	sum := 0.0
	for i, p := range s.p {
		sum += p * math.Log(p1[i]/p0[i])
	}
	return s.n * sum
}
