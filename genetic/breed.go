package genetic

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// next returns the plan of the generation that follows the state s: its genomes, pairings and
// seeds. If other generations are still being played, it is the generation after these.
func (b *Breeder) next(s *state) (*plan, error) {
	p := &plan{generation: s.Generation + 1 + len(b.asked), nextID: s.NextID, hall: s.Hall}
	if n := len(b.asked); n > 0 {
		p.nextID = b.asked[n-1].nextID
	}
	if b.adapts() {
		p.members = b.born(s, p)
	} else if s.Generation == 0 {
		p.members = b.initialPopulation(p)
	} else {
		var err error
		if p.members, err = b.breed(s, p); err != nil {
			return nil, err
		}
	}
	return p, b.schedule(p)
}

// initialPopulation returns the first generation of genomes. Their weights are drawn uniformly
// from the ranges, or from a normal distribution around the start weights if Config.Spread or the
// problem has a step for them. With a normal distribution, the first genome is the start weights, so
// that they compete with their descendants.
func (b *Breeder) initialPopulation(p *plan) []Genome {
	space, c := b.problem.Space, b.config
	members := make([]Genome, c.Population)
	for i := range members {
		r := b.rand("genetic founder", p.generation, i)
		w := make(engines.Weights, len(space))
		for k, d := range space {
			step := b.step(k, c.Spread)
			switch {
			case i == 0 && (c.Spread > 0 || b.problem.Steps != nil):
				w[k] = b.problem.Start[k]
			case step == 0:
				w[k] = draw(r, d)
			case d.Kind.Has(engines.Choices):
				w[k] = draw(r, d)
			default:
				w[k] = repair(r, d, shift(d, b.problem.Start[k], step*elementary.Normal(r)))
			}
		}
		members[i] = p.newborn(b.feasible(w), nil)
	}
	return members
}

// step returns the standard deviation of the first random changes of weight k, as a share of the
// weight's range. If the problem sets no first step for this weight, it returns fallback.
func (b *Breeder) step(k int, fallback float64) float64 {
	if steps := b.problem.Steps; steps != nil && steps[k] > 0 {
		return b.problem.Space[k].UnitStep(b.problem.Start[k], steps[k])
	}
	return fallback
}

// newborn returns a genome with the given weights and parents, and a new identifier.
func (p *plan) newborn(w engines.Weights, parents []int) Genome {
	g := Genome{ID: p.nextID, Born: p.generation, Weights: w, Parents: parents}
	p.nextID++
	return g
}

// breed returns the population after children have replaced some members. Children that are crossed
// from two parents come first, then mutants, in rising order of their indices in the population.
func (b *Breeder) breed(s *state, p *plan) ([]Genome, error) {
	ranked := s.ranked()
	pairs, mutants := b.config.Crossover.Pairs, b.config.Mutation.Count
	if n := b.operators.Replacement.Children(len(s.Members)); n > 0 && pairs == 0 {
		pairs = n - mutants
	}
	children := make([]Genome, 0, pairs+mutants)
	for i := range pairs {
		child, err := b.cross(s, p, ranked, i)
		if err != nil {
			return nil, err
		}
		children = append(children, child)
	}
	chosen := pick(b.rand("genetic mutants", p.generation, 0), s.parents, mutants)
	for i, slot := range chosen {
		child, err := b.mutant(s, p, slot, i)
		if err != nil {
			return nil, err
		}
		children = append(children, child)
	}
	p.children = children
	return b.replaced(s, p, ranked)
}

// replaced returns the population after the children of a plan have replaced the members that the
// replacement operator selects.
func (b *Breeder) replaced(s *state, p *plan, ranked []int) ([]Genome, error) {
	r := b.rand("genetic replacement", p.generation, 0)
	slots := b.operators.Replacement.Slots(r, ranked, len(p.children))
	if err := checkSlots(slots, len(p.children), len(s.Members)); err != nil {
		return nil, fmt.Errorf("replacement %T: %w", b.operators.Replacement, err)
	}
	members := slices.Clone(s.Members)
	for i, slot := range slots {
		members[slot] = p.children[i]
	}
	return members, nil
}

