// Package genetic breeds weight vectors: a population plays, the fit are
// crossed and mutated, their children replace the unfit, and so on from
// generation to generation.
//
// What comes in: a [tuning.Problem] and [Options], which hold an operator for
// each part of the procedure. What goes out: a [Breeder], which keeps the
// contract of [tuning.Strategy]; a round is a generation.
//
//	grouping     who plays whom            RandomGroups, DisjointGroups, RoundRobin, Gauntlet
//	fitness      what a record is worth    WinRate, BradleyTerry, Genomic
//	selection    who becomes a parent      Top, Truncation, KTournament, Roulette, Rank, SUS
//	crossover    a child of two parents    Average, Uniform, OnePoint, Arithmetic, Blend, SBX
//	mutation     random changes            Reset, Gaussian, Polynomial, SelfAdaptive
//	replacement  who makes room            Worst, Generational, Steady
//
// Each part is a small interface ([Grouper], [Fitness], [Selector], [Crosser],
// [Mutator], [Replacer]) that any type may keep. An operator is a plain value
// without memory: what it returns depends on its fields, its arguments and the
// generator that it is handed, so that a run can be resumed and repeated, and it
// leaves the slices that it is handed as they are. The breeder checks what an
// operator returns and names the operator in its error.
//
// [Paper] is the procedure of the Risk article, exactly; [Bred] is the set of
// operators that measured best, and the default. [Config] is the text form of
// Options, with operators by name, as configs and stored runs hold it.
//
// A breeder's state is a value: [Breeder.Ask] computes the next generation from
// it without changing it, [Breeder.Tell] replaces it. Each use of chance has a
// seed of its own, derived from (run, purpose, generation, index), so a
// snapshot holds no generator and any game can be played again alone.
package genetic
