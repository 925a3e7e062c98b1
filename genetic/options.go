package genetic

import (
	"cmp"
	"math"

	"github.com/lanista/lanista/tuning"
)

// Options contains the operators and numbers of a Breeder. The zero value means [Bred]: a nil
// operator, and an empty Result, are replaced by those of Bred with their numbers. The comments on
// the fields describe all other zero values. [Paper] returns the options of the article on Risk.
// [Config] is the text form.
type Options struct {
	// Population is the number of genomes, at least 2 and at least the number that the
	// grouping requires. 0 derives it from the budget of games: 12 times its cube root,
	// between 4 and a fifth of the budget; 100 without a budget.
	Population int
	// Spread is the standard deviation of the first population around the start weights, as a
	// share of each weight's range, in [0, 1]; the first genome is the start itself. 0 draws
	// all genomes uniformly from the ranges.
	Spread float64

	// Linear breeds every weight on its own scale. By default the logarithms of the weights are bred
	// if only their ratios count ([tuning.Problem].ScaleFree), no weight may be negative, and the
	// start weights are positive: a factor is then as far everywhere in the range, and small weights
	// are found as exactly as large ones. A weight whose range begins at 0 is then at least 1/2000
	// of the upper limit.
	Linear bool

	// Grouping selects the opponents of each genome. nil means the operator of [Bred].
	Grouping Grouper
	// GamesPerPair is the number of games that each set of opponents plays, a multiple of
	// SeatOrders. 0 means SeatOrders, and at least 1.
	GamesPerPair int
	// SeatOrders is the number of games from one seed, each with another seat order, from 0 to the
	// number of seats. With 1 the seats are drawn from the game's seed. With the number of seats
	// every genome plays in every seat. 0 means the number of seats, or 1 if the problem is
	// symmetric; GamesPerPair is then raised to at least this number.
	SeatOrders int
	// SameDeals makes all games of a generation begin with the same seeds, and so with the same
	// openings and chance events.
	SameDeals bool

	// Fitness computes the fitness of a genome from its games. nil means the fitness function of
	// [Bred]; if Evidence is 0, it is then also set as in Bred.
	Fitness Fitness
	// Evidence is the number of latest generations with games that count for fitness. 1 means the
	// current generation, 0 all.
	Evidence int

	// Selection selects the parents. nil means the operator of [Bred].
	Selection Selector

	// Crossover makes a child of two parents. nil means the operator of [Bred].
	Crossover Crosser
	// Pairs is the number of crossed children in a generation. 0 means the number that the
	// replacement needs besides the mutants. [Worst] and [Steady] require a positive number.
	Pairs int

	// Mutation changes weights of crossed children, and of mutants, which are changed copies of one
	// parent. nil means the operator of [Bred]; if MutationRate and Mutants are both 0,
	// MutationRate is then also set as in Bred.
	Mutation Mutator
	// MutationRate is the probability that a weight of a crossed child mutates, in [0, 1].
	MutationRate float64
	// Mutants is the number of mutants in a generation: changed copies of one parent.
	Mutants int
	// MutantWeights is the number of weights in which a mutant may differ from its parent. 0
	// means all weights.
	MutantWeights int

	// Replacement selects the members that children replace. nil means the operator of [Bred].
	Replacement Replacer

	// HallOfFame is the number of latest generations from which the fittest genome is kept. These
	// genomes are candidates for the result. They are also opponents if the grouping uses agents
	// outside the population.
	HallOfFame int

	// Generations is the largest number of generations. 0 means as many as the budget allows,
	// or 30 without a budget.
	Generations int
	// Stall is the number of generations without a rise of the best fitness that ends the run. 0
	// means never. Fitness within a population is relative, so Stall is useful mainly against
	// fixed opponents.
	Stall int

	// Result selects the result of the run. "" means [Averaged]; if ResultShare or HallOfFame is 0,
	// it is then also set as in [Bred].
	Result Result
	// ResultShare is the share of the generations, counted from the end, that an averaged result
	// includes, in [0, 1]. 0 means the last generation only.
	ResultShare float64
	// FixedResult makes a verification measure the result without a choice among candidates.
	FixedResult bool
}

// Result is the way in which the result of a run is chosen.
type Result string

// The ways to choose the result of a run.
const (
	Fittest  Result = "fittest"  // the first in the ranking of the last generation
	Averaged Result = "averaged" // the mean of the parents
)

var results = []string{string(Fittest), string(Averaged)}

// withDefaults replaces nil operators and an empty Result by those of Bred, with their numbers.
func (o Options) withDefaults() Options {
	bred := Bred()
	if o.Grouping == nil {
		o.Grouping = bred.Grouping
	}
	if o.GamesPerPair == 0 {
		o.GamesPerPair = max(o.SeatOrders, bred.GamesPerPair)
	}
	if o.Fitness == nil {
		o.Fitness, o.Evidence = bred.Fitness, cmp.Or(o.Evidence, bred.Evidence)
	}
	if o.Selection == nil {
		o.Selection = bred.Selection
	}
	if o.Crossover == nil {
		o.Crossover = bred.Crossover
	}
	if o.Mutation == nil {
		o.Mutation = bred.Mutation
		if o.Mutants == 0 {
			o.MutationRate = cmp.Or(o.MutationRate, bred.MutationRate)
		}
	}
	if o.Replacement == nil {
		o.Replacement = bred.Replacement
	}
	if o.Result == "" {
		o.Result = bred.Result
		o.ResultShare, o.HallOfFame = cmp.Or(o.ResultShare, bred.ResultShare), cmp.Or(o.HallOfFame, bred.HallOfFame)
	}
	return o
}

