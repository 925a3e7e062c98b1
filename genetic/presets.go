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

// Bred is the set of operators that measured best.
func Bred() Options {
	return Options{
		Population:   40,
		Grouping:     GroupGroups,
		GroupSize:    5,
		Disjoint:     true,
		GamesPerPair: 2,
		Fitness:      FitnessRating,
		Unplayed:     0.5,
		Evidence:     1,
		Prior:        200,
		Heritability: 0.8,
		Selection:    SelectionOptions{Kind: SelectTruncation},
		Crossover:    CrossoverOptions{Kind: CrossBlend, Alpha: 0.3},
		Mutation:     MutationOptions{Kind: MutateGaussian, Rate: 1, Step: 0.1, FinalStep: 0.005},
		Replacement:  ReplaceGenerational,
		Answer:       AnswerAveraged,
	}
}
