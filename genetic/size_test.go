package genetic_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/genetic"
	"github.com/lanista/lanista/tuning"
)

// The options in use, given again, are the options in use: a run whose config
// was stored with them is the same run.
func TestSizedOptionsStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := rapid.SampledFrom([]genetic.Options{genetic.Bred(), genetic.Paper()}).Draw(t, "options")
		o.Grouping = rapid.SampledFrom([]string{genetic.GroupGroups, genetic.GroupRoundRobin, genetic.GroupGauntlet}).Draw(t, "grouping")
		o.Population = rapid.SampledFrom([]int{0, 12, 40}).Draw(t, "population")
		o.Selection.Kind = rapid.SampledFrom([]string{"truncation", "top", "roulette", "rank", "sus", "tournament"}).Draw(t, "selection")
		o.Mutation.Kind = rapid.SampledFrom([]string{"gaussian", "reset", "polynomial", "self_adaptive"}).Draw(t, "mutation")
		p := tuning.Problem{
			Space:  engines.Space{{Name: "a", Max: 1}, {Name: "b", Min: -1, Max: 1}, {Name: "c", Max: 9}},
			Seats:  rapid.IntRange(2, 4).Draw(t, "seats"),
			Games:  rapid.SampledFrom([]int{0, 500, 20_000, 3_000_000}).Draw(t, "games"),
			Rounds: rapid.SampledFrom([]int{0, 7}).Draw(t, "rounds"),
		}
		b, err := genetic.New(p, o)
		if err != nil {
			t.Skip(err)
		}
		again, err := genetic.New(p, b.Options())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(b.Options(), again.Options()); diff != "" {
			t.Error(diff)
		}
		if b.PlannedGames() != again.PlannedGames() {
			t.Errorf("%d games planned, then %d", b.PlannedGames(), again.PlannedGames())
		}
	})
}
