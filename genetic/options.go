package genetic

// Options names the operators of a breeder and their numbers. Start from
// [Default], [Paper] or another named set, not from the zero value: a key that
// is 0 or empty means what its comment says.
type Options struct {
	// Population is the number of genomes. 0 chooses it from the budget of games:
	// 12 times its cube root.
	Population int `yaml:"population"`
	// Spread is the standard deviation of the first population around the start
	// weights, as a share of each weight's range; the first genome is the start
	// itself. 0 draws all genomes uniformly over the ranges.
	Spread float64 `yaml:"spread"`

	// Grouping says who plays whom: groups, round_robin or gauntlet.
	Grouping string `yaml:"grouping"`
	// Groups is the number of groups in a generation; 0 is as many as deal the
	// population out once. For grouping: groups.
	Groups int `yaml:"groups"`
	// GroupSize is the number of genomes in a group; 0 is one table full. For
	// grouping: groups.
	GroupSize int `yaml:"group_size"`
	// Disjoint deals the population out, so that all genomes play equally often,
	// instead of drawing every group from the whole. For grouping: groups.
	Disjoint bool `yaml:"disjoint"`
	// GamesPerPair is the number of games at each table (a pair, at two seats).
	GamesPerPair int `yaml:"games_per_pair"`
	// SeatOrders is the number of those games that share one deal, each in
	// another seat order. 1 draws the seats from the game's seed; the number of
	// seats gives everybody every seat, and 0 means that number, with as many
	// games at least.
	SeatOrders int `yaml:"seat_orders"`
	// SameDeals gives all tables of a generation the same deals.
	SameDeals bool `yaml:"same_deals"`

	// Fitness says what a record is worth: win_rate, rating or genomic.
	Fitness string `yaml:"fitness"`
	// Unplayed is the fitness of a genome without games, in [0, 1]. For fitness:
	// win_rate.
	Unplayed float64 `yaml:"unplayed"`
	// Evidence is the number of generations whose games count for fitness: 1 is
	// the generation's own, 0 all that were ever played.
	Evidence int `yaml:"evidence"`
	// Prior is the standard deviation, in Elo, that genomes are expected to have
	// among each other before any game. For fitness: rating and genomic.
	Prior float64 `yaml:"prior"`
	// Heritability is the share of the differences in strength that the weights
	// are expected to explain, each for itself, within (0, 1). For fitness:
	// genomic.
	Heritability float64 `yaml:"heritability"`

	Selection SelectionOptions `yaml:"selection"`
	Crossover CrossoverOptions `yaml:"crossover"`
	Mutation  MutationOptions  `yaml:"mutation"`

	// Replacement says who makes room for the children: worst, generational or
	// steady.
	Replacement string `yaml:"replacement"`
	// Elites is the number of fittest genomes that live on. For replacement:
	// generational.
	Elites int `yaml:"elites"`

	// HallOfFame is the number of generations whose fittest genome is kept, the
	// latest ones: as finalists, and as opponents in a gauntlet.
	HallOfFame int `yaml:"hall_of_fame"`

	// Generations ends the run; 0 leaves it to the budget, and to 30 where there
	// is none.
	Generations int `yaml:"generations"`
	// Stall ends the run when the best fitness has not risen for so many
	// generations; 0 is never. Fitness within a population is relative, so this
	// means most against fixed opponents.
	Stall int `yaml:"stall"`

	// Answer is what the run returns: fittest, averaged (the mean of the parents)
	// or weighted (the mean of all better than even, weighted by their rating).
	Answer string `yaml:"answer"`
	// AnswerShare is the last part of the generations over which an averaged or
	// weighted answer is averaged again, in [0, 1]; 0 is the last one alone.
	AnswerShare float64 `yaml:"answer_share"`
	// FixedAnswer says that the procedure prescribes the answer: a verification
	// measures it and does not choose.
	FixedAnswer bool `yaml:"fixed_answer"`
}

// SelectionOptions says who becomes a parent.
type SelectionOptions struct {
	// Kind is top, truncation, tournament, roulette, rank or sus.
	Kind string `yaml:"kind"`
	// Count is the number of parents; for top, that of each group. 0 is half of
	// the population, and at least two.
	Count int `yaml:"count"`
	// Size is the number of genomes drawn for each parent. For kind: tournament.
	Size int `yaml:"size"`
	// Pressure is how often the best is expected to be chosen, against once for
	// the average, in [1, 2]. For kind: rank.
	Pressure float64 `yaml:"pressure"`
}

// CrossoverOptions says how two parents make a child.
type CrossoverOptions struct {
	// Kind is average, uniform, one_point, arithmetic, blend or sbx.
	Kind string `yaml:"kind"`
	// Pairs is the number of children of a cross; 0 is as many as the replacement
	// needs besides the mutants. For replacement: worst and steady it must be
	// given.
	Pairs int `yaml:"pairs"`
	// Alpha widens the interval of the parents on either side, as a share of its
	// length. For kind: blend.
	Alpha float64 `yaml:"alpha"`
	// Eta is the distribution index. For kind: sbx.
	Eta float64 `yaml:"eta"`
}

// MutationOptions says how weights change by chance.
type MutationOptions struct {
	// Kind is reset, gaussian, polynomial or self_adaptive.
	Kind string `yaml:"kind"`
	// Count is the number of mutants: children that are copies of one parent but
	// for Weights of their weights.
	Count int `yaml:"count"`
	// Weights is the number of weights in which a mutant may differ from its
	// parent; 0 is all.
	Weights int `yaml:"weights"`
	// Rate is the probability, for each weight of a crossed child, that it
	// mutates too, in [0, 1].
	Rate float64 `yaml:"rate"`
	// Step is the standard deviation of a change as a share of the weight's
	// range. For kind: gaussian and self_adaptive (where it is the first step).
	Step float64 `yaml:"step"`
	// FinalStep is the step of the last generation; 0 is Step. For kind: gaussian.
	FinalStep float64 `yaml:"final_step"`
	// Eta is the distribution index. For kind: polynomial.
	Eta float64 `yaml:"eta"`
}
