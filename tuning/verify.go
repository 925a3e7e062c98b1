package tuning

import (
	"context"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// VerifyOptions says how an answer is verified.
type VerifyOptions struct {
	Games int // in all, for the playoff and the matches; at least one cluster a match is played
	Seats int // at one table; 0 means 2
	Seed  uint64
	// Fixed keeps the first finalist as the answer; there is no playoff.
	Fixed bool
	// Settings are given to every finalist.
	Settings engines.Settings
	// Journal, when set, keeps what has been played.
	Journal Journal
	// Events are told of progress, results and the verdict.
	Events Events
}

// Verdict is what a verification found, from fresh games alone.
type Verdict struct {
	Answer  Estimate
	Playoff []Placing // the finalists, each once, in the order given; nil without a playoff
	Matches []Match   // the answer against every opponent
	Games   int
}

// Placing is a finalist's result in the playoff.
type Placing struct {
	Estimate Estimate
	Games    int
	Score    float64 // mean points, in [0, 1]: the first's against all, the others' against the first
	Error    float64 // standard error of Score, by clusters
}

// playoffShare is the part of a verification's games that choose among the
// finalists. They are not used again: the best of several is lucky, and the
// matches that follow must not share its luck.
const playoffShare = 0.4

// Verify lets the other finalists challenge the first and then plays the answer
// against the opponents, all on seeds that the search has not seen.
//
// The finalists' first is the strategy's own answer. It rests on all games of
// the search, a playoff on a few, so another finalist replaces it only if it
// beats it by more than two standard errors of their score.
func Verify(ctx context.Context, x tournament.Executor, finalists []Estimate, opponents []engines.Agent, o VerifyOptions) (Verdict, error) {
	if len(finalists) == 0 {
		return Verdict{}, fmt.Errorf("tuning: a verification needs a finalist")
	}
	o.Seats = max(o.Seats, 2)
	v := &verification{VerifyOptions: o, executor: x, finalists: distinct(finalists)}
	for _, f := range v.finalists {
		v.field = append(v.field, engines.Agent{Name: f.Name, Weights: f.Weights, Settings: o.Settings})
	}
	v.field = append(v.field, opponents...)
	if o.Journal != nil {
		if err := o.Journal.Begin(v.field); err != nil {
			return Verdict{}, err
		}
	}
	if len(v.finalists) > 1 && !o.Fixed {
		if err := v.playoff(ctx, int(playoffShare*float64(o.Games))); err != nil {
			return Verdict{}, err
		}
	}
	v.verdict.Answer = v.finalists[v.answer]
	if err := v.matches(ctx, o.Games-v.verdict.Games); err != nil {
		return Verdict{}, err
	}
	if o.Events.VerificationFinished != nil {
		o.Events.VerificationFinished(v.verdict)
	}
	return v.verdict, nil
}

// verification is one verification being played.
type verification struct {
	VerifyOptions
	executor  tournament.Executor
	finalists []Estimate
	field     []engines.Agent // the finalists, then the opponents
	answer    int             // the finalist that is it
	begun     int             // pairings in the parts of the schedule that are over
	verdict   Verdict
}

// distinct drops finalists whose weights an earlier one has.
func distinct(list []Estimate) []Estimate {
	var out []Estimate
next:
	for _, e := range list {
		for _, have := range out {
			if (engines.Agent{Weights: e.Weights}).Same(engines.Agent{Weights: have.Weights}) {
				continue next
			}
		}
		out = append(out, e)
	}
	return out
}

// duel is a cluster of a against b in all seat orders. At a table of more than
// two seats b takes all seats but one.
func duel(a, b, seats int, seed uint64) tournament.Pairing {
	agents := make([]int, seats)
	for i := range agents {
		agents[i] = b
	}
	agents[0] = a
	return tournament.Pairing{Agents: agents, Seed: seed, Games: seats}
}

// playoff plays every other finalist against the first on common deals and makes
// the winner the answer.
func (v *verification) playoff(ctx context.Context, games int) error {
	others := len(v.finalists) - 1
	var part tournament.Pairings
	for deal := range max(1, games/(others*v.Seats)) {
		seed := engines.Seed(v.Seed, engines.Purpose("playoff"), uint64(deal))
		for i := range others {
			// At larger tables the two take turns in the single seat.
			a, b := 0, 1+i
			if deal%2 == 1 {
				a, b = b, a
			}
			part = append(part, duel(a, b, v.Seats, seed))
		}
	}
	scores := make([]spread, len(v.finalists))
	for r, err := range v.play(ctx, part) {
		if err != nil {
			return err
		}
		points := r.Points(0)
		scores[r.Pairing.Agents[0]].add(points)
		scores[r.Pairing.Agents[1]].add(1 - points)
	}
	for i, f := range v.finalists {
		v.verdict.Playoff = append(v.verdict.Playoff, Placing{f, scores[i].n * v.Seats, scores[i].mean(), scores[i].err()})
	}
	v.answer = choose(v.verdict.Playoff)
	return nil
}

// choose returns the place of the answer: the first, or the best of those that
// beat it by more than two standard errors.
func choose(playoff []Placing) int {
	best, most := 0, 0.0
	for i, p := range playoff[1:] {
		if p.Score-0.5 > 2*p.Error && p.Score > most {
			best, most = 1+i, p.Score
		}
	}
	return best
}

// spread is the moments of the scores of some clusters.
type spread struct {
	n            int
	sum, squares float64
}

func (s *spread) add(points float64) {
	s.n++
	s.sum += points
	s.squares += points * points
}

func (s *spread) mean() float64 { return s.sum / float64(s.n) }

// err is the standard error of the mean. Few clusters may happen to end alike;
// the variance counts one more that did not.
func (s *spread) err() float64 {
	n := float64(s.n)
	variance := max(0, s.squares/n-s.mean()*s.mean())
	return math.Sqrt((variance + 0.25/n) / n)
}

// matches plays the answer against every opponent for an equal share of games.
func (v *verification) matches(ctx context.Context, games int) error {
	first := len(v.finalists)
	opponents := v.field[first:]
	if len(opponents) == 0 {
		return nil
	}
	var part tournament.Pairings
	for deal := range max(1, games/(len(opponents)*v.Seats)) {
		seed := engines.Seed(v.Seed, engines.Purpose("verification"), uint64(deal))
		for i := range opponents {
			part = append(part, duel(v.answer, first+i, v.Seats, seed))
		}
	}
	tallies := make([]*tally, len(opponents))
	for i, opponent := range opponents {
		tallies[i] = newTally(opponent.Name, v.Seats)
	}
	for r, err := range v.play(ctx, part) {
		if err != nil {
			return err
		}
		tallies[r.Pairing.Agents[1]-first].add(r)
	}
	for _, t := range tallies {
		v.verdict.Matches = append(v.verdict.Matches, t.match())
	}
	return nil
}
