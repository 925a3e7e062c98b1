package genetic

import (
	"cmp"
	"math"

	"github.com/lanista/lanista/tuning"
)

// Options contains the operators and numbers of a breeder. The zero value is [Bred]: a nil
// operator, and an empty Result, stand for those of Bred with its numbers. For other zero values see
// the fields. [Paper] returns the options of the Risk article. [Config] is the text form.
type Options struct {
	// Population is the number of genomes, at least 2 and at least the number that the
	// grouping requires. 0 derives it from the budget of games: 12 times its cube root,
	// between 4 and a fifth of the budget; 100 without a budget.
	Population int
	// Spread is the standard deviation of the first population around the start weights, as a
	// share of each weight's range, in [0, 1]; the first genome is the start itself. 0 draws
	// all genomes uniformly from the ranges.
	Spread float64

	// Grouping selects the opponents of each genome. nil selects the one of [Bred].
	Grouping Grouper
	// GamesPerPair is the number of games at each table, a multiple of SeatOrders. 0 means
	// SeatOrders, and at least 1.
	GamesPerPair int
	// SeatOrders is the number of games on one deal, each with another seat order, from 0 to
	// the number of seats. With 1 the seats are drawn from the game's seed. With the number of
	// seats every genome plays in every seat. 0 means the number of seats, and at least as
	// many games per pair.
	SeatOrders int
	// SameDeals gives all tables of a generation the same deals.
	SameDeals bool

	// Fitness computes the fitness of a genome from its games. nil selects the one of [Bred], with its
	// Evidence if Evidence is 0.
	Fitness Fitness
	// Evidence is the number of generations whose games count for fitness: 1 is the current
	// one, 0 all.
	Evidence int

	// Selection selects the parents. nil selects the one of [Bred].
	Selection Selector

	// Crossover makes a child of two parents. nil selects the one of [Bred].
	Crossover Crosser
	// Pairs is the number of crossed children in a generation. 0 is as many as the replacement
	// needs besides the mutants. [Worst] and [Steady] require a positive number.
	Pairs int

	// Mutation changes weights of crossed children, and of mutants, which are changed copies
	// of one parent. nil selects the one of [Bred], with its MutationRate if MutationRate and Mutants
	// are 0.
	Mutation Mutator
	// MutationRate is the probability that a weight of a crossed child mutates, in [0, 1].
	MutationRate float64
	// Mutants is the number of mutants in a generation.
	Mutants int
	// MutantWeights is the number of weights in which a mutant may differ from its parent; 0
	// is all of them.
	MutantWeights int

	// Replacement selects the members that children replace. nil selects the one of [Bred].
	Replacement Replacer

	// HallOfFame is the number of latest generations whose fittest genome is kept. These
	// genomes are candidates for the result, and guests if the grouping invites them.
	HallOfFame int

	// Generations is the largest number of generations. 0 means as many as the budget allows,
	// or 30 without a budget.
	Generations int
	// Stall ends the run if the best fitness has not risen for so many generations; 0 is
	// never. Fitness within a population is relative, so Stall is useful mainly against fixed
	// opponents.
	Stall int

	// Result selects the result of the run. "" is [Averaged], with the ResultShare and the
	// HallOfFame of [Bred] if they are 0.
	Result Result
	// ResultShare is the last part of the generations over which an averaged result is
	// averaged, in [0, 1]; 0 is the last generation.
	ResultShare float64
	// FixedResult makes a verification measure the result without a choice among candidates.
	FixedResult bool
}

// Result selects the result of a run.
type Result string

// Values of Result.
const (
	Fittest  Result = "fittest"  // the first in the ranking of the last generation
	Averaged Result = "averaged" // the mean of the parents
)

var results = []string{string(Fittest), string(Averaged)}

// withDefaults replaces nil operators and an empty result by those of Bred, with their
// numbers.
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

// Paper returns the procedure of an article on the game Risk: 100 genomes, ten tournaments of
// ten, the three best of each as parents, twelve averages and three single-weight mutants in
// place of the fifteen least fit, four generations, and the fittest genome of the last as the
// result.
func Paper() Options { return PaperConfig().Options() }

// PaperConfig returns the text form of [Paper].
func PaperConfig() Config {
	return Config{
		Population:   100,
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

// Bred returns the operators with the best results on the duel suite of tuning/bench: large
// populations whose genomes play at one table in a generation, on one deal in all seat orders;
// genomic selection from the games of three generations; uniform crossover, which keeps the
// variance of a population; a mutation step that falls to its half; and the mean of the
// parents over the last generations as the result.
func Bred() Options { return BredConfig().Options() }

// BredConfig returns the text form of [Bred]. It is the default of a config file.
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

const (
	// unbounded is the number of generations if neither the options nor the budget limit it.
	unbounded = 30
	// anyBudget is the population if the budget has no limit of games.
	anyBudget = 100
)

// sized returns the config with all numbers filled in that depend on the problem, including
// those of operators that are not in use, so that a resumed run is the same run.
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

// sized returns the options with all numbers filled in that depend on the problem, except
// those of operators.
func (o Options) sized(p tuning.Problem) Options {
	if o.SeatOrders == 0 && p.Symmetric {
		o.SeatOrders = 1 // other seat orders would repeat the same games
	} else if o.SeatOrders == 0 {
		o.SeatOrders = p.Seats
		o.GamesPerPair = max(o.GamesPerPair, p.Seats)
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

// populationFor returns the best population for a budget of games. In measurements on the duel
// suite, with two games per genome and generation, the best sizes were 100 for 500 games, 100
// to 200 for 2,000, and 200 to 400 for 20,000. Small populations learn little in a generation,
// and large ones have few generations. There are always at least five.
func populationFor(games int) int {
	if games == 0 {
		return anyBudget
	}
	n := int(12 * math.Cbrt(float64(games)))
	return max(min(n, games/5)/2*2, 4)
}

// generationGames returns the number of games in a generation, at most the largest int. While
// a hall of fame fills up, it is an upper bound.
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

// planned returns the number of generations that the options and the budget allow, and the
// number of their games. Every generation is played completely within the budget.
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
	// A hall of fame fills up; after that all generations have the same size.
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
