package genetic

import (
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning/evolution"
)

// Covariance is the mutation operator that follows the spread and the correlations of the selected
// genomes. All weights of a child change at once, by a draw from a normal distribution around the
// rank-weighted mean of the parents ([Weighted]). After every generation the distribution adapts
// its covariance and its step to the ranks of the genomes, and its rates of learning to the noise
// of the games (package tuning/evolution). Every second child is the mirror image of the child
// before, so that the grouping [Siblings] compares opposite changes. If all genomes of a generation
// are equally fit, the step becomes larger; see [evolution.Constants.WithEscape].
//
// Use it if weights have to change together, or if good weights lie close to each other in wide
// ranges.
type Covariance struct {
	// First is the standard deviation of the first generation, as a share of every weight's range,
	// in (0, 1]. The steps of the problem replace it.
	First float64
	// Restart compares the mean with the start weights after three tenths of the generations, and
	// once more later. If the start weights lead by more than one standard error, the search begins
	// again from them with a smaller step. This step is one at which the start weights do not beat
	// their children by two standard errors, and no later step exceeds it.
	//
	// Restart has an effect in runs of at least 1,000 games with the grouping [Siblings].
	Restart bool
	// Founders draws the genomes of the first generations at random from the ranges: a tenth of the
	// generations, at most 50. Their fitness is [Genomic], by the games of all of them. The mean of
	// the fitter half becomes the mean of the distribution, unless it loses to the start weights in
	// half as many games. Without founders a search may find no direction, because games near the
	// start weights may show none although much larger or smaller weights are better.
	//
	// After the founders the step stays at least a tenth of the logarithmic ranges, or First if that
	// is smaller, unless the search restarts.
	//
	// Founders has an effect in runs of at least 10,000 games with the grouping [Siblings] that breed
	// the logarithms of weights (see [Config].Linear), if the user sets no steps. It has none if
	// agents are compared by scores, as in games of one seat.
	Founders bool
}

// Mutate returns the value v of one weight plus normal noise. The standard deviation of the noise
// is m.First times the weight's range. A [Breeder] does not call this method, because it draws all
// numeric weights of a child together.
func (m Covariance) Mutate(r *rand.Rand, w engines.Weight, v, _ float64) float64 {
	return repair(r, w, shift(w, v, m.First*elementary.Normal(r)))
}

// Validate returns an error if the standard deviation m.First is not in (0, 1].
func (m Covariance) Validate() error {
	return keys.Range{Min: 0, Max: 1, AboveMin: true}.Check("step", m.First)
}

// Fits returns an error for a population of fewer than four genomes, which is too small to select
// its better half.
func (Covariance) Fits(population, _ int) error {
	if population < 4 {
		return keys.Errorf("kind", "covariance needs a population of at least 4, not %d", population)
	}
	return nil
}

// covariancePopulation returns the default size of the population for the mutation [Covariance]. It
// is three times 4 + 3 ln n, the size that Hansen recommends for n weights. If the number of games
// is limited, the size is at most a sixteenth of the games, but not less than the recommended size.
func covariancePopulation(weights, games int) int {
	size := 4 + float64(3*elementary.Log(float64(max(weights, 1))))
	n := 3 * size
	if games > 0 {
		n = min(n, max(size, float64(games)/16))
	}
	return max(int(n)+int(n)%2, 4)
}

// numbered returns the indices of the free weights that are numbers and not choices. Each is a
// coordinate of the normal distribution that [Covariance] draws children from.
func numbered(space engines.Space) []int {
	return slices.DeleteFunc(space.Free(), func(i int) bool { return space[i].Kind.Has(engines.Choices) })
}

// adaptation implements the mutation [Covariance]. It draws the genomes of every generation from a
// normal distribution, and adapts this distribution to the results of their games. An adaptation
// does not change during a run. What it learns is stored in the fields Distribution and Comparisons
// of the state.
type adaptation struct {
	terms    *terms
	mutation Covariance
	first    evolution.Distribution // of the children that lie around the start weights
	founding int                    // number of generations of founders
	siblings bool                   // the genomes of a table are neighbours in the population
}

// newAdaptation returns the adaptation of a search with the mutation [Covariance], and nil for any
// other mutation. ratios is true if only the ratios of the weights matter and the search uses their
// logarithms; see [inLogs].
func newAdaptation(t *terms, ratios bool) *adaptation {
	m, ok := t.operators.Mutation.(Covariance)
	if !ok {
		return nil
	}
	a := &adaptation{terms: t, mutation: m}
	_, a.siblings = t.operators.Grouping.(Siblings)
	a.founding = a.foundingOf(ratios)
	mean := coordinates(t.problem.Space, t.problem.Start)
	if t.problem.Steps == nil {
		a.first = evolution.New(mean, m.First)
		return a
	}
	var deviations []float64
	for _, k := range numbered(t.problem.Space) {
		deviations = append(deviations, t.step(k, m.First))
	}
	a.first = evolution.NewStepped(mean, deviations)
	return a
}

