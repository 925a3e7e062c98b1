package genetic

import (
	"math"
	"strings"
	"testing"
)

func TestNamedSetsAreValid(t *testing.T) {
	for name, o := range map[string]Options{"paper": Paper(), "bred": Bred(), "small": small()} {
		if err := o.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestValidateNamesTheKey(t *testing.T) {
	for _, c := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Population = -1 }, "population: -1 is less than 0"},
		{func(o *Options) { o.Population = 1 }, "population: 1 genome cannot breed"},
		{func(o *Options) { o.Spread = 2 }, "spread: 2 is not within [0, 1]"},
		{func(o *Options) { o.Grouping = "swiss" }, `grouping: "swiss" is not one of groups, round_robin, gauntlet`},
		{func(o *Options) { o.Groups = -1 }, "groups: -1 is less than 0"},
		{func(o *Options) { o.GroupSize = 1 }, "group_size: 1 is less than 2"},
		{func(o *Options) { o.GroupSize = 101 }, "group_size: 101 genomes in a group, but 100 in the population"},
		{func(o *Options) { o.GamesPerPair = 0 }, "games_per_pair: 0 is less than 1"},
		{func(o *Options) { o.SeatOrders = 9 }, "seat_orders: 9 is not within [0, 8]"},
		{func(o *Options) { o.Fitness = "elo" }, `fitness: "elo" is not one of`},
		{func(o *Options) { o.Unplayed = -0.1 }, "unplayed: -0.1 is not within [0, 1]"},
		{func(o *Options) { o.Evidence = -1 }, "evidence: -1 is less than 0"},
		{func(o *Options) { o.Fitness = FitnessRating }, "prior: 0 is not a positive number"},
		{func(o *Options) { o.Fitness, o.Heritability = FitnessGenomic, 1 }, "heritability: 1 is not between 0 and 1"},
		{func(o *Options) { o.Selection.Kind = "best" }, `selection.kind: "best" is not one of`},
		{func(o *Options) { o.Selection.Count = -1 }, "selection.count: -1 is less than 0"},
		{func(o *Options) { o.Selection.Count = 0 }, "selection.count: top needs"},
		{func(o *Options) { o.Selection = SelectionOptions{Kind: SelectTournament, Count: 4} }, "selection.size: 0 is less than 1"},
		{func(o *Options) { o.Selection = SelectionOptions{Kind: SelectRank, Pressure: 3} }, "selection.pressure: 3 is not within [1, 2]"},
		{func(o *Options) { o.Crossover.Kind = "two_point" }, `crossover.kind: "two_point" is not one of`},
		{func(o *Options) { o.Crossover.Pairs = -1 }, "crossover.pairs: -1 is less than 0"},
		{func(o *Options) { o.Crossover.Pairs, o.Mutation.Count = 0, 0 }, "crossover.pairs: no children"},
		{func(o *Options) { o.Crossover.Pairs = 98 }, "crossover.pairs: 101 children (with mutation.count), but only 100"},
		{func(o *Options) { o.Crossover.Kind, o.Crossover.Alpha = CrossBlend, -1 }, "crossover.alpha: -1 is not within"},
		{func(o *Options) { o.Crossover.Kind, o.Crossover.Eta = CrossSBX, math.NaN() }, "crossover.eta: NaN is not within"},
		{func(o *Options) { o.Mutation.Kind = "flip" }, `mutation.kind: "flip" is not one of`},
		{func(o *Options) { o.Mutation.Count = -1 }, "mutation.count: -1 is less than 0"},
		{func(o *Options) { o.Mutation.Weights = -1 }, "mutation.weights: -1 is less than 0"},
		{func(o *Options) { o.Mutation.Rate = 1.5 }, "mutation.rate: 1.5 is not within [0, 1]"},
		{func(o *Options) { o.Mutation.Kind, o.Mutation.Step = MutateGaussian, 2 }, "mutation.step: 2 is not within [0, 1]"},
		{func(o *Options) { o.Mutation.Kind, o.Mutation.FinalStep = MutateGaussian, 0.1 }, "mutation.step: 0 cannot shrink"},
		{func(o *Options) { o.Mutation.Kind = MutateSelfAdaptive }, "mutation.step: 0 is not within [0.0001, 0.5]"},
		{func(o *Options) { o.Mutation.Kind, o.Mutation.Eta = MutatePolynomial, -1 }, "mutation.eta: -1 is not within"},
		{func(o *Options) { o.Replacement = "none" }, `replacement: "none" is not one of`},
		{func(o *Options) { o.Replacement = ReplaceGenerational }, "crossover.pairs: 12 with 3 mutants, but room for 100 children"},
		{func(o *Options) { o.Replacement, o.Elites = ReplaceGenerational, 100 }, "elites: 100 of 100 genomes leave no room"},
		{func(o *Options) { o.Replacement, o.Elites = ReplaceGenerational, -2 }, "elites: -2 is less than 0"},
		{func(o *Options) { o.Replacement, o.Elites, o.Crossover.Pairs = ReplaceGenerational, 98, 0 }, "mutation.count: 3 mutants, but room for 2"},
		{func(o *Options) { o.HallOfFame = -1 }, "hall_of_fame: -1 is less than 0"},
		{func(o *Options) { o.Generations = -1 }, "generations: -1 is less than 0"},
		{func(o *Options) { o.Stall = -1 }, "stall: -1 is less than 0"},
		{func(o *Options) { o.Answer = "luckiest" }, `answer: "luckiest" is not one of fittest, averaged, weighted`},
		{func(o *Options) { o.AnswerShare = 2 }, "answer_share: 2 is not within [0, 1]"},
	} {
		o := Paper()
		c.change(&o)
		if err := o.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

func TestValidateTellsEverything(t *testing.T) {
	o := Paper()
	o.Mutation.Rate, o.Stall = 1.5, -1
	err := o.Validate()
	if err == nil || !strings.Contains(err.Error(), "mutation.rate") || !strings.Contains(err.Error(), "stall") {
		t.Errorf("%v does not name both keys", err)
	}
}
