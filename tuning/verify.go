package tuning

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// VerifyOptions configures a verification: fresh games that choose among candidates and measure
// the result. The zero value plays as few games as possible with two seats.
type VerifyOptions struct {
	Terms tournament.Terms // the game, and the value and forfeits of its games
	// Games is the total of the playoff and the matches. The playoff gets two fifths of it if there
	// are at least two candidates, the start weights included, and Fixed is false. The rest belongs
	// to the matches, which divide it equally among the opponents. With the option Other, half of
	// the rest belongs to the matches with these settings. The playoff and every match play at
	// least one deal, even if the total then exceeds Games.
	Games int
	// Seats is the number of seats of a game; 0 means 2. In games of one seat agents play
	// alone and are compared on the same deals.
	Seats int
	// Symmetric states that seats do not matter, so that each pairing is played in one seat order
	// only.
	Symmetric bool
	// Seed is the seed from which the seeds of all games are derived. It may equal the seed of the
	// search, whose games get other seeds. In a game with few start positions, games may still have
	// the same start position; see Deal.
	Seed uint64
	// Deal returns the seeds of the deals; nil means seeds derived from Seed. The playoff uses the
	// first deals, and the matches use the following ones.
	Deal Deal
	// Fixed selects the first candidate without a playoff.
	Fixed bool
	// Start contains the start weights of the search. They are a further candidate, and an opponent
	// unless one of the opponents has the same weights. They become the result if the verification
	// rejects the candidate; see [Refused]. If Start is nil, no comparison is made.
	Start engines.Weights
	// StartSettings contains the engine settings of the start weights. They may differ from
	// Settings, which apply to all other candidates.
	StartSettings engines.Settings
	// ScaleFree states that multiplying all weights by a positive number changes no game.
	ScaleFree bool
	// Settings contains the engine settings of every candidate except the start weights; see
	// StartSettings.
	Settings engines.Settings
	// Other contains settings with which the result plays further matches, such as a longer limit
	// for moves. The settings replace those of the candidates, but an opponent keeps its own value
	// of a setting. These matches get half of the games that remain after the playoff. nil means
	// that there are no such matches.
	Other engines.Settings
	// Openings returns the number of different openings of the games with these seeds, or 0 if it
	// is unknown. It is called for matches that repeat games. nil means unknown.
	Openings func(seeds []uint64) int
	// Journal stores the results, so that a verification can be resumed. nil means that nothing
	// is stored.
	Journal Journal
	// Events receives progress, results and the final verification.
	Events Events
}

// Verification contains the result of a verification: the chosen weights and their measured
// strength. It uses new games only. The function NewVerdict of package results/evidence states the
// conclusion in words.
type Verification struct {
	Result  Estimate  `json:"result"`
	Playoff []Placing `json:"playoff,omitempty"` // the distinct candidates in the given order; nil without a playoff
	// Matches contains one row for each opponent of the chosen weights, with the results of the
	// games against it. If the chosen weights play exactly like the start weights, an opponent that
	// does too has a row without games. If the start weights were a further opponent, they have the
	// last row. If the start weights replaced the result after the matches, only the rows without
	// games remain.
	Matches []rating.Standing `json:"matches"`
	// Other contains the same rows for the games with the settings VerifyOptions.Other, but every
	// opponent that plays exactly like the chosen weights has a row without games. It is nil if
	// there were no such matches, for example because the result is the start weights.
	Other []rating.Standing `json:"other,omitempty"`
	// Candidates contains the distinct candidates, including the start weights if they were given.
	Candidates []Estimate `json:"-"`
	Refused    *Refused   `json:"-"` // the candidate that was rejected in favour of the start; nil if none
	// AgainstStart contains the results of the chosen weights, or of a rejected candidate,
	// against the start weights. It is nil if they did not meet after the playoff.
	AgainstStart *rating.Standing `json:"-"`
	// Unguarded is true if there were too few games to compare the chosen weights with the start
	// weights.
	Unguarded bool `json:"-"`
	Games     int  `json:"games"` // number of games played
	// PlayoffGames is the number of games of the playoff, of all candidates together.
	PlayoffGames int `json:"-"`
	rating.Variety
}

// playoffShare is the share of a verification's games that choose among the candidates. The winner
// is measured in other games, because its score in the games that chose it is too high on average.
const playoffShare = 0.4

