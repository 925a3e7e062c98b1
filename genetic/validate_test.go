package genetic

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

func TestProceduresAreValid(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]Config{"paper": Paper(), "bred": Bred(), "adapted": Adapted(), "small": small()} {
		if err := config.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A config without operators gets those of Default, other empty parts are those of Bred, and complete
// configs stay unchanged.
func TestEmptyPartsOfAConfig(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: square(2), Games: 2000}
	inUse := func(c Config) Config {
		b, err := New(p, c)
		if err != nil {
			t.Fatal(err)
		}
		return b.terms.config
	}
	if diff := cmp.Diff(inUse(Adapted()), inUse(Config{})); diff != "" {
		t.Errorf("the zero config is not Adapted: %s", diff)
	}
	for name, c := range map[string]Config{"bred": Bred(), "paper": Paper(), "adapted": Adapted()} {
		if diff := cmp.Diff(c, c.withDefaults(p)); diff != "" {
			t.Errorf("%s changes: %s", name, diff)
		}
	}
	want := Bred()
	want.Population, want.Mutation, want.SeatOrders, want.GamesPerPair = 20, MutationConfig{Count: 3}, 2, 2
	want.Custom.Mutation = Reset{}
	given := Config{Population: 20, Mutation: MutationConfig{Count: 3}, SeatOrders: 2, Custom: Operators{Mutation: Reset{}}}
	if diff := cmp.Diff(inUse(want), inUse(given)); diff != "" {
		t.Error(diff)
	}
}

