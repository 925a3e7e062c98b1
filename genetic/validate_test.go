package genetic

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

func TestProceduresAreValid(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{"paper": Paper(), "bred": Bred(), "small": small()} {
		if err := o.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestConfigMistakesNameTheKey(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Population = -1 }, "population: -1 is not within [0, 1000000]"},
		{func(c *Config) { c.Population = 1 << 40 }, "population: 1099511627776 is not within [0, 1000000]"},
		{func(c *Config) { c.Groups = math.MaxInt }, "groups: 9.223372036854776e+18 is not within [0, 1000000]"},
		{func(c *Config) { c.GroupSize = math.MaxInt }, "group_size: 9.223372036854776e+18 is not within [2, 1000000]"},
		{func(c *Config) { c.GamesPerPair = math.MaxInt }, "games_per_pair: 9.223372036854776e+18 is not within [1, 1000000]"},
		{func(c *Config) { c.Population = 1 }, "population: 1 genome cannot breed"},
		{func(c *Config) { c.Spread = 2 }, "spread: 2 is not within [0, 1]"},
		{func(c *Config) { c.Grouping = "swiss" }, `grouping: unknown "swiss" (have groups, round_robin, gauntlet)`},
		{func(c *Config) { c.Groups = -1 }, "groups: -1 is not within [0, 1000000]"},
		{func(c *Config) { c.GroupSize = 1 }, "group_size: 1 is not within [2, 1000000]"},
		{func(c *Config) { c.GroupSize = 101 }, "group_size: 101 genomes in a group, but 100 in the population"},
		{func(c *Config) { c.GroupSize, c.Disjoint = 1, true }, "group_size: 1 is not within [2, 1000000]"},
		{func(c *Config) { c.GamesPerPair = 0 }, "games_per_pair: 0 is not within [1, 1000000]"},
		{func(c *Config) { c.SeatOrders = 9 }, "seat_orders: 9 is not within [0, 8]"},
		{func(c *Config) { c.Fitness = "elo" }, `fitness: unknown "elo" (have win_rate, rating, genomic)`},
		{func(c *Config) { c.Unplayed = -0.1 }, "unplayed: -0.1 is not within [0, 1]"},
		{func(c *Config) { c.Evidence = -1 }, "evidence: -1 is too small: at least 0 is needed"},
		{func(c *Config) { c.Fitness = "rating" }, "prior: 0 is not above 0"},
		{func(c *Config) { c.Fitness, c.Prior = "rating", math.Inf(1) }, "prior: +Inf is not a finite number"},
		{func(c *Config) { c.Fitness, c.Prior, c.Heritability = "genomic", 100, 1 }, "heritability: 1 is not within (0, 1)"},
		{func(c *Config) { c.Selection.Kind = "best" }, `selection.kind: unknown "best" (have top, truncation, tournament, roulette, rank)`},
		{func(c *Config) { c.Selection.Count = -1 }, "selection.count: -1 is too small: at least 1 is needed"},
		{func(c *Config) { c.Selection.Count = 0 }, "selection.count: top needs"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "roulette", Count: -1} }, "selection.count: -1 is too small: at least 0 is needed"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "roulette", Count: -1} }, "selection.count: -1 is too small: at least 0 is needed"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "truncation", Count: -1} }, "selection.count: -1 is too small: at least 0 is needed"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "tournament", Count: 4} }, "selection.size: 0 is too small: at least 1 is needed"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "rank", Pressure: 3} }, "selection.pressure: 3 is not within [1, 2]"},
		{func(c *Config) { c.Crossover.Kind = "two_point" }, `crossover.kind: unknown "two_point" (have average, uniform, one_point, blend, sbx)`},
		{func(c *Config) { c.Crossover.Pairs = -1 }, "crossover.pairs: -1 is not within [0, 1000000]"},
		{func(c *Config) { c.Crossover.Pairs, c.Mutation.Count = 0, 0 }, "crossover.pairs: no children"},
		{func(c *Config) { c.Crossover.Pairs = 98 }, "crossover.pairs: 101 children (with mutation.count), but only 100"},
		{func(c *Config) { c.Crossover.Kind, c.Crossover.Alpha = "blend", -1 }, "crossover.alpha: -1 is not within [0, 10]"},
		{func(c *Config) { c.Crossover.Kind, c.Crossover.Eta = "sbx", math.NaN() }, "crossover.eta: NaN is not within [0, 1000]"},
		{func(c *Config) { c.Mutation.Count = -1 }, "mutation.count: -1 is not within [0, 1000000]"},
		{func(c *Config) { c.Mutation.Weights = -1 }, "mutation.weights: -1 is too small: at least 0 is needed"},
		{func(c *Config) { c.Mutation.Rate = 1.5 }, "mutation.rate: 1.5 is not within [0, 1]"},
		{func(c *Config) { c.Mutation.Kind, c.Mutation.Step = "gaussian", 2 }, "mutation.step: 2 is not within [0, 1]"},
		{func(c *Config) { c.Mutation.Kind, c.Mutation.Step, c.Mutation.FinalStep = "gaussian", 0.1, 2 }, "mutation.final_step: 2 is not within [0, 1]"},
		{func(c *Config) { c.Mutation.Kind, c.Mutation.FinalStep = "gaussian", 0.1 }, "mutation.step: 0 cannot shrink"},
		{func(c *Config) { c.Replacement = "none" }, `replacement: unknown "none" (have worst, generational, steady)`},
		{func(c *Config) { c.Replacement = "generational" }, "crossover.pairs: 12 with 3 mutants, but room for 100 children"},
		{func(c *Config) { c.Replacement, c.Elites = "generational", 100 }, "elites: 100 of 100 genomes leave no room"},
		{func(c *Config) { c.Replacement, c.Elites = "generational", -2 }, "elites: -2 is too small: at least 0 is needed"},
		{func(c *Config) { c.Replacement, c.Elites, c.Crossover.Pairs = "generational", 98, 0 }, "mutation.count: 3 mutants, but room for 2"},
		{func(c *Config) { c.HallOfFame = -1 }, "hall_of_fame: -1 is not within [0, 1000000]"},
		{func(c *Config) { c.Generations = -1 }, "generations: -1 is too small: at least 0 is needed"},
		{func(c *Config) { c.Stall = -1 }, "stall: -1 is too small: at least 0 is needed"},
		{func(c *Config) { c.Answer = "luckiest" }, `answer: unknown "luckiest" (have fittest, averaged)`},
		{func(c *Config) { c.AnswerShare = 2 }, "answer_share: 2 is not within [0, 1]"},
	} {
		config := PaperConfig()
		c.change(&config)
		_, err := config.Build(tuning.Problem{Space: square(2)})
		if list := keys.All(err); len(list) != 1 || !strings.HasPrefix(list[0].Error(), c.want) {
			t.Errorf("got %v, want %q alone", err, c.want)
		}
	}
}

