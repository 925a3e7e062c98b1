package genetic

import (
	"cmp"
	"math"

	"github.com/lanista/lanista/tuning"
)

// Options are the operators of a breeder and its numbers. The zero value is [Bred]: a
// nil operator, and an empty Answer, is that of Bred with its numbers. Other numbers
// mean what their comments say. [Paper] returns the options of the Risk article. The
// text form, for configs, is [Config].
type Options struct {
	// Population is the number of genomes, at least 2 and at least what the
	// grouping seats. 0 chooses it from the budget of games: 12 times its cube
	// root, between 4 and a fifth of the budget; 100 without a budget.
	Population int
	// Spread is the standard deviation of the first population around the start
	// weights, as a share of each weight's range, in [0, 1]; the first genome is
	// the start itself. 0 draws all genomes uniformly over the ranges.
	Spread float64

	// Grouping decides who plays whom. nil is the one of [Bred].
	Grouping Grouper
	// GamesPerPair is the number of games at each table (a pair, at two seats),
	// a multiple of SeatOrders. 0 means SeatOrders, and at least 1.
	GamesPerPair int
	// SeatOrders is the number of those games that share one deal, each in
	// another seat order, from 0 to the number of seats. 1 draws the seats from
	// the game's seed; the number of seats gives everybody every seat, and 0
	// means that number, with as many games per pair at least.
	SeatOrders int
	// SameDeals gives all tables of a generation the same deals.
	SameDeals bool

	// Fitness computes the fitness of a genome from its games. nil is the one of [Bred],
	// with its Evidence if Evidence is 0.
	Fitness Fitness
	// Evidence is the number of generations whose games count for fitness: 1 is
	// the generation's own, 0 all that were ever played.
	Evidence int

	// Selection chooses the parents. nil is the one of [Bred].
	Selection Selector

	// Crossover makes a child of two parents. nil is the one of [Bred].
	Crossover Crosser
	// Pairs is the number of crossed children in a generation. 0 is as many as
	// the replacement needs besides the mutants; a replacement that needs no
	// certain number ([Worst], [Steady]) must be given one.
	Pairs int

	// Mutation changes weights at random: those of crossed children, and of
	// mutants, which are copies of one parent but for the change. nil is the one of
	// [Bred], with its MutationRate if MutationRate and Mutants are 0.
	Mutation Mutator
	// MutationRate is the probability with which each weight of a crossed child
	// mutates, in [0, 1].
	MutationRate float64
	// Mutants is the number of mutants in a generation.
	Mutants int
	// MutantWeights is the number of weights in which a mutant may differ from
	// its parent; 0 is all of them.
	MutantWeights int

	// Replacement decides who makes room for the children. nil is the one of [Bred].
	Replacement Replacer

	// HallOfFame is the number of generations whose fittest genome is kept, the
	// latest ones: as finalists, and as guests of a grouping that invites them.
	HallOfFame int

	// Generations ends the run; 0 leaves it to the budget, and is 30 where there
	// is none.
	Generations int
	// Stall ends the run when the best fitness has not risen for so many
	// generations; 0 is never. Fitness within a population is relative, so this
	// means most against fixed opponents.
	Stall int

	// Answer selects the result of the run. "" is [Averaged], with the AnswerShare and the
	// HallOfFame of [Bred] if they are 0.
	Answer Answer
	// AnswerShare is the last part of the generations over which an averaged
	// answer is averaged again, in [0, 1]; 0 is the last one alone.
	AnswerShare float64
	// FixedAnswer says that the procedure prescribes the answer: a verification
	// measures it and does not choose.
	FixedAnswer bool
}

// Answer selects the result of a run.
type Answer string

// The answers.
const (
	Fittest  Answer = "fittest"  // the genome that stands first in the last generation
	Averaged Answer = "averaged" // the mean of the parents
)

var answers = []string{string(Fittest), string(Averaged)}

// withDefaults replaces nil operators and an empty answer by those of Bred, with their
// numbers. Options that have all of them stay as they are.
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
	if o.Answer == "" {
		o.Answer = bred.Answer
		o.AnswerShare, o.HallOfFame = cmp.Or(o.AnswerShare, bred.AnswerShare), cmp.Or(o.HallOfFame, bred.HallOfFame)
	}
	return o
}

