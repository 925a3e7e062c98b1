package genetic

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/engines"
)

// These constants determine which runs have founders, for how many generations, and the least step
// after them; see [Covariance].Founders. Founders are random genomes, which are drawn from the
// whole ranges of the weights at the beginning of a run. Evidence: docs/lab/genetic.md.
const (
	foundersFrom  = 10000 // games of a run with founders
	foundersShare = 0.1   // of the generations
	mostFounding  = 50    // generations; the state contains the genomes of all of them
	foundedStep   = 0.1   // least step after the founders, as a share of the ranges
)

// foundingOf returns the number of generations of founders, which are random genomes at the
// beginning of a run. It returns 0 if the run does not meet the conditions of
// [Covariance].Founders. ratios is true if the search uses the logarithms of the weights; see
// [inLogs].
func (a *adaptation) foundingOf(ratios bool) int {
	if !a.mutation.Founders || !a.siblings || !ratios || a.terms.problem.Valued || a.terms.problem.Steps != nil || a.terms.problem.Games < foundersFrom {
		return 0
	}
	return min(max(int(float64(foundersShare*float64(a.terms.last))), 1), mostFounding)
}

// afterFounders computes the distribution of the next children after a generation of founders,
// which are random genomes. It stores the distribution in next, the state after this generation,
// and returns its mean as weights. If more founders follow, the mean is the start weights.
// Otherwise it is the mean of the fitter half of all founders, whose fitness is computed from all
// their games.
func (a *adaptation) afterFounders(next *state) []float64 {
	space, bred := a.terms.problem.Space, Bred()
	d := a.first
	next.Distribution = &d
	if next.Generation < a.founding {
		return a.terms.problem.Start
	}
	all := Evidence{Space: space, Members: slices.Concat(next.Members, next.Past), Results: slices.Concat(next.Results...)}
	fitness := Genomic{Prior: bred.Prior, Heritability: bred.Heritability}.Of(all)
	ranked := everyone(len(all.Members))
	slices.SortStableFunc(ranked, func(i, j int) int { return cmp.Compare(fitness[j], fitness[i]) })
	fit := make([]engines.Weights, (len(ranked)+1)/2)
	for i := range fit {
		fit[i] = all.Members[ranked[i]].Weights
	}
	mean := a.terms.feasible(centre(space, fit, nil))
	d.Mean = coordinates(space, mean)
	return mean
}