// choose returns the indices of the genomes that become parents of the next generation.
func (b *Breeder) choose(s *state) ([]int, error) {
	r := b.rand("genetic selection", s.Generation, 0)
	parents := b.operators.Selection.Select(r, Ranking{Ranked: s.ranked(), Fitness: s.Fitness, Groups: s.Groups})
	if err := checkParents(parents, len(s.Members)); err != nil {
		return nil, fmt.Errorf("selection %T: %w", b.operators.Selection, err)
	}
	return parents, nil
}

// cross returns the i-th child of the plan that is crossed from two parents. ranked contains the
// indices of all members, best first.
func (b *Breeder) cross(s *state, p *plan, ranked []int, i int) (Genome, error) {
	r := b.rand("genetic crossover", p.generation, i)
	x, y := pair(r, s.parents, ranked)
	mother, father := s.Members[x], s.Members[y]
	w := b.operators.Crossover.Cross(r, b.problem.Space, mother.Weights, father.Weights)
	if err := b.problem.Space.Check(w); err != nil {
		return Genome{}, fmt.Errorf("crossover %T: %w", b.operators.Crossover, err)
	}
	w = slices.Clone(w) // an operator may have returned a parent's slice
	r = b.rand("genetic mutation of a child", p.generation, i)
	step := stepOf(b.operators.Mutation, b.progress(p.generation))
	mutateSome(r, b.operators.Mutation, b.problem.Space, w, b.config.Mutation.Rate, step)
	return p.newborn(b.feasible(w), []int{mother.ID, father.ID}), b.checkMutated(w)
}

// mutant returns the i-th mutant of the plan: a changed copy of the genome at index slot of the
// population.
func (b *Breeder) mutant(s *state, p *plan, slot, i int) (Genome, error) {
	parent := s.Members[slot]
	w := slices.Clone(parent.Weights)
	r := b.rand("genetic mutant", p.generation, i)
	step := stepOf(b.operators.Mutation, b.progress(p.generation))
	mutateCount(r, b.operators.Mutation, b.problem.Space, w, b.config.Mutation.Weights, step)
	return p.newborn(b.feasible(w), []int{parent.ID}), b.checkMutated(w)
}

// feasible returns the weights w if they satisfy the constraints of the problem, and otherwise
// nearby weights that do.
func (b *Breeder) feasible(w engines.Weights) engines.Weights {
	if b.problem.Constraints.Holds(w) {
		return w
	}
	if near, ok := b.problem.Constraints.Nearest(w); ok {
		return near
	}
	return slices.Clone(b.problem.Start)
}

func (b *Breeder) checkMutated(w engines.Weights) error {
	if err := b.problem.Space.Check(w); err != nil {
		return fmt.Errorf("mutation %T: %w", b.operators.Mutation, err)
	}
	return nil
}

// progress returns the part of the run that a generation has reached: 0 for the first generation
// with children, 1 for the last planned generation. Mutation steps shrink with it, in the same way
// in runs of any length.
func (b *Breeder) progress(generation int) float64 {
	if b.last <= 2 {
		return 0
	}
	return min(float64(generation-2)/float64(b.last-2), 1)
}

// pair draws two different parents from the list parents, in which every entry has the same
// probability. If both entries are the same genome, they are drawn again. If only one genome was
// selected as a parent, the fittest other member becomes the second parent.
func pair(r *rand.Rand, parents, ranked []int) (int, int) {
	mixed := slices.ContainsFunc(parents, func(slot int) bool { return slot != parents[0] })
	if !mixed {
		other := ranked[0]
		if other == parents[0] {
			other = ranked[1]
		}
		return parents[0], other
	}
	for {
		a, b := parents[r.IntN(len(parents))], parents[r.IntN(len(parents))]
		if a != b {
			return a, b
		}
	}
}

// pick draws n different entries of a list at random. When all are drawn, it starts again with
// the whole list.
func pick(r *rand.Rand, list []int, n int) []int {
	out := make([]int, 0, n)
	for len(out) < n {
		left := slices.Clone(list)
		r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
		out = append(out, left[:min(n-len(out), len(left))]...)
	}
	return out
}