// Paper is the procedure of the Risk article, exactly: 100 genomes, ten
// tournaments of ten, the three best of each as parents, twelve averages and
// three single-weight mutants in place of the fifteen least fit, four
// generations, and the fittest of the last as the answer.
func Paper() Options { return PaperConfig().Options() }

// PaperConfig is the text form of [Paper].
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
		Answer:       Fittest,
		FixedAnswer:  true,
	}
}

// Bred is the set of operators that measured best on the duel suite of
// tuning/bench: large populations whose genomes play at one table a generation, on one deal
// in all seat orders; genomic selection from the games of three
// generations; uniform crossover, which keeps a population as wide as it is; a
// step that shrinks to its half; and as the answer not a genome but the mean of
// the parents over the last generations.
func Bred() Options { return BredConfig().Options() }

// BredConfig is the text form of [Bred], and what a config starts from that
// names no procedure.
func BredConfig() Config {
	return Config{
		Grouping:     "groups",
		Disjoint:     true,
		GamesPerPair: 1, // or one for each seat order
		SeatOrders:   0, // all
		Fitness:      "genomic",
		Unplayed:     0.5, // of a config that asks for win_rate
		Evidence:     3,
		Prior:        100,
		Heritability: 0.9,
		Selection:    SelectionConfig{Kind: "truncation"},
		Crossover:    CrossoverConfig{Kind: "uniform"},
		Mutation:     MutationConfig{Kind: "gaussian", Rate: 1, Step: 0.1, FinalStep: 0.05},
		Replacement:  "generational",
		HallOfFame:   3,
		Answer:       Averaged,
		AnswerShare:  0.4,
	}
}

const (
	// unbounded is the number of generations where neither the options nor the
	// budget say one.
	unbounded = 30
	// anyBudget is the population where the budget has no limit of games.
	anyBudget = 100
)

// sized returns the config with every number filled in that it leaves to the
// problem, those of operators not in use too: a run that is resumed from it is
// the same run.
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

// sized returns the options with every number filled in that they leave to the
// problem. Operators fill in their own.
func (o Options) sized(p tuning.Problem) Options {
	if o.SeatOrders == 0 && p.Symmetric {
		o.SeatOrders = 1 // the others would be the same games
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

// populationFor is the population that a budget of games is best spent on. It
// was measured on the duel suite, with two games per genome and generation: 100
// genomes did best for 500 games, 100 to 200 for 2,000, 200 to 400 for 20,000.
// Small populations learn little in a generation, large ones have few of them:
// never fewer than five.
func populationFor(games int) int {
	if games == 0 {
		return anyBudget
	}
	n := int(12 * math.Cbrt(float64(games)))
	return max(min(n, games/5)/2*2, 4)
}

// generationGames is the number of games in a generation; with guests from a
// hall of fame that fills up, at most that. It is at most the largest int.
func (o Options) generationGames(p tuning.Problem, generation int) int {
	guests := 0
	if o.Grouping.Invites() {
		guests = max(len(p.Opponents)+min(generation-1, o.HallOfFame), 1) // the start, where there is none
	}
	tables := o.Grouping.Tables(o.Population, p.Seats, guests)
	if tables > math.MaxInt/max(o.GamesPerPair, 1) {
		return math.MaxInt
	}
	return tables * o.GamesPerPair
}

// planned is the number of generations that the options and the budget allow,
// and of games in them. A budget is never exceeded: a generation is played whole
// or not at all.
func (o Options) planned(p tuning.Problem) (generations, games int) {
	last := unbounded
	switch {
	case o.Generations > 0 && p.Rounds > 0:
		last = min(o.Generations, p.Rounds)
	case o.Generations > 0 || p.Rounds > 0:
		last = o.Generations + p.Rounds
	case p.Games > 0:
		last = p.Games // each has a game at least
	}
	fits := func(n, each int) int {
		if p.Games > 0 && each > 0 {
			n = min(n, (p.Games-games)/each)
		}
		return n
	}
	// A hall of fame fills up; after that all generations are alike.
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
