package genetic

import (
	"testing"

	"github.com/google/go-cmp/cmp"
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
