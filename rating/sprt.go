package rating

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/keys"
)

// SPRT contains the parameters of a sequential probability ratio test. Hypothesis H1 states that
// a candidate is at least Elo1 stronger than its opponent; H0 states that it is at most Elo0
// stronger. A. Wald, Ann. Math. Statist. 16 (1945) 117-186.
type SPRT struct {
	Elo0, Elo1 float64 // Elo0 < Elo1, in the Elo of the Model
	// Alpha is the largest probability of accepting H1 if the strength is Elo0. Beta is the
	// largest probability of accepting H0 if the strength is Elo1. 0 means 0.05.
	Alpha, Beta float64
	Model       Model
}

// mostElo is the largest accepted absolute value of the hypotheses Elo0 and Elo1 of a test.
const mostElo = 3000

// Validate returns an error that lists all invalid parameters of the test.
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
	if o.Model < NormalizedModel || o.Model > BayesianModel {
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

// Bounds returns Wald's bounds: the values of the log-likelihood ratio at which the test accepts H0
// and H1. They are ln(β/(1-α)) and ln((1-β)/α).
func (o SPRT) Bounds() (lower, upper float64) {
	o = o.withDefaults()
	return math.Log(o.Beta / (1 - o.Alpha)), math.Log((1 - o.Beta) / o.Alpha)
}

// Hypotheses returns Elo0 and Elo1 in the unit that [LLR] expects. For most models it returns them
// unchanged. The hypotheses of the Bayesian model are converted from BayesElo to Elo. This depends
// on the draw rate in wins, draws and losses, the results of the candidate so far.
func (o SPRT) Hypotheses(wins, draws, losses int) (elo0, elo1 float64) {
	if o.Model != BayesianModel {
		return o.Elo0, o.Elo1
	}
	drawElo := DrawElo(wins, draws, losses)
	return Elo(BayesEloScore(o.Elo0, drawElo)), Elo(BayesEloScore(o.Elo1, drawElo))
}

// Characteristic returns the probability that the test accepts H1, and the expected number of
// games, if the true strength is elo. The probability is also called the operating characteristic.
// sd is the standard deviation of one game's score; if the test counts pairs of games, it is √2
// times that of a pair's mean score. The normalized model ignores sd. The Bayesian model is treated
// as the logistic one, which it equals without draws.
//
// The formulas are those of Brownian motion, which the log-likelihood ratio approximates. With the
// drift m and the variance v per game, h = 2m/v and the bounds A < 0 < B, the probability is P =
// (e^(-hA) - 1)/(e^(-hA) - e^(-hB)) and the number of games (P·B + (1-P)·A)/m. Wald (1947), chapter
// 3.
func (o SPRT) Characteristic(elo, sd float64) (acceptH1, games float64) {
	t, t0, t1 := elo/normalizedScale, o.Elo0/normalizedScale, o.Elo1/normalizedScale
	if o.Model != NormalizedModel {
		t, t0, t1 = (Score(elo)-0.5)/sd, (Score(o.Elo0)-0.5)/sd, (Score(o.Elo1)-0.5)/sd
	}
	lower, upper := o.Bounds()
	drift, variance := (t-(t0+t1)/2)*(t1-t0), (t1-t0)*(t1-t0)
	h := 2 * drift / variance
	if math.Abs(h) < 1e-6 {
		return -lower / (upper - lower), -lower * upper / variance
	}
	acceptH1 = math.Expm1(-h*lower) / (math.Exp(-h*lower) - math.Exp(-h*upper))
	if math.IsInf(math.Exp(-h*lower), 1) {
		acceptH1 = 1
	}
	return acceptH1, (acceptH1*upper + (1-acceptH1)*lower) / drift
}

// ParseSPRT parses the parameters of a test with the [NormalizedModel] from text of the form
// elo0,elo1 or elo0,elo1,alpha,beta, such as "0,10". It returns an error if alpha or beta is 0,
// which would stand for a default in an SPRT. It does not validate the numbers otherwise.
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
		if numbers[2] == 0 || numbers[3] == 0 {
			return SPRT{}, errors.New("alpha and beta must be above 0; leave both out for 0.05")
		}
		o.Alpha, o.Beta = numbers[2], numbers[3]
	}
	return o, nil
}

// Model selects the unit of the hypotheses of a sequential test: Elo, normalized Elo or BayesElo. It
// does not select what the test counts, single games (trinomial) or pairs of games (pentanomial): see
// [Counts].
type Model int

// These are the units in which the hypotheses of a sequential test can be expressed.
const (
	// NormalizedModel is for hypotheses about normalized Elo: the distance of the mean score from
	// 1/2 in standard deviations of one game's score. The length of such a test does not depend
	// on the draw rate.
	NormalizedModel Model = iota
	// LogisticModel is for hypotheses about the usual Elo difference, which the mean score
	// determines.
	LogisticModel
	// BayesianModel is for hypotheses about the BayesElo difference. A [SequentialTest] converts
	// them to mean scores with the draw rate of the games so far; see [SequentialTest.AddResults].
	BayesianModel
)

var modelNames = [...]string{"normalized", "logistic", "bayesian"}

// ParseModel returns the model with the given name, such as "normalized". It returns an error if
// there is no such model.
func ParseModel(name string) (Model, error) {
	if i := slices.Index(modelNames[:], name); i >= 0 {
		return Model(i), nil
	}
	return 0, fmt.Errorf("unknown model %q (%s)", name, keys.Suggest(modelNames[:], name))
}

// String returns the name of the model, such as "normalized".
func (m Model) String() string {
	if m < 0 || int(m) >= len(modelNames) {
		return fmt.Sprintf("Model(%d)", int(m))
	}
	return modelNames[m]
}

// Unit returns the name of the unit of the hypotheses, such as "normalised Elo".
func (m Model) Unit() string {
	switch m {
	case LogisticModel:
		return "Elo"
	case BayesianModel:
		return "BayesElo"
	}
	return "normalised Elo"
}

// emptyCount is the number of clusters that [LLR] assumes for a score that has not occurred, so
// that no probability is 0.
const emptyCount = 1e-3

// LLR returns the logarithm of the generalised likelihood ratio: how much likelier the counts are
// if the strength is elo1 than if it is elo0. It is positive if they support elo1, finite for any
// counts, and 0 if there are none. It is NaN if elo0 or elo1 is.
//
// The ratio is N·Σ p_i·ln(p1_i/p0_i), where N is the number of clusters and p the distribution of
// the counts. p1 and p0 are the most likely distributions under the two hypotheses, which are
// computed without approximation. M. Van den Bergh, "Comparing the approximations for the
// generalized log likelihood ratio of a multinomial distribution" and "Comments on normalized Elo".
//
// LLR treats the Bayesian model as the logistic one, because that model also needs the draw rate of
// single games, which the counts do not contain. [SequentialTest] converts its hypotheses to Elo.
func LLR(c Counts, m Model, elo0, elo1 float64) float64 {
	if c.Clusters() == 0 || len(c) < 2 {
		return 0
	}
	if math.IsNaN(elo0) || math.IsNaN(elo1) {
		return math.NaN()
	}
	s := regularised(c)
	p0, p1 := s.fit(m, elo0), s.fit(m, elo1)
	sum := 0.0
	for i, p := range s.p {
		sum += p * math.Log(p1[i]/p0[i])
	}
	return s.n * sum
}
