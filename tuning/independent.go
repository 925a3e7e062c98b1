package tuning

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
)

// IndependentPairings wraps a strategy that compares agents in pairs, so that the two agents of a
// pair do not play each other. Each plays a separate game from the same start and in the same seat,
// against the opponents of the problem, or alone in games of one seat. The scores of the two games
// are then compared. A strategy that learns from games between two agents can thus learn to beat
// given opponents, or to score.
//
// The wrapped strategy counts such a comparison as one game. The methods of IndependentPairings
// count two games for it, except for Population. [NewIndependentPairings] makes one; the zero value
// cannot be used.
type IndependentPairings struct {
	inner   Strategy
	problem Problem
	valued  bool    // the problem of the wrapped strategy is Valued
	asked   []Batch // batches of the wrapped strategy that were returned and not yet learned from, in order
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

// gamesPerComparison is the number of games in a comparison of two agents, one for each agent. The
// wrapped strategy counts a comparison as one game.
const gamesPerComparison = 2

// NewIndependentPairings wraps the strategy that build returns, so that it learns from games
// against the opponents of p, or from scores in games of one seat. The problem passed to build has
// two seats, no opponents, and half of the games of p, since a comparison of two agents takes two
// games. If p limits its games to a single one, the passed problem has this limit too, because 0
// would mean no limit. If p.Worst is set, the passed problem has no rounds ahead; see
// [IndependentPairings.Ahead].
//
// NewIndependentPairings returns an error if p.Seats is out of range, if p has more than one seat and
// no opponents, if p.Shares or p.Worst do not fit the opponents, or if build returns an error. A
// [GamesError], returned by build if the games are too few, is converted to games of p: its numbers
// are doubled.
func NewIndependentPairings(p Problem, build func(Problem) (Strategy, error)) (*IndependentPairings, error) {
	p = p.Clone()
	if p.Seats == 0 {
		p.Seats = 2
	}
	if build == nil {
		return nil, errors.New("tuning: NewIndependentPairings needs a function that builds the strategy")
	}
	if err := keys.Within(1, engines.MaxSeats).Check("seats", float64(p.Seats)); err != nil {
		return nil, err
	}
	if p.Seats > 1 && len(p.Opponents) == 0 {
		return nil, keys.Errorf("opponents", "games with %d seats need at least one opponent", p.Seats)
	}
	met, err := newPool(p)
	if err != nil {
		return nil, err
	}
	inner := p
	inner.Opponents, inner.Shares, inner.Worst = nil, nil, false
	inner.Seats = 2
	inner.Symmetric = p.Symmetric || p.Seats == 1
	inner.Games = p.Games / gamesPerComparison
	if p.Games > 0 {
		inner.Games = max(inner.Games, 1)
	}
	if p.Worst {
		inner.Ahead = 0
	}
	inner.Valued = p.Seats == 1 || p.Graded
	s, err := build(inner)
	if short, ok := errors.AsType[*GamesError](err); ok { // its numbers are those of the problem passed to build
		all := *short
		all.Games, all.Least = gamesPerComparison*short.Games, gamesPerComparison*short.Least
		if p.Games > 0 {
			all.Games = p.Games
		}
		return nil, &all
	}
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, errors.New("tuning: the function build returned no strategy")
	}
	return &IndependentPairings{inner: s, problem: p, valued: inner.Valued, pool: met}, nil
}

// Ask returns the next round of the wrapped strategy, with separate games instead of games between
// the two agents of a pairing. Each agent plays against the opponents of the problem, or alone in
// games of one seat.
func (a *IndependentPairings) Ask() (Batch, error) { return a.AskAhead(0) }

// Ahead returns how many rounds beyond the next one can be requested before the results of the next
// one are known. It is 0 if [Problem.Worst] is set, because opponents then depend on the results of
// earlier rounds. Otherwise it is the number of the wrapped strategy.
func (a *IndependentPairings) Ahead() int {
	if a.pool.worst {
		return 0
	}
	return AheadOf(a.inner)
}

// AskAhead returns the n-th round after the next one, before the results of earlier rounds are
// known. AskAhead(0) is equivalent to Ask. The error is [NotYet] if n is above the return value of
// Ahead. A negative n is an error too.
func (a *IndependentPairings) AskAhead(n int) (Batch, error) {
	if n < 0 {
		return Batch{}, fmt.Errorf("%d rounds ahead; the number must not be negative", n)
	}
	if n > a.Ahead() {
		return Batch{}, NotYet
	}
	b, err := askAhead(a.inner, n)
	if err != nil {
		return Batch{}, err
	}
	if n < len(a.asked) {
		a.asked[n] = b
	} else {
		a.asked = append(a.asked, b)
	}
	return a.apart(b)
}

// apart converts a round of the wrapped strategy to a round of separate games. Instead of playing
// each other, the two agents of a pairing play against the opponents of the problem, or alone in
// games of one seat. apart returns an error if a pairing does not consist of exactly two agents.
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