// playoffGames returns the number of games among the candidates (the playoff) in a verification of
// the given number of games.
func playoffGames(games int) int { return int(playoffShare * float64(games)) }

// checkCandidates returns an error if the candidates and the start weights contain a number that is
// not finite, or vectors of different lengths. A nil vector, which means the defaults of the game,
// fits vectors of any length. Start weights with other settings than the candidates may have
// another length, because settings may change the weights of a game.
func checkCandidates(candidates []Estimate, o VerifyOptions) error {
	length, first := -1, ""
	check := func(name string, w engines.Weights, same bool) error {
		for i, v := range w {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return keys.Errorf(name, "weight %d, counted from 0, is %v", i, v)
			}
		}
		switch {
		case w == nil || !same:
		case length < 0:
			length, first = len(w), name
		case len(w) != length:
			return keys.Errorf(name, "%d weights, and %s has %d", len(w), first, length)
		}
		return nil
	}
	for i, c := range candidates {
		if err := check(fmt.Sprintf("candidates[%d]", i), c.Weights, true); err != nil {
			return err
		}
	}
	return check("start", o.Start, maps.Equal(o.Settings, o.StartSettings))
}

// Verify chooses the best of the candidates and measures its strength against the opponents, in
// games that the search has not used. Nil weights are the defaults of the game. Verify returns the
// errors of the executor and of ctx, and an error if there are no candidates, if their weights are
// vectors of different lengths, or if a weight is not a finite number.
//
// The first candidate is the one that the strategy prefers. Its choice is based on all games of the
// search, while the playoff among the candidates has only a few games. So another candidate
// replaces it only if it wins the playoff by more than two standard errors. After the matches the
// start weights replace the result if the games between the two show it to be weaker, or make a
// loss of strength more likely than a gain.
//
// An opponent whose weights are nil plays with the default weights of the game, which Verify does
// not receive. If Start contains the default weights, such an opponent is therefore not recognised
// as the start: the start weights are a further opponent and take a share of the games. Give the
// opponent the weights, as in spec.Weights.Default(), to avoid this.
func Verify(ctx context.Context, x tournament.Executor, candidates []Estimate, opponents []engines.Agent, o VerifyOptions) (Verification, error) {
	if len(candidates) == 0 {
		return Verification{}, fmt.Errorf("tuning: a verification needs at least one candidate")
	}
	if err := errors.Join(
		keys.AtLeast(0).Check("games", float64(o.Games)),
		keys.Within(0, engines.MaxSeats).Check("seats", float64(o.Seats)),
	); err != nil {
		return Verification{}, fmt.Errorf("tuning: verification: %w", err)
	}
	if err := checkCandidates(candidates, o); err != nil {
		return Verification{}, fmt.Errorf("tuning: verification: %w", err)
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
	v.agents = append(slices.Clip(v.field), v.withOther()...)
	v.planned = PlanVerification(len(v.candidates), opponents, o).Games()
	v.verdict.Candidates = v.candidates
	if o.Journal != nil {
		if err := o.Journal.Begin(ctx, v.agents); err != nil {
			return Verification{}, err
		}
	}
	if len(v.candidates) > 1 && !o.Fixed {
		if err := v.playoff(ctx, playoffGames(o.Games)); err != nil {
			return Verification{}, err
		}
	}
	v.verdict.Result = v.candidates[v.result]
	v.lostPlayoff()
	rest, other := o.Games-v.verdict.Games, 0
	if o.Other != nil {
		other = OtherGames(rest)
	}
	if err := v.matches(ctx, rest-other); err != nil {
		return Verification{}, err
	}
	if err := v.otherMatches(ctx, other); err != nil {
		return Verification{}, err
	}
	v.verdict.Variety = v.different.Variety()
	if v.planned != v.verdict.Games { // the result plays like the start weights or an opponent
		v.planned = v.verdict.Games
		v.report()
	}
	if o.Events.VerificationFinished != nil {
		o.Events.VerificationFinished(v.verdict)
	}
	return v.verdict, nil
}

// VerificationPlan contains the numbers of games that a verification is expected to play.
type VerificationPlan struct {
	Playoff int // games that choose among the candidates
	Matches int // games that measure the result against all opponents
	// Match is the part of Matches against one opponent. It is 0 if there is no opponent.
	Match int
	// Compared is the number of comparisons in one match: the number of games, or the number of
	// deals if every agent plays alone.
	Compared int
	Other    int // games with the settings VerifyOptions.Other
}

// Games returns the number of all games.
func (p VerificationPlan) Games() int { return p.Playoff + p.Matches + p.Other }

// PlanVerification returns the numbers of games that [Verify] plays. candidates is the number of
// distinct candidates, including the start weights. PlanVerification assumes that the result plays
// neither like the start weights nor like an opponent. Since every playoff and match plays at least
// one deal, the total may exceed VerifyOptions.Games.
//
// Verify returns an error for a number of seats out of range; PlanVerification uses the nearest one
// that is allowed.
func PlanVerification(candidates int, opponents []engines.Agent, o VerifyOptions) VerificationPlan {
	if o.Seats == 0 {
		o.Seats = 2
	}
	o.Seats = min(max(o.Seats, 1), engines.MaxSeats)
	v := &verification{options: o}
	var p VerificationPlan
	if candidates > 1 && !o.Fixed {
		p.Playoff = v.deals(playoffGames(o.Games), candidates-1) * v.perDeal(candidates-1)
	}
	start := engines.Agent{Weights: o.Start, Settings: o.StartSettings}
	startMet := o.Start == nil || slices.ContainsFunc(opponents, func(a engines.Agent) bool { return o.alike(a, start) })
	matches := func(games int) (deals, all int) {
		others := len(opponents)
		if !startMet && games >= v.perDeal(others+1) {
			others++
		}
		if others == 0 {
			return 0, 0
		}
		deals = v.deals(games, others)
		return deals, deals * v.perDeal(others)
	}
	rest, other := o.Games-p.Playoff, 0
	if o.Other != nil {
		other = OtherGames(rest)
		_, p.Other = matches(other)
	}
	deals, all := matches(rest - other)
	p.Matches, p.Match, p.Compared = all, deals*v.perDeal(1), deals*v.orders()
	return p
}

// verification is the state of a call of [Verify], which plays fresh games to choose among
// candidates and to measure the result.
type verification struct {
	options    VerifyOptions
	executor   tournament.Executor
	candidates []Estimate
	field      []engines.Agent // the candidates, then the opponents
	agents     []engines.Agent // field, then the same agents with VerifyOptions.Other
	result     int             // index of the result among the candidates
	start      int             // index of the start among the candidates; -1 if not given
	met        []spread        // scores of the playoff by candidate
	// metContents contains the contents of the playoff, and then of the match against the start
	// weights. both has the scores of the start weights against the first candidate in both; nil
	// if they do not meet in both.
	metContents tournament.Contents
	both        *spread
	planned     int // expected number of games
	begun       int // number of pairings in the finished parts of the schedule
	dealt       int // number of deals used
	forfeits    tournament.Forfeits
	contents    tournament.Contents // different contents over all games
	different   tournament.Different
	verdict     Verification
}

// distinct returns the list without candidates that have the same weights as an earlier one.
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

// orders returns the number of seat orders in which the agents of a pairing play.
func (v *verification) orders() int {
	if v.options.Symmetric || v.options.Seats == 1 {
		return 1
	}
	return v.options.Seats
}

// perDeal returns the number of games from one start (deal) that are needed to compare an agent
// with the given number of others. With several seats, the agent plays each of the others in every
// seat order. With one seat, agents play alone: each of the others plays one game, and the agent
// plays one for each pairing (see pairingsOf).
func (v *verification) perDeal(others int) int {
	if v.options.Seats == 1 {
		return others + pairingsOf(others)
	}
	return others * v.orders()
}

// deals returns the number of deals (starts of the game) on which an agent is compared with the
// given number of other agents. It is at least 1, so that more games may be played than the given
// number.
func (v *verification) deals(games, others int) int { return max(1, games/v.perDeal(others)) }

// deal returns the seed of the next deal (start of the game). part names the part of the
// verification, such as the playoff, and k counts its deals from 0.
func (v *verification) deal(part string, k int) uint64 {
	if v.options.Deal == nil {
		return engines.Seed(v.options.Seed, engines.Purpose(part), uint64(k))
	}
	v.dealt++
	return v.options.Deal(v.dealt - 1)
}

// VerificationDeals returns an upper bound for the number of deals (starts of the game) of a
// verification with the given number of games. perDeal is the smallest number of games played on
// one deal. If the verification also plays with other settings (VerifyOptions.Other), it may play
// one deal more than the bound.
func VerificationDeals(games, perDeal int) int {
	return games/max(1, perDeal) + 2 // the playoff and the matches play at least one deal each
}

// pairingsOf returns the number of pairings that are needed to compare one agent with the given
// number of others in games of one seat. One pairing compares at most [engines.MaxSeats] agents.
func pairingsOf(others int) int { return (others + engines.MaxSeats - 2) / (engines.MaxSeats - 1) }

// compare returns the pairings that compare agent one with each agent in others. All of them begin
// from the start that seed determines. In games of one seat every agent plays alone. Otherwise
// agent one has one seat and its opponent all others, or the reverse if turned is true.
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
		agents := slices.Repeat([]int{rest}, v.options.Seats)
		agents[0] = alone
		out = append(out, tournament.Pairing{Agents: agents, Seed: seed, Games: v.orders()})
	}
	return out
}

