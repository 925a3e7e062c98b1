package genetic

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
)

// next computes the generation that follows a state, ready to play.
func (b *Breeder) next(s *state) *plan {
	p := &plan{generation: s.Generation + 1, nextID: s.NextID}
	if s.Generation == 0 {
		p.members = b.founders(p)
	} else {
		p.members = b.breed(s, p)
	}
	b.schedule(s, p)
	return p
}

// founders makes the first population.
func (b *Breeder) founders(p *plan) []Genome {
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
				w[k] = settle(r, d, shift(d, b.problem.Start[k], o.Spread*r.NormFloat64()))
			}
		}
		members[i] = p.newborn(w, nil)
		if b.mutator.Inherits() {
			members[i].Step = b.mutator.Step(r, 0, 0, len(space.Free()))
		}
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
// ones first, then mutants, in the slots of those they replace from the lowest.
func (b *Breeder) breed(s *state, p *plan) []Genome {
	parents := b.parents(s)
	ranked := s.ranked()
	pairs, mutants := b.options.Crossover.Pairs, b.options.Mutation.Count
	if n := b.replacer.Children(len(s.Members)); n > 0 && pairs == 0 {
		pairs = n - mutants
	}
	children := make([]Genome, 0, pairs+mutants)
	for i := range pairs {
		children = append(children, b.cross(s, p, parents, ranked, i))
	}
	chosen := pick(b.rand("genetic mutants", p.generation, 0), parents, mutants)
	for i, slot := range chosen {
		children = append(children, b.mutant(s, p, slot, i))
	}
	members := slices.Clone(s.Members)
	r := b.rand("genetic replacement", p.generation, 0)
	for i, slot := range b.replacer.Slots(r, ranked, len(children)) {
		members[slot] = children[i]
	}
	return members
}

// parents returns the slots that a generation chose, never none.
func (b *Breeder) parents(s *state) []int {
	r := b.rand("genetic selection", s.Generation, 0)
	return b.selector.Select(r, Candidates{Ranked: s.ranked(), Fitness: s.Fitness, Groups: s.Groups})
}

// cross makes the i-th crossed child.
func (b *Breeder) cross(s *state, p *plan, parents, ranked []int, i int) Genome {
	r := b.rand("genetic crossover", p.generation, i)
	x, y := pair(r, parents, ranked)
	mother, father := s.Members[x], s.Members[y]
	w := b.crosser.Cross(r, b.problem.Space, mother.Weights, father.Weights)
	child := p.newborn(w, []int{mother.ID, father.ID})
	b.mutate(b.rand("genetic mutation of a child", p.generation, i), p, &child,
		math.Sqrt(mother.Step*father.Step), func(r *rand.Rand, step float64) {
			mutateSome(r, b.mutator, b.problem.Space, w, b.options.Mutation.Rate, step)
		})
	return child
}

// mutant makes the i-th mutant, of the genome in a slot.
func (b *Breeder) mutant(s *state, p *plan, slot, i int) Genome {
	parent := s.Members[slot]
	child := p.newborn(clone(parent.Weights), []int{parent.ID})
	b.mutate(b.rand("genetic mutant", p.generation, i), p, &child, parent.Step,
		func(r *rand.Rand, step float64) {
			mutateCount(r, b.mutator, b.problem.Space, child.Weights, b.options.Mutation.Weights, step)
		})
	return child
}

// mutate finds a child's step and lets it change.
func (b *Breeder) mutate(r *rand.Rand, p *plan, child *Genome, inherited float64, change func(*rand.Rand, float64)) {
	step := b.mutator.Step(r, inherited, b.progress(p.generation), len(b.problem.Space.Free()))
	if b.mutator.Inherits() {
		child.Step = step
	}
	change(r, step)
}

// progress is how far a generation is in the run: 0 for the first that has
// children, 1 for the last planned.
func (b *Breeder) progress(generation int) float64 {
	if b.last <= 2 {
		return 0
	}
	return min(float64(generation-2)/float64(b.last-2), 1)
}

// pair draws two parents of different identity. Where selection has left but one
// genome, the fittest other one of the population joins it.
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

// pick draws n different entries of a list, and starts over when all are taken.
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
