package genetic

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Constants of the founders. docs/lab/genetic.md has the measurements.
const (
	foundersFrom  = 10000 // games of a run with founders
	foundersShare = 0.1   // of the generations
	mostFounding  = 50    // generations; the state contains the genomes of all of them
	foundedStep   = 0.1   // least step after the founders, as a share of the ranges
)

// founding returns the number of generations of founders under [Covariance].Founders.
func (b *Breeder) founding() int {
	m, _ := b.operators.Mutation.(Covariance)
	_, siblings := b.operators.Grouping.(Siblings)
	if !m.Founders || !siblings || !b.ratios || b.problem.Valued || b.problem.Steps != nil || b.problem.Games < foundersFrom {
		return 0
	}
	return min(max(int(float64(foundersShare*float64(b.last))), 1), mostFounding)
}

// founders returns the genomes of a generation of founders.
func (b *Breeder) founders(p *plan) []Genome {
	members := make([]Genome, b.config.Population)
	for i := range members {
		r := b.rand("genetic founder", p.generation, i)
		w := make(engines.Weights, len(b.problem.Space))
		for k, d := range b.problem.Space {
			w[k] = draw(r, d)
		}
		members[i] = p.newborn(b.feasible(w), nil)
	}
	return members
}

// found adds the distribution of the next children to the state after a generation of founders, and
// returns its mean as weights. After the last of these generations it is the mean of the fitter half
// of all founders, rated by the games of all; before, it is the start weights.
func (b *Breeder) found(next *state) []float64 {
	space, bred := b.problem.Space, Bred()
	d := b.distribution(&state{})
	next.Distribution = &d
	if next.Generation < b.founding() {
		return b.problem.Start
	}
	all := Evidence{Space: space, Members: slices.Concat(next.Members, next.Past), Results: slices.Concat(next.Results...)}
	fitness := Genomic{Prior: bred.Prior, Heritability: bred.Heritability}.Of(all)
	ranked := everyone(len(all.Members))
	slices.SortStableFunc(ranked, func(i, j int) int { return cmp.Compare(fitness[j], fitness[i]) })
	fit := make([]engines.Weights, (len(ranked)+1)/2)
	for i := range fit {
		fit[i] = all.Members[ranked[i]].Weights
	}
	mean := b.feasible(centre(space, fit, nil))
	d.Mean = located(space, mean)
	return mean
}
