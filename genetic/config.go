package genetic

import "github.com/lanista/lanista/tuning"

// Config is the text form of [Options]: the section strategy of a config, with
// operators by name and their numbers beside them. A number of an operator that
// is not in use means nothing. Start from [BredConfig] or [PaperConfig]; a
// config is decoded over one of them.
type Config struct {
	// Population is the number of genomes; 0 chooses it from the budget of games.
	Population int `yaml:"population"`
	// Spread is the standard deviation of the first population around the start
	// weights, as a share of each weight's range; 0 draws it from all the ranges.
	Spread float64 `yaml:"spread"`

	// Grouping is who meets whom: groups ([RandomGroups] or [DisjointGroups]) drawn
	// at random, round_robin ([RoundRobin]) with everybody, or gauntlet ([Gauntlet])
	// against the opponents of the config.
	Grouping string `yaml:"grouping"`
	// Groups is the number of groups; 0 deals the population out once.
	Groups int `yaml:"groups"`
	// GroupSize is the number of genomes in a group; 0 is one table full.
	GroupSize int `yaml:"group_size"`
	// Disjoint deals the population out, so that all genomes play equally often,
	// instead of drawing every group from the whole.
	Disjoint bool `yaml:"disjoint"`
	// GamesPerPair is the number of games at each table.
	GamesPerPair int `yaml:"games_per_pair"`
	// SeatOrders is the number of those games that share one deal, each in
	// another seat order; 0 is the number of seats.
	SeatOrders int `yaml:"seat_orders"`
	// SameDeals gives all tables of a generation the same deals.
	SameDeals bool `yaml:"same_deals"`

	// Fitness is what makes a genome fit: win_rate ([WinRate]), its share of won games;
	// rating ([BradleyTerry]), its Bradley-Terry rating; or genomic ([Genomic]), the
	// rating that its weights predict.
	Fitness string `yaml:"fitness"`
	// Unplayed is the fitness of a genome without games, in [0, 1], under
	// win_rate.
	Unplayed float64 `yaml:"unplayed"`
	// Evidence is the number of generations whose games count; 0 is all.
	Evidence int `yaml:"evidence"`
	// Prior is the standard deviation, in Elo, that genomes are expected to have
	// among each other before any game, under rating and genomic.
	Prior float64 `yaml:"prior"`
	// Heritability is the share of the differences in strength that the weights
	// are expected to explain, within (0, 1), under genomic.
	Heritability float64 `yaml:"heritability"`

	// Selection says who becomes a parent.
	Selection SelectionConfig `yaml:"selection"`
	// Crossover says how two parents make a child.
	Crossover CrossoverConfig `yaml:"crossover"`
	// Mutation says how weights change at random.
	Mutation MutationConfig `yaml:"mutation"`

	// Replacement is whose places the children take: worst ([Worst]), of the least fit;
	// generational ([Generational]), of all but the elites; steady ([Steady]), of the
	// least fit of parents and children together.
	Replacement string `yaml:"replacement"`
	// Elites is the number of fittest genomes that live on, under generational.
	Elites int `yaml:"elites"`

	// HallOfFame is the number of generations whose fittest genome is kept.
	HallOfFame int `yaml:"hall_of_fame"`
	// Generations ends the run; 0 leaves it to the budget.
	Generations int `yaml:"generations"`
	// Stall ends the run after so many generations without gain; 0 is never.
	Stall int `yaml:"stall"`

	// Answer is the result of the search: the fittest genome, or the parents of the last
	// generations averaged.
	Answer Answer `yaml:"answer"`
	// AnswerShare is the last part of the generations that an averaged
	// answer is averaged over, in [0, 1].
	AnswerShare float64 `yaml:"answer_share"`
	// FixedAnswer says that a verification measures the answer and does not
	// choose it. The start weights replace it all the same if the games favour them.
	FixedAnswer bool `yaml:"fixed_answer"`
}

// SelectionConfig says who becomes a parent.
type SelectionConfig struct {
	// Kind is the operator: top ([Top]) of every group, truncation ([Truncation]) of the
	// population, tournament ([KTournament]) of a few drawn at random, roulette
	// ([Roulette]) by fitness, or rank ([Rank]) by rank.
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

// CrossoverConfig says how two parents make a child.
type CrossoverConfig struct {
	// Kind is the operator: average ([Average]) of the parents, uniform ([Uniform]) choice
	// for every weight, one_point ([OnePoint]), blend ([Blend]), BLX-alpha, or sbx ([SBX]),
	// simulated binary.
	Kind string `yaml:"kind"`
	// Pairs is the number of crossed children; 0 is as many as the replacement
	// needs besides the mutants. Under worst and steady it must be given.
	Pairs int `yaml:"pairs"`
	// Alpha widens the interval of the parents on either side, as a share of its
	// length, in [0, 10]. For kind: blend.
	Alpha float64 `yaml:"alpha"`
	// Eta is the distribution index, in [0, 1000]. For kind: sbx.
	Eta float64 `yaml:"eta"`
}

// MutationConfig says how weights change at random.
type MutationConfig struct {
	// Kind is the operator: reset ([Reset]) to anywhere in the range, or a gaussian
	// ([Gaussian]) step.
	Kind string `yaml:"kind"`
	// Count is the number of mutants: children that are copies of one parent but
	// for as many weights as the key weights says.
	Count int `yaml:"count"`
	// Weights is the number of weights in which a mutant may differ from its
	// parent; 0 is all.
	Weights int `yaml:"weights"`
	// Rate is the probability, for each weight of a crossed child, that it
	// mutates too, in [0, 1].
	Rate float64 `yaml:"rate"`
	// Step is the standard deviation of a change as a share of the weight's
	// range. For kind: gaussian.
	Step float64 `yaml:"step"`
	// FinalStep is the step of the last generation; 0 is Step. For kind: gaussian.
	FinalStep float64 `yaml:"final_step"`
}

// Build makes the breeder that the config describes. It refuses what [New]
// refuses, and operators that it does not know.
func (c Config) Build(p tuning.Problem) (*Breeder, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	p, err := complete(p)
	if err != nil {
		return nil, err
	}
	c = c.sized(p)
	b, err := New(p, c.Options())
	if err != nil {
		return nil, err
	}
	b.config = c
	return b, nil
}

// Invites reports whether the grouping lets the opponents of the problem play.
func (c Config) Invites() bool {
	g := operator(groupers, c.Grouping, c)
	return g != nil && g.Invites()
}

// Config returns the config of a breeder made by [Config.Build], with every number filled in
// that it left to the breeder. The config of a breeder made by [New] is empty.
func (b *Breeder) Config() Config { return b.config }
