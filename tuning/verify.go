package tuning

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// VerifyOptions configure a verification. The zero value plays as few games as possible with
// two seats.
type VerifyOptions struct {
	Terms tournament.Terms
	Games int // total of the playoff and the matches; each match plays at least one cluster
	// Seats is the number of seats of a game; 0 means 2. In games of one seat agents play
	// alone and are compared on the same deals.
	Seats int
	// Symmetric states that the seats are equivalent: a deal is played in one seat order.
	Symmetric bool
	Seed      uint64
	// Deal, if set, returns the seeds of the deals in place of seeds derived from Seed. The
	// playoff uses the first deals, and the matches use the following ones.
	Deal Deal
	// Fixed selects the first candidate without a playoff.
	Fixed bool
	// Start contains the start weights of the search. They become the result if the games
	// favour them over the candidate. If nil, no comparison is made.
	Start engines.Weights
	// StartSettings replace Settings for the start, for candidates that differ from the start
	// in their settings.
	StartSettings engines.Settings
	// ScaleFree states that multiplying all weights by a positive number changes no game.
	ScaleFree bool
	// Settings are the engine settings of every candidate.
	Settings engines.Settings
	// Openings, if set, returns the number of different openings of the deals with these
	// seeds, 0 if unknown. It is called for matches that repeat games.
	Openings func(seeds []uint64) int
	// Journal, if set, stores the results for a resumed verification.
	Journal Journal
	// Events receive progress, results and the verdict.
	Events Events
}

// Verification contains the result of a verification. It rests on new games only.
type Verification struct {
	Result  Estimate  `json:"result"`
	Playoff []Placing `json:"playoff,omitempty"` // the distinct candidates in the given order; nil without a playoff
	// Matches contains the matches of the result, one for each opponent that it has met.
	Matches []rating.Standing `json:"matches"`
	// Candidates contains the distinct candidates, including the start weights if given.
	Candidates []Estimate `json:"-"`
	Refused    *Refused   `json:"-"` // the candidate that was rejected in favour of the start; nil if none
	// AgainstStart is the match of the result, or of a rejected candidate, against the start.
	// It is nil if they did not meet after the playoff.
	AgainstStart *rating.Standing `json:"-"`
	// Unguarded states that the games did not suffice to compare the result with the start.
	Unguarded bool `json:"-"`
	Games     int  `json:"games"` // number of games played
	rating.Variety
}

// playoffShare is the share of the games that choose among the candidates. The matches use
// other games, since the winner of a choice among several has been lucky in the games of the
// choice.
const playoffShare = 0.4

// Verify chooses among candidates and measures the result against the opponents, on deals that
// the search has not used. The error is that of the executor or of ctx; candidates must not be
// empty.
//
// The first candidate is the strategy's own best. It rests on all games of the search, the
// playoff on a few. Another candidate therefore replaces it only if it beats it by more than
// two standard errors. After the matches the start replaces the result if the games between
// them favour the start.
func Verify(ctx context.Context, x tournament.Executor, candidates []Estimate, opponents []engines.Agent, o VerifyOptions) (Verification, error) {
	if len(candidates) == 0 {
		return Verification{}, fmt.Errorf("tuning: a verification needs at least one candidate")
	}
	if o.Seats == 0 {
		o.Seats = 2
	}
	v := &verification{
		options: o, executor: x, candidates: distinct(candidates), forfeits: tournament.Forfeits{Limit: o.Terms.ForfeitLimit, Programs: o.Terms.Programs},
	}
	v.findStart()
	for i, f := range v.candidates {
		settings := o.Settings
		if i == v.start {
			settings = o.StartSettings
		}
		v.field = append(v.field, engines.Agent{Name: f.Name, Weights: f.Weights, Settings: settings})
	}
	v.field = append(v.field, opponents...)
	v.verdict.Candidates = v.candidates
	if o.Journal != nil {
		if err := o.Journal.Begin(ctx, v.field); err != nil {
			return Verification{}, err
		}
	}
	if len(v.candidates) > 1 && !o.Fixed {
		if err := v.playoff(ctx, int(playoffShare*float64(o.Games))); err != nil {
			return Verification{}, err
		}
	}
	v.verdict.Result = v.candidates[v.result]
	v.lostPlayoff()
	if err := v.matches(ctx, o.Games-v.verdict.Games); err != nil {
		return Verification{}, err
	}
	v.verdict.Variety = v.different.Variety()
	if o.Events.VerificationFinished != nil {
		o.Events.VerificationFinished(v.verdict)
	}
	return v.verdict, nil
}

// verification is the state of a verification.
type verification struct {
	options    VerifyOptions
	executor   tournament.Executor
	candidates []Estimate
	field      []engines.Agent // the candidates, then the opponents
	result     int             // index of the result among the candidates
	start      int             // index of the start among the candidates; -1 if not given
	met        []spread        // scores of the playoff by candidate
	begun      int             // number of pairings in the finished parts of the schedule
	dealt      int             // number of deals used
	forfeits   tournament.Forfeits
	contents   tournament.Contents // over all games
	different  tournament.Different
	verdict    Verification
}

// distinct removes candidates with the weights of an earlier one.
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

// orders returns the number of seat orders of a deal.
func (v *verification) orders() int {
	if v.options.Symmetric || v.options.Seats == 1 {
		return 1
	}
	return v.options.Seats
}

