package tuning

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
)

// IndependentPairings is a strategy whose agents do not meet. Each agent plays against the
// opponents of the problem, or alone in games of one seat. The scores of two agents on the
// same deal from the same seats are compared. A strategy that learns from games between two
// agents thus learns to beat the opponents or to score.
//
// It wraps another strategy, whose games are comparisons: the inner strategy plans and learns
// as if its two agents had played each other. Batches, results and game counts of
// IndependentPairings describe the games that are played.
type IndependentPairings struct {
	inner   Strategy
	problem Problem
	asked   []Batch // batches of the inner strategy that were returned and not yet learned from, in order
	pool    pool
}

var (
	_ Strategy   = (*IndependentPairings)(nil)
	_ Populated  = (*IndependentPairings)(nil)
	_ Candidates = (*IndependentPairings)(nil)
	_ Fixed      = (*IndependentPairings)(nil)
	_ Planner    = (*IndependentPairings)(nil)
	_ Reporter   = (*IndependentPairings)(nil)
	_ Ahead      = (*IndependentPairings)(nil)
)

// gamesPerComparison is the number of games played for one game of the inner strategy.
const gamesPerComparison = 2

// NewIndependentPairings wraps the strategy that build returns. The problem passed to build
// has two seats and half of the games. NewIndependentPairings returns an error if p has more
// than one seat and no opponents.
func NewIndependentPairings(p Problem, build func(Problem) (Strategy, error)) (*IndependentPairings, error) {
	if p.Seats == 0 {
		p.Seats = 2
	}
	if p.Seats > 1 && len(p.Opponents) == 0 {
		return nil, keys.Errorf("opponents", "games with %d seats need at least one opponent", p.Seats)
	}
	met, err := newPool(p)
	if err != nil {
		return nil, err
	}
	inner := p
	inner.Seats = 2
	inner.Symmetric = p.Symmetric || p.Seats == 1
	inner.Games = p.Games / gamesPerComparison
	s, err := build(inner)
	if err != nil {
		return nil, err
	}
	return &IndependentPairings{inner: s, problem: p, pool: met}, nil
}

// Ask returns the pairings of the inner strategy, each as independent games.
func (a *IndependentPairings) Ask() (Batch, error) {
	b, err := a.inner.Ask()
	if err != nil {
		return Batch{}, err
	}
	return a.ask(b, 0)
}

// Ahead returns the number of the inner strategy, or 0 if Problem.Worst is set, since the
// opponents then depend on earlier results.
func (a *IndependentPairings) Ahead() int {
	if a.pool.worst {
		return 0
	}
	return AheadOf(a.inner)
}

// AskAhead returns the pairings of a later round; see [Ahead].
func (a *IndependentPairings) AskAhead(n int) (Batch, error) {
	if n == 0 {
		return a.Ask()
	}
	if n > a.Ahead() {
		return Batch{}, NotYet
	}
	b, err := a.inner.(Ahead).AskAhead(n)
	if err != nil {
		return Batch{}, err
	}
	return a.ask(b, n)
}

// ask stores b as the n-th round after the next and returns its independent games.
func (a *IndependentPairings) ask(b Batch, n int) (Batch, error) {
	if n < len(a.asked) {
		a.asked[n] = b
	} else {
		a.asked = append(a.asked, b)
	}
	return a.apart(b)
}

// apart converts a batch of the inner strategy to independent games.
func (a *IndependentPairings) apart(b Batch) (Batch, error) {
	out := Batch{Round: b.Round, Field: b.Field, Pairings: make([]tournament.Pairing, len(b.Pairings))}
	if a.problem.Seats > 1 {
		out.Field = slices.Concat(b.Field, a.problem.Opponents)
	}
	for i, p := range b.Pairings {
		if len(p.Agents) != 2 {
			return Batch{}, fmt.Errorf("round %d: a pairing compares %d agents; 2 are accepted", b.Round, len(p.Agents))
		}
		p.Apart = true
		p.Opponents = a.opponents(p.Seed, len(b.Field))
		p.First = a.first(p, b.Field)
		out.Pairings[i] = p
	}
	return out, nil
}

// opponents returns the agents in the other seats, as indices into the field, in which the
// opponents begin at index from. The seed selects the first; the others follow in turn.
func (a *IndependentPairings) opponents(seed uint64, from int) []int {
	if a.problem.Seats == 1 {
		return nil
	}
	n := uint64(len(a.problem.Opponents))
	at := engines.Seed(seed, engines.Purpose("pool")) % n
	if a.pool.worst || a.pool.shares != nil {
		at = uint64(a.pool.draw(seed))
	}
	out := make([]int, a.problem.Seats-1)
	for i := range out {
		out[i] = from + int((at+uint64(i))%n)
	}
	return out
}