// Default is Adapted, or Bred if Adapted could not search.
func TestDefaultFollowsTheProblem(t *testing.T) {
	t.Parallel()
	positive := engines.Space{{Name: "a", Min: 0, Max: 10, Default: 1}, {Name: "b", Min: 0.5, Max: 2, Default: 1}}
	choice := engines.Weight{Name: "c", Kind: engines.Choices, Choices: []string{"x", "y"}, Max: 1}
	for name, c := range map[string]struct {
		problem tuning.Problem
		want    Config
	}{
		"weights themselves count":        {tuning.Problem{Space: positive}, Adapted()},
		"ratios count":                    {tuning.Problem{Space: positive, ScaleFree: true}, Adapted()},
		"rounds are asked for ahead":      {tuning.Problem{Space: positive, Ahead: 1}, Bred()},
		"all free weights are choices":    {tuning.Problem{Space: engines.Space{choice}}, Bred()},
		"some of the weights are choices": {tuning.Problem{Space: append(engines.Space{choice}, positive...)}, Adapted()},
	} {
		if diff := cmp.Diff(c.want, Default(c.problem)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		c.problem.Games = 2000
		b, err := New(c.problem, Config{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := b.terms.config.Mutation.Kind; got != c.want.Mutation.Kind {
			t.Errorf("%s: the zero config mutates by %s, want %s", name, got, c.want.Mutation.Kind)
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
		{func(c *Config) { c.Grouping = "swiss" }, `grouping: unknown "swiss" (have groups, `},
		{func(c *Config) { c.Groups = -1 }, "groups: -1 is not within [0, 1000000]"},
		{func(c *Config) { c.GroupSize = 1 }, "group_size: 1 is not within [2, 1000000]"},
		{func(c *Config) { c.GroupSize = 101 }, "group_size: 101 genomes in a group, but 100 in the population"},
		{func(c *Config) { c.GroupSize, c.Disjoint = 1, true }, "group_size: 1 is not within [2, 1000000]"},
		{func(c *Config) { c.GamesPerPair = 0 }, "games_per_pair: 0 is not within [1, 1000000]"},
		{func(c *Config) { c.SeatOrders = 9 }, "seat_orders: 9 is not within [0, 8]"},
		{func(c *Config) { c.Fitness = "elo" }, `fitness: unknown "elo" (have win_rate, `},
		{func(c *Config) { c.Unplayed = -0.1 }, "unplayed: -0.1 is not within [0, 1]"},
		{func(c *Config) { c.Evidence = -1 }, "evidence: -1 is below the minimum 0"},
		{func(c *Config) { c.Fitness = "rating" }, "prior: 0 is not above 0"},
		{func(c *Config) { c.Fitness, c.Prior = "rating", math.Inf(1) }, "prior: +Inf is not a finite number"},
		{func(c *Config) { c.Fitness, c.Prior, c.Heritability = "genomic", 100, 1 }, "heritability: 1 is not within (0, 1)"},
		{func(c *Config) { c.Selection.Kind = "best" }, `selection.kind: unknown "best" (have top, `},
		{func(c *Config) { c.Selection.Count = -1 }, "selection.count: -1 is below the minimum 1"},
		{func(c *Config) { c.Selection.Count = 0 }, "selection.count: top needs"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "roulette", Count: -1} }, "selection.count: -1 is below the minimum 0"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "roulette", Count: -1} }, "selection.count: -1 is below the minimum 0"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "truncation", Count: -1} }, "selection.count: -1 is below the minimum 0"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "tournament", Count: 4} }, "selection.size: 0 is below the minimum 1"},
		{func(c *Config) { c.Selection = SelectionConfig{Kind: "rank", Pressure: 3} }, "selection.pressure: 3 is not within [1, 2]"},
		{func(c *Config) { c.Crossover.Kind = "two_point" }, `crossover.kind: unknown "two_point" (have average, `},
		{func(c *Config) { c.Crossover.Pairs = -1 }, "crossover.pairs: -1 is not within [0, 1000000]"},
		{func(c *Config) { c.Crossover.Pairs, c.Mutation.Count = 0, 0 }, "crossover.pairs: no children"},
		{func(c *Config) { c.Crossover.Pairs = 98 }, "crossover.pairs: 101 children (with mutation.count), but only 100"},
		{func(c *Config) { c.Crossover.Kind, c.Crossover.Alpha = "blend", -1 }, "crossover.alpha: -1 is not within [0, 10]"},
		{func(c *Config) { c.Crossover.Kind, c.Crossover.Eta = "sbx", math.NaN() }, "crossover.eta: NaN is not within [0, 1000]"},
		{func(c *Config) { c.Mutation.Count = -1 }, "mutation.count: -1 is not within [0, 1000000]"},
		{func(c *Config) { c.Mutation.Weights = -1 }, "mutation.weights: -1 is below the minimum 0"},
		{func(c *Config) { c.Mutation.Rate = 1.5 }, "mutation.rate: 1.5 is not within [0, 1]"},
		{func(c *Config) { c.Mutation.Kind, c.Mutation.Step = "gaussian", 2 }, "mutation.step: 2 is not within [0, 1]"},
		{func(c *Config) { c.Mutation.Kind, c.Mutation.Step, c.Mutation.FinalStep = "gaussian", 0.1, 2 }, "mutation.final_step: 2 is not within [0, 1]"},
		{func(c *Config) { c.Mutation.Kind, c.Mutation.FinalStep = "gaussian", 0.1 }, "mutation.step: 0 cannot shrink"},
		{func(c *Config) { c.Replacement = "none" }, `replacement: unknown "none" (have worst, `},
		{func(c *Config) { c.Replacement = "generational" }, "crossover.pairs: 12 and mutation.count 3; together they must be 100, the number of children"},
		{func(c *Config) { c.Replacement, c.Elites = "generational", 100 }, "elites: 100 of 100 genomes leave no room"},
		{func(c *Config) { c.Replacement, c.Elites = "generational", -2 }, "elites: -2 is below the minimum 0"},
		{func(c *Config) { c.Replacement, c.Elites, c.Crossover.Pairs = "generational", 99, 0 }, "mutation.count: 3 mutants; the number of children is 1"},
		{func(c *Config) { c.Crossover.Kind = "weighted" }, "crossover.kind: weighted gives all children"},
		{func(c *Config) { c.Mutation.Kind, c.Mutation.Step = "covariance", 0.2 }, "mutation.kind: covariance needs crossover.kind: weighted"},
		{func(c *Config) { *c = Adapted(); c.Mutation.Step = 0 }, "mutation.step: 0 is not within (0, 1]"},
		{func(c *Config) { *c = Adapted(); c.Population = 3 }, "mutation.kind: covariance needs a population of at least 4, not 3"},
		{func(c *Config) { *c = Adapted(); c.Elites = 1 }, "replacement: mutation.kind: covariance needs"},
		{func(c *Config) { *c = Adapted(); c.Mutation.Count = 1 }, "mutation.count: covariance makes no mutants, 1"},
		{func(c *Config) { c.HallOfFame = -1 }, "hall_of_fame: -1 is not within [0, 1000000]"},
		{func(c *Config) { c.Generations = -1 }, "generations: -1 is below the minimum 0"},
		{func(c *Config) { c.Stall = -1 }, "stall: -1 is below the minimum 0"},
		{func(c *Config) { c.Result = "luckiest" }, `result: unknown "luckiest" (have fittest, `},
		{func(c *Config) { c.ResultShare = 2 }, "result_share: 2 is not within [0, 1]"},
	} {
		config := Paper()
		c.change(&config)
		_, err := New(tuning.Problem{Space: square(2)}, config)
		if list := keys.All(err); len(list) != 1 || !strings.HasPrefix(list[0].Error(), c.want) {
			t.Errorf("got %v, want %q alone", err, c.want)
		}
	}
}

// More weights than the distribution of children can have are refused, unless the procedure has none.
func TestTooManyWeightsAreRefused(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{1000: "", 1001: "mutation.kind: covariance: "} {
		_, err := New(tuning.Problem{Space: square(n)}, Adapted())
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d weights: %v", n, err)
		}
		if _, err := New(tuning.Problem{Space: square(n)}, Paper()); err != nil {
			t.Errorf("the paper's procedure with %d weights: %v", n, err)
		}
	}
}

func TestValidateReportsEveryMistake(t *testing.T) {
	t.Parallel()
	c := Paper()
	c.Crossover.Kind, c.Selection.Count, c.Mutation.Rate, c.Stall = "mean", -1, 1.5, -1
	var got []string
	for _, e := range keys.All(c.Validate()) {
		got = append(got, e.Path)
	}
	if want := "selection.count crossover.kind mutation.rate stall"; strings.Join(got, " ") != want {
		t.Errorf("mistakes of %v, want of %s", got, want)
	}
	if err := (Config{}).Validate(); len(keys.All(err)) != 8 {
		t.Errorf("an empty config: %v", err)
	}
}

