package genetic

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
)

// next computes the generation that follows a state and those that are in play, ready
// to play.
func (b *Breeder) next(s *state) (*plan, error) {
	p := &plan{generation: s.Generation + 1 + len(b.asked), nextID: s.NextID, hall: s.Hall}
	if n := len(b.asked); n > 0 {
		p.nextID = b.asked[n-1].nextID
	}
	if s.Generation == 0 {
		p.members = b.initialPopulation(p)
	} else {
		var err error
		if p.members, err = b.breed(s, p); err != nil {
			return nil, err
		}
	}
	return p, b.schedule(p)
}

// initialPopulation makes the first generation: uniform over the ranges, or normal around
// the start weights, which are then its first member: they must stand up to what
// is bred from them.
func (b *Breeder) initialPopulation(p *plan) []Genome {
	space, o := b.problem.Space, b.options
	members := make([]Genome, o.Population)
	for i := range members {
		r := b.rand("genetic founder", p.generation, i)
		w := make(engines.Weights, len(space))
		for k, d := range space {
			switch {
			case o.Spread == 0:
				w[k] = draw(r, d)
			case i == 0:
				w[k] = b.problem.Start[k]
			default:
				w[k] = repair(r, d, shift(d, b.problem.Start[k], o.Spread*r.NormFloat64()))
			}
		}
		members[i] = p.newborn(w, nil)
	}
	return members
}

// newborn gives a genome its identity.
func (p *plan) newborn(w engines.Weights, parents []int) Genome {
	g := Genome{ID: p.nextID, Born: p.generation, Weights: w, Parents: parents}
	p.nextID++
	return g
}

// breed replaces a part of the population by children of its parents: crossed
// ones first, then mutants, in the slots of those they replace, the lowest first.
func (b *Breeder) breed(s *state, p *plan) ([]Genome, error) {
	ranked := s.ranked()
	pairs, mutants := b.options.Pairs, b.options.Mutants
	if n := b.options.Replacement.Children(len(s.Members)); n > 0 && pairs == 0 {
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

// replaced is the population of a state in which the children of a plan have taken the
// slots that the replacement gives them.
func (b *Breeder) replaced(s *state, p *plan, ranked []int) ([]Genome, error) {
	r := b.rand("genetic replacement", p.generation, 0)
	slots := b.options.Replacement.Slots(r, ranked, len(p.children))
	if err := checkSlots(slots, len(p.children), len(s.Members)); err != nil {
		return nil, fmt.Errorf("replacement %T: %w", b.options.Replacement, err)
	}
	members := slices.Clone(s.Members)
	for i, slot := range slots {
		members[slot] = p.children[i]
	}
	return members, nil
}

// choose returns the slots of the parents that a generation has.
func (b *Breeder) choose(s *state) ([]int, error) {
	r := b.rand("genetic selection", s.Generation, 0)
	parents := b.options.Selection.Select(r, Candidates{Ranked: s.ranked(), Fitness: s.Fitness, Groups: s.Groups})
	if err := checkParents(parents, len(s.Members)); err != nil {
		return nil, fmt.Errorf("selection %T: %w", b.options.Selection, err)
	}
	return parents, nil
}

// cross returns the i-th crossed child.
func (b *Breeder) cross(s *state, p *plan, ranked []int, i int) (Genome, error) {
	r := b.rand("genetic crossover", p.generation, i)
	x, y := pair(r, s.parents, ranked)
	mother, father := s.Members[x], s.Members[y]
	w := b.options.Crossover.Cross(r, b.problem.Space, mother.Weights, father.Weights)
	if err := b.problem.Space.Check(w); err != nil {
		return Genome{}, fmt.Errorf("crossover %T: %w", b.options.Crossover, err)
	}
	w = clone(w) // an operator may have returned a parent's slice
	child := p.newborn(w, []int{mother.ID, father.ID})
	r = b.rand("genetic mutation of a child", p.generation, i)
	step := stepOf(b.options.Mutation, b.progress(p.generation))
	mutateSome(r, b.options.Mutation, b.problem.Space, w, b.options.MutationRate, step)
	return child, b.checkMutated(w)
}

// mutant makes the i-th mutant, of the genome in a slot.
func (b *Breeder) mutant(s *state, p *plan, slot, i int) (Genome, error) {
	parent := s.Members[slot]
	child := p.newborn(clone(parent.Weights), []int{parent.ID})
	r := b.rand("genetic mutant", p.generation, i)
	step := stepOf(b.options.Mutation, b.progress(p.generation))
	mutateCount(r, b.options.Mutation, b.problem.Space, child.Weights, b.options.MutantWeights, step)
	return child, b.checkMutated(child.Weights)
}

func (b *Breeder) checkMutated(w engines.Weights) error {
	if err := b.problem.Space.Check(w); err != nil {
		return fmt.Errorf("mutation %T: %w", b.options.Mutation, err)
	}
	return nil
}

// progress is how far a generation is in the run: 0 for the first that has
// children, 1 for the last planned. A step that shrinks with it does not depend
// on how long the run takes.
func (b *Breeder) progress(generation int) float64 {
	if b.last <= 2 {
		return 0
	}
	return min(float64(generation-2)/float64(b.last-2), 1)
}

// pair draws two parents of different identity, each entry of the list as likely
// as any other: pairs of one genome with itself are drawn again. Where selection
// has left but one genome, the fittest other one of the population joins it.
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

// pick draws n different entries of a list, and starts over when all are taken:
// three mutants come of three parents, or of one parent chosen three times.
func pick(r *rand.Rand, list []int, n int) []int {
	out := make([]int, 0, n)
	for len(out) < n {
		left := slices.Clone(list)
		r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
		out = append(out, left[:min(n-len(out), len(left))]...)
	}
	return out
}

func clone(w engines.Weights) engines.Weights { return slices.Clone(w) }
