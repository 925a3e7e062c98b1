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
	Workers int
	Games   int // in all, for the playoff and the matches; at least one cluster a match is played
	Seats   int // at one table; 0 means 2
	Seed    uint64
	// Fixed keeps the first finalist as the answer; there is no playoff.
	Fixed bool
	// Settings are given to every finalist.
	Settings engines.Settings
	// Observe, when set, is called after every cluster.
	Observe func(done, of int)
}

// Verdict is what a verification found, from fresh games alone.
type Verdict struct {
	Answer  Estimate
	Playoff []Placing // the finalists in the order of their scores; nil without a playoff
	Matches []Match   // the answer against every opponent
	Games   int
}

// Placing is a finalist's result in the playoff.
type Placing struct {
	Estimate Estimate
	Games    int
	Score    float64 // mean points, in [0, 1]
	Error    float64 // standard error of Score, by clusters
}

// playoffShare is the part of a verification's games that choose among the
// finalists. They are not used again: the best of several is lucky, and the
// matches that follow must not share its luck.
const playoffShare = 0.4

// Verify lets the finalists play for the answer in a round robin and then plays
// the answer against the opponents, all on seeds that the search has not seen.
//
// The finalists' first is the strategy's own answer. It rests on all games of
// the search, a playoff on a few, so another finalist replaces it only if its
// score is better by more than two standard errors of the difference.
func Verify(ctx context.Context, arena engines.Arena, finalists []Estimate, opponents []engines.Agent, o VerifyOptions) (Verdict, error) {
	if len(finalists) == 0 {
		return Verdict{}, fmt.Errorf("tuning: a verification needs a finalist")
	}
	o.Seats = max(o.Seats, 2)
	v := Verdict{Answer: finalists[0]}
	left := o.Games
	finalists = distinct(finalists)
	progress := func(done int) {
		if o.Observe != nil {
			o.Observe(done, o.Games)
		}
	}
	if len(finalists) > 1 && !o.Fixed {
		budget := int(playoffShare * float64(o.Games))
		if err := v.playoff(ctx, arena, finalists, o, budget, progress); err != nil {
			return Verdict{}, err
		}
		left -= v.Games
	}
	if err := v.matches(ctx, arena, opponents, o, left, progress); err != nil {
		return Verdict{}, err
	}
	return v, nil
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

// playoff plays a round robin among the finalists on common deals and makes
// the best the answer.
func (v *Verdict) playoff(ctx context.Context, arena engines.Arena, finalists []Estimate, o VerifyOptions, games int, progress func(int)) error {
	field := make([]engines.Agent, len(finalists))
	for i, f := range finalists {
		field[i] = engines.Agent{Name: f.Name, Weights: f.Weights, Settings: o.Settings}
	}
	var cycle [][2]int
	for i := range field {
		for j := i + 1; j < len(field); j++ {
			cycle = append(cycle, [2]int{i, j})
		}
	}
	var schedule tournament.Pairings
	for deal := range max(1, games/(len(cycle)*o.Seats)) {
		seed := engines.Seed(o.Seed, engines.Purpose("playoff"), uint64(deal))
		for _, pair := range cycle {
			// At larger tables the two take turns in the single seat.
			a, b := pair[0], pair[1]
			if deal%2 == 1 {
				a, b = b, a
			}
			schedule = append(schedule, duel(a, b, o.Seats, seed))
		}
	}
	scores := make([]spread, len(field))
	for r, err := range tournament.Run(ctx, arena, field, schedule, tournament.Options{Workers: o.Workers}) {
		if err != nil {
			return err
		}
		v.Games += len(r.Games)
		points := r.Points(0)
		scores[r.Pairing.Agents[0]].add(points)
		scores[r.Pairing.Agents[1]].add(1 - points)
		progress(v.Games)
	}
	for i, f := range finalists {
		v.Playoff = append(v.Playoff, Placing{f, scores[i].n * o.Seats, scores[i].mean(), scores[i].err()})
	}
	v.Answer = finalists[choose(v.Playoff)]
	return nil
}

// choose returns the place of the answer: the first, or the best of those that
// beat its score by more than two standard errors.
func choose(playoff []Placing) int {
	best, own := 0, playoff[0]
	for i, p := range playoff {
		lead := p.Score - own.Score
		if lead > 2*math.Hypot(p.Error, own.Error) && p.Score > playoff[best].Score {
			best = i
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
func (v *Verdict) matches(ctx context.Context, arena engines.Arena, opponents []engines.Agent, o VerifyOptions, games int, progress func(int)) error {
	if len(opponents) == 0 {
		return nil
	}
	field := append([]engines.Agent{{Name: "answer", Weights: v.Answer.Weights, Settings: o.Settings}}, opponents...)
	var schedule tournament.Pairings
	for deal := range max(1, games/(len(opponents)*o.Seats)) {
		seed := engines.Seed(o.Seed, engines.Purpose("verification"), uint64(deal))
		for i := range opponents {
			schedule = append(schedule, duel(0, i+1, o.Seats, seed))
		}
	}
	tallies := make([]*tally, len(opponents))
	for i, opponent := range opponents {
		tallies[i] = newTally(opponent.Name, o.Seats)
	}
	for r, err := range tournament.Run(ctx, arena, field, schedule, tournament.Options{Workers: o.Workers}) {
		if err != nil {
			return err
		}
		v.Games += len(r.Games)
		tallies[r.Pairing.Agents[1]-1].add(r)
		progress(v.Games)
	}
	for _, t := range tallies {
		v.Matches = append(v.Matches, t.match())
	}
	return nil
}