// distribution returns the normal distribution from which the generation after the state s draws
// its children. Before the first adaptation it is the distribution around the start weights.
func (a *adaptation) distribution(s *state) evolution.Distribution {
	if s.Distribution != nil {
		return *s.Distribution
	}
	return a.first
}

// coordinates converts a weight vector to a point in the space from which [Covariance] draws
// children. Each free numeric weight becomes a number from 0 to 1, its position in its range; a
// value outside the range becomes the nearer end. Choices are left out.
func coordinates(space engines.Space, w engines.Weights) []float64 {
	var u []float64
	for _, i := range numbered(space) {
		u = append(u, min(max(space[i].Unit(w[i]), 0), 1))
	}
	return u
}

// points draws the coordinates of the children of a generation from the distribution d. Every
// second child is the mirror image of the one before.
func (a *adaptation) points(d evolution.Distribution, generation int) [][]float64 {
	sampler := d.Sampler()
	points := make([][]float64, a.terms.config.Population)
	for i := range points {
		if i%2 == 0 {
			points[i] = sampler.Draw(a.terms.rand("genetic covariance", generation, i))
		} else {
			points[i] = sampler.Mirrored(points[i-1])
		}
	}
	return points
}

// born returns the genomes of the generation after the state s. Usually it draws them from the
// normal distribution in s. The first generations may be founders instead, which are random
// genomes. In a generation that plays against the start weights, some genomes have the start
// weights; see [adaptation.compared].
//
// A weight of kind Choices comes from a random parent and sometimes changes to another choice. In
// the first generation it is random, except in the first genome.
func (a *adaptation) born(s *state, p *plan) []Genome {
	if compares, _ := a.compares(s); compares {
		return a.compared(s, p)
	}
	if p.generation <= a.founding {
		return initialPopulation(a.terms, p, 0)
	}
	space := a.terms.problem.Space
	members := make([]Genome, a.terms.config.Population)
	for i, u := range a.points(a.distribution(s), p.generation) {
		r := a.terms.rand("genetic covariance of a child", p.generation, i)
		w := a.numbersOf(r, u)
		for _, at := range space.Free() {
			switch {
			case !space[at].Kind.Has(engines.Choices):
			case s.Generation == 0 && i > 0:
				w[at] = draw(r, space[at])
			case s.Generation > 0:
				w[at] = s.Members[s.parents[r.IntN(len(s.parents))]].Weights[at]
				if r.Float64() < switching {
					w[at] = switchTo(r, space[at], w[at])
				}
			}
		}
		members[i] = p.newborn(a.terms.feasible(w), nil)
	}
	return members
}

// numbersOf returns the weights of the point u, which was drawn from the normal distribution of the
// search. Weights of kind Choices keep their start value. Weights that must be whole numbers are
// rounded at random with r; see [repair].
func (a *adaptation) numbersOf(r *rand.Rand, u []float64) engines.Weights {
	space, w := a.terms.problem.Space, slices.Clone(a.terms.problem.Start)
	for k, at := range numbered(space) {
		w[at] = repair(r, space[at], space[at].FromUnit(u[k]))
	}
	return w
}

// learn adapts the distribution of the children to the fitness of the members of next, which were
// drawn from the distribution of the state before. It stores the result in next and returns the
// mean of the distribution as weights.
func (a *adaptation) learn(before, next *state) []float64 {
	if compares, _ := a.compares(before); compares {
		return a.compare(before, next)
	}
	next.Comparisons = before.Comparisons
	if next.Generation <= a.founding {
		return a.afterFounders(next)
	}
	c := next.comparisons()
	d, space := a.distribution(before), a.terms.problem.Space
	points := a.points(d, next.Generation)
	if a.terms.problem.Constraints != nil { // other points may have played
		for i, g := range next.Members {
			points[i] = coordinates(space, g.Weights)
		}
	}
	d.Update(evolution.NewConstants(len(d.Mean), len(points)).WithEscape(), next.Generation-a.begun(c)-c.Idle, points, next.Fitness, true)
	if a.founding > 0 {
		d.Sigma = max(d.Sigma, min(a.mutation.First, foundedStep))
	}
	if c.Limit > 0 {
		d.Sigma = min(d.Sigma, c.Limit)
	}
	mean := next.centre(space) // for the choices
	for k, i := range numbered(space) {
		d.Mean[k] = min(max(d.Mean[k], 0), 1)
		mean[i] = space[i].FromUnit(d.Mean[k])
	}
	if !a.terms.problem.Constraints.Holds(mean) {
		mean = a.terms.feasible(mean)
		d.Mean = coordinates(space, mean)
	}
	next.Distribution = &d
	return mean
}
