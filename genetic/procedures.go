package genetic

import (
	"cmp"

	"github.com/lanista/lanista/tuning"
)

// Paper returns the config of an article on the game Risk. The population has 100 genomes, which
// play ten tournaments of ten. The three best of each tournament are the parents. Twelve averages
// and three mutants of a single weight replace the fifteen least fit genomes. After four
// generations the fittest genome is the result.
func Paper() Config {
	return Config{
		Population:   100,
		Linear:       true,
		Grouping:     "groups",
		Groups:       10,
		GroupSize:    10,
		GamesPerPair: 1,
		SeatOrders:   1,
		Fitness:      "win_rate",
		Unplayed:     0.5,
		Evidence:     1,
		Selection:    SelectionConfig{Kind: "top", Count: 3},
		Crossover:    CrossoverConfig{Kind: "average", Pairs: 12},
		Mutation:     MutationConfig{Kind: "reset", Count: 3, Weights: 1},
		Replacement:  "worst",
		Generations:  4,
		Result:       Fittest,
		FixedResult:  true,
	}
}

// Default returns the config with which a problem is searched if none is given. This is [Adapted]
// if it can be used, and otherwise [Bred]. Adapted needs at least one free weight that is a number.
// It also needs the results of a generation before it plans the next, so the field Ahead of the
// problem must be 0.
func Default(p tuning.Problem) Config {
	if p.Ahead > 0 || len(numbered(p.Space)) == 0 {
		return Bred()
	}
	return Adapted()
}

// Bred returns the config for games such as Risk, where the best values of some positive weights
// are a hundredth of others. It has:
//
//   - a search of the logarithms of the weights, if only the ratios of the weights count;
//   - large populations, in which each genome plays in one group per generation, from one seed in
//     all seat orders;
//   - genomic selection from the games of three generations;
//   - uniform crossover, which keeps the variance of a population;
//   - a mutation step that falls to half during the run;
//   - the mean of the parents over the last generations as the result.
func Bred() Config {
	return Config{
		Grouping:     "groups",
		Disjoint:     true,
		GamesPerPair: 1, // raised to the number of seat orders
		SeatOrders:   0, // all
		Fitness:      "genomic",
		Unplayed:     0.5, // used if a config selects win_rate
		Evidence:     3,
		Prior:        100,
		Heritability: 0.9,
		Selection:    SelectionConfig{Kind: "truncation"},
		Crossover:    CrossoverConfig{Kind: "uniform"},
		Mutation:     MutationConfig{Kind: "gaussian", Rate: 1, Step: 0.1, FinalStep: 0.05},
		Replacement:  "generational",
		HallOfFame:   3,
		Result:       Averaged,
		ResultShare:  0.4,
	}
}

// Adapted returns the config with the best results on synthetic problems and most games. It has:
//
//   - founders, in long runs in which only the ratios of the weights count: the first generations
//     are drawn from the whole ranges, and the search begins around their better half;
//   - siblings, born as mirror images of each other, which play each other;
//   - the mean of the better half, weighted by rank, as the start of all children;
//   - a mutation with the spread and the correlations of the selected genomes, in the steps that
//     the noise of the games permits;
//   - a second search near the start weights, if these beat the result of the first;
//   - the average of these means over the last generations as the result.
func Adapted() Config {
	c := Bred()
	c.Grouping = "siblings"
	c.Fitness, c.Evidence = "win_rate", 1
	c.Crossover = CrossoverConfig{Kind: "weighted"}
	c.Mutation = MutationConfig{Kind: "covariance", Step: 0.25, Restart: true, Founders: true}
	c.HallOfFame = 0
	return c
}

// withDefaults returns the config with its gaps filled in from another config, the base. The base
// is [Default] for the problem p if the config has no operator at all, and otherwise [Bred]. If a
// part of the config, such as the fitness, has neither a named nor a custom operator, it gets the
// operator of the base. Numbers of this operator that are 0 get the values of the base. An empty
// Result is replaced by the Result of the base.
func (c Config) withDefaults(p tuning.Problem) Config {
	base := Bred()
	if c.operators() == (Operators{}) {
		base = Default(p)
	}
	if c.Grouping == "" && c.Custom.Grouping == nil {
		c.Grouping, c.Disjoint = base.Grouping, base.Disjoint
		c.GamesPerPair = cmp.Or(c.GamesPerPair, max(base.GamesPerPair, c.SeatOrders))
	}
	if c.Fitness == "" && c.Custom.Fitness == nil {
		c.Fitness, c.Evidence, c.Unplayed = base.Fitness, cmp.Or(c.Evidence, base.Evidence), cmp.Or(c.Unplayed, base.Unplayed)
		c.Prior, c.Heritability = cmp.Or(c.Prior, base.Prior), cmp.Or(c.Heritability, base.Heritability)
	}
	if c.Selection.Kind == "" && c.Custom.Selection == nil {
		c.Selection.Kind = base.Selection.Kind
	}
	if c.Crossover.Kind == "" && c.Custom.Crossover == nil {
		c.Crossover.Kind = base.Crossover.Kind
	}
	if m := &c.Mutation; m.Kind == "" && c.Custom.Mutation == nil {
		m.Kind, m.Step, m.FinalStep = base.Mutation.Kind, cmp.Or(m.Step, base.Mutation.Step), cmp.Or(m.FinalStep, base.Mutation.FinalStep)
		m.Restart = m.Restart || base.Mutation.Restart
		m.Founders = m.Founders || base.Mutation.Founders
		if m.Count == 0 {
			m.Rate = cmp.Or(m.Rate, base.Mutation.Rate)
		}
	}
	if c.Replacement == "" && c.Custom.Replacement == nil {
		c.Replacement = base.Replacement
	}
	if c.Result == "" {
		c.Result = base.Result
		c.ResultShare, c.HallOfFame = cmp.Or(c.ResultShare, base.ResultShare), cmp.Or(c.HallOfFame, base.HallOfFame)
	}
	return c
}