// opponents returns the agents for the other seats of a game, as indices into the list of agents.
// The opponents begin at index from of this list. The seed selects the first opponent. The others
// follow in the order of the list, which begins again after its end. A problem with fewer opponents
// than free seats thus has some of them in several seats.
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

// first returns the seat, from 0, that the two agents of a pairing have in their first games. Both
// have the same seat, because they play separate games. The number of seats determines the choice:
//
//   - With one seat it is 0.
//   - With two seats it is 1 if the weights of the pairing's first agent are the larger ones in
//     lexicographic order, and otherwise 0. Two pairings of the same agents in opposite orders
//     therefore have different seats.
//   - With more seats it follows from the seed of the pairing.
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

// Tell passes the results of a round of separate games to the wrapped strategy, converted to
// results of games between the two agents of each pairing. It returns an error if b is not the
// oldest round whose results are missing.
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
	if err := a.tell(asked, met, results); err != nil {
		return err
	}
	a.asked = a.asked[1:]
	if a.pool.worst {
		a.pool.learn(results, len(asked.Field))
	}
	return nil
}

// tell passes the results of a round to the wrapped strategy. played contains the separate games,
// and met the games between the agents of each pairing that were computed from them. If the wrapped
// strategy learns from the scores of single agents, it also receives the scores in played.
func (a *IndependentPairings) tell(asked Batch, met, played []tournament.Result) error {
	inner, ok := a.inner.(Valued)
	if !ok || !a.valued {
		return a.inner.Tell(asked, met)
	}
	values := make([][2]float64, len(played))
	for i, r := range played {
		for k := range values[i] {
			values[i][k] = ownScore(r, k)
		}
	}
	return inner.TellValues(asked, met, values)
}

// ownScore returns the mean score of the k-th agent of a pairing whose agents play separate games.
// It is negative infinity if the agent forfeited a game, and NaN if no game has a score.
func ownScore(r tournament.Result, k int) float64 {
	for g := range r.Games {
		if seat := r.Pairing.SeatOf(g, k); seat >= 0 && r.Games[g].Forfeited(seat) {
			return math.Inf(-1)
		}
	}
	mean, games := r.Scores(k)
	if games == 0 {
		return math.NaN()
	}
	return mean
}

// Best returns the best weights that the wrapped strategy has found.
func (a *IndependentPairings) Best() Estimate { return inGames(a.inner.Best()) }

// inGames converts an estimate of the wrapped strategy, whose field Games counts comparisons of two
// agents. In the returned copy Games counts games, two for each comparison.
func inGames(e Estimate) Estimate {
	e.Games *= gamesPerComparison
	return e
}

// pooled is the JSON form of the snapshot of a search that plays most games against the strongest
// opponents of its pool (Problem.Worst). It contains the snapshot of the search strategy, and the
// mean scores against all opponents, which determine the strongest ones.
type pooled struct {
	Pool  poolRecord      `json:"pool"`
	Inner json.RawMessage `json:"inner"`
}

// Snapshot returns the snapshot of the wrapped strategy. If the choice of opponents depends on
// earlier results, it also contains the mean scores against the opponents.
func (a *IndependentPairings) Snapshot() ([]byte, error) {
	inner, err := a.inner.Snapshot()
	if err != nil || !a.pool.worst {
		return inner, err
	}
	return json.Marshal(pooled{a.pool.record, inner})
}

// Restore replaces the state by a snapshot from Snapshot. It returns an error for an invalid
// snapshot.
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

// Population returns the population of the wrapped strategy, or nil if that strategy has none. In
// its numbers of games, wins, draws and losses, a comparison of two agents counts as one game.
func (a *IndependentPairings) Population() []Member {
	if p, ok := a.inner.(Populated); ok {
		return p.Population()
	}
	return nil
}

// Candidates returns the weights that the wrapped strategy proposes as result, for a verification
// to choose from. If the wrapped strategy proposes none, the list contains only its best weights.
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

// ResultIsFixed reports whether the wrapped strategy determines the result, so that a verification
// must not choose another candidate; see [Fixed].
func (a *IndependentPairings) ResultIsFixed() bool {
	f, ok := a.inner.(Fixed)
	return ok && f.ResultIsFixed()
}

// PlannedGames returns the number of games played in the whole run: two for each comparison of two
// agents. It returns 0 if the wrapped strategy cannot compute this number in advance.
func (a *IndependentPairings) PlannedGames() int {
	if p, ok := a.inner.(Planner); ok {
		return p.PlannedGames() * gamesPerComparison
	}
	return 0
}

// LargestRound returns the number of games played in the largest round: two for each comparison of
// two agents. It returns 0 if the wrapped strategy cannot compute this number in advance.
func (a *IndependentPairings) LargestRound() int {
	if p, ok := a.inner.(Planner); ok {
		return p.LargestRound() * gamesPerComparison
	}
	return 0
}

// Report returns the wrapped strategy's description of the weights. It is empty if that strategy
// has none. Its numbers are not converted: a number of games would count a comparison of two agents as
// one game.
func (a *IndependentPairings) Report() Report {
	if r, ok := a.inner.(Reporter); ok {
		return r.Report()
	}
	return Report{}
}
