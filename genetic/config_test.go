package genetic

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// Config returns the given config with defaults filled in, including the numbers of operators that
// are not in use.
func TestConfigInUseIsTheOneGiven(t *testing.T) {
	t.Parallel()
	c := Bred()
	c.Crossover.Alpha, c.Elites = 0.4, 2
	b, err := New(tuning.Problem{Space: square(2), Games: 2000}, c)
	if err != nil {
		t.Fatal(err)
	}
	c.Population, c.GroupSize, c.Groups, c.GamesPerPair, c.SeatOrders, c.Selection.Count = 150, 2, 75, 2, 2, 75
	if diff := cmp.Diff(c, b.Config()); diff != "" {
		t.Error(diff)
	}
}

// If the size of the population follows from the budget, a generation fits into the budget with every
// grouping. In a round_robin a genome plays all others, and in a gauntlet all opponents.
func TestDerivedPopulationFitsTheBudget(t *testing.T) {
	t.Parallel()
	for _, grouping := range names(groupers) {
		for _, opponents := range []int{0, 1, 9} {
			if opponents > 0 && grouping != "gauntlet" {
				continue // an error
			}
			for _, games := range []int{400, 3_000, 100_000, 10_000_000} {
				c := Adapted()
				c.Grouping = grouping
				b, err := New(tuning.Problem{Space: square(3), Games: games, Opponents: make([]engines.Agent, opponents)}, c)
				if err != nil {
					t.Fatal(err)
				}
				if planned, _ := b.terms.planned(); planned < 1 || grouping == "round_robin" && planned < 4 {
					t.Errorf("%s, %d opponents, %d games: %d generations of %d genomes", grouping, opponents, games, planned, b.Config().Population)
				}
			}
		}
	}
	// The size does not change if one generation fits.
	c := Bred()
	c.Grouping = "gauntlet"
	b, err := New(tuning.Problem{Space: square(3), Games: 400, Opponents: make([]engines.Agent, 2)}, c)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Config().Population; got != populationFor(400) {
		t.Errorf("%d genomes", got)
	}
}

// A breeder made from the config in use of another breeder has the same config and the same number
// of planned games.
func TestConfigInUseStays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]Config{Bred(), Adapted(), Paper()}).Draw(t, "config")
		c.Grouping = rapid.SampledFrom(names(groupers)).Draw(t, "grouping")
		c.Population = rapid.SampledFrom([]int{0, 12, 40}).Draw(t, "population")
		c.Selection.Kind = rapid.SampledFrom(names(selectors)).Draw(t, "selection")
		c.Mutation.Kind = rapid.SampledFrom(names(mutators)).Draw(t, "mutation")
		p := tuning.Problem{
			Space:  engines.Space{{Name: "a", Max: 1}, {Name: "b", Min: -1, Max: 1}, {Name: "c", Max: 9}},
			Seats:  rapid.IntRange(2, 4).Draw(t, "seats"),
			Games:  rapid.SampledFrom([]int{0, 500, 20_000, 3_000_000}).Draw(t, "games"),
			Rounds: rapid.SampledFrom([]int{0, 7}).Draw(t, "rounds"),
		}
		b, err := New(p, c)
		if err != nil {
			t.Skip(err)
		}
		again, err := New(p, b.Config())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(b.Config(), again.Config()); diff != "" {
			t.Error(diff)
		}
		if b.PlannedGames() != again.PlannedGames() {
			t.Errorf("%d games planned, then %d", b.PlannedGames(), again.PlannedGames())
		}
	})
}

// The keys of an operator are those from which it is made. Three keys have their effect where operators
// are used, and with all but the mutation covariance.
func TestKeysOfOperators(t *testing.T) {
	t.Parallel()
	keysMatch(t, groupers, func(c Config) Config { return c })
	keysMatch(t, fitnesses, func(c Config) Config { return c })
	keysMatch(t, selectors, func(c Config) SelectionConfig { return c.Selection })
	keysMatch(t, crossers, func(c Config) CrossoverConfig { return c.Crossover })
	keysMatch(t, mutators, func(c Config) MutationConfig { return c.Mutation })
	keysMatch(t, replacers, func(c Config) Config { return c })
}

// keysMatch sets each key of any operator of a list and reports operators that it changes although it is
// none of their keys, or does not change although it is. section returns the operators' section.
func keysMatch[T, C any](t *testing.T, list []named[T, C], section func(Config) C) {
	t.Helper()
	for _, one := range list {
		for _, key := range one.keys {
			text := strings.ReplaceAll(key, ".", ": {") + ": %s" + strings.Repeat("}", strings.Count(key, "."))
			var set Config
			if yaml.Unmarshal(fmt.Appendf(nil, text, "1"), &set) != nil {
				set = Config{}
				if err := yaml.Unmarshal(fmt.Appendf(nil, text, "true"), &set); err != nil {
					t.Fatalf("%s: %v", key, err)
				}
			}
			for _, n := range list {
				changes := !reflect.DeepEqual(n.make(section(Config{})), n.make(section(set)))
				if slices.Contains([]string{"spread", "mutation.rate", "mutation.weights"}, key) {
					changes = n.name != "covariance"
				}
				if listed := slices.Contains(n.keys, key); listed != changes {
					t.Errorf("%s: %s is among its keys: %t; it changes the operator: %t", n.name, key, listed, changes)
				}
			}
		}
	}
}
