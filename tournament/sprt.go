package tournament

import (
	"fmt"
	"math"
)

// SPRT describes a sequential probability ratio test of H1, that a candidate is
// at least Elo1 stronger, against H0, that it is at most Elo0 stronger. A. Wald,
// Ann. Math. Statist. 16 (1945) 117-186.
type SPRT struct {
	Elo0, Elo1 float64 // Elo0 < Elo1, in the Elo of the Model
	// Alpha and Beta are the probabilities of accepting H1 at Elo0 and H0 at
	// Elo1. 0 means 0.05.
	Alpha, Beta float64
	Model       Model
	// Overshoot moves the bounds inwards by the expected excess of the LLR over
	// a bound at the stop, estimated from its records so far: a shorter test
	// with error rates nearer to their nominal values.
	Overshoot bool
}

// Validate refuses hypotheses and error rates that make no test.
func (o SPRT) Validate() error {
	o = o.withDefaults()
	const most = 3000
	switch {
	case !(o.Elo0 < o.Elo1):
		return fmt.Errorf("elo0, elo1: %v is not below %v", o.Elo0, o.Elo1)
	case !(o.Elo0 >= -most && o.Elo1 <= most):
		return fmt.Errorf("elo0, elo1: [%v, %v] is not within [-%d, %d]", o.Elo0, o.Elo1, most, most)
	case !(o.Alpha > 0 && o.Alpha < 1):
		return fmt.Errorf("alpha: %v is not within (0, 1)", o.Alpha)
	case !(o.Beta > 0 && o.Beta < 1):
		return fmt.Errorf("beta: %v is not within (0, 1)", o.Beta)
	case o.Alpha+o.Beta >= 1:
		return fmt.Errorf("alpha, beta: %v + %v is not below 1", o.Alpha, o.Beta)
	case o.Model != Normalized && o.Model != Logistic:
		return fmt.Errorf("model: %d", int(o.Model))
	}
	return nil
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

// Bounds are the values of the LLR at which H0 and H1 are accepted:
// ln(β/(1-α)) and ln((1-β)/α).
func (o SPRT) Bounds() (lower, upper float64) {
	o = o.withDefaults()
	return math.Log(o.Beta / (1 - o.Alpha)), math.Log((1 - o.Beta) / o.Alpha)
}

// Characteristic is the probability that the test accepts H1 and the expected
// number of games, if the truth is elo, by the Brownian approximation. Under the
// logistic model sd is the standard deviation of one game's score (of pairs: of
// a pair's mean times √2); the normalized model does not need it.
func (o SPRT) Characteristic(elo, sd float64) (acceptH1, games float64) {
	t, t0, t1 := elo/NormalizedScale, o.Elo0/NormalizedScale, o.Elo1/NormalizedScale
	if o.Model == Logistic {
		t, t0, t1 = (Score(elo)-0.5)/sd, (Score(o.Elo0)-0.5)/sd, (Score(o.Elo1)-0.5)/sd
	}
	lower, upper := o.Bounds()
	drift, variance := (t-(t0+t1)/2)*(t1-t0), (t1-t0)*(t1-t0)
	h := 2 * drift / variance
	if math.Abs(h) < 1e-6 {
		return -lower / (upper - lower), -lower * upper / variance
	}
	acceptH1 = math.Expm1(-h*lower) / (math.Exp(-h*lower) - math.Exp(-h*upper))
	if math.IsNaN(acceptH1) { // one exponential is beyond any number
		acceptH1 = 0
		if h > 0 {
			acceptH1 = 1
		}
	}
	return acceptH1, (acceptH1*upper + (1-acceptH1)*lower) / drift
}

// Decision is what a sequential test has come to.
type Decision int

// The decisions.
const (
	Undecided Decision = iota
	AcceptH0
	AcceptH1
)

// String names the decision.
func (d Decision) String() string {
	return [...]string{"undecided", "H0 accepted", "H1 accepted"}[d]
}

// SequentialTest is a test in progress. It is fed one cluster after the other,
// and its decision does not change any more once it has stopped, whatever the
// games that were still in play bring.
type SequentialTest struct {
	options      SPRT
	lower, upper float64
	counts, late Counts
	llr          float64
	decision     Decision
	down, up     record
}

// record follows the steps by which the LLR has gone beyond all its past.
type record struct{ at, sum, squares float64 }

func (r *record) observe(excess, llr float64) {
	if excess > 0 {
		r.sum += excess
		r.squares += excess * excess
		r.at = llr
	}
}

// overshoot is the expected excess over a bound, E[δ²]/(2·E[δ]).
func (r *record) overshoot() float64 {
	if r.sum == 0 {
		return 0
	}
	return r.squares / r.sum / 2
}

// NewSequentialTest starts a test with so many games in a cluster, at least 1.
func NewSequentialTest(o SPRT, games int) (*SequentialTest, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("tournament: sprt: %w", err)
	}
	if games < 1 {
		return nil, fmt.Errorf("tournament: sprt: clusters of %d games, at least 1 needed", games)
	}
	t := &SequentialTest{options: o, counts: make(Counts, 2*games+1), late: make(Counts, 2*games+1)}
	t.lower, t.upper = o.Bounds()
	return t, nil
}

// Add enters a cluster in which the candidate made so many half points, and
// returns the decision. It panics if there are more than the games allow.
func (t *SequentialTest) Add(halves int) Decision {
	if t.decision != Undecided {
		t.late[halves]++
		return t.decision
	}
	t.counts[halves]++
	t.llr = LLR(t.counts, t.options.Model, t.options.Elo0, t.options.Elo1)
	lower, upper := t.lower, t.upper
	if t.options.Overshoot {
		t.down.observe(t.down.at-t.llr, t.llr)
		t.up.observe(t.llr-t.up.at, t.llr)
		lower, upper = lower+t.down.overshoot(), upper-t.up.overshoot()
	}
	switch {
	case t.llr >= upper:
		t.decision = AcceptH1
	case t.llr <= lower:
		t.decision = AcceptH0
	}
	return t.decision
}

// AddResult enters the result of a pairing in which the candidate is the first
// agent of two. It refuses one of another number of games.
func (t *SequentialTest) AddResult(r Result) (Decision, error) {
	if games := (len(t.counts) - 1) / 2; len(r.Games) != games || len(r.Pairing.Agents) != 2 {
		return t.decision, fmt.Errorf("tournament: sprt: pairing %d: %d agents and %d games, 2 and %d needed",
			r.Index, len(r.Pairing.Agents), len(r.Games), games)
	}
	return t.Add(int(math.Round(r.Points(0) * float64(len(t.counts)-1)))), nil
}

// Decision is what the test has come to.
func (t *SequentialTest) Decision() Decision { return t.decision }

// LLR is the log-likelihood ratio, at the stop if the test has stopped.
func (t *SequentialTest) LLR() float64 { return t.llr }

// Counts are the clusters that the decision rests on.
func (t *SequentialTest) Counts() Counts { return append(Counts(nil), t.counts...) }

// Late are the clusters that came in after the stop.
func (t *SequentialTest) Late() Counts { return append(Counts(nil), t.late...) }
