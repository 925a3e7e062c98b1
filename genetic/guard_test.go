package genetic

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// An operator that returns one thing whatever it is given.
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

func (s stubSelector) Select(*rand.Rand, Candidates) []int { return s }

func (s stubMutator) Mutate(*rand.Rand, engines.Weight, float64, float64) float64 { return float64(s) }

func (s stubReplacer) Children(int) int { return 0 }

func (s stubReplacer) Slots(*rand.Rand, []int, int) []int { return s }

func (s stubCrosser) Cross(*rand.Rand, engines.Space, engines.Weights, engines.Weights) engines.Weights {
	return engines.Weights(s)
}

// What an operator may not return ends the run with an error that names the
// operator.
func TestOperatorsAreChecked(t *testing.T) {
	t.Parallel()
	all := make([]float64, 12)
	all[11] = math.NaN()
	for _, c := range []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"no groups", func(o *Options) { o.Grouping = stubGrouper{} }, "grouping genetic.stubGrouper: no groups"},
		{"an empty group", func(o *Options) { o.Grouping = stubGrouper{{}} }, "an empty group"},
		{"a stranger", func(o *Options) { o.Grouping = stubGrouper{{Members: []int{12}}} }, "slot 12 in a group"},
		{"a short table", func(o *Options) { o.Grouping = stubGrouper{{Members: []int{1}, Tables: [][]int{{1}}}} }, "1 at a table of 2"},
		{"a guest uninvited", func(o *Options) { o.Grouping = stubGrouper{{Members: []int{1}, Tables: [][]int{{1, 12}}}} }, "index 12 at a table"},
		{"against itself", func(o *Options) { o.Grouping = stubGrouper{{Members: []int{1}, Tables: [][]int{{1, 1}}}} }, "slot 1 twice"},
		{"too few fitnesses", func(o *Options) { o.Fitness = stubFitness{0.5} }, "fitness genetic.stubFitness: 1 fitnesses for 12"},
		{"no number", func(o *Options) { o.Fitness = stubFitness(all) }, "NaN for slot 11"},
		{"no parents", func(o *Options) { o.Selection = stubSelector{} }, "selection genetic.stubSelector: no parents"},
		{"a parent unborn", func(o *Options) { o.Selection = stubSelector{3, -1} }, "slot -1 chosen"},
		{"out of range", func(o *Options) { o.Crossover = stubCrosser{1, 11} }, "crossover genetic.stubCrosser: w2: 11"},
		{"a weight missing", func(o *Options) { o.Crossover = stubCrosser{1} }, "1 weights given"},
		{"mutated out of range", func(o *Options) { o.Mutation = stubMutator(-1) }, "mutation genetic.stubMutator: w1: -1"},
		{"a child mutated", func(o *Options) { o.Mutation, o.MutationRate = stubMutator(-1), 1 }, "mutation genetic.stubMutator: w1: -1"},
		{"too few slots", func(o *Options) { o.Replacement = stubReplacer{1} }, "replacement genetic.stubReplacer: 1 slots for 4"},
		{"a slot twice", func(o *Options) { o.Replacement = stubReplacer{1, 2, 3, 3} }, "slot 3 for a child is taken"},
	} {
		o := small()
		c.change(&o)
		b := mustNew(t, tuning.Problem{Space: square(2), Seed: 1}, o)
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

// lazy hands a parent's own slice on, which the mutation then writes to.
type lazy struct{}

func (lazy) Cross(_ *rand.Rand, _ engines.Space, a, _ engines.Weights) engines.Weights { return a }

func TestParentsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	o := small()
	o.Crossover, o.MutationRate = lazy{}, 1
	b := mustNew(t, tuning.Problem{Space: square(2), Seed: 1}, o)
	round(t, b, fakeArena{})
	before, _ := b.Snapshot()
	if _, err := b.Ask(); err != nil {
		t.Fatal(err)
	}
	if after, _ := b.Snapshot(); string(after) != string(before) {
		t.Error("breeding changes the generation that it breeds from")
	}
}
