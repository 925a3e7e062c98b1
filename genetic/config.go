package genetic

import "slices"

// Config names the operators of a Breeder and contains their numbers. It is the section "strategy"
// of a config file. Numbers of operators that are not in use are ignored.
//
// If the config names no operator, [New] takes the operators and their numbers from [Default]. If
// it names some operators, New takes the others from [Bred]. Validate accepts an empty name only if
// Custom has an operator for it.
type Config struct {
	// Population is the number of genomes; 0 derives it from the budget of games and, with
	// mutation.kind: covariance, the number of weights.
	Population int `yaml:"population"`
	// Spread is the standard deviation of the first population around the start weights, as a share
	// of each weight's range. 0 draws uniformly from the ranges. mutation.kind: covariance uses
	// mutation.step instead.
	Spread float64 `yaml:"spread"`

	// Linear breeds every weight on its own scale. Otherwise the logarithms are bred if only the
	// ratios of the weights count, no weight is a choice or may be negative, no whole number may be
	// 0, and the start weights lie within the ranges. A range that begins at 0 then begins at 1/2000
	// of the upper limit.
	Linear bool `yaml:"linear"`

	// Grouping selects the opponents of a genome: groups ([RandomGroups]) of random members,
	// round_robin ([RoundRobin]) for all members, siblings ([Siblings]) for neighbours in the
	// population, or gauntlet ([Gauntlet]) for the opponents of the config.
	Grouping string `yaml:"grouping"`
	// Groups is the number of groups; 0 means the population divided by group_size, rounded up.
	Groups int `yaml:"groups"`
	// GroupSize is the number of genomes in a group; 0 means the number of seats.
	GroupSize int `yaml:"group_size"`
	// Disjoint divides the population into groups, so that all genomes play equally often.
	// Otherwise every group is drawn from the whole population.
	Disjoint bool `yaml:"disjoint"`
	// GamesPerPair is the number of games that the same genomes play together, a multiple of the
	// number of seat orders. If seat_orders is 0, it is raised to the number of seats, unless the
	// game is the same from every seat.
	GamesPerPair int `yaml:"games_per_pair"`
	// SeatOrders is the number of games on one deal (a start of the game), each with another seat
	// order. 0 means the number of seats, or 1 if the game is the same from every seat.
	SeatOrders int `yaml:"seat_orders"`
	// SameDeals plays all games of a generation on the same deals, with equal openings and chance
	// events.
	SameDeals bool `yaml:"same_deals"`

	// Fitness selects the fitness function: win_rate ([WinRate]), the share of the points;
	// rating ([BradleyTerry]), the Bradley-Terry rating; or genomic ([Genomic]), the rating
	// predicted from the weights.
	Fitness string `yaml:"fitness"`
	// Unplayed is the fitness of a genome without games, in [0, 1], under win_rate.
	Unplayed float64 `yaml:"unplayed"`
	// Evidence is the number of latest generations with games that count for fitness; budget.ahead
	// is added to it. 0 means all.
	Evidence int `yaml:"evidence"`
	// Prior is the standard deviation of strength in the population before any game, in Elo,
	// under rating and genomic.
	Prior float64 `yaml:"prior"`
	// Heritability is the share of the variance in strength that the weights are expected to
	// explain, within (0, 1), under genomic.
	Heritability float64 `yaml:"heritability"`

	// Selection selects the parents.
	Selection SelectionConfig `yaml:"selection"`
	// Crossover makes a child from two parents.
	Crossover CrossoverConfig `yaml:"crossover"`
	// Mutation changes weights at random.
	Mutation MutationConfig `yaml:"mutation"`

	// Replacement selects the members that children replace: worst ([Worst]), the least fit;
	// generational ([Generational]), all but the elites; steady ([Steady]), the less fit of
	// random pairs.
	Replacement string `yaml:"replacement"`
	// Elites is the number of fittest genomes that are never replaced, under generational.
	Elites int `yaml:"elites"`

	// HallOfFame is the largest number of genomes in the hall of fame: the fittest of every
	// generation, of which the latest different ones are kept. They are candidates for the result,
	// and opponents under gauntlet.
	HallOfFame int `yaml:"hall_of_fame"`
	// Generations is the largest number of generations; 0 means as many as the budget allows, and 30
	// if it limits neither games nor rounds.
	Generations int `yaml:"generations"`
	// Stall is the number of generations without a gain in fitness that ends the run; 0 means
	// never.
	Stall int `yaml:"stall"`

	// Result selects the result of the search: the fittest genome, or the average of the
	// parents in the last generations.
	Result Result `yaml:"result"`
	// ResultShare is the share of the generations, counted from the end, that an averaged result
	// includes, in [0, 1]. With mutation.kind: covariance it is a share of the generations since
	// the founders and the last restart.
	ResultShare float64 `yaml:"result_share"`
	// FixedResult makes a verification measure the result without a choice among candidates.
	// The start weights still replace it if the games favour them.
	FixedResult bool `yaml:"fixed_result"`

	// Custom contains operators that replace those named in the config. A config file cannot set
	// them.
	Custom Operators `yaml:"-"`
}