func TestValidateTellsEverything(t *testing.T) {
	t.Parallel()
	c := PaperConfig()
	c.Crossover.Kind, c.Selection.Count, c.Mutation.Rate, c.Stall = "mean", -1, 1.5, -1
	var got []string
	for _, e := range keys.All(c.Validate()) {
		got = append(got, e.Path)
	}
	if want := "crossover.kind selection.count mutation.rate stall"; strings.Join(got, " ") != want {
		t.Errorf("mistakes of %v, want of %s", got, want)
	}
}

// What options leave out is that of Bred, and options that leave nothing out stay.
func TestZeroOptionsAreBred(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: square(2), Games: 2000}
	inUse := func(o Options) Options {
		b, err := New(p, o)
		if err != nil {
			t.Fatal(err)
		}
		return b.options
	}
	if zero, bred := inUse(Options{}), inUse(Bred()); zero != bred {
		t.Errorf("zero options: %+v\nbred: %+v", zero, bred)
	}
	for name, o := range map[string]Options{"bred": Bred(), "paper": Paper()} {
		if got := o.withDefaults(); !reflect.DeepEqual(got, o) {
			t.Errorf("%s becomes %+v", name, got)
		}
	}
	want := Bred()
	want.Population, want.Mutation, want.MutationRate, want.Mutants, want.SeatOrders, want.GamesPerPair = 20, Reset{}, 0, 3, 2, 2
	got := Options{Population: 20, Mutation: Reset{}, Mutants: 3, SeatOrders: 2}
	if inUse(got) != inUse(want) {
		t.Errorf("%+v, want %+v", inUse(got), inUse(want))
	}
	if err := (Options{Stall: -1, AnswerShare: 2}).Validate(); len(keys.All(err)) != 2 {
		t.Errorf("mistakes: %v", err)
	}
	if err := (Config{}).Validate(); len(keys.All(err)) != 8 {
		t.Errorf("an empty config: %v", err)
	}
}
