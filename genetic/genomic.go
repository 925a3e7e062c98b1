package genetic

import (
	"errors"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
)

// Genomic is genomic selection, which animal breeders use (Meuwissen, Hayes and
// Goddard, "Prediction of total genetic value using genome-wide dense marker
// maps", Genetics 157, 2001), carried over to games: the strength of a genome is
// the sum of a linear and a quadratic effect of each of its weights, the same
// for all, and a rest of its own. Every game informs the shared effects, so a
// genome needs few games of its own, and luck averages out over the population.
type Genomic struct {
	// Prior is the standard deviation of strength in the population, in Elo,
	// expected before any game; positive.
	Prior float64
	// Heritability is the share of its variance that the effects are expected to
	// explain, within (0, 1).
	Heritability float64
}

// Of returns the score that each member is expected to make against the average
// member.
func (f Genomic) Of(e Evidence) []float64 {
	// The effects share the part of the variance that is heritable: traits have a
	// variance near 1, so each of n effects gets 1/n of it.
	variance := math.Pow(f.Prior/rating.EloPerLogit, 2)
	p, n := newPosterior(e, 1/(variance*(1-f.Heritability)))
	p.traits = traits(e)
	if len(p.traits) > 0 {
		p.effects = len(p.traits[0])
		p.ridge = float64(p.effects) / (variance * f.Heritability)
	}
	return expected(p.peak(n)[:len(e.Members)])
}

// Validate refuses a Prior that is not positive and a Heritability outside of
// (0, 1).
func (f Genomic) Validate() error {
	share := keys.Range{Min: 0, Max: 1, AboveMin: true, BelowMax: true}
	return errors.Join(checkPrior(f.Prior), share.Check("heritability", f.Heritability))
}

// traits returns, for each genome of the evidence, its free weights and their
// squares, standardised over the members: a weight by its mean and by the spread
// that all weights have in common, so that no weight counts more because the
// population happens to agree on it.
func traits(e Evidence) [][]float64 {
	free := e.Space.Free()
	mean := make([]float64, len(free))
	for k, i := range free {
		for _, g := range e.Members {
			mean[k] += e.Space[i].Unit(g.Weights[i]) / float64(len(e.Members))
		}
	}
	spread := 0.0
	for k, i := range free {
		for _, g := range e.Members {
			d := e.Space[i].Unit(g.Weights[i]) - mean[k]
			spread += d * d / float64(len(e.Members)*len(free))
		}
	}
	if spread == 0 {
		return nil // a population of equals
	}
	out := make([][]float64, 0, len(e.Members)+len(e.Past))
	for _, list := range [][]Genome{e.Members, e.Past} {
		for _, g := range list {
			out = append(out, standardise(e.Space, free, g.Weights, mean, math.Sqrt(spread)))
		}
	}
	return out
}

// standardise returns the traits of one vector. An opponent of another kind, with
// no vector of this space, has none.
func standardise(space engines.Space, free []int, v engines.Weights, mean []float64, spread float64) []float64 {
	row := make([]float64, 2*len(free))
	if len(v) != len(space) {
		return row
	}
	for k, i := range free {
		z := (space[i].Unit(v[i]) - mean[k]) / spread
		row[2*k] = z
		row[2*k+1] = (z*z - 1) / 2
	}
	return row
}
