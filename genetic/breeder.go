package genetic

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// Breeder is a [tuning.Strategy] that tunes weights with a genetic algorithm; a round is a
// generation. Create it with [New].
//
// Proposing and learning are pure functions. The method next makes a plan from a state and the
// generations in play, and score makes the next state from a state, a plan and the results of its
// games. Neither changes its arguments or draws from a shared random generator.
type Breeder struct {
	problem   tuning.Problem
	config    Config // the config in use, with the numbers that follow from the problem
	operators Operators
	ratios    bool // logarithms are bred, because only the ratios of positive weights count
	last      int  // number of planned generations
	games     int  // number of games in all planned generations

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

// New returns a Breeder for a problem. The zero config means [Default]. The error joins all mistakes in
// the config, alone or in combination with the problem. Each mistake is a keys.KeyError.
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
	b := &Breeder{problem: p, config: c, operators: c.operators(), ratios: ratios, state: &state{NextID: 1}}
	if err := b.fits(); err != nil {
		return nil, err
	}
	if b.adapts() {
		b.problem.Ahead = 0 // children need the distribution that the generation before has taught
	}
	b.last, b.games = b.planned()
	return b, nil
}

// adapts reports whether children are drawn from a distribution that the run learns.
func (b *Breeder) adapts() bool {
	_, adapts := b.operators.Mutation.(Covariance)
	return adapts
}

// complete returns the problem with defaults filled in. It returns an error for a problem that
// cannot be tuned.
func complete(p tuning.Problem) (tuning.Problem, error) {
	if p.Seats == 0 {
		p.Seats = 2
	}
	if p.Start == nil {
		p.Start = p.Space.Default()
	}
	if err := checkProblem(p); err != nil {
		return p, fmt.Errorf("genetic: %w", err)
	}
	return p, nil
}

// leastShare is the smallest value of a weight on a logarithmic scale whose range begins at 0, as a
// share of the upper limit.
const leastShare = 1.0 / 2000

// inLogs gives the weights of a problem logarithmic scales if only their ratios matter and none may be
// negative; see Config.Linear. It returns the problem unchanged and false in all other cases, if weights
// are choices, or if a start weight is so small that it lies below its logarithmic range.
func inLogs(p tuning.Problem) (tuning.Problem, bool) {
	if !p.ScaleFree {
		return p, false
	}
	space := slices.Clone(p.Space)
	for _, i := range space.Free() {
		w := &space[i]
		if w.Min < 0 || w.Kind.Has(engines.Choices) {
			return p, false
		}
		if w.Kind |= engines.Log; w.Min == 0 {
			w.Min = leastShare * w.Max
		}
	}
	if space.Check(p.Start) != nil {
		return p, false
	}
	p.Space, p.Constraints = space, p.Constraints.Within(space)
	return p, true
}

func checkProblem(p tuning.Problem) error {
	if p.Seats < 2 || p.Seats > engines.MaxSeats {
		return fmt.Errorf("%d seats are not within [2, %d]; tuning.NewIndependentPairings serves games of one seat", p.Seats, engines.MaxSeats)
	}
	if err := p.Validate(); err != nil {
		return err
	}
	if len(p.Space.Free()) == 0 {
		return fmt.Errorf("no weight is free to change")
	}
	return nil
}

// Config returns the config in use, with defaults filled in.
func (b *Breeder) Config() Config { return b.config }

// Ask returns the games of the next generation. It returns [tuning.Done] after the last
// generation, at the end of the budget, or if fitness has not risen for too long (Config.Stall).
// Repeated calls return the same games.
func (b *Breeder) Ask() (tuning.Batch, error) { return b.AskAhead(0) }

// Ahead returns the number of generations that may be in play beyond the next one. Children then
// join the population when their games are finished, as in a steady-state genetic algorithm. It is
// 0 for the mutation [Covariance], which learns from one generation before it draws the next.
func (b *Breeder) Ahead() int { return b.problem.Ahead }

// AskAhead returns the games of the n-th generation after the next, before the results of the
// generations in between are known. For n above 0, it returns [tuning.NotYet] if n exceeds the
// return value of Ahead, or if the results of the first generation are not known yet.
func (b *Breeder) AskAhead(n int) (tuning.Batch, error) {
	s := b.state
	games := s.Games
	for i := 0; ; i++ {
		if s.Generation+i >= b.last || b.stalled(s) {
			return tuning.Batch{}, tuning.Done
		}
		if i == len(b.asked) {
			if i > 0 && (i > b.problem.Ahead || s.Generation == 0) {
				return tuning.Batch{}, tuning.NotYet
			}
			p, err := b.next(s)
			if err != nil {
				return tuning.Batch{}, fmt.Errorf("genetic: generation %d: %w", s.Generation+1+i, err)
			}
			b.asked = append(b.asked, p)
		}
		batch := b.asked[i].batch()
		if games += batch.Games(); b.problem.Games > 0 && games > b.problem.Games {
			b.asked = b.asked[:i]
			return tuning.Batch{}, tuning.Done
		}
		if i == n {
			return batch, nil
		}
	}
}

func (p *plan) batch() tuning.Batch {
	return tuning.Batch{Round: p.generation, Field: p.field, Pairings: p.pairings}
}

// stalled reports whether the run must end because the best fitness has not risen for Config.Stall
// generations.
func (b *Breeder) stalled(s *state) bool {
	return b.config.Stall > 0 && s.Generation-s.PeakAt >= b.config.Stall
}

// Tell passes the results of the next generation to the Breeder, which computes the fitness of the
// genomes and selects the parents of further generations.
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

// ResultIsFixed reports whether a verification must measure the result without a choice among
// candidates; see Config.FixedResult.
func (b *Breeder) ResultIsFixed() bool { return b.config.FixedResult }

// rand returns a random generator for one purpose, such as the crossover of one child. Its seed is
// derived from the run's seed, the purpose, the generation and the index.
func (b *Breeder) rand(purpose string, generation, index int) *rand.Rand {
	return engines.Rand(engines.Seed(b.problem.Seed, engines.Purpose(purpose), uint64(generation), uint64(index)))
}

// LargestRound returns the number of games of the largest generation. It is capped at the largest
// int.
func (b *Breeder) LargestRound() int {
	return b.generationGames(min(max(b.last, 1), 1+b.config.HallOfFame))
}

// PlannedGames returns the number of games of the whole run. The run is shorter if it ends
// because fitness has not risen (Config.Stall), and if a genome is the fittest of several generations
// and the hall of fame plays: it then has fewer guests than planned.
func (b *Breeder) PlannedGames() int { return b.games }