// Each stub is an operator that always returns the same value.
type (
	stubGrouper  []Group
	stubFitness  []float64
	stubSelector []int
	stubCrosser  engines.Weights
	stubMutator  float64
	stubReplacer []int
)

func (s stubGrouper) Groups(Draw) []Group { return s }

func (s stubGrouper) Tables(int, int, int) int { return 1 }

func (s stubGrouper) Invites() bool { return false }

func (s stubFitness) Of(Evidence) []float64 { return s }

func (s stubSelector) Select(*rand.Rand, Ranking) []int { return s }

func (s stubMutator) Mutate(*rand.Rand, engines.Weight, float64, float64) float64 { return float64(s) }

func (s stubReplacer) Children(int) int { return 0 }

func (s stubReplacer) Slots(*rand.Rand, []int, int) []int { return s }

func (s stubCrosser) Cross(*rand.Rand, engines.Space, engines.Weights, engines.Weights) engines.Weights {
	return engines.Weights(s)
}

// An invalid result of an operator ends the run with an error that names the operator.
func TestOperatorsAreChecked(t *testing.T) {
	t.Parallel()
	all := make([]float64, 12)
	all[11] = math.NaN()
	for _, c := range []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no groups", func(config *Config) { config.Custom.Grouping = stubGrouper{} }, "grouping genetic.stubGrouper: no groups"},
		{"an empty group", func(config *Config) { config.Custom.Grouping = stubGrouper{{}} }, "an empty group"},
		{"a stranger", func(config *Config) { config.Custom.Grouping = stubGrouper{{Members: []int{12}}} }, "slot 12 in a group"},
		{"a short table", func(config *Config) { config.Custom.Grouping = stubGrouper{{Members: []int{1}, Tables: [][]int{{1}}}} }, "1 at a table of 2"},
		{"a guest uninvited", func(config *Config) {
			config.Custom.Grouping = stubGrouper{{Members: []int{1}, Tables: [][]int{{1, 12}}}}
		}, "index 12 at a table"},
		{"against itself", func(config *Config) {
			config.Custom.Grouping = stubGrouper{{Members: []int{1}, Tables: [][]int{{1, 1}}}}
		}, "slot 1 twice"},
		{"too few fitnesses", func(config *Config) { config.Custom.Fitness = stubFitness{0.5} }, "fitness genetic.stubFitness: 1 fitnesses for 12"},
		{"no number", func(config *Config) { config.Custom.Fitness = stubFitness(all) }, "NaN for slot 11"},
		{"no parents", func(config *Config) { config.Custom.Selection = stubSelector{} }, "selection genetic.stubSelector: no parents"},
		{"a parent unborn", func(config *Config) { config.Custom.Selection = stubSelector{3, -1} }, "slot -1 chosen"},
		{"out of range", func(config *Config) { config.Custom.Crossover = stubCrosser{1, 11} }, "crossover genetic.stubCrosser: w2: 11"},
		{"a weight missing", func(config *Config) { config.Custom.Crossover = stubCrosser{1} }, "1 weights given"},
		{"mutated out of range", func(config *Config) { config.Custom.Mutation = stubMutator(-1) }, "mutation genetic.stubMutator: w1: -1"},
		{"a child mutated", func(config *Config) { config.Custom.Mutation, config.Mutation.Rate = stubMutator(-1), 1 }, "mutation genetic.stubMutator: w1: -1"},
		{"too few slots", func(config *Config) { config.Custom.Replacement = stubReplacer{1} }, "replacement genetic.stubReplacer: 1 slots for 4"},
		{"a slot twice", func(config *Config) { config.Custom.Replacement = stubReplacer{1, 2, 3, 3} }, "slot 3 for a child is taken"},
	} {
		config := small()
		c.change(&config)
		b := mustNew(t, tuning.Problem{Space: square(2), Seed: 1}, config)
		var err error
		for err == nil && b.state.Generation < 2 {
			var batch tuning.Batch
			if batch, err = b.Ask(); err == nil {
				err = b.Tell(batch, play(t, batch, fakeArena{}))
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// lazy is a crossover operator that returns the slice of a parent itself, which the mutation then
// changes.
type lazy struct{}

func (lazy) Cross(_ *rand.Rand, _ engines.Space, a, _ engines.Weights) engines.Weights { return a }

func TestParentsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	config := small()
	config.Custom.Crossover, config.Mutation.Rate = lazy{}, 1
	b := mustNew(t, tuning.Problem{Space: square(2), Seed: 1}, config)
	round(t, b, fakeArena{})
	before, _ := b.Snapshot()
	if _, err := b.Ask(); err != nil {
		t.Fatal(err)
	}
	if after, _ := b.Snapshot(); string(after) != string(before) {
		t.Error("breeding changes the generation that it breeds from")
	}
}
