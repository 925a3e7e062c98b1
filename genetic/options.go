package genetic

import "cmp"

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