// first returns the seat in which both agents play first. With two seats it does not depend on
// the order of the two agents, so that exchanging them gives the same games. With more seats
// the seed of the deal selects it.
func (a *IndependentPairings) first(p tournament.Pairing, field []engines.Agent) int {
	switch a.problem.Seats {
	case 1:
		return 0
	case 2:
		if slices.Compare(field[p.Agents[0]].Weights, field[p.Agents[1]].Weights) > 0 {
			return 1
		}
		return 0
	}
	return int(engines.Seed(p.Seed, engines.Purpose("pool seat")) % uint64(a.problem.Seats))
}

// Tell passes the comparisons to the inner strategy.
func (a *IndependentPairings) Tell(b Batch, results []tournament.Result) error {
	asked := Batch{}
	if len(a.asked) > 0 {
		asked = a.asked[0]
	}
	if b.Round != asked.Round || len(results) != len(asked.Pairings) {
		return fmt.Errorf("%d results of round %d; expected %d of round %d", len(results), b.Round, len(asked.Pairings), asked.Round)
	}
	met := make([]tournament.Result, len(results))
	for i, r := range results {
		met[i] = r.Met()
	}
	if err := a.inner.Tell(asked, met); err != nil {
		return err
	}
	a.asked = a.asked[1:]
	if a.pool.worst {
		a.pool.learn(results, len(asked.Field))
	}
	return nil
}

// Best returns the best weights of the inner strategy.
func (a *IndependentPairings) Best() Estimate { return inGames(a.inner.Best()) }

// inGames converts the game count of e from comparisons to games.
func inGames(e Estimate) Estimate {
	e.Games *= gamesPerComparison
	return e
}

// pooled is the snapshot if the choice of opponents depends on results.
type pooled struct {
	Pool  poolRecord      `json:"pool"`
	Inner json.RawMessage `json:"inner"`
}

// Snapshot returns the snapshot of the inner strategy, with the scores against the opponents
// if their choice depends on these.
func (a *IndependentPairings) Snapshot() ([]byte, error) {
	inner, err := a.inner.Snapshot()
	if err != nil || !a.pool.worst {
		return inner, err
	}
	return json.Marshal(pooled{a.pool.record, inner})
}

// Restore replaces the state by a snapshot that Snapshot has returned.
func (a *IndependentPairings) Restore(snapshot []byte) error {
	a.asked = nil
	if !a.pool.worst {
		return a.inner.Restore(snapshot)
	}
	var s pooled
	if err := json.Unmarshal(snapshot, &s); err != nil {
		return fmt.Errorf("snapshot: opponents: %w", err)
	}
	if n := len(a.problem.Opponents); len(s.Pool.Scores) != n {
		return fmt.Errorf("snapshot with %d opponents; this run has %d", len(s.Pool.Scores), n)
	}
	if err := a.inner.Restore(s.Inner); err != nil {
		return err
	}
	a.pool.record = s.Pool
	return nil
}

// Population returns the population of the inner strategy, nil if it has none. The game counts
// of members are comparisons.
func (a *IndependentPairings) Population() []Member {
	if p, ok := a.inner.(Populated); ok {
		return p.Population()
	}
	return nil
}

// Candidates returns the candidates of the inner strategy, at least its best weights.
func (a *IndependentPairings) Candidates() []Estimate {
	f, ok := a.inner.(Candidates)
	if !ok {
		return []Estimate{a.Best()}
	}
	var out []Estimate
	for _, e := range f.Candidates() {
		out = append(out, inGames(e))
	}
	return out
}

// ResultIsFixed reports whether the inner strategy prescribes its result.
func (a *IndependentPairings) ResultIsFixed() bool {
	f, ok := a.inner.(Fixed)
	return ok && f.ResultIsFixed()
}

// PlannedGames returns the number of games of the whole run, 0 if unknown.
func (a *IndependentPairings) PlannedGames() int {
	if p, ok := a.inner.(Planner); ok {
		return p.PlannedGames() * gamesPerComparison
	}
	return 0
}

// LargestRound returns the number of games of the largest round, 0 if unknown.
func (a *IndependentPairings) LargestRound() int {
	if s, ok := a.inner.(Sized); ok {
		return s.LargestRound() * gamesPerComparison
	}
	return 0
}

// Report returns the report of the inner strategy, empty if it has none.
func (a *IndependentPairings) Report() Report {
	if r, ok := a.inner.(Reporter); ok {
		return r.Report()
	}
	return Report{}
}