// Paper returns the options of an article on the game Risk. The population has 100 genomes, which
// play ten tournaments of ten. The three best of each tournament are the parents. Twelve averages
// and three mutants of a single weight replace the fifteen least fit genomes. After four
// generations the fittest genome is the result.
func Paper() Options { return PaperConfig().Options() }

// PaperConfig returns the options of [Paper] as a config.
func PaperConfig() Config {
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

// Bred returns the operators with the best results on the duel problems of tuning/bench. They
// are:
//
// - the logarithms of weights of which only the ratios count;
// - large populations, in which each genome plays in one group per generation, from one seed in all seat orders;
// - genomic selection from the games of three generations;
// - uniform crossover, which keeps the variance of a population;
// - a mutation step that falls to half during the run;
// - the mean of the parents over the last generations as the result.
func Bred() Options { return BredConfig().Options() }

// BredConfig returns the options of [Bred] as a config. It is the default of a config file.
func BredConfig() Config {
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

// Adapted returns the operators for problems in which strength depends on more than the ratios of
// weights. They are:
//
// - siblings, born as mirror images of each other, which play each other;
// - the mean of the better half, weighted by rank, as the start of all children;
// - a mutation with the spread and the correlations of the selected genomes, in the steps that the noise of the games permits;
// - the average of these means over the last generations as the result.
func Adapted() Options { return AdaptedConfig().Options() }

// AdaptedConfig returns the options of [Adapted] as a config.
func AdaptedConfig() Config {
	c := BredConfig()
	c.Grouping = "siblings"
	c.Fitness, c.Evidence = "win_rate", 1
	c.Crossover = CrossoverConfig{Kind: "weighted"}
	c.Mutation = MutationConfig{Kind: "covariance", Step: 0.25}
	c.HallOfFame = 0
	return c
}

const (
	// unbounded is the number of generations if neither the options nor the budget limits it.
	unbounded = 30
	// anyBudget is the size of the population if the budget does not limit the games.
	anyBudget = 100
)

// sized returns the config with all zero numbers replaced by the values that follow from the
// problem. This includes the numbers of operators that are not in use, so that a resumed run is the
// same run.
func (c Config) sized(p tuning.Problem) Config {
	o := c.Options().sized(p)
	c.SeatOrders, c.GamesPerPair = o.SeatOrders, o.GamesPerPair
	c.GroupSize = cmp.Or(c.GroupSize, p.Seats)
	if c.Population == 0 {
		c.Population = max(o.Population, c.GroupSize, c.Elites+1)
	}
	c.Groups, _ = groupsOf(c.Groups, c.GroupSize, c.Population, p.Seats)
	c.Selection.Count = parentCount(c.Selection.Count, c.Population)
	return c
}

// sized returns the options with all zero numbers replaced by the values that follow from the
// problem, except the numbers of operators.
func (o Options) sized(p tuning.Problem) Options {
	if o.SeatOrders == 0 && p.Symmetric {
		o.SeatOrders = 1 // other seat orders would repeat the same games
	} else if o.SeatOrders == 0 {
		o.SeatOrders = p.Seats
		o.GamesPerPair = max(o.GamesPerPair, p.Seats)
	}
	if _, adapts := o.Mutation.(Covariance); adapts && o.Population == 0 {
		o.Population = max(litter(len(numbered(p.Space)), p.Games), p.Seats)
	}
	if o.Population == 0 {
		o.Population = max(populationFor(p.Games), p.Seats)
		switch g := o.Grouping.(type) {
		case RandomGroups:
			o.Population = max(o.Population, g.Size)
		case DisjointGroups:
			o.Population = max(o.Population, g.Size)
		}
		if g, ok := o.Replacement.(Generational); ok {
			o.Population = max(o.Population, g.Elites+1)
		}
	}
	return o
}

// populationFor returns the size of the population for a budget of games. Small populations learn
// little in a generation, and large ones have few generations; there are always at least five.
// The constants come from measurements with two games per genome and generation on the duel
// problems of tuning/bench.
func populationFor(games int) int {
	if games == 0 {
		return anyBudget
	}
	n := int(12 * math.Cbrt(float64(games)))
	return max(min(n, games/5)/2*2, 4)
}

// generationGames returns the number of games in a generation, capped at the largest int. It is an
// upper bound for early generations, in which the hall of fame, the list of the fittest earlier
// genomes, is not yet full.
func (o Options) generationGames(p tuning.Problem, generation int) int {
	guests := 0
	if o.Grouping.Invites() {
		guests = max(len(p.Opponents)+min(generation-1, o.HallOfFame), 1) // the start is the guest if there are no others
	}
	tables := o.Grouping.Tables(o.Population, p.Seats, guests)
	if tables > math.MaxInt/max(o.GamesPerPair, 1) {
		return math.MaxInt
	}
	return tables * o.GamesPerPair
}

// planned returns the number of generations that the options and the budget allow, and the number
// of their games. Every planned generation fits into the budget completely.
func (o Options) planned(p tuning.Problem) (generations, games int) {
	last := unbounded
	switch {
	case o.Generations > 0 && p.Rounds > 0:
		last = min(o.Generations, p.Rounds)
	case o.Generations > 0 || p.Rounds > 0:
		last = o.Generations + p.Rounds
	case p.Games > 0:
		last = p.Games // each generation has at least one game
	}
	fits := func(n, each int) int {
		if p.Games > 0 && each > 0 {
			n = min(n, (p.Games-games)/each)
		}
		return n
	}
	// The number of games grows until the hall of fame is full; after that all generations have
	// the same size.
	for generations < min(last, o.HallOfFame) {
		each := o.generationGames(p, generations+1)
		if fits(1, each) == 0 {
			return generations, games
		}
		generations++
		games += each
	}
	each := o.generationGames(p, generations+1)
	n := fits(last-generations, each)
	return generations + n, games + n*each
}
