package genetic

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
)

// initialPopulation returns random genomes for the first generation, or for a generation of
// founders. If spread is 0 and the problem sets no first steps, it draws the weights uniformly from
// their ranges. Otherwise the first genome has the start weights, and the others are drawn from a
// normal distribution around them. The standard deviation, as a share of the weight's range, is the
// weight's first step, or spread if the problem sets none for it. Weights without a standard
// deviation and weights of kind Choices are drawn uniformly also in this case.
func initialPopulation(t *terms, p *plan, spread float64) []Genome {
	members := make([]Genome, t.config.Population)
	for i := range members {
		r := t.rand("genetic founder", p.generation, i)
		w := make(engines.Weights, len(t.problem.Space))
		for k, d := range t.problem.Space {
			step := t.step(k, spread)
			switch {
			case i == 0 && (spread > 0 || t.problem.Steps != nil):
				w[k] = t.problem.Start[k]
			case step == 0:
				w[k] = draw(r, d)
			case d.Kind.Has(engines.Choices):
				w[k] = draw(r, d)
			default:
				w[k] = repair(r, d, shift(d, t.problem.Start[k], step*elementary.Normal(r)))
			}
		}
		members[i] = p.newborn(t.feasible(w), nil)
	}
	return members
}

// breeding makes the children of a new generation from the parents in the population, with the
// genetic operators of the config.
type breeding struct {
	terms  *terms
	from   *state // the parents belong to its population
	ranked []int  // slots of this population, best first
	plan   *plan
	step   float64 // of mutations
}

// breed makes the children of the next generation and returns the population in which they have
// replaced some members of the state s. It stores the children in p: first those of two parents,
// then the mutants.
func breed(t *terms, s *state, p *plan) ([]Genome, error) {
	b := breeding{t, s, s.ranked(), p, stepOf(t.operators.Mutation, t.progress(p.generation))}
	pairs, mutants := t.config.Crossover.Pairs, t.config.Mutation.Count
	if n := t.operators.Replacement.Children(len(s.Members)); n > 0 && pairs == 0 {
		pairs = n - mutants
	}
	children := make([]Genome, 0, pairs+mutants)
	for i := range pairs {
		child, err := b.cross(i)
		if err != nil {
			return nil, err
		}
		children = append(children, child)
	}
	chosen := pick(t.rand("genetic mutants", p.generation, 0), s.parents, mutants)
	for i, slot := range chosen {
		child, err := b.mutant(i, slot)
		if err != nil {
			return nil, err
		}
		children = append(children, child)
	}
	p.children = children
	return s.replaced(t, p)
}

// cross makes the i-th child of two random parents, by crossover and then by mutation.
func (b breeding) cross(i int) (Genome, error) {
	r := b.terms.rand("genetic crossover", b.plan.generation, i)
	x, y := pair(r, b.from.parents, b.ranked)
	mother, father := b.from.Members[x], b.from.Members[y]
	w := b.terms.operators.Crossover.Cross(r, b.terms.problem.Space, mother.Weights, father.Weights)
	if err := b.terms.problem.Space.Check(w); err != nil {
		return Genome{}, fmt.Errorf("crossover %T: %w", b.terms.operators.Crossover, err)
	}
	w = slices.Clone(w) // an operator may have returned a parent's slice
	r = b.terms.rand("genetic mutation of a child", b.plan.generation, i)
	mutateSome(r, b.terms.operators.Mutation, b.terms.problem.Space, w, b.terms.config.Mutation.Rate, b.step)
	return b.child(w, mother, father)
}

// mutant returns the i-th mutant: a changed copy of the genome at index slot of the population.
func (b breeding) mutant(i, slot int) (Genome, error) {
	parent := b.from.Members[slot]
	w := slices.Clone(parent.Weights)
	r := b.terms.rand("genetic mutant", b.plan.generation, i)
	mutateCount(r, b.terms.operators.Mutation, b.terms.problem.Space, w, b.terms.config.Mutation.Weights, b.step)
	return b.child(w, parent)
}

// child returns a new genome with the mutated weights w. If w violates a constraint of the problem,
// the genome has nearby weights that do not. child returns an error if the mutation operator has
// left the range of a weight.
func (b breeding) child(w engines.Weights, parents ...Genome) (Genome, error) {
	if err := b.terms.problem.Space.Check(w); err != nil {
		return Genome{}, fmt.Errorf("mutation %T: %w", b.terms.operators.Mutation, err)
	}
	ids := make([]int, len(parents))
	for i, g := range parents {
		ids[i] = g.ID
	}
	return b.plan.newborn(b.terms.feasible(w), ids), nil
}

// pair draws two different parents from the list parents, in which a genome that was selected twice
// has two entries. If all entries are the same genome, the second parent is the fittest other
// member of the population. ranked lists the members, best first.
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

// pick draws n entries of a list at random. No entry is drawn again before all entries have been
// drawn.
func pick(r *rand.Rand, list []int, n int) []int {
	out := make([]int, 0, n)
	for len(out) < n {
		left := slices.Clone(list)
		r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
		out = append(out, left[:min(n-len(out), len(left))]...)
	}
	return out
}
