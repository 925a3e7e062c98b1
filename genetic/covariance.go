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
// ranges. Games that count only the ratios of weights need the wide populations of other operators.
type Covariance struct {
	// First is the standard deviation of the first generation, as a share of every weight's range,
	// in (0, 1].
	First float64
	// Restart compares the mean with the start weights after three tenths of the generations, and
	// later once more. If the start weights lead by more than one standard error, the search begins again
	// from them with a smaller step, which stays the largest: the start weights do not beat children at
	// this step by two standard errors. It has an effect in runs of at least 1,000 games with the
	// grouping [Siblings].
	Restart bool
	// Founders draws the first tenth of the generations, at most 50, at random from the ranges. The
	// fitness of all these genomes is [Genomic], by the games of all of them, and the mean of the fitter
	// half is the mean of the distribution of the first children, unless it loses to the start weights in
	// half as many games. The games near the start weights may show no direction, although weights that
	// are 100 times as large or small in proportion are better. After the founders the step stays at least
	// a tenth of the logarithmic ranges, unless the search restarts. It has an effect in runs of at least
	// 10,000 games with the grouping [Siblings] that breed the logarithms of weights ([Config].Linear),
	// without steps of the user. There are none if agents are compared by scores, as in games of one
	// seat: scores distinguish siblings where games between them tie.
	Founders bool
}

// Mutate returns the value v of one weight plus normal noise. Its standard deviation is the field
// First, a share of the weight's range. A [Breeder] does not call Mutate: it draws all numeric weights of a child together.
func (m Covariance) Mutate(r *rand.Rand, w engines.Weight, v, _ float64) float64 {
	return repair(r, w, shift(w, v, m.First*elementary.Normal(r)))
}

// Validate returns an error for a First outside (0, 1].
func (m Covariance) Validate() error {
	return keys.Range{Min: 0, Max: 1, AboveMin: true}.Check("step", m.First)
}

// Fits returns an error for a population that is too small to select its better half.
func (Covariance) Fits(population, _ int) error {
	if population < 4 {
		return keys.Errorf("kind", "covariance needs a population of at least 4, not %d", population)
	}
	return nil
}

// fitCovariance returns an error if only one of the operators [Weighted] and [Covariance] is used,
// or if other values of the config do not agree with them.
func (b *Breeder) fitCovariance() error {
	_, weighted := b.operators.Crossover.(Weighted)
	whole, all := b.operators.Replacement.(Generational)
	switch {
	case weighted && !b.adapts():
		return keys.Errorf("crossover.kind", "weighted gives all children of a generation the same mean; it needs mutation.kind: covariance")
	case !b.adapts():
		return nil
	case !weighted:
		return keys.Errorf("mutation.kind", "covariance needs crossover.kind: weighted")
	case !all || whole.Elites > 0:
		return keys.Errorf("replacement", "mutation.kind: covariance needs replacement: generational without elites")
	case b.config.Mutation.Count > 0:
		return keys.Errorf("mutation.count", "covariance makes no mutants, %d are asked for", b.config.Mutation.Count)
	case len(numbered(b.problem.Space)) == 0:
		return keys.Errorf("mutation.kind", "covariance needs a free weight that is a number")
	}
	if err := evolution.CheckWeights(len(numbered(b.problem.Space))); err != nil {
		return keys.Errorf("mutation.kind", "covariance: %w", err)
	}
	return nil
}

// covariancePopulation returns the default number of genomes in the population for the mutation
// [Covariance]. It is three times 4 + 3 ln n, the size that Hansen recommends for n weights. A
// small budget of games reduces it to a sixteenth of the games, which allows sixteen generations
// with two seats, but not below the recommended size.
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

