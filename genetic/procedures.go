package genetic

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