// Operators contains one operator for each part of the genetic algorithm, such as the selection of
// parents. Any type that implements the interface of a part can be its operator.
type Operators struct {
	Grouping    Grouper
	Fitness     Fitness
	Selection   Selector
	Crossover   Crosser
	Mutation    Mutator
	Replacement Replacer
}

// Result selects which weights of a search become its result: [Fittest] or [Averaged].
type Result string

// The ways to choose the result of a run.
const (
	Fittest  Result = "fittest"  // the first in the ranking of the last generation
	Averaged Result = "averaged" // the mean of the parents
)

var results = []string{string(Fittest), string(Averaged)}

// SelectionConfig selects the parents.
type SelectionConfig struct {
	// Kind names the operator: top ([Top]), the best of every group; truncation ([Truncation]), the
	// best of the population; tournament ([KTournament]), the best of random genomes; roulette
	// ([Roulette]), random genomes by fitness; or rank ([Rank]), random genomes by rank.
	Kind string `yaml:"kind"`
	// Count is the number of parents; for top it is the number in each group, at least 1. For other
	// kinds 0 means half of the population, and at least two.
	Count int `yaml:"count"`
	// Size is the number of genomes drawn for each parent. For kind: tournament, which requires it.
	Size int `yaml:"size"`
	// Pressure is the expected number of times that the best genome is chosen, relative to the
	// average genome, in [1, 2]. For kind: rank, which requires it.
	Pressure float64 `yaml:"pressure"`
}

// CrossoverConfig selects how two parents make a child.
type CrossoverConfig struct {
	// Kind names the operator: average ([Average]), the midpoint of the parents; uniform
	// ([Uniform]), each weight from either parent; one_point ([OnePoint]), the first weights from
	// one parent and the rest from the other; blend ([Blend]), a random point of the widened
	// interval between the parents (BLX-alpha); sbx ([SBX]), simulated binary crossover; weighted
	// ([Weighted]), the mean of the fitter half by rank.
	Kind string `yaml:"kind"`
	// Pairs is the number of crossed children. 0 means the number that the replacement needs
	// besides the mutants. With worst and steady, which need none, this number or mutation.count
	// must be positive.
	Pairs int `yaml:"pairs"`
	// Alpha widens the interval of the parents on either side, as a share of its length, in
	// [0, 10]. For kind: blend.
	Alpha float64 `yaml:"alpha"`
	// Eta is the distribution index, in [0, 1000]; a larger index gives children closer to a
	// parent. For kind: sbx.
	Eta float64 `yaml:"eta"`
}