// distribution returns the normal distribution from which the children of the generation after the
// state s are drawn. For the first generation it lies around the start weights.
func (b *Breeder) distribution(s *state) evolution.Distribution {
	if s.Distribution != nil {
		return *s.Distribution
	}
	first, mean := b.operators.Mutation.(Covariance).First, located(b.problem.Space, b.problem.Start)
	if b.problem.Steps == nil {
		return evolution.New(mean, first)
	}
	var deviations []float64
	for _, k := range numbered(b.problem.Space) {
		deviations = append(deviations, b.step(k, first))
	}
	return evolution.NewStepped(mean, deviations)
}

// located returns the coordinates that a weight vector has in the distribution of children: a
// number in [0, 1] for every free weight that is not a choice.
func located(space engines.Space, w engines.Weights) []float64 {
	var u []float64
	for _, i := range numbered(space) {
		u = append(u, min(max(space[i].Unit(w[i]), 0), 1))
	}
	return u
}

// points draws the coordinates of the children of a generation from the distribution d. Every
// second child is the mirror image of the one before.
func (b *Breeder) points(d evolution.Distribution, generation int) [][]float64 {
	sampler := d.Sampler()
	points := make([][]float64, b.config.Population)
	for i := range points {
		if i%2 == 0 {
			points[i] = sampler.Draw(b.rand("genetic covariance", generation, i))
		} else {
			points[i] = sampler.Mirrored(points[i-1])
		}
	}
	return points
}

// born returns the genomes of the generation after the state s, whose numbers are drawn from its
// distribution, or of a generation of founders. A weight of kind Choices comes from a parent and
// sometimes changes. In the first generation it is drawn at random, except in the first genome.
func (b *Breeder) born(s *state, p *plan) []Genome {
	if compares, _ := b.compares(s); compares {
		return b.compared(s, p)
	}
	if p.generation <= b.founding() {
		return b.founders(p)
	}
	space := b.problem.Space
	members := make([]Genome, b.config.Population)
	for i, u := range b.points(b.distribution(s), p.generation) {
		r := b.rand("genetic covariance of a child", p.generation, i)
		w := b.numbersOf(r, u)
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
		members[i] = p.newborn(b.feasible(w), nil)
	}
	return members
}

// numbersOf returns the weights of a child that was drawn at the point u, with the choices of the start
// weights. Numbers beyond a range are repaired by r.
func (b *Breeder) numbersOf(r *rand.Rand, u []float64) engines.Weights {
	space, w := b.problem.Space, slices.Clone(b.problem.Start)
	for k, at := range numbered(space) {
		w[at] = repair(r, space[at], space[at].FromUnit(u[k]))
	}
	return w
}

// learn adapts the distribution of the children to the fitness of the members of next, which were
// drawn from the distribution of the state before. It stores the result in next and returns the
// mean of the distribution as weights.
func (b *Breeder) learn(before, next *state) []float64 {
	if compares, _ := b.compares(before); compares {
		return b.compare(before, next)
	}
	next.Comparisons = before.Comparisons
	if next.Generation <= b.founding() {
		return b.found(next)
	}
	c := next.comparisons()
	d, space := b.distribution(before), b.problem.Space
	points := b.points(d, next.Generation)
	if b.problem.Constraints != nil { // other points may have played
		for i, g := range next.Members {
			points[i] = located(space, g.Weights)
		}
	}
	d.Update(evolution.NewConstants(len(d.Mean), len(points)).WithEscape(), next.Generation-b.begun(c)-c.Idle, points, next.Fitness, true)
	if m := b.operators.Mutation.(Covariance); b.founding() > 0 {
		d.Sigma = max(d.Sigma, min(m.First, foundedStep))
	}
	if c.Limit > 0 {
		d.Sigma = min(d.Sigma, c.Limit)
	}
	mean := b.centreOf(next) // for the choices
	for k, i := range numbered(space) {
		d.Mean[k] = min(max(d.Mean[k], 0), 1)
		mean[i] = space[i].FromUnit(d.Mean[k])
	}
	if !b.problem.Constraints.Holds(mean) {
		mean = b.feasible(mean)
		d.Mean = located(space, mean)
	}
	next.Distribution = &d
	return mean
}
