package genetic

import (
	"fmt"
	"slices"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Breeder is a [tuning.Strategy] that tunes weights with a genetic algorithm; a round is a
// generation. Create it with [New].
//
// The methods next and score are pure functions: they neither change their arguments nor draw from
// a shared random generator. next makes a plan from a state and the generations in play. score
// makes the next state from a state, a plan and the results of its games.
type Breeder struct {
	terms      *terms
	adaptation *adaptation // nil unless the mutation is [Covariance]

	state *state
	asked []*plan // generations requested and not yet learned from, in order
}

var (
	_ tuning.Strategy   = (*Breeder)(nil)
	_ tuning.Populated  = (*Breeder)(nil)
	_ tuning.Candidates = (*Breeder)(nil)
	_ tuning.Fixed      = (*Breeder)(nil)
	_ tuning.Planner    = (*Breeder)(nil)
	_ tuning.Ahead      = (*Breeder)(nil)
)

// New returns a genetic algorithm for a problem. The zero config means [Default]. New returns an
// error for a problem that cannot be tuned, and for a config that is invalid (see Config.Validate)
// or does not suit the problem. Each mistake in the config is a keys.KeyError.
func New(p tuning.Problem, c Config) (*Breeder, error) {
	c = c.withDefaults(p)
	if err := c.Validate(); err != nil {
		return nil, err
	}
	p, err := complete(p)
	if err != nil {
		return nil, err
	}
	c = c.sized(p)
	ratios := false
	if !c.Linear {
		p, ratios = inLogs(p)
	}
	t := &terms{problem: p, config: c, operators: c.operators()}
	if len(p.Opponents) > 0 && !t.operators.Grouping.Invites() {
		return nil, fmt.Errorf("genetic: %w", keys.Errorf("opponents", "only the grouping gauntlet plays against them; wrap the breeder with tuning.NewIndependentPairings to train against opponents with another grouping"))
	}
	if err := t.fits(); err != nil {
		return nil, err
	}
	if _, adapts := t.operators.Mutation.(Covariance); adapts {
		t.problem.Ahead = 0 // children need the distribution that the generation before has taught
	}
	t.last, t.games = t.planned()
	return &Breeder{terms: t, adaptation: newAdaptation(t, ratios), state: &state{NextID: 1}}, nil
}

// Config returns the config in use, with defaults filled in.
func (b *Breeder) Config() Config { return b.terms.config }

// Ask returns the games of the next generation. It returns [tuning.Done] after the last
// generation, at the end of the budget, or if fitness has not risen for too long (Config.Stall).
// Repeated calls return the same games.
func (b *Breeder) Ask() (tuning.Batch, error) { return b.AskAhead(0) }

// Ahead returns the number of generations that may be in play beyond the next one. Children then
// join the population when their games are finished, as in a steady-state genetic algorithm. It is
// 0 for the mutation [Covariance], which learns from one generation before it draws the next.
func (b *Breeder) Ahead() int { return b.terms.problem.Ahead }

// AskAhead returns the games of a later generation before the results of the generations in
// between are known. With n = 0 this is the next generation, as in Ask; with n = 1 it is the one
// after the next. For n above 0, AskAhead returns [tuning.NotYet] if n exceeds the return value of
// Ahead. It also returns NotYet as long as the results of the first generation are unknown. It
// returns [tuning.Done] if the run ends before that generation, and an error for a negative n. A
// stall (Config.Stall) does not withdraw generations that were requested before it, so that a
// resumed run plays them as well.
func (b *Breeder) AskAhead(n int) (tuning.Batch, error) {
	if n < 0 {
		return tuning.Batch{}, fmt.Errorf("genetic: %d rounds ahead; the number must not be negative", n)
	}
	s := b.state
	games := s.Games
	for i := 0; ; i++ {
		if i == len(b.asked) {
			if s.Generation+i >= b.terms.last || b.stalled(s) {
				return tuning.Batch{}, tuning.Done
			}
			if i > 0 && (i > b.terms.problem.Ahead || s.Generation == 0) {
				return tuning.Batch{}, tuning.NotYet
			}
			p, err := b.next(s)
			if err != nil {
				return tuning.Batch{}, fmt.Errorf("genetic: generation %d: %w", s.Generation+1+i, err)
			}
			b.asked = append(b.asked, p)
		}
		batch := b.asked[i].batch()
		if games += batch.Games(); b.terms.problem.Games > 0 && games > b.terms.problem.Games {
			b.asked = b.asked[:i]
			return tuning.Batch{}, tuning.Done
		}
		if i == n {
			return batch, nil
		}
	}
}

// next plans the generation that follows the state s and the generations that are still being
// played: its genomes, pairings and seeds. It makes the genomes from s.
func (b *Breeder) next(s *state) (*plan, error) {
	p := &plan{generation: s.Generation + 1 + len(b.asked), nextID: s.NextID, hall: s.Hall}
	if n := len(b.asked); n > 0 {
		p.nextID = b.asked[n-1].nextID
	}
	switch {
	case b.adaptation != nil:
		p.members = b.adaptation.born(s, p)
	case s.Generation == 0:
		p.members = initialPopulation(b.terms, p, b.terms.config.Spread)
	default:
		var err error
		if p.members, err = breed(b.terms, s, p); err != nil {
			return nil, err
		}
	}
	return p, p.schedule(b.terms)
}

// stalled reports whether the run must end because the best fitness has not risen for Config.Stall
// generations.
func (b *Breeder) stalled(s *state) bool {
	return b.terms.config.Stall > 0 && s.Generation-s.PeakAt >= b.terms.config.Stall
}

// Tell receives the results of the next generation. It computes the fitness of the genomes and
// selects the parents of further generations. It returns an error, and changes nothing, if batch is
// not the next generation or results do not fit its pairings.
func (b *Breeder) Tell(batch tuning.Batch, results []tournament.Result) error {
	if len(b.asked) == 0 {
		return fmt.Errorf("genetic: results of generation %d, but none was requested", batch.Round)
	}
	p := b.asked[0]
	if batch.Round != p.generation {
		return fmt.Errorf("genetic: results of generation %d; expected generation %d", batch.Round, p.generation)
	}
	if len(results) != len(p.pairings) {
		return fmt.Errorf("genetic: generation %d: %d results for %d pairings", p.generation, len(results), len(p.pairings))
	}
	for i, res := range results {
		if err := checkResult(i, res, p.pairings[i]); err != nil {
			return fmt.Errorf("genetic: generation %d: %w", p.generation, err)
		}
	}
	next, err := b.score(b.state, p, results)
	if err != nil {
		return fmt.Errorf("genetic: generation %d: %w", p.generation, err)
	}
	b.state, b.asked = next, b.asked[1:]
	return nil
}

// score returns the state after a generation, computed from the state before, the plan of the
// generation and the results of its games. The children join the population. The new state contains
// the game records, the fitness, the ranked groups and the parents. It also contains the
// generation's contribution to an averaged result, and the distribution of the next children.
func (b *Breeder) score(s *state, p *plan, results []tournament.Result) (*state, error) {
	next := &state{
		Generation: p.generation,
		NextID:     p.nextID,
		Members:    p.members,
		Hall:       slices.Clone(s.Hall),
		Peak:       s.Peak,
		PeakAt:     s.PeakAt,
	}
	if s.Generation > 0 && b.terms.problem.Ahead > 0 { // other members have changed since it was planned
		var err error
		if next.Members, err = s.replaced(b.terms, p); err != nil {
			return nil, err
		}
	}
	all := newTally(p.ids)
	groups := make([]*tally, len(p.groups))
	for i := range groups {
		groups[i] = newTally(p.ids)
	}
	for i, res := range results {
		all.add(res)
		groups[p.group[i]].add(res)
		next.Games += len(res.Games)
	}
	places := p.places(next.Members)
	next.Records = recordsOf(all, places)
	next.Games += s.Games
	next.Results = append(slices.Clone(s.Results), all.sorted())
	keep := b.terms.config.Evidence
	if b.adaptation != nil && next.Generation <= b.adaptation.founding {
		keep = 0 // the founders are rated together
	}
	if n := len(next.Results) - b.terms.problem.Ahead; keep > 0 && n > keep { // keep may be near the largest int
		next.Results = slices.Clone(next.Results[n-keep:])
	}
	next.Past = past(next, s, p)
	if err := next.rate(b.terms, p, groups, places); err != nil {
		return nil, err
	}
	next.recordFittest(b.terms.config.HallOfFame)
	if err := next.choose(b.terms); err != nil {
		return nil, err
	}
	var centre []float64
	if b.adaptation != nil {
		centre = b.adaptation.learn(s, next)
	} else {
		centre = next.centre(b.terms.problem.Space)
	}
	next.Trail = append(slices.Clone(s.Trail), centre)
	return next, nil
}

func checkResult(i int, res tournament.Result, want tournament.Pairing) error {
	if res.Index != i {
		return fmt.Errorf("result %d belongs to pairing %d", i+1, res.Index+1)
	}
	if len(res.Games) != want.Games {
		return fmt.Errorf("pairing %d: %d games; expected %d", i+1, len(res.Games), want.Games)
	}
	if len(res.Pairing.Agents) != len(want.Agents) {
		return fmt.Errorf("pairing %d: %d agents; expected %d", i+1, len(res.Pairing.Agents), len(want.Agents))
	}
	for k, agent := range res.Pairing.Agents {
		if agent != want.Agents[k] {
			return fmt.Errorf("pairing %d: agent %d; expected %d", i+1, agent, want.Agents[k])
		}
	}
	for g, game := range res.Games {
		if game.Outcome.Seats() != len(want.Agents) {
			return fmt.Errorf("pairing %d: game %d has an outcome for %d seats", i+1, g+1, game.Outcome.Seats())
		}
	}
	return nil
}

// Population returns the members of the latest finished generation, best first, with the results
// of their games in that generation. It is empty before the first generation.
func (b *Breeder) Population() []tuning.Member {
	s := b.state
	out := make([]tuning.Member, 0, len(s.Members))
	for _, slot := range s.ranked() {
		g, r := s.Members[slot], s.Records[slot]
		out = append(out, tuning.Member{
			ID: g.ID, Born: g.Born, Weights: slices.Clone(g.Weights),
			Games: r.Games, Wins: r.Wins, Draws: r.Draws, Losses: r.Losses,
			Fitness: s.Fitness[slot],
		})
	}
	return out
}

// ResultIsFixed returns Config.FixedResult. If it is true, a verification must measure the result
// of the search, and must not choose a better one among several candidates.
func (b *Breeder) ResultIsFixed() bool { return b.terms.config.FixedResult }

// LargestRound returns the number of games of the largest generation, at most math.MaxInt.
// Generations grow until the hall of fame, whose members are opponents, is full.
func (b *Breeder) LargestRound() int {
	return b.terms.generationGames(min(max(b.terms.last, 1), 1+b.terms.config.HallOfFame))
}

// PlannedGames returns the largest possible number of games of the whole run. The run has fewer
// games if it ends early because fitness has not risen (Config.Stall). It also has fewer if one
// genome is the fittest of several generations, because the hall of fame then contains fewer
// opponents.
func (b *Breeder) PlannedGames() int { return b.terms.games }