// versus returns the score, from 0 to 1, of the first agent of a pairing against the agent at index
// k. k matters only if the agents play alone (Apart). In other pairings the first agent has only
// one opponent.
func versus(r tournament.Result, k int) float64 {
	if !r.Pairing.Apart {
		return r.Points(0)
	}
	return r.Against(0, k)
}

// rivals returns the indices in p.Agents of the opponents of the first agent. These are all other
// agents if the agents play alone (Apart). Otherwise there is only one opponent, which may have
// several seats.
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

// Journal stores the results of a verification. A stopped verification can then continue without
// playing a game twice. Played must be safe for concurrent use.
type Journal interface {
	// Begin receives the agents before the first game. The agents of all results are indices
	// into this list.
	Begin(ctx context.Context, field []engines.Agent) error
	// Played returns the stored result of a pairing, and false if none is stored. index is the
	// position of the pairing in the verification's schedule.
	Played(index int) (tournament.Result, bool)
	// Drop removes the stored results from the index from on. It is called, before these pairings are
	// played, if the result at from is one of another pairing, such as of another deal.
	Drop(ctx context.Context, from int) error
	// Finished stores the result of a pairing. It is called as soon as the result exists, in any
	// order.
	Finished(tournament.Result)
}

// report passes the progress to the event handler.
func (v *verification) report() {
	if v.options.Events.Progress != nil {
		v.options.Events.Progress(Progress{Phase: Verifying, Unit: "games", Done: int64(v.verdict.Games), Of: int64(max(v.planned, v.verdict.Games))})
	}
}

