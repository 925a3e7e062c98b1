package tuning

import (
	"context"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// VerifyOptions says how an answer is verified. The zero value plays the fewest games
// at tables of two seats.
type VerifyOptions struct {
	tournament.Terms
	Games int // in all, for the playoff and the matches; at least one cluster a match is played
	// Seats is the number of seats at one table; 0 means 2. In games of one seat
	// agents play apart and are compared on the same deals.
	Seats int
	// Symmetric says that seats do not matter: a deal is played in one seat order.
	Symmetric bool
	Seed      uint64
	// Deal, when set, returns the seeds of the deals in place of those derived from Seed: of
	// the playoff first, then of the matches.
	Deal Deal
	// Fixed makes the first finalist the candidate without a playoff.
	Fixed bool
	// Start are the weights that the search began with. They become the answer if the
	// games favour them over the candidate. If nil, nothing is compared with them.
	Start engines.Weights
	// StartSettings are given to the start in place of Settings, for candidates that
	// differ from the start in their settings.
	StartSettings engines.Settings
	// ScaleFree states that only the direction of weights matters.
	ScaleFree bool
	// Settings are given to every finalist.
	Settings engines.Settings
	// Openings, when set, returns the number of different openings of the deals that have
	// these seeds, 0 where it is not known. It is called for matches that repeat games.
	Openings func(seeds []uint64) int
	// Journal, when set, keeps what has been played.
	Journal Journal
	// Events are told of progress, results and the verdict.
	Events Events
}

// Verification is the result of a verification, from fresh games only.
type Verification struct {
	Answer  Estimate  `json:"answer"`
	Playoff []Placing `json:"playoff,omitempty"` // the finalists, each once, in the order given; nil without a playoff
	// Matches are the matches of the answer. An opponent that the answer has not met is
	// absent.
	Matches []rating.Standing `json:"matches"`
	// Finalists are the candidates of the verification, each once; the start weights are
	// among them if they were given.
	Finalists []Estimate `json:"-"`
	Refused   *Refused   `json:"-"` // the candidate that the start replaced; nil if none was
	// AgainstStart is the match of the answer, or of the candidate that was refused,
	// against the start; nil if the two have not met after the playoff.
	AgainstStart *rating.Standing `json:"-"`
	// Unguarded states that the games were too few to compare the answer with the start.
	Unguarded bool `json:"-"`
	Games     int  `json:"games"` // that were played
	rating.Variety
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
// beats it by more than two standard errors of their score. After the matches the
// start replaces the answer if the games between them favour the start.
func Verify(ctx context.Context, x tournament.Executor, finalists []Estimate, opponents []engines.Agent, o VerifyOptions) (Verification, error) {
	if len(finalists) == 0 {
		return Verification{}, fmt.Errorf("tuning: a verification needs a finalist")
	}
	if o.Seats == 0 {
		o.Seats = 2
	}
	v := &verification{
		VerifyOptions: o, executor: x, finalists: distinct(finalists), forfeits: tournament.Forfeits{Limit: o.ForfeitLimit, Programs: o.Programs},
	}
	v.findStart()
	for i, f := range v.finalists {
		settings := o.Settings
		if i == v.start {
			settings = o.StartSettings
		}
		v.field = append(v.field, engines.Agent{Name: f.Name, Weights: f.Weights, Settings: settings})
	}
	v.field = append(v.field, opponents...)
	v.verdict.Finalists = v.finalists
	if o.Journal != nil {
		if err := o.Journal.Begin(ctx, v.field); err != nil {
			return Verification{}, err
		}
	}
	if len(v.finalists) > 1 && !o.Fixed {
		if err := v.playoff(ctx, int(playoffShare*float64(o.Games))); err != nil {
			return Verification{}, err
		}
	}
	v.verdict.Answer = v.finalists[v.answer]
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

// verification is one verification being played.
type verification struct {
	VerifyOptions
	executor  tournament.Executor
	finalists []Estimate
	field     []engines.Agent // the finalists, then the opponents
	answer    int             // the place of the answer among the finalists
	start     int             // the place of the start weights among the finalists; -1 if they are not given
	met       []spread        // the scores of the playoff, by finalist
	begun     int             // pairings in the parts of the schedule that are over
	dealt     int             // deals in them
	forfeits  tournament.Forfeits
	contents  tournament.Contents // of all games
	different tournament.Different
	verdict   Verification
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

// orders is the number of seat orders in which a deal is played.
func (v *verification) orders() int {
	if v.Symmetric || v.Seats == 1 {
		return 1
	}
	return v.Seats
}

// perDeal is the number of games in which one agent is compared with others on
// one deal.
func (v *verification) perDeal(others int) int {
	if v.Seats == 1 {
		return others + tables(others)
	}
	return others * v.orders()
}

// deal returns the seed of the next deal, the k-th of a part of the schedule.
func (v *verification) deal(part string, k int) uint64 {
	if v.Deal == nil {
		return engines.Seed(v.Seed, engines.Purpose(part), uint64(k))
	}
	v.dealt++
	return v.Deal(v.dealt - 1)
}

// VerificationDeals returns the most deals that a verification of so many games uses, if every
// deal is played in so many games at least.
func VerificationDeals(games, perDeal int) int {
	return games/max(1, perDeal) + 2 // one more if the share of the playoff or of the matches has no game
}

// tables is the number of pairings in which one agent is compared with others
// that all play apart.
func tables(others int) int { return (others + engines.MaxSeats - 2) / (engines.MaxSeats - 1) }

// compare makes the pairings of one agent with others on one deal. In games of
// one seat all of them play it apart. At tables the agent meets one after
// another, who takes all seats but one; turned exchanges the two.
func (v *verification) compare(one int, others []int, seed uint64, turned bool) []tournament.Pairing {
	var out []tournament.Pairing
	if v.Seats == 1 {
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
		agents := make([]int, v.Seats)
		for i := range agents {
			agents[i] = rest
		}
		agents[0] = alone
		out = append(out, tournament.Pairing{Agents: agents, Seed: seed, Games: v.orders()})
	}
	return out
}

// versus is the score, in [0, 1], of a result's first agent against its k-th.
// Those who meet at a table have one rival, whatever number of seats it takes.
func versus(r tournament.Result, k int) float64 {
	if !r.Pairing.Apart {
		return r.Points(0)
	}
	return r.Against(0, k)
}

// rivals lists the places in a pairing of those that its first agent is compared
// with.
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
