package genetic

import (
	"fmt"
	"reflect"

	"github.com/lanista/lanista/keys"
)

// named is an operator of type T that a config of type C can name.
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
	{"sus", func(c SelectionConfig) Selector { return SUS{Count: c.Count} }},
}

var crossers = []named[Crosser, CrossoverConfig]{
	{"average", func(CrossoverConfig) Crosser { return Average{} }},
	{"uniform", func(CrossoverConfig) Crosser { return Uniform{} }},
	{"one_point", func(CrossoverConfig) Crosser { return OnePoint{} }},
	{"arithmetic", func(CrossoverConfig) Crosser { return Arithmetic{} }},
	{"blend", func(c CrossoverConfig) Crosser { return Blend{Alpha: c.Alpha} }},
	{"sbx", func(c CrossoverConfig) Crosser { return SBX{Eta: c.Eta} }},
}

var mutators = []named[Mutator, MutationConfig]{
	{"reset", func(MutationConfig) Mutator { return Reset{} }},
	{"gaussian", func(c MutationConfig) Mutator { return Gaussian{First: c.Step, Last: c.FinalStep} }},
	{"polynomial", func(c MutationConfig) Mutator { return Polynomial{Eta: c.Eta} }},
	{"self_adaptive", func(c MutationConfig) Mutator { return SelfAdaptive{First: c.Step} }},
}

var replacers = []named[Replacer, Config]{
	{"worst", func(Config) Replacer { return Worst{} }},
	{"generational", func(c Config) Replacer { return Generational{Elites: c.Elites} }},
	{"steady", func(Config) Replacer { return Steady{} }},
}

// operator makes the operator of a name, or nil for a name not on the list.
func operator[T, C any](list []named[T, C], name string, c C) T {
	for _, n := range list {
		if n.name == name {
			return n.make(c)
		}
	}
	var none T
	return none
}

// known refuses a name that is not on a list.
func known[T, C any](key, name string, list []named[T, C]) error {
	names := make([]string, len(list))
	for i, n := range list {
		names[i] = n.name
	}
	return keys.OneOf(key, "", name, names...)
}

// nameOf is the name of an operator on a list: that of the entry which makes
// the same type. An operator that is none of this package's goes by its type.
func nameOf[T, C any](list []named[T, C], op T, c C) string {
	for _, n := range list {
		if reflect.TypeOf(n.make(c)) == reflect.TypeOf(op) {
			return n.name
		}
	}
	return fmt.Sprintf("%T", op)
}

// Options is the meaning of a valid config.
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

// Config is the text form of the options. An operator that is none of this
// package's is written as its Go type, which tells a reader what was used and is
// refused when read again.
func (o Options) Config() Config {
	c := Config{
		Population:   o.Population,
		Spread:       o.Spread,
		GamesPerPair: o.GamesPerPair,
		SeatOrders:   o.SeatOrders,
		SameDeals:    o.SameDeals,
		Evidence:     o.Evidence,
		Crossover:    CrossoverConfig{Pairs: o.Pairs},
		Mutation:     MutationConfig{Count: o.Mutants, Weights: o.MutantWeights, Rate: o.MutationRate},
		HallOfFame:   o.HallOfFame,
		Generations:  o.Generations,
		Stall:        o.Stall,
		Answer:       o.Answer,
		AnswerShare:  o.AnswerShare,
		FixedAnswer:  o.FixedAnswer,
	}
	c.writeMeetings(o)
	c.writeBreeding(o)
	return c
}

// writeMeetings writes the operators that decide on games and their worth.
func (c *Config) writeMeetings(o Options) {
	switch g := o.Grouping.(type) {
	case RandomGroups:
		c.Groups, c.GroupSize = g.Count, g.Size
	case DisjointGroups:
		c.Groups, c.GroupSize, c.Disjoint = g.Count, g.Size, true
	}
	c.Grouping = nameOf(groupers, o.Grouping, *c)
	switch f := o.Fitness.(type) {
	case WinRate:
		c.Unplayed = f.Unplayed
	case BradleyTerry:
		c.Prior = f.Prior
	case Genomic:
		c.Prior, c.Heritability = f.Prior, f.Heritability
	}
	c.Fitness = nameOf(fitnesses, o.Fitness, *c)
	switch s := o.Selection.(type) {
	case Top:
		c.Selection.Count = s.Count
	case Truncation:
		c.Selection.Count = s.Count
	case KTournament:
		c.Selection.Count, c.Selection.Size = s.Count, s.Size
	case Roulette:
		c.Selection.Count = s.Count
	case Rank:
		c.Selection.Count, c.Selection.Pressure = s.Count, s.Pressure
	case SUS:
		c.Selection.Count = s.Count
	}
	c.Selection.Kind = nameOf(selectors, o.Selection, c.Selection)
}

// writeBreeding writes the operators that make children and room for them.
func (c *Config) writeBreeding(o Options) {
	switch x := o.Crossover.(type) {
	case Blend:
		c.Crossover.Alpha = x.Alpha
	case SBX:
		c.Crossover.Eta = x.Eta
	}
	c.Crossover.Kind = nameOf(crossers, o.Crossover, c.Crossover)
	switch m := o.Mutation.(type) {
	case Gaussian:
		c.Mutation.Step, c.Mutation.FinalStep = m.First, m.Last
	case Polynomial:
		c.Mutation.Eta = m.Eta
	case SelfAdaptive:
		c.Mutation.Step = m.First
	}
	c.Mutation.Kind = nameOf(mutators, o.Mutation, c.Mutation)
	if g, ok := o.Replacement.(Generational); ok {
		c.Elites = g.Elites
	}
	c.Replacement = nameOf(replacers, o.Replacement, *c)
}