// play plays the next part of the verification's schedule, without the pairings whose results the
// journal contains. It counts all games, reports the progress, and calls add for every result in
// the order of the schedule.
func (v *verification) play(ctx context.Context, name string, part tournament.Pairings, add func(tournament.Result)) error {
	from := v.begun
	v.begun += len(part)
	if err := v.dropOthers(ctx, part, from); err != nil {
		return err
	}
	enter := func(r tournament.Result) {
		v.verdict.Games += len(r.Games)
		v.different.Add(v.contents.Add(r), &r)
		if v.options.Events.ResultFinished != nil {
			placed := r
			placed.Index += from
			v.options.Events.ResultFinished(Verifying, placed)
		}
		v.report()
		add(r)
	}
	next := 0
	replay := func(to int) {
		for ; next < to; next++ {
			if r, ok := v.known(part, from, next); ok {
				enter(r)
			}
		}
	}
	for r, err := range tournament.Run(ctx, v.executor, v.agents, part, v.playOptions(name, part, from)) {
		if err != nil {
			return err
		}
		replay(r.Index)
		enter(r)
		next = r.Index + 1
	}
	replay(len(part))
	return nil
}

// playOptions returns the tournament options for a part of the verification. from is the index of
// the part's first pairing in the whole schedule.
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

// dropOthers removes results of another schedule from the journal: the first result that belongs to
// another pairing than part has at its index, and all later ones. from is the index of the part's
// first pairing in the whole schedule.
func (v *verification) dropOthers(ctx context.Context, part tournament.Pairings, from int) error {
	if v.options.Journal == nil {
		return nil
	}
	for i := range part {
		if _, stored := v.options.Journal.Played(from + i); !stored {
			continue
		}
		if _, same := v.known(part, from, i); !same {
			return v.options.Journal.Drop(ctx, from+i)
		}
	}
	return nil
}

// known returns the result that the journal contains for the i-th pairing of a part, and false if
// there is none. It ignores a stored result that belongs to another pairing. from is the index of
// the part's first pairing in the whole schedule.
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
