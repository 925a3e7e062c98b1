package genetic

import "github.com/lanista/lanista/keys"

// named is the name of an operator in configs, and the function that makes it from its part
// of a config. The lists below have every operator of the package.
type named[T, C any] struct {
	name string
	make func(C) T
}

var groupers = []named[Grouper, Config]{
	{"groups", func(c Config) Grouper {
		if c.Disjoint {
			return DisjointGroups{Count: c.Groups, Size: c.GroupSize}
		}
		return RandomGroups{Count: c.Groups, Size: c.GroupSize}
	}},
	{"round_robin", func(Config) Grouper { return RoundRobin{} }},
	{"gauntlet", func(Config) Grouper { return Gauntlet{} }},
}

var fitnesses = []named[Fitness, Config]{
	{"win_rate", func(c Config) Fitness { return WinRate{Unplayed: c.Unplayed} }},
	{"rating", func(c Config) Fitness { return BradleyTerry{Prior: c.Prior} }},
	{"genomic", func(c Config) Fitness { return Genomic{Prior: c.Prior, Heritability: c.Heritability} }},
}

var selectors = []named[Selector, SelectionConfig]{
	{"top", func(c SelectionConfig) Selector { return Top{Count: c.Count} }},
	{"truncation", func(c SelectionConfig) Selector { return Truncation{Count: c.Count} }},
	{"tournament", func(c SelectionConfig) Selector { return KTournament{Count: c.Count, Size: c.Size} }},
	{"roulette", func(c SelectionConfig) Selector { return Roulette{Count: c.Count} }},
	{"rank", func(c SelectionConfig) Selector { return Rank{Count: c.Count, Pressure: c.Pressure} }},
}

var crossers = []named[Crosser, CrossoverConfig]{
	{"average", func(CrossoverConfig) Crosser { return Average{} }},
	{"uniform", func(CrossoverConfig) Crosser { return Uniform{} }},
	{"one_point", func(CrossoverConfig) Crosser { return OnePoint{} }},
	{"blend", func(c CrossoverConfig) Crosser { return Blend{Alpha: c.Alpha} }},
	{"sbx", func(c CrossoverConfig) Crosser { return SBX{Eta: c.Eta} }},
}

var mutators = []named[Mutator, MutationConfig]{
	{"reset", func(MutationConfig) Mutator { return Reset{} }},
	{"gaussian", func(c MutationConfig) Mutator { return Gaussian{First: c.Step, Last: c.FinalStep} }},
}

var replacers = []named[Replacer, Config]{
	{"worst", func(Config) Replacer { return Worst{} }},
	{"generational", func(c Config) Replacer { return Generational{Elites: c.Elites} }},
	{"steady", func(Config) Replacer { return Steady{} }},
}

// operator returns the operator of a name, or nil for a name that is not on the list.
func operator[T, C any](list []named[T, C], name string, c C) T {
	for _, n := range list {
		if n.name == name {
			return n.make(c)
		}
	}
	var none T
	return none
}

// known returns an error for a name that is not on a list.
func known[T, C any](key, name string, list []named[T, C]) error {
	names := make([]string, len(list))
	for i, n := range list {
		names[i] = n.name
	}
	return keys.OneOf(key, "", name, names...)
}

// Options returns the options that a valid config describes.
func (c Config) Options() Options {
	return Options{
		Population:    c.Population,
		Spread:        c.Spread,
		Grouping:      operator(groupers, c.Grouping, c),
		GamesPerPair:  c.GamesPerPair,
		SeatOrders:    c.SeatOrders,
		SameDeals:     c.SameDeals,
		Fitness:       operator(fitnesses, c.Fitness, c),
		Evidence:      c.Evidence,
		Selection:     operator(selectors, c.Selection.Kind, c.Selection),
		Crossover:     operator(crossers, c.Crossover.Kind, c.Crossover),
		Pairs:         c.Crossover.Pairs,
		Mutation:      operator(mutators, c.Mutation.Kind, c.Mutation),
		MutationRate:  c.Mutation.Rate,
		Mutants:       c.Mutation.Count,
		MutantWeights: c.Mutation.Weights,
		Replacement:   operator(replacers, c.Replacement, c),
		HallOfFame:    c.HallOfFame,
		Generations:   c.Generations,
		Stall:         c.Stall,
		Answer:        c.Answer,
		AnswerShare:   c.AnswerShare,
		FixedAnswer:   c.FixedAnswer,
	}
}
