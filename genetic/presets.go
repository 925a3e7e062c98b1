package genetic

// Paper is the procedure of the Risk article, exactly: 100 genomes, ten
// tournaments of ten, the three best of each as parents, twelve averages and
// three single-weight mutants in place of the fifteen least fit, four
// generations, and the fittest of the last as the answer.
func Paper() Options {
	return Options{
		Population:   100,
		Grouping:     GroupGroups,
		Groups:       10,
		GroupSize:    10,
		GamesPerPair: 1,
		SeatOrders:   1,
		Fitness:      FitnessWinRate,
		Unplayed:     0.5,
		Evidence:     1,
		Selection:    SelectionOptions{Kind: SelectTop, Count: 3},
		Crossover:    CrossoverOptions{Kind: CrossAverage, Pairs: 12},
		Mutation:     MutationOptions{Kind: MutateReset, Count: 3, Weights: 1},
		Replacement:  ReplaceWorst,
		Generations:  4,
		Answer:       AnswerFittest,
		FixedAnswer:  true,
	}
}

// Bred is the set of operators that measured best on the duel suite: large
// populations that sit down but once a generation, each table on one deal in all
// seat orders; genomic selection from the games of three generations; uniform crossover,
// which keeps a population as wide as it is; a step that shrinks to its half;
// and as the answer not a genome but the mean of the parents over the last
// generations.
func Bred() Options {
	return Options{
		Grouping:     GroupGroups,
		Disjoint:     true,
		GamesPerPair: 1, // or one for each seat order
		SeatOrders:   0, // all
		Fitness:      FitnessGenomic,
		Unplayed:     0.5,
		Evidence:     3,
		Prior:        100,
		Heritability: 0.9,
		Selection:    SelectionOptions{Kind: SelectTruncation},
		Crossover:    CrossoverOptions{Kind: CrossUniform},
		Mutation:     MutationOptions{Kind: MutateGaussian, Rate: 1, Step: 0.1, FinalStep: 0.05},
		Replacement:  ReplaceGenerational,
		HallOfFame:   3,
		Answer:       AnswerAveraged,
		AnswerShare:  0.4,
	}
}
