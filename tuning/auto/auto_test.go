package auto

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

func with(o Options) pairwisetest.New { return pairwisetest.With(New, o) }

func TestContract(t *testing.T) {
	t.Run("phases", func(t *testing.T) { pairwisetest.Contract(t, with(Options{Rounds: 10})) })
	t.Run("response surface alone", func(t *testing.T) {
		pairwisetest.Contract(t, with(Options{RSMShare: -1, Rounds: 8, Unpaired: true}), "mixed", "order")
	})
}

func TestStoredSnapshots(t *testing.T) {
	pairwisetest.Stored(t, with(Options{}), "testdata/snapshots.json")
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	for _, o := range []Options{{RSMShare: 1.5}, {RSMShare: math.NaN()}, {Rounds: -1}} {
		if o.Validate() == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	if err := (Options{RSMShare: 1.5, Rounds: -1}).Validate(); len(keys.All(err)) != 2 {
		t.Errorf("%v: want both mistakes", err)
	}
}

// The strategy loses at most as much strength on some benchmark problems as the best single strategy
// in the published table, a well-tuned SPSA.
func TestRegretOnDuels(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	r, err := bench.Run(t.Context(), []bench.Entry{bench.With("auto", New, Options{})}, bench.Options{
		Seeds: 20, FirstSeed: 1001, Budgets: []int{2000}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Strategies[0].GeometricMean; got > 9 {
		t.Errorf("geometric mean %.1f Elo, want at most 9", got)
	}
}

// The strategy works with the properties of real games: draws, an advantage of the first seat,
// luck, whole-number weights and weights without effect.
func TestVariants(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	for variant, v := range map[string]bench.Variant{
		"draws":      {Draws: 0.4},
		"first seat": {FirstSeat: 150},
		"deal":       {Deal: 300},
		"cycle":      {Cycle: 100},
		"integer":    {Integer: 2},
		"dead":       {Dead: 2},
		"scale free": {ScaleFree: true},
		"three":      {Seats: 3},
	} {
		r, err := bench.Run(t.Context(), []bench.Entry{bench.With(variant, New, Options{})}, bench.Options{
			Seeds: 20, FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad}, Dims: []int{4}, Variant: v, Workers: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Strategies[0].Cells[0].Median; got > 15 {
			t.Errorf("%s: regret %.1f Elo, want at most 15", variant, got)
		}
	}
}

// No round that is played is larger than the largest round that is stated before the first: neither
// those of the probe, in a short run, nor those of a Gaussian process in few directions.
func TestNoRoundIsLargerThanTheLargest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ weights, games int }{{2, 400}, {2, 2000}, {10, 400}, {10, 3000}} {
		p := tuning.Problem{Games: c.games, Seed: 1}
		for i := range c.weights {
			p.Space = append(p.Space, engines.Weight{Name: string(rune('a' + i)), Max: 1, Default: 0.5})
		}
		s, err := New(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := s.Ask()
		if err != nil {
			t.Fatal(err)
		}
		if b.Games() > s.LargestRound() {
			t.Errorf("%d weights, %d games: the first round has %d games, the largest %d", c.weights, c.games, b.Games(), s.LargestRound())
		}
	}
}
