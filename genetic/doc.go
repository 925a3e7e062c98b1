// Package genetic breeds weight vectors: a population plays, fit genomes are crossed and
// mutated, and their children replace unfit ones, from generation to generation.
//
// [New] takes a [tuning.Problem] and [Options] and returns a [Breeder], a [tuning.Strategy]
// whose rounds are generations. [tuning.Run] plays it. The zero Options are those of [Bred],
// which measured best; [Paper] returns the procedure of the Risk article.
//
// Options have one operator for each part of the procedure:
//
//	grouping     who plays whom            RandomGroups, DisjointGroups, RoundRobin, Gauntlet
//	fitness      what a record is worth    WinRate, BradleyTerry, Genomic
//	selection    who becomes a parent      Top, Truncation, KTournament, Roulette, Rank
//	crossover    a child of two parents    Average, Uniform, OnePoint, Blend, SBX
//	mutation     random changes            Reset, Gaussian
//	replacement  who makes room            Worst, Generational, Steady
//
// Each part is a small interface ([Grouper], [Fitness], [Selector], [Crosser], [Mutator],
// [Replacer]) that any type can implement; see the example of Options. An operator is a value
// without memory: its result depends on its fields, its arguments and the generator that it
// receives, and it does not change the slices that it receives. So a run can be resumed and
// repeated. The breeder checks what an operator returns and names the operator in its error.
//
// [Config] is the section strategy of a config file, with operators by name.
//
// [Breeder.Ask] computes the next generation from the state without changing it;
// [Breeder.Tell] replaces the state. Each use of chance has its own seed, derived from the
// run, the purpose, the generation and an index. A snapshot therefore holds no generator, and
// any game can be played again alone.
package genetic