// MutationConfig selects how weights change at random.
type MutationConfig struct {
	// Kind names the operator: reset ([Reset]), a uniform value of the range; gaussian
	// ([Gaussian]), a normal step; or covariance ([Covariance]), a step of all weights together.
	Kind string `yaml:"kind"`
	// Count is the number of mutants: children that are copies of one parent except for some
	// weights.
	Count int `yaml:"count"`
	// Weights is the number of weights in which a mutant may differ from its parent; 0 means all.
	Weights int `yaml:"weights"`
	// Rate is the probability that a weight of a crossed child mutates, in [0, 1]; for a choice it
	// is at most 0.1.
	Rate float64 `yaml:"rate"`
	// Step is the standard deviation of a change as a share of the weight's range. For kinds
	// gaussian and covariance; under covariance it is the first step.
	Step float64 `yaml:"step"`
	// FinalStep is the step of the last generation; 0 means Step. For kind: gaussian.
	FinalStep float64 `yaml:"final_step"`
	// Restart begins the search again from the start weights, with a smaller step, if they beat what it
	// has found after three tenths of the generations. It has an effect in runs of at least 1,000
	// games. For kind: covariance, with grouping: siblings.
	Restart bool `yaml:"restart"`
	// Founders draws the first tenth of the generations, at most 50, at random from the ranges. The
	// mean of their fitter half is the mean of the distribution of the first children, unless the
	// start weights beat it, and the step stays at least 0.1, or Step if that is smaller. It has an
	// effect in runs of at least 10,000 games that breed the logarithms of weights, without steps of
	// the user, in which agents play each other. For kind: covariance, with grouping: siblings.
	Founders bool `yaml:"founders"`
}

// Invites reports whether genomes play against agents outside the population, such as the fixed
// opponents of the problem.
func (c Config) Invites() bool {
	g := c.operators().Grouping
	return g != nil && g.Invites()
}

// named is an entry in a list of genetic operators: the name of an operator in configs, and a
// function that makes it from its section of a config. The lists below contain every operator of
// the package.
type named[T, C any] struct {
	name string
	make func(C) T
	// keys are the keys that have an effect with this operator, but not with every operator of its
	// list. They do not include groups and group_size, because stored configs contain computed values
	// for them instead of the defaults.
	keys []string
}

var groupers = []named[Grouper, Config]{
	{"groups", func(c Config) Grouper {
		return RandomGroups{Count: c.Groups, Size: c.GroupSize, Disjoint: c.Disjoint}
	}, []string{"disjoint"}},
	{"round_robin", func(Config) Grouper { return RoundRobin{} }, nil},
	{"siblings", func(Config) Grouper { return Siblings{} }, nil},
	{"gauntlet", func(Config) Grouper { return Gauntlet{} }, nil},
}

var fitnesses = []named[Fitness, Config]{
	{"win_rate", func(c Config) Fitness { return WinRate{Unplayed: c.Unplayed} }, []string{"unplayed"}},
	{"rating", func(c Config) Fitness { return BradleyTerry{Prior: c.Prior} }, []string{"prior"}},
	{"genomic", func(c Config) Fitness {
		return Genomic{Prior: c.Prior, Heritability: c.Heritability}
	}, []string{"prior", "heritability"}},
}

var selectors = []named[Selector, SelectionConfig]{
	{"top", func(c SelectionConfig) Selector { return Top{Count: c.Count} }, nil},
	{"truncation", func(c SelectionConfig) Selector { return Truncation{Count: c.Count} }, nil},
	{"tournament", func(c SelectionConfig) Selector { return KTournament{Count: c.Count, Size: c.Size} }, []string{"selection.size"}},
	{"roulette", func(c SelectionConfig) Selector { return Roulette{Count: c.Count} }, nil},
	{"rank", func(c SelectionConfig) Selector { return Rank{Count: c.Count, Pressure: c.Pressure} }, []string{"selection.pressure"}},
}

var crossers = []named[Crosser, CrossoverConfig]{
	{"average", func(CrossoverConfig) Crosser { return Average{} }, nil},
	{"weighted", func(CrossoverConfig) Crosser { return Weighted{} }, nil},
	{"uniform", func(CrossoverConfig) Crosser { return Uniform{} }, nil},
	{"one_point", func(CrossoverConfig) Crosser { return OnePoint{} }, nil},
	{"blend", func(c CrossoverConfig) Crosser { return Blend{Alpha: c.Alpha} }, []string{"crossover.alpha"}},
	{"sbx", func(c CrossoverConfig) Crosser { return SBX{Eta: c.Eta} }, []string{"crossover.eta"}},
}

