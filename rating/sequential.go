package rating

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/keys"
)

// Decision is the state of a sequential test: undecided, or the accepted hypothesis.
type Decision int

// These are the possible states of a sequential test.
const (
	Undecided Decision = iota
	AcceptH0
	AcceptH1
)

// String returns the name of the decision in JSON documents: "undecided", "H0 accepted" or "H1
// accepted". [Decision.Statement] returns a text for people.
func (d Decision) String() string {
	names := [...]string{"undecided", "H0 accepted", "H1 accepted"}
	if d < 0 || int(d) >= len(names) {
		return fmt.Sprintf("Decision(%d)", int(d))
	}
	return names[d]
}

// Statement returns the decision as a text for people: "undecided", or "H1 accepted, " or
// "H0 accepted, " followed by how strong the tested agent is. first is the name of the tested agent,
// and second that of its opponent. elo[0] and elo[1] are the leads of the tested agent under H0 and
// H1, in unit; negative numbers mean that it is weaker.
func (d Decision) Statement(first, second string, elo [2]float64, unit string) string {
	if d == AcceptH0 || d == AcceptH1 {
		return d.String() + ", " + d.conclusion(first, second, elo, unit)
	}
	return "undecided"
}

// conclusion returns what a decision of a sequential test shows about the tested agent, first, and
// its opponent, second, such as "A is more than 5 Elo stronger than B". It returns "" for
// Undecided. elo[0] and elo[1] are the leads of the tested agent under H0 and H1, in the given
// unit; negative numbers mean that it is weaker.
//
// H1 excludes a lead of elo[0], so after AcceptH1 the lead is larger than elo[0], which may still
// be less than elo[1]. After AcceptH0 the lead is smaller than elo[1]. If elo[0] is 0, the text
// then states only that a lead is not shown.
func (d Decision) conclusion(first, second string, elo [2]float64, unit string) string {
	relation := ""
	switch low, high := elo[0], elo[1]; {
	case d == AcceptH1 && low == 0:
		relation = "is stronger than"
	case d == AcceptH1 && low > 0:
		relation = fmt.Sprintf("is more than %v %s stronger than", low, unit)
	case d == AcceptH1:
		relation = fmt.Sprintf("is less than %v %s weaker than", -low, unit)
	case d == AcceptH0 && low == 0:
		relation = "is not shown to be stronger than"
	case d == AcceptH0 && high > 0:
		relation = fmt.Sprintf("is less than %v %s stronger than", high, unit)
	case d == AcceptH0 && high == 0:
		relation = "is weaker than"
	case d == AcceptH0:
		relation = fmt.Sprintf("is more than %v %s weaker than", -high, unit)
	default:
		return ""
	}
	return first + " " + relation + " " + second
}

// SequentialTest is a sequential probability ratio test in progress. It receives the results of
// games cluster by cluster. A cluster is a group of dependent games, such as a pairing of package
// tournament. Results that arrive after the test has stopped do not change its decision. The zero
// value has no counts; use [NewSequentialTest].
type SequentialTest struct {
	options      SPRT
	lower, upper float64
	counts       Counts
	llr          float64
	decision     Decision
	// These fields count single games by result. The Bayesian model needs their draw rate.
	wins, draws, losses int
	games               int // number of games of a cluster
	clusters            int // number of clusters that were added
}

// mostInCluster is the largest number of games of a cluster (games on one deal, which depend on each
// other) in a sequential test.
const mostInCluster = 1_000_000

// NewSequentialTest returns a test whose results arrive in clusters of the given number of games,
// from 1 to 1,000,000. It returns an error for invalid parameters in o.
func NewSequentialTest(o SPRT, games int) (*SequentialTest, error) {
	if err := errors.Join(o.Validate(), keys.Within(1, mostInCluster).Check("games", float64(games))); err != nil {
		return nil, err
	}
	t := &SequentialTest{options: o, counts: make(Counts, 2*games+1), games: games}
	t.lower, t.upper = o.Bounds()
	return t, nil
}

// AddResults records how many games of a cluster the candidate won, drew and lost. The Bayesian
// model requires this call before the call of [SequentialTest.Add] for the same cluster; other
// models ignore it. AddResults panics if a number is negative.
func (t *SequentialTest) AddResults(wins, draws, losses int) {
	if min(wins, draws, losses) < 0 {
		panic(fmt.Sprintf("rating: %d wins, %d draws and %d losses", wins, draws, losses))
	}
	if t.decision == Undecided {
		t.wins, t.draws, t.losses = t.wins+wins, t.draws+draws, t.losses+losses
	}
}

// Add adds the score of the candidate in a cluster of games and returns the decision of the test.
// halves is this score in half points: 2 for a win and 1 for a draw. Add panics if halves is
// negative or more than two per game. With the Bayesian model it also panics if
// [SequentialTest.AddResults] was not called with all games of the cluster.
func (t *SequentialTest) Add(halves int) Decision {
	if halves < 0 || halves > 2*t.games {
		panic(fmt.Sprintf("rating: %d half points in a cluster of %d games", halves, t.games))
	}
	if t.decision != Undecided {
		return t.decision
	}
	t.clusters++
	if t.options.Model == BayesianModel && t.wins+t.draws+t.losses < t.clusters*t.games {
		panic("rating: the Bayesian model needs one call of AddResults before each call of Add")
	}
	t.counts[halves]++
	elo0, elo1 := t.options.Hypotheses(t.wins, t.draws, t.losses)
	t.llr = LLR(t.counts, t.options.Model, elo0, elo1)
	switch {
	case t.llr >= t.upper:
		t.decision = AcceptH1
	case t.llr <= t.lower:
		t.decision = AcceptH0
	}
	return t.decision
}

// Decision returns the current decision of the test.
func (t *SequentialTest) Decision() Decision { return t.decision }

// LLR returns the log-likelihood ratio of the hypotheses. After the test has stopped it is the
// ratio at the decision.
func (t *SequentialTest) LLR() float64 { return t.llr }

// Counts returns the numbers of clusters, by score, on which the decision is based.
func (t *SequentialTest) Counts() Counts { return slices.Clone(t.counts) }
