// Package genetic tunes weights with genetic algorithms. A population of weight vectors, called
// genomes, plays games. Fit genomes are crossed and mutated, and their children replace unfit
// ones, from generation to generation.
//
// To tune a game, describe it in a [tuning.Problem], pass it with a [Config] to [New], and play
// the returned [Breeder] with [tuning.Run]. Then Breeder.Best returns the result and
// [tuning.Verify] measures it. The Breeder is a [tuning.Strategy] whose rounds are generations.
// The example of this package is a complete program; the example of [Operators] adds an operator, and
// the example of [Config.Validate] shows its errors.
//
// [Adapted] returns a config that follows the spread and the correlations of the selected genomes. It
// has the best results on synthetic problems and most games. [Bred] returns one for games such as Risk,
// where some weights are best near 0. [Default] returns Adapted, or Bred for problems that Adapted
// cannot search. [Paper] returns the procedure of an article on the game Risk.
//
// A config names one operator for each part of the algorithm; the fields of [Config] list them. Each
// part is a small interface that any type can implement:
//
//   - grouping selects opponents ([Grouper]);
//   - fitness rates genomes by games ([Fitness]);
//   - selection selects parents ([Selector]);
//   - crossover makes a child of two parents ([Crosser]);
//   - mutation changes weights ([Mutator]);
//   - replacement selects the members that children replace ([Replacer]).
//
// Config.Custom replaces an operator by a value of such a type. An operator must be a pure function of
// its fields, its arguments and the random generator that it receives. It must not change the slices
// that it receives. Runs can then be resumed and repeated. The breeder checks what operators return,
// and its error names the operator. A table is a set of genomes that play together, and a slot is an
// index in the population.
//
// The fields of the operators of this package are checked by their methods Validate and Fits, which
// [New] calls. A program that calls another method itself must call these first: for impossible
// fields, and for arguments that do not fit each other, such as parents without a value for every
// weight, the other methods may panic.
//
// [Breeder.Ask] computes the next generation without changing the state, and [Breeder.Tell]
// replaces the state. Each use of random numbers has its own seed, derived from the run, the
// purpose, the generation and an index. A snapshot therefore contains no generator state, and any
// game can be repeated alone.
package genetic