var mutators = []named[Mutator, MutationConfig]{
	{"reset", func(MutationConfig) Mutator { return Reset{} }, []string{"spread", "mutation.rate", "mutation.weights"}},
	{"gaussian", func(c MutationConfig) Mutator {
		return Gaussian{First: c.Step, Last: c.FinalStep}
	}, []string{"spread", "mutation.rate", "mutation.weights", "mutation.step", "mutation.final_step"}},
	{"covariance", func(c MutationConfig) Mutator {
		return Covariance{First: c.Step, Restart: c.Restart, Founders: c.Founders}
	}, []string{"mutation.step", "mutation.restart", "mutation.founders"}},
}

var replacers = []named[Replacer, Config]{
	{"worst", func(Config) Replacer { return Worst{} }, nil},
	{"generational", func(c Config) Replacer { return Generational{Elites: c.Elites} }, []string{"elites"}},
	{"steady", func(Config) Replacer { return Steady{} }, nil},
}

// operator returns the genetic operator with the given name from a list. c is the operator's
// section of a config, which contains its numbers. operator returns nil if the list has no such
// name.
func operator[T, C any](list []named[T, C], name string, c C) T {
	for _, n := range list {
		if n.name == name {
			return n.make(c)
		}
	}
	var none T
	return none
}

// names returns the names of the operators in a list.
func names[T, C any](list []named[T, C]) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.name
	}
	return out
}

// Unread describes a config key without effect: a number or a switch that the selected genetic
// operator does not use. For example, crossover.alpha has no effect if the crossover is "uniform",
// because only other crossovers use it.
type Unread struct {
	Key      string // the key without effect, such as "crossover.alpha"
	Part     string // the key that selects the operator, such as "crossover.kind"
	Operator string // the name of the selected operator, such as "uniform"
}

// Unread returns the config keys without effect: those that the selected operators and the selected
// [Result] do not use. It lists no keys for a custom operator, which has no name.
func (c Config) Unread() []Unread {
	list := slices.Concat(
		unread(groupers, "grouping", c.Grouping),
		unread(fitnesses, "fitness", c.Fitness),
		unread(selectors, "selection.kind", c.Selection.Kind),
		unread(crossers, "crossover.kind", c.Crossover.Kind),
		unread(mutators, "mutation.kind", c.Mutation.Kind),
		unread(replacers, "replacement", c.Replacement),
	)
	if c.Result == Fittest {
		list = append(list, Unread{"result_share", "result", string(Fittest)})
	}
	return list
}

// unread returns the config keys that have no effect because only other operators in the list use
// them, not the operator with the given name. part is the config key that contains the name. unread
// returns nil for an unknown name.
func unread[T, C any](list []named[T, C], part, name string) (out []Unread) {
	at := slices.IndexFunc(list, func(n named[T, C]) bool { return n.name == name })
	if at < 0 {
		return nil
	}
	met := slices.Clone(list[at].keys)
	for _, n := range list {
		for _, key := range n.keys {
			if !slices.Contains(met, key) {
				met = append(met, key)
				out = append(out, Unread{key, part, name})
			}
		}
	}
	return out
}

// operators returns the operators of the search. For every part, such as the selection, it is the
// custom operator of the config, or else the operator that the config names. An unknown name gives
// a nil operator for that part.
func (c Config) operators() Operators {
	o := c.Custom
	if o.Grouping == nil {
		o.Grouping = operator(groupers, c.Grouping, c)
	}
	if o.Fitness == nil {
		o.Fitness = operator(fitnesses, c.Fitness, c)
	}
	if o.Selection == nil {
		o.Selection = operator(selectors, c.Selection.Kind, c.Selection)
	}
	if o.Crossover == nil {
		o.Crossover = operator(crossers, c.Crossover.Kind, c.Crossover)
	}
	if o.Mutation == nil {
		o.Mutation = operator(mutators, c.Mutation.Kind, c.Mutation)
	}
	if o.Replacement == nil {
		o.Replacement = operator(replacers, c.Replacement, c)
	}
	return o
}