// schedule sets the pairings, seeds and seats of a planned generation. The seed of a pairing is
// derived from the generation, the group, the table and the deal at this table. So two genomes that
// meet in two groups play different games. With the option SameDeals, the seed is derived only from
// the generation and the number of earlier deals of the same genomes, so that all tables begin with
// the same seeds.
func (b *Breeder) schedule(p *plan) error {
	for _, g := range p.members {
		p.field = append(p.field, engines.Agent{Name: fmt.Sprintf("genome %d", g.ID), Weights: slices.Clone(g.Weights)})
		p.ids = append(p.ids, g.ID)
	}
	if b.operators.Grouping.Invites() {
		b.addGuests(p)
	}
	d := Draw{
		Population: len(p.members),
		Seats:      b.problem.Seats,
		Guests:     len(p.field) - len(p.members),
		Rand:       func(i int) *rand.Rand { return b.rand("genetic group", p.generation, i) },
	}
	p.groups = b.operators.Grouping.Groups(d)
	if err := checkDrawn(p.groups, d); err != nil {
		return fmt.Errorf("grouping %T: %w", b.operators.Grouping, err)
	}
	met := make(map[string]int) // number of tables so far with the same genomes
	for g, group := range p.groups {
		for t, table := range group.Tables {
			key := fmt.Sprint(slices.Sorted(slices.Values(table)))
			b.seat(p, g, t, table, met[key])
			met[key]++
		}
	}
	return nil
}

// addGuests adds the guests to the agents of a planned generation. Guests are agents outside the
// population: the fixed opponents of the problem, then the hall of fame. Without either, the start
// weights are the guest.
func (b *Breeder) addGuests(p *plan) {
	add := func(a engines.Agent, g Genome) {
		p.field = append(p.field, a)
		p.ids = append(p.ids, g.ID)
		p.guests = append(p.guests, g)
	}
	for i, a := range b.problem.Opponents {
		add(a, Genome{ID: -1 - i, Weights: slices.Clone(a.Weights)})
	}
	for _, f := range p.hall {
		// A guest needs an identifier of its own, because the same genome may still be a member
		// and must not play against itself.
		g := Genome{ID: -1 - len(b.problem.Opponents) - f.Genome.ID, Weights: f.Genome.Weights}
		add(engines.Agent{Name: fmt.Sprintf("hall of fame %d", f.Genome.ID), Weights: slices.Clone(g.Weights)}, g)
	}
	if len(p.guests) == 0 {
		add(engines.Agent{Name: "start", Weights: slices.Clone(b.problem.Start)}, Genome{ID: -1, Weights: b.problem.Start})
	}
}

// seat adds the games of a set of agents that play together: for every seed one pairing, which
// contains all games from this seed. group and table number the set within the generation. meeting
// is the number of earlier meetings of the same agents in the generation.
func (b *Breeder) seat(p *plan, group, table int, agents []int, meeting int) {
	orders := b.config.SeatOrders
	deals := b.config.GamesPerPair / orders
	for d := range deals {
		path := []uint64{engines.Purpose("genetic game"), uint64(p.generation), uint64(group), uint64(table), uint64(d)}
		if b.config.SameDeals {
			path = []uint64{engines.Purpose("genetic deal"), uint64(p.generation), uint64(meeting*deals + d)}
		}
		seed := engines.Seed(b.problem.Seed, path...)
		seats := slices.Clone(agents)
		if orders < len(seats) {
			b.shuffleSeats(seed, p.ids, seats)
		}
		p.pairings = append(p.pairings, tournament.Pairing{Agents: seats, Seed: seed, Games: orders})
		p.group = append(p.group, group)
	}
}

// shuffleSeats assigns random seats to the players. The order follows from the game's seed and the
// players' identifiers, so that different players with the same seed get different seats.
func (b *Breeder) shuffleSeats(seed uint64, ids, seats []int) {
	path := []uint64{engines.Purpose("genetic seats")}
	if b.config.SameDeals {
		for _, s := range seats {
			path = append(path, uint64(ids[s]))
		}
	}
	engines.Rand(engines.Seed(seed, path...)).Shuffle(len(seats), func(i, j int) {
		seats[i], seats[j] = seats[j], seats[i]
	})
}