// perDeal returns the number of games that compare one agent with others on one deal.
func (v *verification) perDeal(others int) int {
	if v.options.Seats == 1 {
		return others + tables(others)
	}
	return others * v.orders()
}

// deal returns the seed of the next deal, the k-th of the named part.
func (v *verification) deal(part string, k int) uint64 {
	if v.options.Deal == nil {
		return engines.Seed(v.options.Seed, engines.Purpose(part), uint64(k))
	}
	v.dealt++
	return v.options.Deal(v.dealt - 1)
}

// VerificationDeals returns an upper bound for the number of deals of a verification, if every
// deal is played in at least perDeal games.
func VerificationDeals(games, perDeal int) int {
	return games/max(1, perDeal) + 2 // the playoff and the matches play at least one deal each
}

// tables returns the number of pairings that compare one agent with others if all play alone.
func tables(others int) int { return (others + engines.MaxSeats - 2) / (engines.MaxSeats - 1) }

// compare returns the pairings of agent one with the others on one deal. In games of one seat
// all of them play alone. Otherwise agent one meets each of the others, who takes all other
// seats; turned exchanges the two.
func (v *verification) compare(one int, others []int, seed uint64, turned bool) []tournament.Pairing {
	var out []tournament.Pairing
	if v.options.Seats == 1 {
		for some := range slices.Chunk(others, engines.MaxSeats-1) {
			out = append(out, tournament.Pairing{Agents: append([]int{one}, some...), Seed: seed, Games: 1, Apart: true})
		}
		return out
	}
	for _, other := range others {
		alone, rest := one, other
		if turned {
			alone, rest = rest, alone
		}
		agents := make([]int, v.options.Seats)
		for i := range agents {
			agents[i] = rest
		}
		agents[0] = alone
		out = append(out, tournament.Pairing{Agents: agents, Seed: seed, Games: v.orders()})
	}
	return out
}

// versus returns the score in [0, 1] of the first agent of r against its k-th. An opponent
// that takes several seats counts as one.
func versus(r tournament.Result, k int) float64 {
	if !r.Pairing.Apart {
		return r.Points(0)
	}
	return r.Against(0, k)
}

// rivals returns the indices, in p.Agents, of those that the first agent is compared with.
func rivals(p tournament.Pairing) []int {
	if !p.Apart {
		return []int{1}
	}
	out := make([]int, len(p.Agents)-1)
	for i := range out {
		out[i] = 1 + i
	}
	return out
}

// Journal stores the results of a verification, so that a stopped one continues without
// playing a game twice. Played is called by several goroutines.
type Journal interface {
	// Begin receives the agents before the first game. The agents of all results are indices
	// into this list.
	Begin(ctx context.Context, field []engines.Agent) error
	// Played returns the stored result at an index of the schedule.
	Played(index int) (tournament.Result, bool)
	// Finished stores a result. It is called as soon as the result exists, in any order.
	Finished(tournament.Result)
}

// play plays the next part of the schedule, except for the results in the journal, and counts
// the games. Like [tournament.Run] it yields the results in order.
func (v *verification) play(ctx context.Context, name string, part tournament.Pairings) iter.Seq2[tournament.Result, error] {
	from := v.begun
	v.begun += len(part)
	return func(yield func(tournament.Result, error) bool) {
		enter := func(r tournament.Result) bool {
			v.verdict.Games += len(r.Games)
			v.different.Add(v.contents.Add(r), &r)
			if v.options.Events.ResultFinished != nil {
				v.options.Events.ResultFinished(Verifying, r)
			}
			if v.options.Events.Progress != nil {
				v.options.Events.Progress(Progress{Phase: Verifying, Unit: "games", Done: int64(v.verdict.Games), Of: int64(v.options.Games)})
			}
			return yield(r, nil)
		}
		next := 0
		replay := func(to int) bool {
			for ; next < to; next++ {
				if r, ok := v.known(part, from, next); ok && !enter(r) {
					return false
				}
			}
			return true
		}
		for r, err := range tournament.Run(ctx, v.executor, v.field, part, v.playOptions(name, part, from)) {
			if err != nil {
				yield(r, err)
				return
			}
			if !replay(r.Index) || !enter(r) {
				return
			}
			next = r.Index + 1
		}
		replay(len(part))
	}
}

// playOptions returns the tournament options of a part that begins at index from of the schedule.
func (v *verification) playOptions(name string, part tournament.Pairings, from int) tournament.Options {
	o := tournament.Options{Terms: v.options.Terms, Forfeits: &v.forfeits, Batch: name}
	if v.options.Journal != nil {
		o.Skip = func(i int) bool { _, ok := v.known(part, from, i); return ok }
		o.Finished = func(r tournament.Result) {
			r.Index += from
			v.options.Journal.Finished(r)
		}
	}
	return o
}

// known returns the journal's result of the i-th pairing of a part, if it belongs to that
// pairing.
func (v *verification) known(part tournament.Pairings, from, i int) (tournament.Result, bool) {
	if v.options.Journal == nil {
		return tournament.Result{}, false
	}
	r, ok := v.options.Journal.Played(from + i)
	if !ok || r.Pairing.Seed != part[i].Seed || len(r.Games) != part[i].Played() || !slices.Equal(r.Pairing.Agents, part[i].Agents) {
		return tournament.Result{}, false
	}
	r.Index, r.Pairing, r.Objective = i, part[i], v.options.Terms.Objective
	return r, true
}
